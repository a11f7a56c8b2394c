// The calculator as the page sees it: a worker that can be stopped at any time, and started again.

// A module is not told where it comes from, so what it needs is beside the page.
const HERE = document.currentScript?.src || document.baseURI;
const inline = id => document.getElementById(id)?.textContent;

// Where a page takes markup and addresses of scripts from policies only, this is ours.
const trusted = (() => {
  const own = { createHTML: text => text, createScriptURL: text => text };
  try {
    return globalThis.trustedTypes?.createPolicy('gradcalc', own) ?? own;
  } catch {
    return own;
  }
})();

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

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return compile(await new Response(stream).arrayBuffer());
}

async function fetched() {
  const cannot = why => new Error(`gradcalc.wasm cannot be fetched (${why})`);
  let answer;
  let bytes;
  try {
    answer = await fetch(new URL('gradcalc.wasm', HERE));
    bytes = await answer.arrayBuffer();
  } catch (error) {
    throw cannot(error.message);
  }
  if (!answer.ok) throw cannot(`${answer.status} ${answer.statusText}`.trim());
  return compile(bytes);
}

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

// A statement that takes steps: its rate, and what follows their number.
const STEP = /^\s*:s(?:t(?:ep?)?)?\s+(\((?:[^()]|\([^()]*\))*\)|[^\s;#()]+)(?:\s+\d[\d_]*)?((?:\s+[a-zA-Z_][^;#\n]*)?)\s*$/;

// What took longer is not to be run again when a session is rebuilt.
const SLOW = 400;

class Engine {
  #worker = null;
  #waiting = new Map();
  #next = 1;
  #ready = null;
  // What rebuilds the session: its script as it was last written, and what was run since.
  #script = '';
  #since = [];
  // A script says nothing of a lesson, so in one it is what was run that counts.
  #isInLesson = false;
  #restarting = null;
  // What was typed and goes on, and the number of the step it is at.
  #running = null;
  // Called with the number of a step and the root's data while long work goes on.
  onprogress = () => {};

  start() {
    this.#ready = (async () => {
      const module = await moduleOnce();
      let worker;
      try {
        worker = this.#worker = newWorker();
        await new Promise((done, fail) => {
          worker.onmessage = ({ data }) => data.fault ? fail(new Error(data.fault)) : done();
          worker.onerror = event => fail(new Error(event.message || 'not found, or not allowed'));
          worker.postMessage({ module });
        });
      } catch (error) {
        throw new Error(`worker.js cannot be run (${error.message})`);
      }
      worker.onmessage = ({ data }) => this.#receive(data);
      worker.onerror = event => this.#fail(event.message);
    })();
    return this.#ready;
  }

  get isBusy() { return this.#waiting.size > 0; }

  #receive(data) {
    if (data.progress) {
      if (this.#running) [this.#running.steps] = data.progress;
      return this.onprogress(...data.progress);
    }
    const wait = this.#waiting.get(data.id);
    if (data.fault !== undefined) return this.#fail(data.fault);
    if (data.slice) return wait?.onslice(data.slice);
    this.#waiting.delete(data.id);
    const { state, script } = data.reply ?? {};
    if (state) this.#isInLesson = Boolean(state.lesson && !state.lesson.over);
    if (script !== undefined && !this.#isInLesson) [this.#script, this.#since] = [script, []];
    if (wait?.replay) this.#since.push(wait.replay);
    wait?.done(data);
  }

  // A trap leaves the module in no state to go on.
  #fail(why) {
    for (const wait of this.#waiting.values()) wait.fail(new Error(why));
  }

  async #send(message, replay, onslice) {
    await this.#ready;
    const id = this.#next++;
    const answered = new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, replay, onslice });
    });
    this.#worker.postMessage({ ...message, id });
    return answered;
  }

  // Asks, and returns the reply. What changes the session says how to do it again.
  async ask(request) {
    const again = {
      type: request,
      open: request,
      leave: request,
      drag: { do: 'type', text: `:set ${request.name} ${request.number}` },
    }[request.do];
    const replay = request.do === 'drag' && !request.last ? undefined : again;
    const begun = performance.now();
    if (request.do === 'type') this.#running = { text: request.text, steps: 0 };
    const { reply } = await this.#send({ request }, replay);
    if (request.do === 'type') this.#running = null;
    if (replay && performance.now() - begun > SLOW) this.#keep();
    return reply;
  }

  async train(rate, onslice) {
    const ended = await this.#send({ train: rate }, undefined, onslice);
    this.#since.push({ do: 'type', text: `:step ${rate} ${ended.all}` });
    this.#keep();
    return ended;
  }

  // Has the session written, so that what was run need not be run again.
  #keep() { this.#send({ request: { do: 'save' } }).catch(() => {}); }

  // Ends a training run after its present slice.
  pause() { this.#worker?.postMessage({ stop: true }); }

  get isRestarting() { return this.#restarting !== null; }

  // The `:step` that goes on, with as many steps as it has taken; null if it is anything else.
  get stepped() {
    const { text, steps } = this.#running ?? {};
    if (!steps) return null;
    const [, rate, rest] = STEP.exec(text) ?? [];
    return rate && { text: `:step ${rate} ${steps}${rest}`, steps };
  }

  // Ends whatever goes on, and rebuilds the session as it was before that. Returns false if that
  // fails, and the session is empty.
  restart() {
    this.#restarting ??= this.#rebuild().finally(() => { this.#restarting = null; });
    return this.#restarting;
  }

  async #rebuild() {
    const waiting = this.#stopWorker();
    this.#running = null;
    try {
      await this.start();
      if (this.#script) await this.#send({ request: { do: 'open', script: this.#script, trusted: true } });
      for (const request of this.#since) await this.#send({ request });
      return true;
    } catch {
      waiting.push(...this.#stopWorker());
      [this.#script, this.#since, this.#isInLesson] = ['', [], false];
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
