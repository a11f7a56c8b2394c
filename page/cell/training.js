// Training by buttons.

import { Curve } from './curve.js';
import { button, make } from './elements.js';
import { isOn } from './practice.js';

/** @typedef {import('./messages').State} State */
/** @typedef {import('./messages').Steps} Steps */
/**
 * What training does to the session.
 * @typedef {object} Trains
 * @property {(text: string) => Promise<void>} type
 * @property {(asked: [string, string], pace: number) => Promise<void>} train
 * @property {() => void} endTraining
 * @property {(how: Pick<import('./wire').ToWorker, 'pace' | 'wait' | 'one'>) => void} tell
 */

/** The steps a second that can be chosen; 0 is full speed.
 * @type {[number, string][]} */
const PACES = [[1, '1 a second'], [10, '10 a second'], [60, '60 a second'], [0, 'full speed']];

// Training: one step, a run at some pace, and the curve as it falls.
export class Training {
  /** @type {number[][]} */
  #curve = [];
  #steps = 0;
  #end = '';
  #isRunning = false;
  // Whether the run waits for somebody to go on.
  #isWaiting = false;
  // Whether there is more of the curve than is drawn.
  #isAhead = false;
  // The root that it is the curve of, with the data that it ended with.
  #of = '';
  /** Which axes go by powers of ten; null where the numbers decide.
   * @type {[boolean, boolean | null]} */
  #logs = [false, null];
  // Called when a run begins, and when it ends.
  /** @type {(runs: boolean) => void} */
  onrun = () => {};
  // Whether it was told to end.
  isEnding = false;

  /** @param {Trains} does */
  constructor(does) {
    this.does = does;
    this.rate = make('input', { type: 'text', value: '0.01', size: 6, ariaLabel: 'rate', spellcheck: false, inputMode: 'decimal' });
    this.kind = make('select', { ariaLabel: 'kind of step', title: 'how steps follow from grads' }, make('option', { value: '' }, 'plain'));
    this.step = button('Step', ':step RATE: every leaf -= rate × grad', () => this.#step());
    this.run = button('Train', 'train until you stop', () => (this.#isRunning ? does.endTraining() : does.train(this.asked, this.pace)));
    this.run.className = 'run';
    this.paces = make('select', { ariaLabel: 'speed' }, ...PACES.map(([pace, said]) => make('option', { value: String(pace) }, said)));
    this.paces.addEventListener('change', () => does.tell({ pace: this.pace }));
    this.pause = button('Pause', 'pause; Step takes one step (keys: p and s)', () => this.#wait(!this.#isWaiting));
    this.pause.hidden = true;
    this.said = make('output', { className: 'said' });
    this.curve = new Curve();
    this.logs = [['log steps', 'horizontal axis in powers of ten'], ['log loss', 'vertical axis in powers of ten']].map(([text, title], at) => {
      const choice = button(text, title, () => this.#choose(at));
      choice.hidden = true;
      return choice;
    });
    this.element = make('div', { role: 'group', className: 'training', ariaLabel: 'Training' },
      make('label', {}, 'rate ', this.rate), this.kind, this.step, this.run, this.paces, this.pause, ...this.logs,
      this.said, this.curve.element);
    this.element.addEventListener('keydown', event => this.#pressKey(event));
  }

  /** The rate, and the kind of steps.
   * @returns {[string, string]} */
  get asked() { return [this.rate.value, this.kind.value]; }

  get pace() { return Number(this.paces.value); }

  // Offers the kinds of steps that there are.
  /** @param {[string, string][]} kinds */
  offer(kinds) {
    if (this.kind.length > 1) return;
    this.kind.append(...kinds.map(([kind, about]) => make('option', { value: kind, title: `${kind} ${about}` }, kind)));
  }

  #step() {
    if (this.#isRunning) this.does.tell({ one: true });
    else this.does.type(`:step ${this.asked.join(' ')}`.trimEnd());
  }

  /** @param {boolean} waits */
  #wait(waits) {
    this.#isWaiting = waits;
    this.does.tell({ wait: waits });
    this.#label();
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const isTyped = event.target === this.rate || event.ctrlKey || event.altKey || event.metaKey;
    if (isTyped || !'ps'.includes(event.key) || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'p' && this.#isRunning) this.#wait(!this.#isWaiting);
    else if (event.key === 's' && !this.step.disabled) this.#step();
  }

  // By powers of ten, or not.
  /** @param {number} at */
  #choose(at) {
    this.#logs[at] = this.logs[at].ariaPressed !== 'true';
    this.#draw(this.#of.split(',')[0]);
  }

  #label() {
    [this.run.textContent, this.run.title] = this.#isRunning ? ['Stop', 'Stop. Finished steps are kept.'] : ['Train', 'train until you stop'];
    this.pause.hidden = !this.#isRunning;
    this.pause.textContent = this.#isWaiting ? 'Continue' : 'Pause';
    this.step.disabled = this.#isRunning && !this.#isWaiting;
    this.rate.disabled = this.kind.disabled = this.#isRunning;
  }

  /** @param {State} state */
  show({ trains, practice, root }) {
    // An exercise is about these numbers.
    this.element.classList.toggle('closed', isOn(practice) && !this.#isRunning);
    this.run.disabled = !trains && !this.#isRunning;
    if (!this.#isRunning) this.step.disabled = !trains;
    if (this.#isAhead) {
      this.#of = String(root);
      this.#draw(root?.[0] ?? '');
    } else if (!this.#isRunning && this.#of !== String(root)) {
      this.said.textContent = '';
      this.#curve = [];
      this.#hide();
    }
  }

  #hide() {
    this.curve.element.toggleAttribute('hidden', true);
    for (const choice of this.logs) choice.hidden = true;
  }

  set isRunning(runs) {
    this.#isRunning = runs;
    this.onrun(runs);
    // What changes with every frame is not read out; its end is.
    this.said.ariaLive = runs ? 'off' : 'polite';
    this.#isWaiting = false;
    this.#label();
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
    // The first steps stay, each of them.
    while (this.#curve.length > 2000) this.#curve = this.#curve.filter((_, at) => at < 300 || at % 2 === 0);
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
    if (curve.length < 2) {
      this.#hide();
      this.said.textContent = this.#end;
      return;
    }
    const values = curve.map(([, value]) => value);
    const sizes = values.map(Math.abs).filter(size => size > 0);
    const canBeLog = Curve.canBeLog(values);
    // What changes a thousandfold would be seen to change at one end only.
    const isFar = canBeLog && (this.#logs[1] ?? Math.max(...sizes) > 1000 * Math.min(...sizes));
    this.curve.draw(curve, this.#logs[0], isFar);
    [this.logs[0].ariaPressed, this.logs[1].ariaPressed] = [String(this.#logs[0]), String(isFar)];
    [this.logs[0].hidden, this.logs[1].hidden, this.logs[1].disabled] = [false, false, !canBeLog];
    /** @param {number} number */
    const short = number => Number(number.toPrecision(5));
    const end = this.#end ? `; ${this.#end}` : ` after ${this.#steps} steps`;
    const scale = isFar ? '; the curve is on a log scale' : '';
    const words = `${root}: ${short(values[0])} → ${short(values.at(-1))}${end}${scale}`;
    this.said.textContent = words;
    this.curve.element.setAttribute('aria-label', words);
  }
}
