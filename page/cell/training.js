// Training by buttons.

import { SVG, button, make } from './elements.js';
import { isOn } from './lesson.js';

/** @typedef {import('./messages').State} State */
/** @typedef {import('./messages').Steps} Steps */

// Training: one step, a run, and the curve as it falls.
export class Training {
  /** @type {number[][]} */
  #curve = [];
  #steps = 0;
  #end = '';
  #isRunning = false;
  // Whether there is more of the curve than is drawn.
  #isAhead = false;
  // The root that it is the curve of, with the data that it ended with.
  #of = '';
  // Whether it was told to end.
  isEnding = false;

  /**
   * @param {(rate: string) => void} step
   * @param {(rate: string) => void} run
   * @param {() => void} stop
   */
  constructor(step, run, stop) {
    this.rate = make('input', { type: 'text', value: '0.01', size: 6, ariaLabel: 'rate', spellcheck: false, inputMode: 'decimal' });
    this.step = button('Step', ':step RATE: every leaf -= rate × grad', () => step(this.rate.value));
    this.run = button('Train', 'steps until you stop it', () => (this.#isRunning ? stop() : run(this.rate.value)));
    this.said = make('output', { className: 'said' });
    this.graph = document.createElementNS(SVG, 'svg');
    this.graph.setAttribute('class', 'curve');
    this.graph.setAttribute('role', 'img');
    this.graph.setAttribute('viewBox', '0 0 300 60');
    this.graph.setAttribute('preserveAspectRatio', 'none');
    this.line = document.createElementNS(SVG, 'polyline');
    this.graph.append(this.line);
    this.graph.toggleAttribute('hidden', true);
    this.element = make('div', { role: 'group', className: 'training', ariaLabel: 'Training' },
      make('label', {}, 'rate ', this.rate), this.step, this.run, this.said, this.graph);
  }

  /** @param {State} state */
  show({ trains, lesson, root }) {
    // An exercise is about these numbers.
    this.element.classList.toggle('closed', isOn(lesson) && !this.#isRunning);
    this.step.disabled = this.run.disabled = !trains && !this.#isRunning;
    if (this.#isAhead) {
      this.#draw(root?.[0] ?? '');
      this.#of = String(root);
    } else if (!this.#isRunning && this.#of !== String(root)) {
      this.said.textContent = '';
      this.graph.toggleAttribute('hidden', true);
    }
  }

  set isRunning(runs) {
    this.#isRunning = runs;
    // What changes with every frame is not read out; its end is.
    this.said.ariaLive = runs ? 'off' : 'polite';
    this.run.textContent = runs ? 'Stop' : 'Train';
    this.step.disabled = runs;
  }

  get isRunning() { return this.#isRunning; }

  // From when it was asked for, which may be before it can begin.
  begin() {
    this.isEnding = false;
    [this.#curve, this.#steps, this.#end] = [[], 0, ''];
    this.isRunning = true;
  }

  // Adds what a slice of the run has given: the root's data at even distances from the end of the
  // slice before.
  /** @param {Steps} steps */
  add({ curve, taken }) {
    const far = taken / Math.max(1, curve.length - 1);
    curve.forEach((value, at) => {
      if (Number.isFinite(value) && (at > 0 || !this.#curve.length)) this.#curve.push([this.#steps + at * far, value]);
    });
    while (this.#curve.length > 2000) this.#curve = this.#curve.filter((_, at) => at % 2 === 0);
    this.#steps += taken;
    this.#isAhead = true;
  }

  // Notes why the run ended, if not because it was stopped.
  /** @param {string} why */
  end(why) {
    this.#end = why;
    this.#isAhead = true;
  }

  /** @param {string} root */
  #draw(root) {
    this.#isAhead = false;
    const curve = this.#curve;
    this.graph.toggleAttribute('hidden', curve.length < 2);
    if (curve.length < 2) {
      this.said.textContent = this.#end;
      return;
    }
    const values = curve.map(([, value]) => value);
    // What changes a thousandfold would be seen to change at one end only.
    const sizes = values.map(Math.abs);
    const sign = Math.sign(values[0]);
    const isFar = values.every(value => value * sign > 0) && Math.max(...sizes) > 1000 * Math.min(...sizes);
    /** @param {number} value */
    const high = value => (isFar ? sign * Math.log(Math.abs(value)) : value);
    const [least, most] = [high(Math.min(...values)), high(Math.max(...values))];
    const [across, up] = [300 / curve.at(-1)[0], 54 / (most - least || 1)];
    /** @param {number[]} point */
    const point = ([step, value]) => `${(step * across).toFixed(1)},${(57 - (high(value) - least) * up).toFixed(1)}`;
    this.line.setAttribute('points', curve.map(point).join(' '));
    /** @param {number} number */
    const short = number => Number(number.toPrecision(5));
    const end = this.#end ? `; ${this.#end}` : ` after ${this.#steps} steps`;
    const scale = isFar ? '; the curve is on a log scale' : '';
    const words = `${root}: ${short(values[0])} → ${short(values.at(-1))}${end}${scale}`;
    this.said.textContent = words;
    this.graph.setAttribute('aria-label', words);
  }
}
