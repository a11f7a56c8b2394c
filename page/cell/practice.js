// The exercise that a learner is in the middle of.

/** @typedef {import('./messages').Doing | null | undefined} Practice */

// Whether an exercise goes on.
/** @type {(practice: Practice) => boolean} */
export const isOn = practice => Boolean(practice) && !practice.over;

// What Enter does to a box.
/** @type {(practice: Practice, areNeurons: boolean) => string} */
export function pressed(practice, areNeurons) {
  if (!isOn(practice)) return areNeurons ? 'shows what a neuron adds up, and explains the grad of a box' : 'explains its grad';
  return practice.kind === 'hand' ? 'pushes its grad' : 'answers at the box that is asked for';
}
