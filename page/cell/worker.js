// The calculator itself, away from the page: a request in, a reply out, and training in slices.

/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').Reply} Reply */
/** @typedef {import('./wire').ToWorker} ToWorker */
/** @typedef {import('./wire').FromWorker} FromWorker */

/** What the calculator exports: page/module/lib.rs.
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
    progress: (...at) => send({ progress: at }),
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
// As fast as it can: one step a frame at first, then a few more each frame than in the one before.
const SLOW_FRAMES = 30;
const FASTER = 1.2;

// The steps a second, 0 for as many as there can be; whether training waits, and for how many steps not.
const pace = { now: 1, isWaiting: false, asked: 0 };
let wake = () => {};

// Waits, but no longer than until something is told.
/** @type {(milliseconds: number) => Promise<void>} */
const wait = milliseconds => new Promise(done => {
  wake = done;
  if (milliseconds < Infinity) setTimeout(done, milliseconds);
});

// The time of the next step at this pace, or none while training waits, which it is told once.
/** @type {(before: number, rest: () => void) => Promise<void>} */
async function nextStep(before, rest) {
  let isAtRest = false;
  for (;;) {
    // Full speed, which may be chosen during the wait, does not wait.
    if (isStopping || !pace.isWaiting && !pace.now) return;
    if (pace.isWaiting && pace.asked > 0) {
      pace.asked -= 1;
      return;
    }
    if (pace.isWaiting && !isAtRest) rest();
    isAtRest = pace.isWaiting;
    const left = pace.isWaiting ? Infinity : before + 1000 / pace.now - performance.now();
    if (left <= 0.5) return;
    await wait(left);
  }
}

// Trains until it is told to stop: so many steps a second, or slices that are as long as a frame, or longer
// where showing takes time.
/** @type {(id: number, asked: [string, string]) => Promise<void>} */
async function train(id, [rate, kind]) {
  [isStopping, pace.isWaiting, pace.asked] = [false, false, 0];
  let [steps, all, frames] = [1, 0, 0];
  for (;;) {
    const begun = performance.now();
    const reply = ask({ do: 'train', rate, kind, steps, last: false });
    const { taken, seconds } = reply.steps;
    all += taken;
    frames += 1;
    let { end } = reply.steps;
    if (end === null && (isStopping || all >= MOST_STEPS)) end = '';
    send({ slice: reply, id });
    if (end === null && (pace.isWaiting || pace.now)) {
      [steps, frames] = [1, 0];
      await turn();
      await nextStep(begun, () => send({ slice: ask({ do: 'train', rate, kind, steps: 0, last: false }), id }));
      if (isStopping) end = '';
    }
    if (end !== null) {
      const last = ask({ do: 'train', rate, kind, steps: 0, last: true });
      send({ id, end, statement: reply.statement ?? last.statement, reply: last });
      return;
    }
    if (pace.isWaiting || pace.now) continue;
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
    } else if (data.pace !== undefined || data.wait !== undefined || data.one || data.stop) {
      if (data.stop) isStopping = true;
      if (data.one) pace.asked += 1;
      pace.now = data.pace ?? pace.now;
      pace.isWaiting = data.wait ?? pace.isWaiting;
      wake();
    } else if (data.train) {
      await train(data.id, data.train);
    } else {
      send({ id: data.id, reply: ask(data.request) });
    }
  } catch (error) {
    send({ fault: String(error), id: data.id });
  }
};
