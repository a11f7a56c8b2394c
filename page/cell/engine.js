// The calculator as the page sees it: a worker that can be stopped at any time, and started again.

import { trusted } from './elements.js';
import { isOn } from './practice.js';

/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').Reply} Reply */
/** @typedef {import('./wire').ToWorker} ToWorker */
/** @typedef {import('./wire').FromWorker} FromWorker */
/**
 * What waits for an answer.
 * @typedef {{ request?: Request, onslice?: (slice: Reply) => void }} Asked
 * @typedef {Asked & { done: (data: FromWorker) => void, fail: (error: Error) => void }} Wait
 */

// A module is not told where it comes from, so what it needs is beside the page.
export const HERE = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || document.baseURI;
/** @type {(id: string) => string | undefined} */
export const inline = id => document.getElementById(id)?.textContent;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

// The WebAssembly module, which all cells of a page share.
function moduleOnce() {
  compiled ??= (inline('gradcalc-wasm') ? unpacked(inline('gradcalc-wasm')) : fetched())
    // A cell that is added later may have more luck.
    .catch(error => {
      compiled = null;
      throw error;
    });
  return compiled;
}

/** @type {(base64: string) => Promise<WebAssembly.Module>} */
async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return compile(await new Response(stream).arrayBuffer());
}

// Compiled while it arrives, of which the browser keeps what it has compiled; as a whole from a server that does not
// say what it is.
async function fetched() {
  /** @type {(why: string) => Error} */
  const cannot = why => new Error(`gradcalc.wasm cannot be fetched (${why})`);
  const address = new URL('gradcalc.wasm', HERE);
  /** @type {Response} */
  let answer;
  /** @type {ArrayBuffer} */
  let bytes;
  try {
    answer = await fetch(address);
    if (answer.ok && answer.headers.get('Content-Type') === 'application/wasm') {
      const streamed = await WebAssembly.compileStreaming(answer).catch(() => null);
      if (streamed) return streamed;
      // Another time, to learn why.
      answer = await fetch(address);
    }
    bytes = await answer.arrayBuffer();
  } catch (error) {
    throw cannot(error.message);
  }
  if (!answer.ok) throw cannot(`${answer.status} ${answer.statusText}`.trim());
  return compile(bytes);
}

/** @type {(bytes: ArrayBuffer) => Promise<WebAssembly.Module>} */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(`gradcalc.wasm cannot be compiled (${error.message})`);
  }
}

function newWorker() {
  const source = inline('gradcalc-worker');
  if (!source) return new Worker(trusted.createScriptURL(new URL('worker.js', HERE).href));
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(trusted.createScriptURL(address));
  URL.revokeObjectURL(address);
  return worker;
}

// What took longer is not to be run again when a session is rebuilt.
const SLOW = 400;

// What is done again when a session is rebuilt that this request has changed; null if it has not.
/** @type {(request: Request, reply: Reply) => Request | null} */
function repeated(request, { statement }) {
  if (['type', 'open', 'leave', 'example', 'lesson', 'turn', 'answers'].includes(request.do)) return request;
  return ['drag', 'row'].includes(request.do) && statement ? { do: 'type', text: statement } : null;
}

