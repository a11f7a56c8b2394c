// The circuit: drawn once by the calculator; here its numbers are filled in, and a part of it is shown.

import { trusted } from './elements.js';
import { followGestures } from './gestures.js';
import { factors, labelArrivals } from './labels.js';
import { Motion } from './motion.js';

/** @typedef {import('./messages').Node} NodeState */
/** @typedef {import('./messages').Picture} PictureState */
/** @typedef {{ box: SVGGElement, kind: string, data: Element?, grad: Element?, status: Element?, middle: number, room: number, said: string }} Box */

// Text that is smaller, in pixels, cannot be read: rather than that the picture shows a part of the graph.
const SMALLEST = 12;
const LARGEST = 1.3;
// What is blank on both sides of a picture and need not be seen.
const BLANK = 14;
/** Where the arrow keys go.
 * @type {Record<string, number[]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
// Half a character, as a part of the size of words.
const HALF = 0.304;
// The most nodes of which a nudge is told in words.
const MOST_MOVED = 8;
// So many characters wider than its box may be what stands below it.
const BESIDE = 3;
// The widths of edges, and how much the fill of a neuron covers.
const THINNEST = 0.5;
const WIDEST = 6;
const FULL = 0.5;

/** @type {(numbers: (number | null)[]) => number} */
const largestOf = numbers => numbers.reduce((most, number) => Math.max(most, Math.abs(number ?? 0)), 0);

// Whether a picture shows one push more than the one before.
/** @type {(before: PictureState | null, now: PictureState) => boolean} */
function isPush(before, now) {
  if (!before || before.key !== now.key || !now.lit.length || before.pushed === now.pushed) return false;
  // The first of what a node got at once.
  const first = new Map([...now.lit].reverse().map(({ receiver, before: grad }) => [receiver, grad]));
  return [...first].every(([receiver, grad]) => [null, grad].includes(before.nodes[receiver].grad));
}

// A picture whose grads are still to be found out.
/** @type {(picture: PictureState) => PictureState} */
const withoutGrads = picture => ({
  ...picture, strengths: [], nodes: picture.nodes.map(node => ({ ...node, grad: null, sign: 'unknown' })),
});

export class Picture {
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #key = '';
  /** @type {Box[]} */
  #nodes = [];
  /** @type {PictureState | null} */
  #now = null;
  // The part that is shown, and whether the reader chose it.
  #view = { x: 0, y: 0, scale: 1 };
  #isChosen = false;
  #isWhole = false;
  #size = [0, 0];
  // The size of its words.
  #font = 13;
  // The box that the reader should see.
  #seen = -1;
  /** The edges, by id.
   * @type {Map<string, SVGElement>} */
  #edges = new Map();
  film = new Motion();
  // Whether its grads are still to be found out.
  isCovered = false;
  /** What edges lead from and to, with their ids.
   * @type {[number, number, string][]} */
  #links = [];

  // Called when it is seen whether all of the picture is in view.
  /** @type {(isWhole: boolean) => void} */
  onlook = () => {};

  // Called when a push begins to play, and when it ends.
  /** @type {(isOn: boolean) => void} */
  onpush = () => {};

