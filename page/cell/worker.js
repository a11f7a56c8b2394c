// The calculator itself, away from the page: a request in, a reply out, and training in slices.
'use strict';

let wasm = null;
let isStopping = false;

// As the calculator exports them: room for a request, its reply's length, and where that lies.
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
    progress: (step, root) => postMessage({ progress: [step, root] }),
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
// A run has settled when so many steps have not changed the root's data.
const STILL = 200;

const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// The steps at the end of a slice that left the root's data as it was.
function unchanged(curve, taken) {
  const last = curve[curve.length - 1];
  const parts = curve.length - 1;
  const moved = curve.findLastIndex(value => value !== last);
  return moved < 0 ? taken : taken * (parts - moved - 1) / parts;
}

// Trains until it is told to stop. A slice is as long as a frame, or longer where showing takes time.
async function train(id, rate) {
  isStopping = false;
  let [steps, all, frames, still] = [1, 0, 0, 0];
  for (;;) {
    const begun = performance.now();
    const reply = ask({ do: 'train', rate, steps, last: false });
    const { taken, seconds, curve } = reply.steps;
    all += taken;
    frames += 1;
    const flat = unchanged(curve, taken);
    still = flat === taken ? still + taken : flat;
    let end = reply.steps.end;
    if (end === null && still >= STILL) end = `settled after ${all} steps: unchanged since step ${Math.round(all - still)}`;
    if (end === null && (isStopping || all >= MOST_STEPS)) end = '';
    postMessage({ slice: reply, id });
    if (end !== null) {
      postMessage({ id, end, all, reply: ask({ do: 'train', rate, steps: 0, last: true }) });
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

onmessage = async ({ data }) => {
  // An exception in here would not reach the page by itself.
  try {
    if (data.module) {
      wasm = (await WebAssembly.instantiate(data.module, imports)).exports;
      postMessage({ ready: true });
    } else if (data.stop) {
      isStopping = true;
    } else if (data.train) {
      await train(data.id, data.train);
    } else {
      postMessage({ id: data.id, reply: ask(data.request) });
    }
  } catch (error) {
    postMessage({ fault: String(error), id: data.id });
  }
};