export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Wait>} */
  #waiting = new Map();
  #next = 1;
  /** @type {Promise<void> | null} */
  #ready = null;
  // What rebuilds the session: its script as it was last written, and what was run since.
  #script = '';
  /** @type {Request[]} */
  #since = [];
  // A script says nothing of an exercise or a lesson, so in one it is what was run that counts.
  #isInPractice = false;
  /** @type {Promise<boolean> | null} */
  #restarting = null;
  // Called with the number of a step and the root's data while long work goes on.
  /** @type {(step: number, root: number) => void} */
  onprogress = () => {};

  start() {
    this.#ready = (async () => {
      const compiling = moduleOnce();
      // The worker starts while the module arrives.
      const starting = (async () => {
        const worker = this.#worker = newWorker();
        await new Promise((/** @type {(value?: void) => void} */ done, fail) => {
          worker.onmessage = ({ data }) => data.fault ? fail(new Error(data.fault)) : done();
          worker.onerror = event => fail(new Error(event.message || 'not found, or not allowed'));
          compiling.then(module => worker.postMessage({ module }), () => worker.terminate());
        });
        return worker;
      })();
      starting.catch(() => {});
      await compiling;
      /** @type {Worker} */
      let worker;
      try {
        worker = await starting;
      } catch (error) {
        throw new Error(`worker.js cannot be run (${error.message})`);
      }
      worker.onmessage = ({ data }) => this.#receive(data);
      worker.onerror = event => this.#fail(event.message);
    })();
    return this.#ready;
  }

  get isBusy() { return this.#waiting.size > 0; }

  /** @param {FromWorker} data */
  #receive(data) {
    if (data.progress) {
      this.onprogress(...data.progress);
      return;
    }
    const wait = this.#waiting.get(data.id);
    if (data.fault !== undefined) return this.#fail(data.fault);
    if (data.slice) return wait?.onslice(data.slice);
    this.#waiting.delete(data.id);
    const { state, script } = data.reply ?? {};
    if (state) this.#isInPractice = isOn(state.practice) || state.lesson !== null;
    const again = wait?.request && repeated(wait.request, data.reply);
    if (typeof script === 'string' && !this.#isInPractice) [this.#script, this.#since] = [script, []];
    else if (again) this.#since.push(again);
    wait?.done(data);
  }

  // A trap leaves the module in no state to go on.
  /** @param {string} why */
  #fail(why) {
    for (const wait of this.#waiting.values()) wait.fail(new Error(why));
  }

  /** @type {(message: ToWorker, asked?: Asked) => Promise<FromWorker>} */
  async #send(message, { request, onslice } = /** @type {Asked} */ ({})) {
    await this.#ready;
    const id = this.#next++;
    const answered = new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, request, onslice });
    });
    this.#worker.postMessage({ ...message, id });
    return answered;
  }

  // Asks, and returns the reply.
  /** @param {Request} request */
  async ask(request) {
    const begun = performance.now();
    const { reply } = await this.#send({ request }, { request });
    if (repeated(request, reply) && performance.now() - begun > SLOW) this.#keep();
    return reply;
  }

  /** @type {(asked: [string, string], pace: number, onslice: (slice: Reply) => void) => Promise<FromWorker>} */
  async train(asked, pace, onslice) {
    this.tell({ pace });
    const ended = await this.#send({ train: asked }, { onslice });
    if (ended.statement) this.#since.push({ do: 'type', text: ended.statement });
    this.#keep();
    return ended;
  }

  // Has the session written, so that what was run need not be run again.
  #keep() { this.#send({ request: { do: 'save' } }).catch(() => {}); }

  // Ends a training run after its present slice, or tells it how to go on.
  /** @param {Pick<ToWorker, 'stop' | 'pace' | 'wait' | 'one'>} how */
  tell(how) { this.#worker?.postMessage(how); }

  get isRestarting() { return this.#restarting !== null; }

  // Ends whatever goes on, and rebuilds the session as it was before that. Returns false if that
  // fails, and the session is empty.
  restart() {
    this.#restarting ??= this.#rebuild().finally(() => { this.#restarting = null; });
    return this.#restarting;
  }

  async #rebuild() {
    const waiting = this.#stopWorker();
    try {
      await this.start();
      if (this.#script) await this.#send({ request: { do: 'open', script: this.#script, trusted: true } });
      for (const request of this.#since) await this.#send({ request });
      return true;
    } catch {
      waiting.push(...this.#stopWorker());
      [this.#script, this.#since, this.#isInPractice] = ['', [], false];
      await this.start();
      return false;
    } finally {
      for (const wait of waiting) wait.fail(new Error('stopped'));
    }
  }

  // Returns what waits for it.
  #stopWorker() {
    this.#worker?.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    return waiting;
  }
}
