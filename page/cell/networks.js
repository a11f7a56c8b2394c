// Networks and rows: what of them the picture shows.

import { button, make } from './elements.js';

/** @typedef {import('./messages').State} State */

// What stands around a picture of networks: switches, and what is seen.
export class Networks {
  #areGrads = false;
  #areOperations = false;

  // `look` asks for another picture.
  /** @param {(request: import('./messages').Request) => void} look */
  constructor(look) {
    const ask = () => {
      this.#label();
      look({ do: 'networks', operations: this.#areOperations, grads: this.#areGrads });
    };
    this.strength = button('Grads', 'line width: grads or weights', () => {
      this.#areGrads = !this.#areGrads;
      ask();
    });
    this.kind = button('Operations', 'show operations or neurons', () => {
      this.#areOperations = this.kind.ariaPressed === 'false';
      ask();
    });
    this.kind.ariaPressed = 'false';
    this.legend = make('span', { className: 'said' });
    this.element = make('div', { className: 'networks', role: 'group', ariaLabel: 'Networks', hidden: true },
      this.strength, this.kind, this.legend);
    this.#label();
  }

  #label() {
    this.strength.textContent = this.#areGrads ? 'Weights' : 'Grads';
    this.legend.replaceChildren(`lines: ${this.#areGrads ? '|grad|' : '|weight|'}, fills: data; `,
      make('span', { className: 'positive' }, 'above 0'), ', ', make('span', { className: 'negative' }, 'below'));
  }

  /** @param {State} state */
  show({ has_networks: has, picture }) {
    this.element.hidden = !has || !picture;
    const areNeurons = Boolean(picture?.has_neurons);
    this.strength.hidden = this.legend.hidden = !areNeurons;
    this.kind.ariaPressed = String(!areNeurons);
  }
}

// Walks through the rows.
export class RowInView {
  // Held while it is moved.
  #held = 0;

  /** @param {(row: number, last: boolean) => Promise<void>} onmove */
  constructor(onmove) {
    this.range = make('input', { type: 'range', min: '1', step: '1', ariaLabel: 'current row' });
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
