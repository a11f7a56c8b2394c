// A line to answer on, at the box that a quiz asks for; it moves on with the questions.

import { insertInto, make } from './elements.js';
import { isOn } from './practice.js';

/** @typedef {import('./messages').State} State */

export class Answering {
  /** @type {SVGElement | null} */
  #box = null;
  #question = '';

  /**
   * @param {HTMLElement} place
   * @param {(text: string) => void} type
   */
  constructor(place, type) {
    this.place = place;
    this.input = make('input', { className: 'at-box', type: 'text', hidden: true, spellcheck: false, autocomplete: 'off' });
    this.input.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.close();
      if (event.key !== 'Enter' || this.input.value.trim() === '') return;
      event.preventDefault();
      const text = this.input.value;
      this.input.value = '';
      type(text);
    });
  }

  /** @type {(box: SVGElement, question: string) => void} */
  open(box, question) {
    this.place.parentElement.append(this.input);
    const [own, all] = [box.getBoundingClientRect(), this.place.parentElement.getBoundingClientRect()];
    [this.#box, this.#question] = [box, question];
    this.input.hidden = false;
    this.input.value = '';
    this.input.setAttribute('aria-label', `${question} ?`);
    this.input.placeholder = `${question} ?`;
    this.input.style.left = `${Math.max(0, Math.min(own.x - all.x, all.width - 130))}px`;
    this.input.style.top = `${Math.max(0, Math.min(own.bottom - all.y + 2, all.height - 34))}px`;
    this.input.focus();
  }

  // Goes there, if it is open.
  focus() {
    if (!this.input.hidden) this.input.focus();
    return !this.input.hidden;
  }

  // Writes into what is typed here; returns false if nothing is.
  /** @param {string} text */
  insert(text) { return !this.input.hidden && insertInto(this.input, text); }

  close() {
    this.input.hidden = true;
    this.#box?.focus({ preventScroll: true });
    this.#box = null;
  }

  // Shows the state, in which this box is asked for.
  /** @type {(state: State, box?: SVGElement) => void} */
  show({ practice }, box) {
    if (this.input.hidden) return;
    if (!isOn(practice) || !box) this.close();
    else if (practice.question !== this.#question) this.open(box, practice.question);
  }
}
