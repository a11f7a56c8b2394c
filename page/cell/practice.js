// The exercise that a learner is in the middle of.

/** @typedef {import('./messages').Doing | null | undefined} Practice */

// Whether an exercise goes on.
/** @type {(practice: Practice) => boolean} */
export const isOn = practice => Boolean(practice) && !practice.over;

// What Enter does to a box.
/** @type {(practice: Practice) => string} */
export function pressed(practice) {
  if (!isOn(practice)) return 'explains its grad';
  return practice.kind === 'hand' ? 'pushes its grad' : 'answers the question at the marked box';
}
