// A slider for each leaf that is not frozen.

import { button, make } from './elements.js';
import { isOn } from './practice.js';

/** @typedef {import('./messages').Slider} Slider */
/** @typedef {import('./messages').State} State */
/** @typedef {{ element?: HTMLElement, range: HTMLInputElement, value: HTMLElement, nudge: HTMLButtonElement, held: number, reach?: number }} Row */

// So many sliders are on nobody's way with the Tab key.
const MANY = 12;

// Keys that are not pressed for so long rest, in milliseconds.
const REST = 800;

// A long name without its middle: names differ at their beginning and end.
/** @param {string} name */
const elided = name => {
  const characters = [...name];
  return characters.length <= 14 ? name : [...characters.slice(0, 6), '…', ...characters.slice(-7)].join('');
};

// A drag is one change to undo. An exercise is about the numbers as they are, so they cannot be moved then.
export class Sliders {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  // The characters of the widest number.
  #widest = 0;

  /**
   * @param {(name: string, number: number, last: boolean) => Promise<void>} ondrag
   * @param {(name: string | null) => void} onnudge
   * @param {() => void} onskip
   */
  constructor(ondrag, onnudge, onskip) {
    this.ondrag = ondrag;
    this.onnudge = onnudge;
    this.element = make('div', { role: 'group', className: 'sliders', ariaLabel: 'Leaves' });
    this.rest = make('p', { className: 'faint' });
    this.skip = button('Skip the sliders', 'continue after them', onskip);
    this.skip.className = 'skip';
  }

  /** @param {State} state */
  show({ sliders, more, practice, nudged, picture }) {
    const names = sliders.map(slider => slider.name);
    if (names.join(' ') !== [...this.#rows.keys()].join(' ')) {
      const before = this.#rows;
      this.#rows = new Map(names.map(name => [name, before.get(name) ?? this.#row(name)]));
      this.element.style.setProperty('--name', String(Math.max(...names.map(name => [...elided(name)].length), 1)));
      this.skip.hidden = names.length <= MANY;
      this.element.replaceChildren(this.skip, ...[...this.#rows.values()].map(row => row.element), this.rest);
    }
    for (const slider of sliders) {
      const row = this.#rows.get(slider.name);
      row.range.disabled = row.nudge.disabled = isOn(practice);
      row.nudge.ariaPressed = String(nudged?.[0] === slider.name);
      row.nudge.hidden = !picture || picture.has_neurons;
      this.#fill(row, slider);
    }
    // Grows with a drag, which is not to move the sliders, and shrinks when it was far too wide.
    const widest = Math.max(0, ...sliders.map(slider => slider.text.length));
    if (widest > this.#widest || widest < this.#widest - 4) {
      this.#widest = widest;
      this.element.style.setProperty('--value', String(widest));
    }
    this.rest.textContent = more ? `${more} more leaves have no slider; :set NAME VALUE changes any leaf` : '';
    this.rest.hidden = !more;
  }

  /** @param {string} name */
  #row(name) {
    const range = make('input', { type: 'range', ariaLabel: name });
    // Read out with the slider; on its own it would be read out whenever anything moves it.
    const value = make('span', { className: 'value', ariaHidden: 'true' });
    // Held while it is dragged, and until what it was moved to is known: a number from before that is
    // not to move it back.
    const nudge = button('+0.01', `show what changes with ${name} + 0.01, and by how much`, () => {
      this.onnudge(nudge.ariaPressed === 'true' ? null : name);
    });
    nudge.ariaLabel = `nudge ${name} by 0.01`;
    /** @type {Row} */
    const row = { range, value, nudge, held: 0 };
    /** @param {boolean} last */
    const move = async last => {
      row.held += 1;
      await this.ondrag(name, Number(range.value), last);
      row.held -= 1;
    };
    const label = make('span', { className: 'name' }, elided(name));
    if (label.textContent !== name) label.title = name;
    row.element = make('label', { className: 'slider' }, label, range, value, nudge);
    // Keys move it step by step; that is one move until they rest, or something else has the focus.
    let [isKeyed, later] = [false, 0];
    const rest = () => {
      clearTimeout(later);
      if (!later) return;
      later = 0;
      move(true);
    };
    range.addEventListener('keydown', () => { isKeyed = true; });
    range.addEventListener('pointerdown', () => {
      isKeyed = false;
      rest();
    });
    range.addEventListener('blur', rest);
    range.addEventListener('input', () => move(false));
    range.addEventListener('change', () => {
      if (!isKeyed) return move(true);
      clearTimeout(later);
      later = setTimeout(rest, REST);
    });
    return row;
  }

  /** @type {(row: Row, slider: Slider) => void} */
  #fill(row, { number, text }) {
    row.value.textContent = text;
    row.range.setAttribute('aria-valuetext', text);
    if (row.held || number === null) return;
    const { range } = row;
    const goal = Math.max(2 * Math.abs(number), 1);
    // Not at every move, and not a range so wide that the number cannot be moved by hand.
    if (row.reach === undefined || Math.abs(number) > row.reach || row.reach > 100 * goal) {
      // 1, 2 or 5 times a power of ten, and the number in the middle third.
      const power = 10 ** Math.floor(Math.log10(goal));
      const reach = power * [1, 2, 5, 10].find(times => times * power >= goal);
      row.reach = reach;
      [range.min, range.max, range.step] = [-reach, reach, reach / 200].map(String);
    }
    // A number between two steps is not to be rounded to one.
    range.step = 'any';
    range.value = String(number);
    range.step = String(row.reach / 200);
    if (Math.abs(Number(range.value) - number) > 1e-9 * row.reach) {
      range.step = 'any';
      range.value = String(number);
    }
  }
}
