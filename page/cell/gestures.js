// What a mouse, a wheel and fingers do to the picture: one pointer moves it, two make it larger or smaller.

// A pointer that has moved less has pressed.
const PRESS = 6;

// `view` is moved by `pan`, and made larger by `zoom` around a point of the place; `takesWheel` tells
// whether the wheel does either, with Ctrl or without.
/**
 * @param {HTMLElement} place
 * @param {{
 *   pan: (right: number, down: number) => void,
 *   zoom: (by: number, at: number[]) => void,
 *   takesWheel: (withControl: boolean) => boolean,
 * }} view
 */
export function followGestures(place, view) {
  /** @type {(place: number[]) => number[]} */
  const inside = ([x, y]) => {
    const own = place.getBoundingClientRect();
    return [x - own.x, y - own.y];
  };
  place.addEventListener('wheel', event => {
    if (!view.takesWheel(event.ctrlKey)) return;
    event.preventDefault();
    if (event.ctrlKey) view.zoom(Math.exp(-event.deltaY / 200), inside([event.clientX, event.clientY]));
    else if (event.shiftKey && !event.deltaX) view.pan(event.deltaY, 0);
    else view.pan(event.deltaX, event.deltaY);
  }, { passive: false });

  /** @type {Map<number, number[]>} */
  const pointers = new Map();
  let moved = 0;
  const distance = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one[0] - other[0], one[1] - other[1]);
  };
  place.addEventListener('pointerdown', event => {
    if (/** @type {Element} */ (event.target).closest('input')) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  place.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const after = [event.clientX, event.clientY];
    const apart = pointers.size === 2 ? distance() : 0;
    pointers.set(event.pointerId, after);
    moved += Math.hypot(after[0] - before[0], after[1] - before[1]);
    if (moved < PRESS) return;
    place.setPointerCapture(event.pointerId);
    if (pointers.size === 2) view.zoom(distance() / (apart || 1), inside(after));
    else view.pan(before[0] - after[0], before[1] - after[1]);
  });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
    place.addEventListener(name, event => pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  place.addEventListener('click', event => {
    if (moved >= PRESS) event.stopImmediatePropagation();
  }, { capture: true });
}
