// Networks in the picture: how strong weights are, what neurons give, and what one of them adds up.

import { button, make } from './elements.js';

/** @typedef {import('./messages').InNetworks} InNetworks */
/** @typedef {import('./messages').State} State */

// The widths of lines, and how much the fill of a neuron covers.
const WIDEST = 6;
const THINNEST = 0.3;
const FULL = 0.5;

/** @type {(numbers: (number | null)[]) => number} */
const largestOf = numbers => numbers.reduce((most, number) => Math.max(most, Math.abs(number ?? 0)), 0);

// The lines and the circles: a line is as wide as its weight, or as its grad; blue above 0, orange below.
export class NetworkLines {
  /** @type {SVGLineElement[]} */
  #lines = [];
  /** @type {SVGGElement[]} */
  #boxes = [];
  /** @type {InNetworks | null} */
  #now = null;
  // Which number of a weight is seen: itself, or its grad.
  #at = 0;

  /** @type {(svg: SVGSVGElement, boxes: SVGGElement[]) => void} */
  draw(svg, boxes) {
    this.#lines = [...svg.querySelectorAll('line')];
    this.#boxes = boxes;
  }

  /** @param {boolean} areGrads */
  set areGrads(areGrads) {
    this.#at = areGrads ? 1 : 0;
    this.show(this.#now);
  }

  get areGrads() { return this.#at === 1; }

  // The neuron that is looked into.
  get opened() { return this.#boxes[this.#now?.sum?.place ?? -1]; }

  /** @param {InNetworks | null} networks */
  show(networks) {
    this.#now = networks;
    if (!networks) return;
    const strengths = networks.lines.map(line => line[this.#at]);
    const most = largestOf(strengths) || 1;
    strengths.forEach((strength, number) => {
      const line = this.#lines[number];
      const wide = strength === null ? WIDEST : THINNEST + (WIDEST - THINNEST) * Math.abs(strength) / most;
      line?.setAttribute('stroke-width', wide.toFixed(2));
      line?.setAttribute('class', `weight ${strength < 0 ? 'minus' : 'plus'}`);
    });
    const high = Math.max(1, largestOf(networks.fills));
    networks.fills.forEach((fill, number) => {
      const box = this.#boxes[number];
      if (!box?.classList.contains('neuron')) return;
      box.classList.toggle('minus', fill < 0);
      const isOpened = networks.sum?.place === number;
      box.classList.toggle('opened', isOpened);
      if (networks.sums[number]) box.ariaExpanded = String(isOpened);
      box.querySelector('.frame').setAttribute('fill-opacity', (FULL * Math.abs(fill ?? 0) / high).toFixed(2));
      const data = box.querySelector('.data');
      if (data) data.textContent = fill === null ? '' : String(Number(fill.toPrecision(2)));
    });
  }
}

// What stands around a picture of networks: switches, and the sum of the neuron that is looked into.
export class Networks {
  /**
   * @param {NetworkLines} lines
   * @param {(shown: boolean) => void} showOperations
   * @param {(means: boolean) => void} fill
   * @param {() => void} close
   */
  constructor(lines, showOperations, fill, close) {
    this.lines = lines;
    this.strength = button('Grads', 'lines as wide as grads, or as weights', () => {
      lines.areGrads = !lines.areGrads;
      this.#label();
    });
    this.kind = button('Operations', 'each operation, or each neuron', () => showOperations(this.kind.ariaPressed === 'false'));
    this.kind.ariaPressed = 'false';
    this.means = button('Means', 'neurons filled by their means over all rows, or by the row in view', () => {
      this.means.ariaPressed = String(this.means.ariaPressed === 'false');
      fill(this.means.ariaPressed === 'true');
      this.#label();
    });
    this.means.ariaPressed = 'false';
    this.legend = make('span', { className: 'said' });
    this.element = make('div', { className: 'networks', role: 'group', ariaLabel: 'Networks', hidden: true },
      this.strength, this.means, this.kind, this.legend);
    this.closing = button('Close', 'close the sum', close);
    this.table = make('table', {});
    this.result = make('p', {});
    this.title = make('h2', {});
    this.sum = make('aside', { className: 'sum', ariaLabel: 'the sum of a neuron', hidden: true },
      this.title, this.closing, this.table, this.result);
    this.#label();
  }

  #label() {
    this.strength.textContent = this.lines.areGrads ? 'Weights' : 'Grads';
    const what = this.lines.areGrads ? '|grad|' : '|weight|';
    const data = this.means.ariaPressed === 'true' ? 'means' : 'data';
    this.legend.replaceChildren(`lines: ${what}, fills: ${data}; `, make('span', { className: 'positive' }, 'above 0'), ', ',
      make('span', { className: 'negative' }, 'below'));
  }

  /** @param {State} state */
  show({ has_networks: has, picture, row }) {
    this.element.hidden = !has || !picture;
    const networks = picture?.networks;
    this.strength.hidden = this.legend.hidden = !networks;
    this.means.hidden = !networks || !row || row[1] < 2;
    this.kind.ariaPressed = String(!networks);
    const sum = networks?.sum;
    this.sum.hidden = !sum;
    if (!sum) return;
    this.title.textContent = sum.name;
    const head = ['input', '', 'weight', '', 'product', 'grad of the weight'].map(word => make('th', {}, word));
    const rows = sum.terms.map(([input, data, weight, number, product, grad]) => {
      const cells = [input, data, `${data ? '× ' : ''}${weight}`, number, product, grad];
      return make('tr', {}, ...cells.map(cell => make('td', {}, cell)));
    });
    this.table.ariaLabel = `what ${sum.name} adds up`;
    this.table.replaceChildren(make('tr', {}, ...head), ...rows);
    this.result.textContent = `sum ${sum.sum};  ${sum.applied} = ${sum.data};  ${sum.derivative} = ${sum.grad}`;
  }
}

// Walks through the rows.
export class RowInView {
  // Held while it is moved.
  #held = 0;

  /** @param {(row: number, last: boolean) => Promise<void>} onmove */
  constructor(onmove) {
    this.range = make('input', { type: 'range', min: '1', step: '1', ariaLabel: 'row in view' });
    this.value = make('span', { className: 'value', ariaHidden: 'true' });
    this.element = make('label', { className: 'row-in-view', hidden: true }, 'row ', this.range, this.value);
    /** @param {boolean} last */
    const move = async last => {
      this.#held += 1;
      await onmove(Number(this.range.value), last);
      this.#held -= 1;
    };
    this.range.addEventListener('input', () => move(false));
    this.range.addEventListener('change', () => move(true));
  }

  /** @param {State} state */
  show({ row, practice }) {
    this.element.hidden = !row || row[1] < 2 || Boolean(practice && !practice.over);
    if (!row) return;
    this.value.textContent = `${row[0]} of ${row[1]}`;
    this.range.setAttribute('aria-valuetext', `row ${row[0]} of ${row[1]}`);
    if (this.#held) return;
    this.range.max = String(row[1]);
    this.range.value = String(row[0]);
  }
}
