// <gradcalc-cell>: a calculator with its picture. Its text is a script that runs at the start.
// With the attribute `page` it is the whole page, and keeps its session in the address.

import { button, make, trusted } from './elements.js';
import { Engine } from './engine.js';
import { fetchedLesson, keepPlayed, playedLesson, readLesson, shelved } from './lesson.js';
import LOOKS from './looks.css';
import { assembled, keepControls } from './parts.js';
import { Picture } from './picture.js';
import { isOn, pressed } from './practice.js';
import { fromLink, keptLesson, keptScript, ownSession, toLink } from './share.js';

/** @typedef {import('./messages').Entry} Entry */
/** @typedef {import('./messages').Reply} Reply */
/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').State} State */

// The longest that a link may take before a person says that it may.
const PATIENCE = 3000;

// What a file of a table is called.
const TABLE = /\.(csv|tsv|txt|dat)$/i;
// What goes on for so long can be stopped.
const LONG = 400;
// What a cell that is taken out of the page is doing may still take so long.
const LEFT = 1000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(LOOKS);

class Cell extends HTMLElement {
  #engine = new Engine();
  /** @type {ReturnType<typeof assembled>} */
  parts;
  // What is asked waits for what was asked before, and all of it for the beginning.
  /** @type {Promise<void> | null} */
  #queue = null;
  // How much goes on, or is still to be shown.
  #work = 0;
  /** @type {State | null} */
  #state = null;
  #frame = 0;
  // What the sliders have been moved to is being worked through.
  /** @type {Promise<void> | null} */
  #dragging = null;
  /** @type {Extract<Request, { do: 'drag' | 'row' }>[]} */
  #drags = [];
  #shape = '';
  // What was typed and is not answered yet.
  #typed = '';
  // Settles when the session is rebuilt.
  /** @type {Promise<void> | null} */
  #restarted = null;
  // The lesson that is played, and its seed.
  /** @type {string | null} */
  #lesson = null;
  // There is no calculator, and there will be none.
  #isOver = false;

  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    this.parts = assembled(this.#isPage, {
      type: text => this.type(text),
      practice: text => this.#practice(text),
      begin: script => this.#offer(script),
      leave: () => this.#leave(),
      move: (name, number, last) => this.#move(name, number, last),
      train: (asked, pace) => this.#train(asked, pace),
      tell: how => this.#engine.tell(how),
      endTraining: () => this.#endTraining(),
      pressNode: (node, box) => this.#pressNode(node, box),
      lookAtRow: (row, last) => this.#moved({ do: 'row', row, last }),
      look: request => this.#look(request),
      closePlot: () => this.#closePlot(),
      plotStatement: () => this.#state?.plot?.statement ?? null,
      turn: to => this.#turn(to),
      answers: name => this.#inTurn(async () => {
        const reply = await this.#ask({ do: 'answers', name });
        if (reply) this.parts.course.take(reply);
      }),
      shelf: name => this.#inTurn(() => this.#openFrom(() => shelved(name))),
      file: file => this.#inTurn(() => this.#openFrom(() => readLesson(file))),
      lesson: () => this.#lesson,
      stop: () => this.#restart('stopped'),
      write: () => this.#inTurn(() => this.#ask({ do: 'save' })),
    });
    const controls = this.getAttribute('controls');
    if (controls !== null) keepControls(this.parts, controls.split(/\s+/));
    this.shadowRoot.append(make('div', { className: 'around' }, this.parts.cell));
    // What is typed here is nothing that a page has keys for, as books have to turn their pages.
    for (const name of ['keydown', 'keypress', 'keyup']) {
      this.shadowRoot.addEventListener(name, event => event.stopPropagation());
    }
    this.#engine.onprogress = (step, root) => this.#showProgress(step, root);
    this.#count(1);
    this.#queue = this.#begin().finally(() => this.#count(-1));
  }

  // Nobody sees what a cell goes on with that is taken out of the page. One that is only moved is back
  // by then.
  disconnectedCallback() {
    setTimeout(() => !this.isConnected && this.#endTraining());
    setTimeout(() => !this.isConnected && this.#engine.isBusy && this.#restart('stopped'), LEFT);
  }

  get #isPage() { return this.hasAttribute('page'); }

  // What comes first is not in the queue, which waits for it.
  async #begin() {
    try {
      await this.#engine.start();
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    // A script at the top of the page sees a cell before it sees the text in it.
    if (document.readyState === 'loading') {
      await new Promise(done => document.addEventListener('DOMContentLoaded', done, { once: true }));
    }
    const own = (this.getAttribute('script') ?? this.textContent).trim();
    await this.#measure();
    const linked = this.#isPage ? fromLink(location.hash) : '';
    if (linked === null) this.parts.talk.note('This link is incomplete, so the page did not run it. Copy the whole link again.');
    const kept = this.#isPage && keptScript();
    const asked = new URLSearchParams(this.#isPage ? location.search : '');
    const address = this.getAttribute('lesson') ?? asked.get('lesson');
    const played = this.#isPage && (keptLesson() || playedLesson());
    const ownTab = this.#isPage && linked !== null && !kept ? ownSession(linked) : null;
    this.#takeDrops();
    if (address) await this.#openFrom(() => fetchedLesson(address), this.getAttribute('seed') ?? asked.get('seed'));
    else if (played) await this.#openLesson(JSON.parse(played));
    else if (ownTab) await this.#restore(ownTab);
    else if (linked || kept) await this.#open(linked || kept, linked ? 'link' : 'file');
    else if (own) await this.#run(own);
    else {
      if (this.#isPage) this.parts.talk.log.append(this.parts.offers.element);
      await this.#example(this.parts.offers.first);
    }
    // Training that goes on need not end for it.
    const measured = () => (this.parts.training.isRunning ? this.#measure() : this.#inTurn(() => this.#measure()));
    for (const part of [this.parts.talk.log, this.parts.picture.place, this.parts.plot.image]) new ResizeObserver(measured).observe(part);
    // What plays is not drawn anew meanwhile.
    this.parts.picture.film.onend = measured;
    if (this.#isPage) {
      addEventListener('hashchange', () => {
        if (location.hash.slice(1) !== toLink(this.parts.sharing.link ?? '')) location.reload();
      });
      this.parts.talk.focus();
    }
    this.dispatchEvent(new Event('ready'));
  }

  // A lesson that is dropped here is opened, and a table read as one that is pasted.
  #takeDrops() {
    /** @type {(event: DragEvent) => boolean} */
    const isFile = event => event.dataTransfer?.types.includes('Files') ?? false;
    this.addEventListener('dragover', event => isFile(event) && event.preventDefault());
    this.addEventListener('drop', event => {
      if (!isFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file && TABLE.test(file.name)) file.text().then(text => this.type(text));
      else if (file) this.#inTurn(() => this.#openFrom(() => readLesson(file)));
    });
  }

  // Opens a lesson from somewhere, or says why not.
  /** @type {(read: () => Promise<string>, seed?: string | null) => Promise<void>} */
  async #openFrom(read, seed = null) {
    /** @type {string} */
    let text;
    try {
      text = await read();
    } catch (error) {
      this.parts.talk.note(`The lesson cannot be read: ${error.message}.`);
      return;
    }
    await this.#openLesson({ text, seed });
  }

  // Opens a lesson, with the numbers that a seed draws.
  /** @param {{ text: string, seed: string | null }} lesson */
  async #openLesson(lesson) {
    this.parts.offers.element.remove();
    this.parts.talk.clear();
    const reply = await this.#ask({ do: 'lesson', ...lesson });
    if (!reply) return;
    if (reply.doubt) return this.parts.talk.note(`The lesson cannot be read: ${reply.doubt}.`);
    this.parts.picture.isCovered = false;
    this.#lesson = JSON.stringify(lesson);
    if (this.#isPage) keepPlayed(this.#lesson);
    this.parts.talk.focus();
    this.#take(reply);
  }

  /** @param {string} to */
  #turn(to) {
    this.#endTraining();
    this.parts.talk.focus();
    return this.#inTurn(async () => {
      const reply = await this.#ask({ do: 'turn', to });
      if (reply) this.#take(reply);
    });
  }

  // While something goes on, or is to be shown, the cell says that it is busy: inside, where a
  // page that is saved does not keep it.
  /** @param {number} more */
  #count(more) {
    this.#work += more;
    this.parts.cell.ariaBusy = String(this.#work > 0);
  }

  // One thing after another.
  /**
   * @template Done
   * @param {() => Promise<Done>} work
   * @returns {Promise<Done>}
   */
  #inTurn(work) {
    this.#count(1);
    const done = this.#queue.then(work).finally(() => this.#count(-1));
    this.#queue = done.then(() => {}, () => {});
    return done;
  }

  // Says once why there is no calculator, and takes nothing more.
  /** @param {Error} error */
  #giveUp({ message }) {
    this.#isOver = true;
    const remedy = location.protocol === 'file:'
      ? 'A page on the disk cannot load its files: open the page from a server, or use the file that Download makes'
      : 'Reload the page; if that does not help, tell its author';
    const entry = this.parts.talk.note(`The calculator cannot start: ${message}. ${remedy}.`);
    entry.firstElementChild.classList.replace('note', 'wrong');
    /** @type {NodeListOf<HTMLButtonElement>} */
    const controls = this.parts.cell.querySelectorAll('button, input, textarea');
    for (const control of controls) control.disabled = true;
    this.parts.talk.line.placeholder = '';
  }

  // Asks, offers to stop what takes long, and says what went wrong.
  /** @type {(request: Request) => Promise<Reply | null>} */
  async #ask(request) {
    if (this.#isOver) return null;
    const offer = setTimeout(() => { this.parts.stop.hidden = false; }, LONG);
    try {
      return await this.#engine.ask(request);
    } catch (error) {
      if (error.message !== 'stopped') await this.#restart(`internal error, sorry: ${error.message}`);
      return null;
    } finally {
      clearTimeout(offer);
      this.parts.stop.hidden = true;
      // What nobody has asked for leaves what was said.
      if (request.do !== 'look' && request.do !== 'save') this.parts.said.textContent = '';
      this.parts.said.ariaLive = 'polite';
    }
  }

  // Runs what was typed.
  /** @param {string} text */
  type(text) {
    this.#endTraining();
    this.parts.picture.film.skip();
    this.parts.offers.element.remove();
    // Half a character of a pair is nothing that could be written down.
    return this.#inTurn(() => this.#run(text.toWellFormed?.() ?? text));
  }

  // Begins with something that nobody typed; of what is offered, in the place of what is there.
  /** @type {(text: string) => Promise<void>} */
  async #example(text) {
    const reply = await this.#ask({ do: 'example', text });
    if (!reply) return;
    this.parts.talk.showExample(reply.entries);
    // There is something to find out; of all rows at once, the picture is another.
    this.parts.picture.isCovered = this.#isPage && !reply.state.row;
    this.#take({ ...reply, entries: [] });
  }

  /** @param {string} text */
  #offer(text) {
    this.#endTraining();
    return this.#inTurn(() => this.#example(text));
  }

  // Runs a command of the quiz, after which there is something to answer.
  /** @param {string} text */
  #practice(text) {
    if (!this.parts.answering.focus()) this.parts.talk.focus();
    return this.type(text);
  }

  #endTraining() {
    if (!this.parts.training.isRunning) return;
    this.parts.training.isEnding = true;
    this.#engine.tell({ stop: true });
  }

  /** @param {string} text */
  async #run(text) {
    this.#typed = text;
    this.parts.picture.isCovered = false;
    const reply = await this.#ask({ do: 'type', text });
    this.#typed = '';
    if (reply) this.#take(reply);
    // It cannot be answered, and is not to be lost.
    else if (this.#isOver) this.parts.talk.add([{ prompt: '> ', text }]);
    // Before anything that waits behind it.
    else await this.#restarted;
  }

  /** @param {Reply} reply */
  #take(reply) {
    if (reply.anew) this.parts.talk.showExample([]);
    this.parts.talk.add(reply.entries);
    this.parts.course.take(reply);
    if (reply.wanted) this.#inTurn(() => this.#openFrom(() => shelved(reply.wanted)));
    const asked = this.#state?.practice;
    if (reply.state) this.#learn(reply.state);
    this.#tell(reply, asked);
    this.parts.sharing.soon();
  }

  // Tells the page around it what was answered, and how far a quiz is.
  /** @type {(reply: Reply, before: State['practice']) => void} */
  #tell({ entries, state }, before) {
    /** @type {(name: string, detail: object) => void} */
    const tell = (name, detail) => { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true })); };
    for (const { text, html } of entries) {
      const answer = make('pre');
      answer.innerHTML = trusted.createHTML(html);
      tell(answer.querySelector('.error') ? 'error' : 'answer', { statement: text, answer: answer.textContent });
    }
    const practice = state?.practice;
    const isOther = practice?.question !== before?.question || practice?.over !== before?.over;
    if (practice?.kind === 'quiz' && isOther) tell('quiz', { question: practice.question, over: practice.over });
  }

  // Shows the state, at most once a frame however often it changes.
  /** @param {State} state */
  #learn(state) {
    this.#state = state;
    if (this.#lesson !== null && !state.lesson) {
      this.#lesson = null;
      keepPlayed(null);
    }
    if (state.practice?.kind !== 'quiz' || state.practice.over) this.parts.talk.uncover();
    // A drawing comes once, and its state may be outdated before the next frame.
    if (state.picture?.drawing) this.parts.picture.draw(state.picture);
    if (state.plot?.svg) this.parts.plot.draw(state.plot);
    if (this.#frame) return;
    this.#count(1);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#show();
      this.#count(-1);
    });
  }

  #show() {
    if (this.#isOver) return;
    const state = this.#state;
    const { practice } = state;
    const held = /** @type {HTMLButtonElement | null} */ (this.shadowRoot.activeElement);
    const sentence = state.root
      ? `The graph of ${state.root[0]}, with ${state.nodes} nodes, is too large for a picture. Choose a smaller part with :root NAME.`
      : 'Type L = (a*b + c) * f and give a, b, c and f numbers first: the circuit appears here.';
    this.parts.zoom.element.hidden = !state.picture;
    this.parts.plot.show(state.plot, this.parts.training.isRunning);
    const said = Picture.said(state.picture, state.nudged);
    // What a nudge says stands in no answer; as sliders move it, it is too often to be read out.
    this.parts.caption.ariaLive = state.nudged && !this.#dragging ? 'polite' : 'off';
    if (this.parts.caption.textContent !== said) this.parts.caption.textContent = said;
    this.parts.caption.hidden = !state.picture || !said && practice?.kind !== 'hand';
    this.parts.networks.show(state);
    this.parts.row.show(state);
    this.parts.hand.show(state);
    this.parts.sliders.show(state);
    this.parts.training.show(state);
    this.parts.talk.ask(state.prompt);
    this.parts.course.show(state);
    this.parts.talk.line.placeholder = practice?.question ? `${practice.question} ?` : 'L = (a*b + c) * f';
    this.parts.undo.disabled = isOn(practice);
    this.parts.help.disabled = isOn(practice) && practice.kind === 'quiz';
    // Last, since it measures: what is written after that is laid out once more.
    this.parts.picture.show(state.picture, state.root?.[0], sentence, pressed(practice));
    this.parts.answering.show(state, this.parts.picture.asked);
    // A button that was pressed and is no more is no place to type on.
    if (held && (held.disabled || !held.checkVisibility())) this.parts.talk.focus();
  }

  #leave() {
    if (this.#state?.practice?.kind === 'quiz') return this.type(':quit');
    this.#endTraining();
    return this.#inTurn(async () => {
      const reply = await this.#ask({ do: 'leave' });
      if (reply) this.#take(reply);
    });
  }

  // Not in turn: training that goes on need not end for what only changes what is seen.
  /** @type {(request: Request) => Promise<void>} */
  async #look(request) {
    const reply = await this.#ask(request);
    if (reply) this.#learn(reply.state);
  }

  #closePlot() {
    this.parts.talk.line.focus();
    this.#look({ do: 'close' });
  }

  // In a pass by hand a box pushes, in a quiz it is answered in, and else it is explained.
  /** @type {import('./parts').Does['pressNode']} */
  #pressNode(node, box) {
    const { practice } = this.#state;
    if (!isOn(practice)) this.type(`:explain ${node.name}`);
    else if (practice.kind === 'hand') this.type(`:visit ${node.name}`);
    else {
      // Another box is a name in the formula that is being typed.
      if (node.mark === 'asked') this.parts.answering.open(box, practice.question);
      else if (!this.parts.answering.insert(node.name) && !this.parts.talk.insert(node.name)) {
        this.parts.said.textContent = `The question is ${practice.question}: press the marked box, or type.`;
      }
    }
  }

  // A slider moves faster than pictures are drawn: of one drag only the latest number counts.
  /** @type {import('./parts').Does['move']} */
  #move(name, number, last) { return this.#moved({ do: 'drag', name, number, last }); }

  /** @param {Extract<Request, { do: 'drag' | 'row' }>} request */
  #moved(request) {
    this.#endTraining();
    /** @param {Extract<Request, { do: 'drag' | 'row' }>} drag */
    const moves = drag => (drag.do === 'drag' ? drag.name : '');
    this.#drags = this.#drags.filter(before => moves(before) !== moves(request) || before.last);
    this.#drags.push(request);
    this.#dragging ??= this.#inTurn(async () => {
      try {
        while (this.#drags.length) {
          const reply = await this.#ask(this.#drags.shift());
          if (reply) this.#take(reply);
          if (reply?.doubt) this.parts.said.textContent = reply.doubt;
        }
      } finally {
        this.#dragging = null;
      }
    });
    return this.#dragging;
  }

  /** @type {import('./parts').Does['train']} */
  #train(asked, pace) {
    this.parts.picture.isCovered = false;
    this.parts.training.begin();
    return this.#inTurn(async () => {
      let ended = null;
      try {
        ended = this.parts.training.isEnding ? null : await this.#engine.train(asked, pace, slice => {
          this.parts.training.add(slice.steps);
          this.parts.talk.add(slice.entries);
          this.#learn(slice.state);
        });
      } catch (error) {
        if (error.message !== 'stopped') await this.#restart(`internal error, sorry: ${error.message}`);
      }
      this.parts.training.isRunning = false;
      if (!ended) return;
      this.parts.training.end(ended.end);
      this.#take(ended.reply);
    });
  }

  /** @type {(step: number, root: number) => void} */
  #showProgress(step, root) {
    if (this.parts.training.isRunning) return;
    // Too often to be read out.
    this.parts.said.ariaLive = 'off';
    this.parts.said.textContent = `step ${step}: ${Number(root.toPrecision(6))}`;
  }

  // Ends what goes on; a new worker rebuilds the session.
  /** @param {string} why */
  #restart(why) {
    if (!this.#isOver && !this.#engine.isRestarting) this.#restarted = this.#rebuild(why);
    return this.#restarted;
  }

  /** @param {string} why */
  async #rebuild(why) {
    this.#drags = [];
    if (this.#typed) this.parts.talk.add([{ prompt: this.#state?.prompt ?? '> ', text: this.#typed }]);
    let isWhole = false;
    try {
      isWhole = await this.#engine.restart();
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    this.parts.talk.note(isWhole
      ? `${why}: the session is unchanged; nothing to undo`
      : `${why}: the session could not be restored, and is empty`);
    this.#shape = '';
    await this.#measure();
  }

  // Tells the calculator how wide lines are, and which way the picture is to go.
  async #measure() {
    // Outside of a page nothing has a size.
    if (!this.isConnected || this.parts.picture.film.isPlaying) return;
    const columns = this.parts.talk.columns();
    const { place } = this.parts.picture;
    const high = place.clientHeight > 1.1 * place.clientWidth;
    const small = place.clientWidth < 560;
    const [most, plot] = [this.parts.picture.most, this.parts.plot.room];
    const shape = `${columns} ${high} ${small} ${most} ${plot}`;
    if (shape === this.#shape) return;
    this.#shape = shape;
    const reply = await this.#ask({ do: 'look', columns, high, small, most, plot });
    if (!reply) return;
    this.parts.training.offer(reply.kinds);
    this.parts.shelf.offer(reply.lessons);
    this.#learn(reply.state);
  }

  // A link or a file is a script of unknown origin: what does more than build asks first.
  /** @type {(script: string, origin: string) => Promise<void>} */
  async #open(script, origin) {
    const { shown } = await this.#ask({ do: 'show', script }) ?? { shown: '' };
    const late = setTimeout(() => this.#engine.restart(), PATIENCE);
    let doubt = 'takes long';
    try {
      const reply = await this.#engine.ask({ do: 'open', script, trusted: false });
      doubt = reply.doubt;
      if (!doubt) this.#opened(reply, shown, origin);
    } catch {
      this.#shape = '';
      await this.#measure();
    } finally {
      clearTimeout(late);
    }
    if (!doubt) return;
    const entry = this.parts.talk.note(`This ${origin} ${doubt}. Do you want to run it?`,
      make('pre', { className: 'typed' }, shown),
      button('Run it', 'you can stop it at any time', () => {
        entry.remove();
        this.parts.talk.focus();
        this.#endTraining();
        this.#inTurn(async () => {
          const reply = await this.#ask({ do: 'open', script, trusted: true });
          if (reply) this.#opened(reply, shown, origin);
        });
      }),
      button('Leave it', 'start with an empty session', () => entry.remove()));
  }

  // Goes on with what this tab had before it was loaded again: nobody else has written it.
  /** @param {import('./share').Own} own */
  async #restore({ script, plot, latest }) {
    const { shown } = await this.#ask({ do: 'show', script }) ?? { shown: '' };
    const reply = await this.#ask({ do: 'open', script, trusted: true });
    if (!reply) return;
    this.#list(shown, 'your session from before the page was reloaded');
    this.parts.talk.add(latest);
    this.#take({ ...reply, entries: reply.entries.filter(entry => entry.html) });
    const drawn = plot && await this.#ask({ do: 'type', text: plot });
    if (drawn) this.#learn(drawn.state);
  }

  // Shows the lines of a session that nobody typed here.
  /** @type {(listed: string, said: string) => void} */
  #list(listed, said) {
    this.parts.talk.log.append(make('details', { className: 'entry', open: listed.length < 1000 },
      make('summary', {}, said), make('pre', { className: 'typed' }, listed)));
  }

  /** @type {(reply: Reply, listed: string, origin: string) => void} */
  #opened(reply, listed, origin) {
    const errors = reply.entries.filter(entry => entry.html);
    this.#list(listed, `this session came with the ${origin}`);
    this.#take({ ...reply, entries: errors });
  }
}

// A page may hold this script twice.
if (!customElements.get('gradcalc-cell')) customElements.define('gradcalc-cell', Cell);
