// What else a picture shows of derivatives: bars along the edges, bars in the boxes, curves in operations, paths.

import { SVG } from './elements.js';

/** @typedef {import('./messages').Picture} PictureState */

// The widths of bars along edges, and the height of those in boxes.
const BROADEST = 12;
const NARROWEST = 1;
const HIGH = 3;

/** @type {(tag: string, attributes: Record<string, string | number>) => SVGElement} */
function svgShape(tag, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export class Flows {
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** The bar under each edge, by its id.
   * @type {Map<string, SVGElement>} */
  #bars = new Map();
  /** The curve of each operation that has one.
   * @type {Map<number, SVGElement[]>} */
  #curves = new Map();
  /** What each edge leads from, by its id.
   * @type {Map<string, number>} */
  #from = new Map();
  /** @type {SVGGElement[]} */
  #boxes = [];

  /** @type {(svg: SVGSVGElement, boxes: SVGGElement[], links: [number, number, string][]) => void} */
  draw(svg, boxes, links) {
    this.#svg = svg;
    this.#boxes = boxes;
    this.#from = new Map(links.map(([from, , id]) => [id, from]));
    this.#curves = new Map();
    const under = svgShape('g', { class: 'flows' });
    this.#bars = new Map(links.map(([, , id]) => {
      const edge = svg.getElementById(id);
      const bar = svgShape('path', { class: 'flow', d: edge?.getAttribute('d') ?? '' });
      under.append(bar);
      return [id, bar];
    }));
    svg.prepend(under);
  }

  /** @param {PictureState} picture */
  show({ flows, curves, paths }) {
    if (!this.#svg) return;
    this.#showBars(flows);
    this.#showStacks(flows);
    for (const { node, curve, tangent, point } of curves) this.#bend(node, curve, tangent, point);
    this.#light(paths);
  }

  /** @param {PictureState['flows']} flows */
  #showBars(flows) {
    const most = Math.max(...flows.map(([, flow]) => Math.abs(flow ?? 0)), 0) || 1;
    for (const bar of this.#bars.values()) bar.setAttribute('visibility', 'hidden');
    for (const [id, flow] of flows) {
      const bar = this.#bars.get(id);
      if (!bar || !flow) continue;
      const wide = NARROWEST + (BROADEST - NARROWEST) * Math.abs(flow) / most;
      bar.setAttribute('visibility', 'visible');
      bar.setAttribute('stroke-width', wide.toFixed(2));
      bar.setAttribute('class', `flow ${flow < 0 ? 'minus' : 'plus'}`);
    }
  }

  // What comes from several uses: a piece of a bar for each, in the box that adds them up.
  /** @param {PictureState['flows']} flows */
  #showStacks(flows) {
    for (const stack of this.#svg.querySelectorAll('.stack')) stack.remove();
    /** @type {Map<number, number[]>} */
    const got = new Map();
    for (const [id, flow] of flows) {
      const from = this.#from.get(id);
      got.set(from, [...got.get(from) ?? [], flow ?? 0]);
    }
    for (const [number, parts] of got) {
      const all = parts.reduce((sum, part) => sum + Math.abs(part), 0);
      if (parts.length < 2 || !all) continue;
      const frame = /** @type {SVGRectElement} */ (this.#boxes[number].querySelector('.frame')).getBBox();
      const stack = svgShape('g', { class: 'stack' });
      let at = frame.x + 3;
      for (const part of parts) {
        const wide = (frame.width - 6) * Math.abs(part) / all;
        stack.append(svgShape('rect', {
          class: part < 0 ? 'negative' : 'positive', x: at.toFixed(1), y: (frame.y + frame.height - HIGH - 2).toFixed(1),
          width: Math.max(0, wide - 1).toFixed(1), height: HIGH,
        }));
        at += wide;
      }
      this.#boxes[number].append(stack);
    }
  }

  /** @type {(node: number, curve: string, tangent: string, point: [number, number]) => void} */
  #bend(node, curve, tangent, [x, y]) {
    let parts = this.#curves.get(node);
    if (!parts) {
      const place = this.#svg.querySelector(`#op${node} .ellipse`);
      // Where there is no room for it there is none.
      if (!place || Number(place.getAttribute('ry')) < 25) return;
      const own = svgShape('g', { class: 'bend', transform: `translate(${place.getAttribute('cx')} ${Number(place.getAttribute('cy')) + 9})` });
      parts = [svgShape('path', { class: 'bow' }), svgShape('path', { class: 'slope' }), svgShape('circle', { r: 2.5 })];
      own.append(...parts);
      place.parentElement.append(own);
      this.#curves.set(node, parts);
    }
    parts[0].setAttribute('d', curve);
    parts[1].setAttribute('d', tangent);
    parts[2].setAttribute('cx', String(x));
    parts[2].setAttribute('cy', String(y));
  }

  // The paths of the node that was explained, to the root.
  /** @param {PictureState['paths']} paths */
  #light(paths) {
    this.#svg.classList.toggle('has-paths', Boolean(paths));
    for (const part of this.#svg.querySelectorAll('.on-path')) part.classList.remove('on-path');
    if (!paths) return;
    const operations = paths.nodes.filter(number => number !== paths.node).flatMap(number => [`r${number}`, `op${number}`]);
    const nodes = paths.nodes.map(number => `n${number}`);
    for (const id of [...paths.edges, ...operations, ...nodes]) this.#svg.getElementById(id)?.classList.add('on-path');
  }
}
