// What a push has brought, written beside the edges that it took.

import { SVG } from './elements.js';

// A product before it is computed: `2 × (-3)`.
/** @type {(arrival: { local: string, upstream: string }) => string} */
export const factors = ({ local, upstream }) => `${local} × ${upstream.startsWith('-') ? `(${upstream})` : upstream}`;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Area */

// The width of a character and the height of a line, as parts of the size of words.
const WIDE = 0.61;
const HIGH = 1.1;
// Where beside an edge words may stand, from its box to the operation, and how far from it.
const PARTS = [0.4, 0.25, 0.55, 0.1, 0.7];
const GAPS = [5, 12];
// The points of an edge that words are not to cover.
const SAMPLES = 8;

/** @type {(one: Area, other: Area) => number} */
const overlap = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** @type {(middle: number[], wide: number, high: number) => Area} */
export const areaAround = ([x, y], wide, high) => ({ left: x - wide, right: x + wide, top: y - high, bottom: y + high });

// The part of the plane for words and numbers: the picture of this size, and what is seen around it.
/** @type {(svg: SVGSVGElement, size: number[]) => Area} */
export function planeOf(svg, [wide, high]) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { left: Math.min(7, x + 2), right: Math.max(wide - 7, x + width - 2), top: Math.min(0, y + 2), bottom: Math.max(high, y + height - 2) };
}

// The area inside of the plane that covers least of what is taken, the first of several.
/** @type {(areas: Area[], taken: Area[], plane: Area) => Area} */
export function leastCovered(all, taken, plane) {
  const inside = all.filter(({ left, right, top, bottom }) =>
    left >= plane.left && right <= plane.right && top >= plane.top && bottom <= plane.bottom);
  const areas = inside.length ? inside : all;
  const covers = areas.map(area => taken.reduce((sum, other) => sum + overlap(area, other), 0));
  return areas[covers.indexOf(Math.min(...covers))];
}

// What words are not to cover: boxes with their statuses, operations, and points of edges.
/** @type {(svg: SVGSVGElement, font: number) => Area[]} */
export function occupied(svg, font) {
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const shapes = svg.querySelectorAll('.frame, .ellipse');
  const areas = [...shapes].map(shape => {
    const { x, y, width, height } = shape.getBBox();
    return areaAround([x + width / 2, y + height / 2], width / 2, height / 2);
  });
  // A status counts for more.
  for (const status of svg.querySelectorAll('.status')) {
    const [x, y] = ['x', 'y'].map(name => Number(status.getAttribute(name)));
    const area = areaAround([x, y - 0.3 * font], status.textContent.length * WIDE * font / 2, HIGH * font / 2);
    areas.push(area, area, area);
  }
  /** @type {NodeListOf<SVGPathElement>} */
  const paths = svg.querySelectorAll('path[id]');
  for (const path of paths) {
    const length = path.getTotalLength();
    for (let at = 0; at <= SAMPLES; at += 1) {
      const { x, y } = path.getPointAtLength(length * at / SAMPLES);
      areas.push(areaAround([x, y], 3, 3));
    }
  }
  return areas;
}

// The places beside an edge for words of this size, the best first.
/** @type {(path: SVGPathElement, size: [number, number]) => Area[]} */
function besides(path, [wide, high]) {
  const length = path.getTotalLength();
  return GAPS.flatMap(gap => PARTS.flatMap(part => {
    const { x, y } = path.getPointAtLength(length * part);
    const [right, down] = [gap + wide / 2, gap + high / 2];
    return [[x - right, y], [x + right, y], [x, y - down], [x, y + down]].map(middle => areaAround(middle, wide / 2, high / 2));
  }));
}

// Writes what arrived beside each edge, where it covers least and stays inside of the picture.
/** @type {(svg: SVGSVGElement, lit: import('./messages').Arrival[], font: number, size: number[]) => void} */
export function labelArrivals(svg, lit, font, size) {
  const layer = svg.querySelector('.labels');
  layer.replaceChildren();
  const taken = lit.length ? occupied(svg, font) : [];
  const plane = planeOf(svg, size);
  for (const arrival of lit) {
    const path = /** @type {SVGPathElement | null} */ (svg.getElementById(arrival.edge));
    if (!path) continue;
    const words = `+= ${factors(arrival)}`;
    const area = leastCovered(besides(path, [words.length * WIDE * font, HIGH * font]), taken, plane);
    taken.push(area);
    const label = document.createElementNS(SVG, 'text');
    label.setAttribute('x', ((area.left + area.right) / 2).toFixed(1));
    label.setAttribute('y', (area.bottom - 0.25 * font).toFixed(1));
    label.setAttribute('text-anchor', 'middle');
    label.textContent = words;
    layer.append(label);
  }
}
