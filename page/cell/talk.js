// What was typed and its answers, and the line to type on.

import { button, insertInto, make, trusted } from './elements.js';
import { saveAs } from './share.js';

/** @typedef {import('./messages').Entry} Entry */

// The most entries that are kept: a page that is open for a day must not grow for a day.
const MOST_ENTRIES = 1000;

// The most that are kept for a reload.
const MOST_KEPT = 60;

// Prose of a lesson. Its markup is the calculator's too, whose links lead to the web and to mail only.
/** @param {string} html */
function asProse(html) {
  const prose = make('div', { className: 'prose' });
  prose.innerHTML = trusted.createHTML(html);
  for (const link of prose.querySelectorAll('a')) {
    Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' });
  }
  return prose;
}

export class Talk {
  /** @type {string[]} */
  #past = [];
  #at = 0;
  #draft = '';
  // The latest entries, to be shown again after a reload.
  /** @type {Partial<Entry>[]} */
  #latest = [];
  // What a quiz covers, and what stands in its place.
  /** @type {Element[][]} */
  #covered = [];
  #isAtEnd = true;

  /** @param {(text: string) => void} run */
  constructor(run) {
    this.run = run;
    this.log = make('div', { role: 'log', className: 'log', tabIndex: 0, ariaLabel: 'answers' });
    this.log.addEventListener('scroll', () => {
      this.#isAtEnd = this.log.scrollTop + this.log.clientHeight > this.log.scrollHeight - 8;
    });
    // What grows beside it is not to hide the last answer.
    new ResizeObserver(() => this.#isAtEnd && this.toEnd()).observe(this.log);
    this.example = make('div', { className: 'example' });
    this.prompt = make('span', { className: 'prompt', ariaHidden: 'true' }, '> ');
    this.line = make('textarea', {
      rows: 1, ariaLabel: 'statement', spellcheck: false, autocapitalize: 'off', autocomplete: 'off',
      placeholder: 'L = (a*b + c) * f', enterKeyHint: 'go',
    });
    this.line.setAttribute('autocorrect', 'off');
    this.line.addEventListener('keydown', event => this.#pressKey(event));
    this.line.addEventListener('input', () => this.fit());
    this.form = make('form', { className: 'line' }, this.prompt, this.line,
      make('button', { type: 'submit', title: 'Enter; Shift-Enter adds a line' }, 'Run'));
    this.form.addEventListener('submit', event => {
      event.preventDefault();
      this.enter();
    });
  }

  // As high as its text, up to a limit that the style sets.
  fit() {
    this.line.rows = Math.min(8, this.line.value.split('\n').length);
  }

  /** @param {string} text */
  set text(text) {
    this.line.value = text;
    this.fit();
    this.line.setSelectionRange(text.length, text.length);
  }

  // Writes into what is typed here; returns false if nothing is.
  /** @param {string} text */
  insert(text) {
    const isIn = insertInto(this.line, text);
    this.fit();
    return isIn;
  }

  // Goes to the line where that does not bring up a keyboard over half of the screen.
  focus() {
    if (!matchMedia('(pointer: coarse)').matches) this.line.focus({ preventScroll: true });
  }

  enter() {
    const text = this.line.value;
    this.text = '';
    if (text.trim() !== '' && text !== this.#past.at(-1)) this.#past.push(text);
    this.#at = this.#past.length;
    this.run(text);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    if (event.isComposing) return;
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === 'Enter' && isPlain) {
      event.preventDefault();
      this.enter();
    } else if (event.key === 'ArrowUp' && isPlain && !this.#before().includes('\n')) {
      this.#recall(event, this.#at - 1);
    } else if (event.key === 'ArrowDown' && isPlain && !this.#after().includes('\n')) {
      this.#recall(event, this.#at + 1);
    }
  }

  #before() { return this.line.value.slice(0, this.line.selectionStart); }
  #after() { return this.line.value.slice(this.line.selectionEnd); }

  /** @type {(event: Event, at: number) => void} */
  #recall(event, at) {
    if (at < 0 || at > this.#past.length) return;
    event.preventDefault();
    if (this.#at === this.#past.length) this.#draft = this.line.value;
    this.#at = at;
    this.text = this.#past[at] ?? this.#draft;
  }

  // Shows what was typed and its answer. The answer's markup is the calculator's, which escapes
  // everything that comes from a person.
  /** @param {Partial<Entry>} entry */
  #entry({ prompt, text, html, prose, files = [] }) {
    const entry = make('div', { className: 'entry' });
    if (prose) entry.append(asProse(prose));
    if (text || prompt) {
      const typed = make('pre', { className: 'typed' });
      typed.append(make('span', { className: 'prompt' }, prompt), text);
      entry.append(typed);
    }
    if (html) {
      const answer = make('pre', { className: 'answer' });
      answer.innerHTML = trusted.createHTML(html);
      // In the answer, since a quiz covers both.
      answer.append(...files.map(({ name, text: whole }) => button(`Save as ${name}`, 'as a file', () => saveAs(name, whole))));
      entry.append(answer);
    }
    return entry;
  }

  // Shows many at once: laid out one by one they would keep the page busy for minutes.
  /** @param {Partial<Entry>[]} entries */
  add(entries) {
    if (!entries.length) return;
    this.#latest = [...this.#latest, ...entries].slice(-MOST_KEPT);
    /** @type {HTMLElement[]} */
    const added = [];
    for (const entry of this.log.querySelectorAll('.latest')) entry.classList.remove('latest');
    entries.forEach((each, at) => {
      if (each.quiz) this.#cover();
      if (at < entries.length - MOST_ENTRIES) return;
      added.push(this.#entry(each));
      added.at(-1).classList.add('latest');
      this.log.append(added.at(-1));
    });
    this.#forget();
    const answers = added.map(entry => /** @type {HTMLElement | null} */ (entry.querySelector('.answer')));
    const wide = answers.filter(answer => answer && answer.scrollWidth > answer.clientWidth);
    for (const answer of wide) {
      [answer.tabIndex, answer.role, answer.ariaLabel] = [0, 'group', 'answer, wider than the page'];
    }
    this.toEnd();
    if (/** @type {ShadowRoot} */ (this.log.getRootNode()).activeElement === this.line) this.bringUp();
  }

  // On a page that scrolls as a whole what came last is seen, too.
  bringUp() {
    if (getComputedStyle(this.log.closest('.cell')).display === 'flex') this.log.lastElementChild.scrollIntoView({ block: 'nearest' });
  }

  // Shows the statements of an example in the place of another's, or of none.
  /** @param {Partial<Entry>[]} entries */
  showExample(entries) {
    // A page begins at its top, where it says what it is.
    const isFirst = !this.example.isConnected;
    this.example.replaceChildren(...entries.map(entry => this.#entry(entry)));
    this.log.append(this.example);
    this.toEnd();
    if (isFirst) [this.log.scrollTop, this.#isAtEnd] = [0, false];
  }

  // Says something of the page's own.
  /** @type {(text: string, ...more: HTMLElement[]) => HTMLElement} */
  note(text, ...more) {
    const entry = make('div', { className: 'entry' });
    entry.append(make('p', { className: 'answer note' }, text), ...more);
    this.log.append(entry);
    this.toEnd();
    return entry;
  }

  toEnd() {
    this.#isAtEnd = true;
    this.log.scrollTop = this.log.scrollHeight;
  }

  #forget() {
    while (this.log.children.length > MOST_ENTRIES) this.log.firstElementChild.remove();
  }

  // During a quiz what was answered before it is taken out of the document: it may hold the grads.
  #cover() {
    for (const answer of this.log.querySelectorAll('pre.answer')) {
      const place = make('p', { className: 'covered' }, 'covered during the quiz');
      // Neither is an answer, to be read out.
      place.ariaLive = answer.ariaLive = 'off';
      answer.replaceWith(place);
      this.#covered.push([place, answer]);
    }
  }

  // What is to be shown again after a reload: nothing that a quiz covers, and no files.
  get latest() {
    if (this.#covered.length) return [];
    return this.#latest.map(({ prompt, text, html, prose }) => ({ prompt, text, html, prose }));
  }

  // Begins with nothing said.
  clear() {
    [this.#latest, this.#covered] = [[], []];
    this.log.replaceChildren();
  }

  // Brings it back.
  uncover() {
    for (const [place, answer] of this.#covered) place.replaceWith(answer);
    this.#covered = [];
  }

  /** @param {string} prompt */
  ask(prompt) {
    this.prompt.textContent = prompt;
    this.line.setAttribute('aria-label', prompt === '? ' ? 'answer' : 'statement');
  }

  // The characters that fit on a line.
  columns() {
    const ruler = make('span', { className: 'ruler', ariaHidden: 'true' }, '0'.repeat(100));
    this.log.append(ruler);
    const width = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const style = getComputedStyle(this.log);
    const room = this.log.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(1, Math.floor(room / (width || 8)));
  }
}
