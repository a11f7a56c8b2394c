// What stands beside and below the picture: its zoom, a plot, and the buttons of an exercise.

import { button, make } from './elements.js';
import { SPEEDS } from './motion.js';

/** @typedef {import('./messages').Shown} Shown */
/** @typedef {import('./messages').State} State */
/** @typedef {import('./picture').Picture} Picture */
/** @typedef {(text: string) => void} Type */

// The buttons that make the picture smaller, larger, and show all of it.
export class Zoom {
  /** @param {Picture} picture */
  constructor(picture) {
    const [less, more, all] = [
      button('−', 'show more of the picture, smaller', () => picture.zoom(1 / 1.4)),
      button('+', 'show less of the picture, larger', () => picture.zoom(1.4)),
      button('All', 'show all of the picture', () => picture.whole()),
    ];
    [less.ariaLabel, more.ariaLabel, all.ariaLabel] = ['Zoom out', 'Zoom in', 'All of the picture'];
    picture.onlook = isWhole => { all.ariaPressed = String(isWhole); };
    this.element = make('div', { className: 'zoom', role: 'group', ariaLabel: 'Zoom', hidden: true }, less, more, all);
  }
}

// How long a plot stays, in milliseconds, where it changes often.
const OFTEN = 40;

// A plot, drawn again as numbers move. As an image it has its own style and runs nothing.
export class Plot {
  #svg = '';
  #isShown = false;
  // When it was shown, and what shows it later.
  #at = 0;
  #later = 0;
  /** The room that it had when it was last seen.
   * @type {[number, number]} */
  #room = [0, 0];

  /** @param {() => void} close */
  constructor(close) {
    this.image = make('img', { alt: '', decoding: 'sync' });
    const closing = button('×', 'close the plot; :plot opens one', close);
    closing.ariaLabel = 'Close the plot';
    this.element = make('figure', { className: 'plot', hidden: true }, this.image, closing);
  }

  // The room for it, roughly; that it had last, where it is not seen.
  /** @returns {[number, number]} */
  get room() {
    const [width, height] = [this.image.clientWidth, this.image.clientHeight];
    if (width && height) this.#room = [Math.floor(width / 10) * 10, Math.floor(height / 10) * 10];
    return this.#room;
  }

