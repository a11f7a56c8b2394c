// The calculator itself, away from the page: a request in, a reply out, and training in slices.

/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').Reply} Reply */
/** @typedef {import('./wire').ToWorker} ToWorker */
/** @typedef {import('./wire').FromWorker} FromWorker */

/** What the calculator exports: src/page/exports.rs.
 * @type {{ memory: WebAssembly.Memory, room(bytes: number): number, reply(): number, place(): number }} */
let wasm;
let isStopping = false;

/** @type {(message: FromWorker) => void} */
const send = message => postMessage(message);

// As the calculator exports them: room for a request, its reply's length, and where that lies.
/** @type {(request: Request) => Reply} */
function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = wasm.room(bytes.length);
  // Only now: memory may have moved to make the room.
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  const length = wasm.reply();
  const reply = new Uint8Array(wasm.memory.buffer, wasm.place(), length);
  return JSON.parse(new TextDecoder().decode(reply));
}

const imports = {
  page: {
    now: () => performance.now(),
    /** @type {(step: number, root: number) => void} */
    progress: (step, root) => send({ progress: [step, root] }),
  },
};

// Lets messages in, sooner than a timer would.
const channel = new MessageChannel();
const turn = () => new Promise(done => {
  channel.port1.onmessage = done;
  channel.port2.postMessage(0);
});

const FRAME = 16;
// A slice lasts so many times as long as what is done around its steps.
const SHARE = 30;
const MOST_STEPS = 1e8;
// The first steps can be followed: one a frame, then a few more each frame than in the one before.
const SLOW_FRAMES = 30;
const FASTER = 1.2;

/** @type {(milliseconds: number) => Promise<void>} */
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// Trains until it is told to stop. A slice is as long as a frame, or longer where showing takes time.
/** @type {(id: number, rate: string) => Promise<void>} */
async function train(id, rate) {
  isStopping = false;
  let [steps, all, frames] = [1, 0, 0];
  for (;;) {
    const begun = performance.now();
    const reply = ask({ do: 'train', rate, steps, last: false });
    const { taken, seconds } = reply.steps;
    all += taken;
    frames += 1;
    let { end } = reply.steps;
    if (end === null && (isStopping || all >= MOST_STEPS)) end = '';
    send({ slice: reply, id });
    if (end !== null) {
      const last = ask({ do: 'train', rate, steps: 0, last: true });
      send({ id, end, statement: reply.statement ?? last.statement, reply: last });
      return;
    }
    const whole = performance.now() - begun;
    // A plot sees to its own share.
    const around = whole - 1000 * (seconds + (reply.state.plot?.seconds ?? 0));
    const goal = Math.max(FRAME, SHARE * around);
    const most = frames < SLOW_FRAMES ? 1 : Math.ceil(FASTER * steps);
    const full = Math.round(steps * goal / (1000 * seconds + 0.01));
    steps = Math.max(1, Math.min(most, full));
    await (steps < full ? wait(FRAME - whole) : turn());
  }
}

/** @param {MessageEvent<ToWorker>} event */
onmessage = async ({ data }) => {
  // An exception in here would not reach the page by itself.
  try {
    if (data.module) {
      const instance = await WebAssembly.instantiate(data.module, imports);
      wasm = /** @type {any} */ (instance.exports);
      send({ ready: true });
    } else if (data.stop) {
      isStopping = true;
    } else if (data.train) {
      await train(data.id, data.train);
    } else {
      send({ id: data.id, reply: ask(data.request) });
    }
  } catch (error) {
    send({ fault: String(error), id: data.id });
  }
};
