// The curve of a training run: its axes with round numbers, either of them by powers of ten, and its last value.

import { SVG } from './elements.js';

// The room for numbers beside and below, and for the last value.
const ROOM = { left: 64, right: 74, below: 18, above: 8 };
// The room that a number needs along each axis.
const APART = { x: 70, y: 26 };

/** @param {number} number */
const inFew = number => String(Number(number.toPrecision(4)));

// The distance of round numbers between two: so many at most.
/** @type {(least: number, most: number, count: number) => number} */
function roundStep(least, most, count) {
  const wide = (most - least) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(wide));
  return power * ([1, 2, 5].find(times => times * power >= wide * 0.999999) ?? 10);
}

/** @type {(least: number, most: number, count: number) => number[]} */
function roundNumbers(least, most, count) {
  const step = roundStep(least, most, count);
  if (!(step > 0) || !Number.isFinite(step)) return [least];
  const first = Math.ceil(least / step - 1e-9);
  const numbers = [];
  for (let at = first; at * step <= most + 1e-9 * step; at += 1) numbers.push(Number((at * step).toPrecision(12)));
  return numbers;
}

// Powers of ten between two, or round numbers where there are no two.
/** @type {(least: number, most: number, count: number) => number[]} */
function powersOfTen(least, most, count) {
  const [from, to] = [Math.ceil(Math.log10(least) - 1e-9), Math.floor(Math.log10(most) + 1e-9)];
  if (to <= from) return roundNumbers(least, most, count);
  const every = Math.ceil((to - from + 1) / Math.max(2, count));
  const numbers = [];
  for (let power = from; power <= to; power += every) numbers.push(Number(`1e${power}`));
  return numbers;
}

// An axis: where a number lies, from 0 to 1, and its ticks.
/** @type {(numbers: number[], isLog: boolean, count: number, isWide?: boolean) => { share: (number: number) => number, ticks: number[] }} */
function axisOf(numbers, isLog, count, isWide = false) {
  const sign = isLog && numbers[0] < 0 ? -1 : 1;
  const sizes = numbers.map(number => sign * number);
  let [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (least === most) [least, most] = isLog ? [least / 2, most * 2] : [least - (Math.abs(least) || 1) / 2, most + (Math.abs(most) || 1) / 2];
  /** @param {number} number */
  const place = number => (isLog ? Math.log(number) : number);
  if (isWide && !isLog) {
    // From one round number to another.
    const step = roundStep(least, most, count);
    [least, most] = [Math.floor(least / step + 1e-9) * step, Math.ceil(most / step - 1e-9) * step];
  }
  const ticks = (isLog ? powersOfTen : roundNumbers)(least, most, count).map(number => sign * number);
  /** @param {number} number */
  const share = number => {
    const part = (place(sign * number) - place(least)) / (place(most) - place(least));
    return sign < 0 ? 1 - part : part;
  };
  return { share, ticks };
}

export class Curve {
  // What it was drawn of, to be drawn again where there is more room, or less.
  /** @type {[number[][], boolean, boolean] | null} */
  #drawn = null;
  // Its room, as it is told: to ask for it would have the page laid out once more in each frame.
  #size = [0, 0];

  constructor() {
    this.element = document.createElementNS(SVG, 'svg');
    this.element.setAttribute('class', 'curve');
    this.element.setAttribute('role', 'img');
    this.line = this.#add('polyline', {});
    this.point = this.#add('circle', { r: 3 });
    this.marks = document.createElementNS(SVG, 'g');
    this.element.prepend(this.marks);
    this.element.toggleAttribute('hidden', true);
    new ResizeObserver(([{ contentRect }]) => {
      this.#size = [Math.round(contentRect.width), Math.round(contentRect.height)];
      if (this.#drawn) this.draw(...this.#drawn);
    }).observe(this.element);
  }

  /** @type {(tag: string, attributes: Record<string, string | number>, text?: string) => SVGElement} */
  #add(tag, attributes, text = '') {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.textContent = text;
    (this.marks ?? this.element).append(element);
    return element;
  }

  // Whether all values have one sign, so that powers of ten can show them, but for some that are 0.
  /** @param {number[]} values */
  static canBeLog(values) { return values[0] !== 0 && values.every(value => value * values[0] >= 0); }

  // Draws steps and values, either axis by powers of ten.
  /** @type {(points: number[][], logSteps: boolean, logValues: boolean) => void} */
  draw(points, logSteps, logValues) {
    this.element.toggleAttribute('hidden', points.length < 2);
    if (points.length < 2) return;
    this.#drawn = [points, logSteps, logValues];
    const [width, height] = [this.#size[0] || 300, this.#size[1] || 96];
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const [wide, high] = [width - ROOM.left - ROOM.right, height - ROOM.above - ROOM.below];
    // The start is step 0, which has no logarithm.
    const steps = points.map(([step]) => (logSteps ? Math.max(step, 0.5) : step));
    const sizes = points.map(([, value]) => Math.abs(value)).filter(size => size > 0);
    const least = Math.sign(points[0][1]) * Math.min(...sizes);
    const values = points.map(([, value]) => (logValues && value === 0 ? least : value));
    const across = axisOf(steps, logSteps, Math.floor(wide / APART.x));
    const up = axisOf(values, logValues, Math.floor(high / APART.y) + 1, true);
    /** @param {number} step */
    const x = step => ROOM.left + wide * across.share(step);
    /** @param {number} value */
    const y = value => ROOM.above + high * (1 - up.share(value));
    this.marks.replaceChildren();
    for (const tick of across.ticks) {
      this.#add('line', { x1: x(tick), x2: x(tick), y1: ROOM.above, y2: ROOM.above + high });
      this.#add('text', { x: x(tick), y: height - 4, 'text-anchor': 'middle' }, inFew(tick));
    }
    for (const tick of up.ticks) {
      this.#add('line', { x1: ROOM.left, x2: ROOM.left + wide, y1: y(tick), y2: y(tick) });
      this.#add('text', { x: ROOM.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, inFew(tick));
    }
    this.line.setAttribute('points', points.map((_, at) => `${x(steps[at]).toFixed(1)},${y(values[at]).toFixed(1)}`).join(' '));
    const [endX, endY] = [x(steps.at(-1)), y(values.at(-1))];
    this.point.setAttribute('cx', endX.toFixed(1));
    this.point.setAttribute('cy', endY.toFixed(1));
    this.#add('text', { x: endX + 8, y: Math.max(12, endY + 4), class: 'end' }, inFew(points.at(-1)[1]));
  }
}