  // Notes the picture, which comes once; the next frame shows it.
  /** @param {Shown} plot */
  draw({ svg }) { [this.#svg, this.#isShown] = [svg, false]; }

  // Where it changes often, only every few frames: each time the browser reads the whole picture.
  /** @type {(plot: Shown | null, isOften: boolean) => void} */
  show(plot, isOften) {
    this.element.hidden = !plot;
    if (!plot) {
      // Not to be found in the document either: its tangent may be what a quiz asks for.
      this.image.removeAttribute('src');
      this.image.alt = '';
      this.#isShown = false;
      clearTimeout(this.#later);
    } else if (!this.#isShown && this.#svg) {
      const rest = isOften ? this.#at + OFTEN - performance.now() : 0;
      clearTimeout(this.#later);
      if (rest > 0) {
        this.#later = setTimeout(() => this.show(plot, false), rest);
        return;
      }
      this.#at = performance.now();
      this.image.src = `data:image/svg+xml,${encodeURIComponent(this.#svg)}`;
      this.image.alt = `${plot.statement}: ${inWords(this.#svg)}`;
      this.#isShown = true;
    }
  }
}

// What a picture says of itself.
/** @param {string} svg */
function inWords(svg) {
  /** @param {string} name */
  const element = name => new RegExp(`<${name} [^>]*>([^<]*)`).exec(svg)?.[1] ?? '';
  /** @type {Record<string, string>} */
  const marks = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return `${element('title')}. ${element('desc')}`.replace(/&\w+;/g, mark => marks[mark] ?? mark);
}

// What the button for phases says: first, and after each phase but the last.
const WAITS = ['By phases', 'Phase 2: local', 'Phase 3: ×', 'Phase 4: +='];

// The buttons of a pass by hand and of the quiz; each types a command, those of the quiz with `practice`.
export class Hand {
  // The node that was just found not to be ready.
  #early = '';
  #isOver = false;

  /**
   * @param {Type} type
   * @param {Type} practice
   * @param {() => void} leave
   * @param {Picture} picture
   */
  constructor(type, practice, leave, picture) {
    const { film } = picture;
    this.film = film;
    this.forward = button('Forward', 'play the forward pass: data flows through each operation', () => picture.forward());
    this.backward = button('Backward', 'play the backward pass: grads flow from the root to the leaves', () => picture.backward());
    this.begin = button('Backward by hand', ':back: clear the grads and do the pass step by step', () => type(':back'));
    this.next = button('Next', ':next: the next node pushes its grad', () => {
      film.isStepped = false;
      type(':next');
    });
    this.phase = button(WAITS[0], 'the next push, with a pause after each of its four phases', () => {
      const isPlaying = film.isPlaying;
      film.isStepped = true;
      if (isPlaying) film.goOn();
      else type(':next');
    });
    film.onwait = phase => {
      this.phase.textContent = WAITS[phase === null ? 0 : phase + 1];
      this.phase.disabled = this.#isOver && !film.isPlaying;
    };
    this.speed = make('select', { ariaLabel: 'speed of the picture', title: 'how fast the picture moves' },
      ...SPEEDS.map(([name, time]) => make('option', { value: String(time) }, name)));
    this.speed.value = String(film.speed);
    this.speed.addEventListener('change', () => { film.speed = Number(this.speed.value); });
    this.back = button('Undo step', ':prev: undo the last push', () => type(':prev'));
    this.quiz = button('Quiz', ':quiz: find every grad yourself', () => practice(':quiz'));
    this.hint = button('Hint', ':hint', () => practice(':hint'));
    this.skip = button('Skip', ':skip: show the answer and continue', () => practice(':skip'));
    this.end = button('Show all grads', 'end this exercise', leave);
    this.anyway = button('', 'see what goes wrong', () => type(`:visit! ${this.#early}`));
    this.element = make('div', { role: 'group', className: 'hand', ariaLabel: 'The backward pass' },
      this.forward, this.backward, this.begin, this.quiz, this.next, this.phase, this.speed, this.back, this.anyway, this.hint, this.skip, this.end);
    // Until the calculator is there, there is nothing to go through.
    this.show({ practice: null, picture: null, root: null });
  }

  /** @param {Pick<State, 'practice' | 'picture' | 'root'>} state */
  show({ practice, picture, root }) {
    const kind = practice && !(practice.kind === 'quiz' && practice.over) ? practice.kind : null;
    this.element.classList.toggle('long', kind !== null);
    this.begin.hidden = this.quiz.hidden = kind !== null;
    this.forward.hidden = this.backward.hidden = kind !== null || Boolean(picture?.has_neurons);
    this.speed.hidden = kind === 'quiz' || Boolean(picture?.has_neurons);
    this.forward.disabled = this.backward.disabled = this.begin.disabled = this.quiz.disabled = !root || !picture;
    this.next.hidden = this.phase.hidden = this.back.hidden = kind !== 'hand';
    this.#isOver = Boolean(practice?.over);
    this.next.disabled = this.#isOver;
    this.phase.disabled = this.#isOver && !this.film.isStepped;
    this.next.textContent = practice?.next && kind === 'hand' ? `Next: ${practice.next}` : 'Next';
    this.hint.hidden = this.skip.hidden = kind !== 'quiz';
    this.end.hidden = kind === null;
    this.end.textContent = kind === 'quiz' ? 'End the quiz' : practice?.over ? 'Done' : 'Show all grads';
    // Only right after a node was found not to be ready.
    this.#early = practice?.early ?? '';
    this.anyway.hidden = this.#early === '';
    this.anyway.textContent = `Push ${this.#early} anyway`;
  }
}
