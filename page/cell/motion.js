// Numbers that move through the picture: what the chain rule does in one push, and the forward pass.

import { SVG } from './elements.js';

/** @typedef {import('./messages').Picture} PictureState */
/** @typedef {import('./messages').Arrival} Arrival */
/** @typedef {[number, number]} Point */
/** @typedef {{ box: SVGGElement, data: Element?, grad: Element? }} Place */

// A push, and the forward pass at one node and as a whole, in milliseconds.
const PUSH = 700;
const STEP = 500;
const FORWARD = 6000;
// When the two factors have met, and when they go on; the rest is the number that counts up.
const MEET = 0.42;
const LEAVE = 0.6;
const ARRIVE = 0.86;

/** @type {(from: number, to: number, now: number) => number} */
const shareOf = (from, to, now) => Math.min(1, Math.max(0, (now - from) / (to - from)));
/** @type {(at: number) => number} */
const smoothly = at => at * at * (3 - 2 * at);

// A number on its way.
class Token {
  /**
   * @param {Element} layer
   * @param {string} text
   */
  constructor(layer, text, kind = '') {
    this.group = document.createElementNS(SVG, 'g');
    this.group.setAttribute('class', `token ${kind}`);
    const frame = document.createElementNS(SVG, 'rect');
    this.words = document.createElementNS(SVG, 'text');
    this.words.setAttribute('text-anchor', 'middle');
    this.words.setAttribute('y', '4.5');
    for (const [name, value] of [['y', -10], ['height', 20], ['rx', 6]]) frame.setAttribute(String(name), String(value));
    this.frame = frame;
    this.group.append(frame, this.words);
    this.text = text;
    layer.append(this.group);
  }

  /** @param {string} text */
  set text(text) {
    if (text === this.words.textContent) return;
    const wide = text.length * 8 + 12;
    this.words.textContent = text;
    this.frame.setAttribute('x', String(-wide / 2));
    this.frame.setAttribute('width', String(wide));
  }