  // `onpress` is called with a node that is pressed, and its box.
  /**
   * @param {HTMLElement} place
   * @param {(node: NodeState, box: SVGElement) => void} onpress
   */
  constructor(place, onpress) {
    this.place = place;
    this.onpress = onpress;
    // What plays is skipped by any press.
    place.addEventListener('click', event => {
      if (!this.film.isPlaying) return;
      this.film.skip();
      event.stopImmediatePropagation();
    }, { capture: true });
    place.addEventListener('click', event => this.#press(event));
    place.addEventListener('keydown', event => this.#pressKey(event));
    place.addEventListener('focusin', event => this.#reveal(this.#number(event.target)));
    followGestures(place, {
      // Without Ctrl the wheel scrolls: the page, if that is more than the cell, else the picture.
      takesWheel: withControl => this.#svg && (withControl || this.#isPage && !this.#isWhole),
      pan: (right, down) => this.#pan(right, down),
      zoom: (by, at) => this.zoom(by, at),
    });
    new ResizeObserver(() => this.#look()).observe(place);
  }

  get #root() { return /** @type {ShadowRoot} */ (this.place.getRootNode()); }

  get #isPage() { return this.#root.host.hasAttribute('page'); }

  // The scale at which its words can still be read.
  get #readable() { return SMALLEST / this.#font; }

  get #window() { return /** @type {HTMLElement} */ (this.place.closest('.window')); }

  // The width and height that can be seen as a whole, roughly: another picture for each pixel of a window that is
  // made larger would be too many.
  /** @returns {[number, number]} */
  get most() {
    // The frame of a low picture is low, but beside a plot: its height is not to depend on itself.
    const isFree = this.#isPage && this.#window.querySelector('.plot[hidden]') !== null;
    const highest = isFree ? Math.max(this.place.clientHeight, 0.36 * innerHeight) : this.place.clientHeight;
    /** @param {number} size */
    const most = size => Math.floor(size / 10) * 10;
    return [most(this.place.clientWidth), most(highest)];
  }

  // Shows a picture, or a sentence where there is none, and says what pressing a box does.
  /** @type {(picture: PictureState | null, root: string, sentence: string, pressing: string) => void} */
  show(picture, root, sentence, pressing) {
    if (!picture) {
      this.film.skip();
      this.#key = '';
      this.#svg = null;
      this.#nodes = [];
      this.#now = null;
      this.#window.style.removeProperty('--need');
      this.place.replaceChildren(Object.assign(document.createElement('p'), { textContent: sentence }));
      return;
    }
    const before = this.#now;
    // What changes beside a push that plays does not end it.
    const goesOn = this.film.isPlaying && picture.lit.length > 0 && JSON.stringify(picture) === JSON.stringify(before);
    if (!goesOn) this.film.skip();
    this.#now = picture;
    if (!this.#svg || picture.key !== this.#key) return;
    this.#svg.setAttribute('aria-label', `the circuit of ${root}; arrow keys go from box to box, Enter ${pressing}`);
    this.#look();
    if (isPush(before, picture)) {
      this.#light({ lit: [], pushed: null });
      this.onpush(true);
      this.film.push(this.#svg, this.#nodes, picture, { font: this.#font, size: this.#size }, () => {
        this.#complete();
        this.onpush(false);
      });
    } else if (!goesOn) this.#complete();
    // What goes on is to be seen, wherever the reader has looked.
    const interest = this.#interest();
    if (this.#isChosen && interest !== this.#seen) this.#reveal(interest);
    this.#seen = interest;
  }

  // Shows all that is known.
  #complete() {
    if (!this.#svg) return;
    const picture = this.isCovered && !this.#now.has_neurons ? withoutGrads(this.#now) : this.#now;
    const fullest = Math.max(1, largestOf(picture.nodes.map(node => node.fill)));
    picture.nodes.forEach((node, number) => this.#fill(node, this.#nodes[number], fullest));
    this.#strengthen(picture);
    this.#light(picture);
    this.#fade(picture);
  }

  // Draws it without its numbers.
  /** @param {PictureState} picture */
  draw({ drawing: { markup, width, height, font, links }, key }) {
    this.film.skip();
    const isNew = this.#key !== key;
    // Whoever is in the picture with the keyboard stays in it.
    const { activeElement } = this.#root;
    const at = this.#nodes.findIndex(({ box }) => box === activeElement);
    this.#key = key;
    this.#size = [width, height];
    this.#font = font;
    const shown = Math.ceil(height * Math.min(1, Math.max(this.place.clientWidth / width, this.#readable)));
    this.#window.style.setProperty('--need', `${shown + 16}px`);
    this.place.innerHTML = trusted.createHTML(`<svg role="group">${markup}<g class="labels"></g></svg>`);
    this.#svg = /** @type {SVGSVGElement} */ (this.place.firstElementChild);
    this.#nodes = [.../** @type {NodeListOf<SVGGElement>} */ (this.#svg.querySelectorAll('.node'))].map(box => ({
      box, kind: [...box.classList].filter(name => name !== 'node').join(' '), data: box.querySelector('.data'), grad: box.querySelector('.grad'),
      status: box.querySelector('.status'), middle: Number(box.querySelector('.status')?.getAttribute('x')),
      room: Number(box.querySelector('.frame').getAttribute('width')) / (2 * HALF * font) + BESIDE, said: '',
    }));
    this.#links = links;
    this.#edges = new Map([.../** @type {NodeListOf<SVGElement>} */ (this.#svg.querySelectorAll('path[id]'))].map(edge => [edge.id, edge]));
    if (isNew) this.#isChosen = false;
    const entry = this.#nodes[at] ?? this.#nodes.at(-1);
    entry?.box.setAttribute('tabindex', '0');
    if (at >= 0) entry?.box.focus({ preventScroll: true });
  }

  // How far its grad is, or what a nudge or a wrong pass makes of it, in so many characters.
  /** @type {(node: NodeState, room: number) => string} */
  #statusOf({ nudge, right, status }, room) {
    const whole = nudge ? `Δ ${nudge[0]} (× ${nudge[1]})` : right !== null ? `right: ${right}` : status;
    if (whole === '?') return '';
    if (whole.length <= room) return whole;
    return nudge ? `Δ ${nudge[0]}` : right !== null ? `✓ ${right}` : whole.replace('waiting for ', '');
  }

  /** @type {(node: NodeState, parts: Box, fullest: number) => void} */
  #fill(node, parts, fullest) {
    const said = JSON.stringify([node, fullest]);
    if (!parts || parts.said === said) return;
    if (parts.data) parts.data.textContent = node.data;
    if (node.fill !== null) {
      parts.box.querySelector('.frame').setAttribute('fill-opacity', (FULL * Math.abs(node.fill) / fullest).toFixed(2));
    } else {
      parts.grad.textContent = node.grad ?? (node.mark === 'asked' ? '?' : '·');
      const said = this.#statusOf(node, parts.room);
      parts.status.textContent = said;
      // Words that are wider than their box still end where the picture does.
      const half = said.length * HALF * this.#font + BLANK / 2;
      const inside = Math.max(half, Math.min(parts.middle, this.#size[0] - half));
      parts.status.setAttribute('x', inside.toFixed(1));
    }
    const extra = `${node.nudge ? 'nudged' : ''} ${node.right === null ? '' : 'lost-grad'} ${node.fill < 0 ? 'minus' : ''}`;
    parts.box.setAttribute('class', `node ${parts.kind} ${node.sign} ${node.mark} ${extra}`);
    const unknown = node.mark === 'asked' ? 'grad asked for' : 'grad not known yet';
    const told = node.grad === null ? unknown : `grad ${node.grad}`;
    const nudge = node.nudge ? `, moves by ${node.nudge[0]}, divided by the nudge ${node.nudge[1]}` : '';
    const right = node.right === null ? '' : `, wrong: right is ${node.right}`;
    const status = (node.status && node.status !== '?' ? `, ${node.status}` : '') + nudge + right;
    const name = node.fill === null ? node.name : parts.box.querySelector('.name').textContent;
    parts.box.setAttribute('aria-label', `${name}, data ${node.data}, ${told}${status}`);
    parts.said = said;
  }

  // Makes edges as wide as they are strong.
  /** @param {Pick<PictureState, 'strengths'>} picture */
  #strengthen({ strengths }) {
    const most = largestOf(strengths.map(([, strength]) => strength)) || 1;
    /** @type {(edge: SVGElement, strength: number | null) => void} */
    const draw = (edge, strength) => {
      const wide = strength === null ? WIDEST : THINNEST + (WIDEST - THINNEST) * Math.abs(strength) / most;
      edge.setAttribute('stroke-width', strength === 0 ? '1' : wide.toFixed(2));
      edge.classList.toggle('plus', strength > 0);
      edge.classList.toggle('minus', strength < 0);
    };
    const weak = new Set(this.#edges.keys());
    for (const [id, strength] of strengths) {
      weak.delete(id);
      if (this.#edges.has(id)) draw(this.#edges.get(id), strength);
    }
    for (const id of weak) draw(this.#edges.get(id), 0);
  }

  // Lights the edges of the last push, and says what went along them.
  /** @param {Pick<PictureState, 'lit' | 'pushed'>} picture */
  #light({ lit, pushed }) {
    for (const edge of this.#svg.querySelectorAll('.lit')) edge.classList.remove('lit');
    const ids = [...pushed === null ? [] : [`r${pushed}`, `op${pushed}`], ...lit.map(({ edge }) => edge)];
    for (const id of ids) this.#svg.getElementById(id)?.classList.add('lit');
    labelArrivals(this.#svg, lit, this.#font, this.#size);
  }

  // Plays the forward pass, once.
  forward() { if (this.#svg) this.film.forward(this.#svg, this.#nodes, this.#links); }

  // Plays the backward pass, once; grads that are covered are known then.
  backward() {
    if (!this.#svg) return;
    this.film.skip();
    this.isCovered = false;
    const picture = this.#now;
    const bare = withoutGrads(picture);
    this.#light(bare);
    /** @type {(nodes: Set<number>, edges: Set<string>) => void} */
    const show = (nodes, edges) => {
      picture.nodes.forEach((node, number) => this.#fill(nodes.has(number) ? node : bare.nodes[number], this.#nodes[number], 1));
      this.#strengthen({ strengths: picture.strengths.filter(([id]) => edges.has(id)) });
    };
    this.film.backward(this.#svg, this.#nodes, this.#links, picture, show, () => this.#complete());
  }

  // What goes on in a picture, in words: what each box got, or what a nudge says.
  /** @type {(picture: PictureState | null, nudged: [string, number] | null) => string} */
  static said(picture, nudged) {
    if (!picture) return '';
    const { lit, nodes } = picture;
    if (nudged) {
      // In boxes of a small picture there is room for Δ only.
      const moved = nodes.filter(({ name, nudge }) => nudge && name !== nudged[0]).map(({ name, nudge }) => `${name} ${nudge[1]}`);
      const all = moved.length <= MOST_MOVED ? moved : [...moved.slice(0, MOST_MOVED - 2), '…', moved.at(-1)];
      return `${nudged[0]} + ${nudged[1]} moves each by Δ; Δ / ${nudged[1]}: ${all.join(', ')}`;
    }
    return lit.map(arrival =>
      `${nodes[arrival.receiver].name} += ${arrival.said} = ${factors(arrival)} = ${arrival.product}`).join('; ');
  }

  // Makes faint what a branch leaves out.
  /** @param {PictureState} picture */
  #fade({ untaken }) {
    for (const part of this.#svg.querySelectorAll('.untaken')) part.classList.remove('untaken');
    for (const id of untaken) this.#svg.getElementById(id)?.classList.add('untaken');
  }

  // Chooses what is seen: all of it where it can be read, else what is going on.
  #look() {
    if (!this.#svg) return;
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    if (!width || !height) return;
    const whole = Math.min(width / (this.#size[0] - BLANK), height / this.#size[1], LARGEST);
    if (!this.#isChosen) {
      const isWhole = whole >= this.#readable || this.#now.has_neurons;
      this.#view.scale = isWhole ? whole : this.#readable;
      this.#center(this.#interest(), isWhole);
    }
    this.#apply();
  }

  // The box whose grad a quiz asks for.
  get asked() {
    const number = this.#now?.nodes.findIndex(node => node.mark === 'asked') ?? -1;
    return this.#nodes[number]?.box;
  }

  // The box that the reader should see: the one that is asked for, pushed last, or the root.
  #interest() {
    const asked = this.#now.nodes.findIndex(node => node.mark === 'asked');
    return asked >= 0 ? asked : this.#now.pushed ?? this.#nodes.length - 1;
  }

  /** @type {(number: number, isWhole: boolean) => void} */
  #center(number, isWhole) {
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    const { scale } = this.#view;
    let [x, y] = [this.#size[0] / 2, this.#size[1] / 2];
    if (!isWhole && this.#nodes[number]) {
      const box = this.#nodes[number].box.getBBox();
      [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    }
    // No further than to the edge.
    /** @type {(middle: number, seen: number, all: number) => number} */
    const inside = (middle, seen, all) =>
      seen >= all ? (all - seen) / 2 : Math.min(Math.max(middle - seen / 2, 0), all - seen);
    this.#view.x = inside(x, width / scale, this.#size[0]);
    this.#view.y = inside(y, height / scale, this.#size[1]);
  }

  #apply() {
    const { x, y, scale } = this.#view;
    const [width, height] = [this.place.clientWidth / scale, this.place.clientHeight / scale];
    // Where a network is so large that its words cannot be read there are names only.
    const isFar = this.#now.has_neurons && scale < 0.99 * this.#readable && !this.#isChosen;
    this.#svg.classList.toggle('far', isFar);
    this.#svg.style.fontSize = `${isFar ? SMALLEST / scale : this.#font}px`;
    const view = `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`;
    if (this.#svg.getAttribute('viewBox') !== view) this.#svg.setAttribute('viewBox', view);
    this.#isWhole = x < BLANK / 2 + 1 && y < 1 && x + width > this.#size[0] - BLANK / 2 - 1 && y + height > this.#size[1] - 1;
    this.onlook(this.#isWhole);
  }

  // Moves no further than it takes to see a box.
  /** @param {number} number */
  #reveal(number) {
    const box = this.#nodes[number]?.box.getBBox();
    if (!box || !this.#svg) return;
    const { scale } = this.#view;
    const margin = 12;
    /** @type {(from: number, seen: number, start: number, size: number) => number} */
    const moved = (from, seen, start, size) =>
      Math.max(Math.min(from, start - margin), Math.min(start + size + margin - seen, start - margin));
    const [x, y] = [
      moved(this.#view.x, this.place.clientWidth / scale, box.x, box.width),
      moved(this.#view.y, this.place.clientHeight / scale, box.y, box.height),
    ];
    if (x === this.#view.x && y === this.#view.y) return;
    this.#view = { scale, x, y };
    this.#isChosen = true;
    this.#apply();
  }

  // Makes it larger or smaller around a point of the place.
  /** @type {(by: number, at?: number[]) => void} */
  zoom(by, at = [this.place.clientWidth / 2, this.place.clientHeight / 2]) {
    if (!this.#svg) return;
    const { x, y, scale } = this.#view;
    const next = Math.min(Math.max(scale * by, 0.02), 4);
    this.#view = { scale: next, x: x + at[0] / scale - at[0] / next, y: y + at[1] / scale - at[1] / next };
    this.#isChosen = true;
    this.#apply();
  }

  // Shows all of it, or, where that is in view, the part that can be read.
  whole() {
    if (!this.#svg) return;
    if (this.#isWhole) {
      this.#isChosen = false;
      this.#look();
      return;
    }
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    this.#view.scale = Math.min(width / (this.#size[0] - BLANK), height / this.#size[1], LARGEST);
    this.#center(0, true);
    this.#isChosen = true;
    this.#apply();
  }

  // Moves by so many pixels, and never so far that nothing of it is left to see.
  /** @type {(right: number, down: number) => void} */
  #pan(right, down) {
    if (!this.#svg) return;
    const { x, y, scale } = this.#view;
    /** @type {(from: number, seen: number, all: number) => number} */
    const kept = (from, seen, all) => Math.min(Math.max(from, 60 / scale - seen), all - 60 / scale);
    this.#view.x = kept(x + right / scale, this.place.clientWidth / scale, this.#size[0]);
    this.#view.y = kept(y + down / scale, this.place.clientHeight / scale, this.#size[1]);
    this.#isChosen = true;
    this.#apply();
  }

  /** @param {EventTarget} target */
  #number(target) {
    const box = /** @type {Element} */ (target).closest?.('.node');
    return box ? this.#nodes.findIndex(node => node.box === box) : -1;
  }

  /** @param {Event} event */
  #press(event) {
    const number = this.#number(event.target);
    if (number >= 0) this.onpress(this.#now.nodes[number], this.#nodes[number].box);
  }

  // The arrow keys go to the nearest box that way.
  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const number = this.#number(event.target);
    const way = WAYS[event.key];
    if (number < 0) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onpress(this.#now.nodes[number], this.#nodes[number].box);
    } else if (way) {
      event.preventDefault();
      this.#step(number, way);
    }
  }

  /** @type {(from: number, way: number[]) => void} */
  #step(from, [right, down]) {
    /** @param {number} number */
    const middle = number => {
      const box = this.#nodes[number].box.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let [best, least] = [-1, Infinity];
    this.#nodes.forEach((_, number) => {
      const [dx, dy] = [middle(number)[0] - x, middle(number)[1] - y];
      const along = dx * right + dy * down;
      const across = Math.abs(dx * down) + Math.abs(dy * right);
      if (number !== from && along > 1 && along + 2 * across < least) [best, least] = [number, along + 2 * across];
    });
    if (best < 0) return;
    this.#nodes[from].box.setAttribute('tabindex', '-1');
    const { box } = this.#nodes[best];
    box.setAttribute('tabindex', '0');
    box.focus({ preventScroll: true });
  }
}
