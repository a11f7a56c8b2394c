// The exercise that a learner is in the middle of.

/** @typedef {import('./messages').Doing | null | undefined} Lesson */

// Whether an exercise goes on.
/** @type {(lesson: Lesson) => boolean} */
export const isOn = lesson => Boolean(lesson) && !lesson.over;

// What Enter does to a box.
/** @type {(lesson: Lesson) => string} */
export function pressed(lesson) {
  if (!isOn(lesson)) return 'explains its grad';
  return lesson.kind === 'hand' ? 'pushes its grad' : 'answers at the box that is asked for';
}