  /** @param {Point} point */
  to([x, y]) { this.group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`); }
}

/** @type {(one: Point, other: Point, at: number) => Point} */
const pointBetween = (one, other, at) => [one[0] + (other[0] - one[0]) * at, one[1] + (other[1] - one[1]) * at];

/** @type {(element: SVGGraphicsElement) => Point} */
function middleOf(element) {
  const { x, y, width, height } = element.getBBox();
  return [x + width / 2, y + height / 2];
}

// The points of an edge that are looked up before something moves: asking for one makes the browser lay out the page.
const POINTS = 32;

// A way along an edge, forward or back, that begins or ends where a number stands.
/** @type {(edge: SVGPathElement | null, isBack: boolean, number: Point) => (at: number) => Point} */
function routeAlong(edge, isBack, number) {
  if (!edge) return () => number;
  const length = edge.getTotalLength();
  const points = [...Array(POINTS + 1).keys()].map(at => {
    const { x, y } = edge.getPointAtLength(length * at / POINTS);
    return /** @type {Point} */ ([x, y]);
  });
  /** @param {number} part */
  const on = part => {
    const at = Math.min(POINTS - 1, Math.floor(part * POINTS));
    return pointBetween(points[at], points[at + 1], part * POINTS - at);
  };
  // The number stands at the end of the way that is away from the operation.
  return at => (isBack
    ? (at < 0.8 ? on(1 - at / 0.8) : pointBetween(on(0), number, (at - 0.8) / 0.2))
    : (at < 0.2 ? pointBetween(number, on(0), at / 0.2) : on((at - 0.2) / 0.8)));
}

// A product before it is computed: `2 × (-3)`.
/** @type {(arrival: { local: string, upstream: string }) => string} */
export const factors = ({ local, upstream }) => `${local} × ${upstream.startsWith('-') ? `(${upstream})` : upstream}`;

export class Motion {
  #frame = 0;
  /** What ends what plays, as if it had played.
   * @type {(() => void) | null} */
  #end = null;

  get isPlaying() { return this.#end !== null; }

  // Shows the last frame of what plays.
  skip() {
    cancelAnimationFrame(this.#frame);
    const end = this.#end;
    this.#end = null;
    end?.();
  }

  // Plays something for so long: `draw` is called with how far it is, from 0 to 1, and `end` once.
  /** @type {(time: number, draw: (at: number) => void, end: () => void) => void} */
  #play(time, draw, end) {
    this.skip();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      end();
      return;
    }
    this.#end = end;
    const begun = performance.now();
    const next = () => {
      const at = (performance.now() - begun) / time;
      if (at >= 1) this.skip();
      else {
        draw(Math.max(0, at));
        this.#frame = requestAnimationFrame(next);
      }
    };
    next();
  }

  // A push: upstream leaves the result's grad, the factor it meets comes from where it stands, they meet at the
  // operation as a product, and that drops into the grads below, which count up.
  /** @type {(svg: SVGSVGElement, places: Place[], picture: PictureState) => void} */
  push(svg, places, { pushed, lit }) {
    const layer = svg.querySelector('.labels');
    const operation = /** @type {SVGGraphicsElement?} */ (svg.querySelector(`#op${pushed} .ellipse`));
    const from = /** @type {SVGGraphicsElement} */ (places[pushed]?.grad);
    if (!operation || !from || !lit.length) return;
    const meeting = middleOf(operation);
    const back = /** @type {SVGPathElement?} */ (svg.getElementById(`r${pushed}`));
    const start = middleOf(from);
    // Backward along the edge from the operation to its result.
    const edge = routeAlong(back, true, meeting);
    /** @type {(at: number) => Point} */
    const upstreamAt = at => (at < 0.15 ? pointBetween(start, edge(0), at / 0.15) : edge((at - 0.15) / 0.85));
    // All is measured before anything is written.
    const measured = lit.map(arrival => this.#arrival(svg, layer, places, arrival, meeting, lit.length));
    const upstream = new Token(layer, lit[0].upstream);
    const arrivals = measured.map(begin => begin());
    const end = () => {
      upstream.group.remove();
      for (const arrival of arrivals) arrival.end();
    };
    this.#play(PUSH, at => {
      upstream.to(upstreamAt(smoothly(shareOf(0, MEET, at))));
      upstream.group.toggleAttribute('hidden', at > MEET);
      upstream.group.setAttribute('visibility', at > MEET ? 'hidden' : 'visible');
      for (const arrival of arrivals) arrival.draw(at);
    }, end);
  }

  /** @type {(svg: SVGSVGElement, layer: Element, places: Place[], arrival: Arrival, meeting: Point, count: number) => () => { draw: (at: number) => void, end: () => void }} */
  #arrival(svg, layer, places, arrival, meeting, count) {
    const receiver = places[arrival.receiver];
    const sibling = arrival.sibling === null ? null : places[arrival.sibling];
    const edge = /** @type {SVGPathElement?} */ (svg.getElementById(arrival.edge));
    const grad = /** @type {SVGGraphicsElement} */ (receiver.grad);
    const down = routeAlong(edge, true, middleOf(grad));
    const begin = sibling?.data ? middleOf(/** @type {SVGGraphicsElement} */ (sibling.data)) : meeting;
    // Two products at one operation stand above each other, on the sides that they come out of.
    const side = count > 1 ? Math.sign(down(0.3)[1] - meeting[1]) * 24 : 24;
    /** @type {Point} */
    const product = [meeting[0], meeting[1] + side];
    const last = grad.textContent;
    const known = Number(arrival.before);
    const [before, after] = [known, Number(arrival.after)];
    const canCount = Number.isFinite(before) && Number.isFinite(after);
    const digits = arrival.after.split('.')[1]?.length ?? 0;
    return () => {
      const token = new Token(layer, arrival.local, sibling ? 'sibling' : '');
      sibling?.box.classList.add('lights');
      return {
        draw: at => {
          if (at < MEET) {
            token.to(pointBetween(begin, product, smoothly(shareOf(0.05, MEET, at))));
            grad.textContent = arrival.before === '0.0000' ? '·' : arrival.before;
          } else if (at < LEAVE) {
            token.text = factors(arrival);
            token.to(product);
          } else {
            token.text = `+= ${arrival.product}`;
            token.to(pointBetween(product, down(smoothly(shareOf(LEAVE, ARRIVE, at))), Math.min(1, shareOf(LEAVE, ARRIVE, at) * 3)));
            if (at > ARRIVE && canCount) {
              token.group.setAttribute('visibility', 'hidden');
              grad.textContent = (before + (after - before) * shareOf(ARRIVE, 1, at)).toFixed(digits);
            }
          }
        },
        end: () => {
          token.group.remove();
          sibling?.box.classList.remove('lights');
          grad.textContent = last;
        },
      };
    };
  }

  // The forward pass, node by node: copies of the data run into the operation, and its result comes out.
  /** @type {(svg: SVGSVGElement, places: Place[], links: [number, number, string][]) => void} */
  forward(svg, places, links) {
    this.skip();
    const layer = svg.querySelector('.labels');
    const users = [...new Set(links.map(([, user]) => user))].sort((one, other) => one - other);
    const time = Math.min(STEP * users.length, FORWARD);
    for (const user of users) places[user].box.classList.add('later');
    /** @type {Token[]} */
    let tokens = [];
    let shown = -1;
    /** @type {((at: number) => void)[]} */
    let moves = [];
    const clear = () => {
      for (const token of tokens) token.group.remove();
      [tokens, moves] = [[], []];
    };
    /** @param {number} number */
    const begin = number => {
      clear();
      const user = users[number];
      for (const before of users.slice(0, number)) places[before].box.classList.remove('later');
      const result = /** @type {SVGGraphicsElement} */ (places[user].data);
      const own = /** @type {SVGPathElement?} */ (svg.getElementById(`r${user}`));
      for (const [from, , id] of links.filter(link => link[1] === user)) {
        const data = /** @type {SVGGraphicsElement} */ (places[from].data);
        const token = new Token(layer, data.textContent);
        const into = routeAlong(/** @type {SVGPathElement?} */ (svg.getElementById(id)), false, middleOf(data));
        tokens.push(token);
        moves.push(at => {
          token.group.setAttribute('visibility', at > 0.55 ? 'hidden' : 'visible');
          token.to(into(smoothly(shareOf(0, 0.55, at))));
        });
      }
      const token = new Token(layer, result.textContent, 'sibling');
      const cell = middleOf(result);
      const out = own && own.getPointAtLength(0);
      tokens.push(token);
      moves.push(at => {
        token.group.setAttribute('visibility', at < 0.55 ? 'hidden' : 'visible');
        token.to(pointBetween(out ? [out.x, out.y] : cell, cell, smoothly(shareOf(0.55, 1, at))));
      });
    };
    this.#play(time, at => {
      const number = Math.min(users.length - 1, Math.floor(at * users.length));
      if (number !== shown) {
        shown = number;
        begin(number);
      }
      for (const move of moves) move(at * users.length - number);
    }, () => {
      clear();
      for (const user of users) places[user].box.classList.remove('later');
    });
  }
}
