// Numbers that move through the picture: what the chain rule does in one push, and the passes forward and backward.

import { SVG } from './elements.js';
import { areaAround, factors, leastCovered, occupied, planeOf } from './labels.js';

/** @typedef {import('./messages').Picture} PictureState */
/** @typedef {import('./messages').Arrival} Arrival */
/** @typedef {[number, number]} Point */
/** @typedef {{ box: SVGGElement, data: Element?, grad: Element? }} Place */
/** @typedef {(at: number) => Point} Way */
/**
 * A number that moves, between two parts of a step.
 * @typedef {{ text: string, kind?: string, way: Way, from: number, to: number }} Move
 * @typedef {{ moves: () => Move[], done: () => void }} Step
 * The sizes of words and of the picture.
 * @typedef {{ font: number, size: number[] }} Form
 */

/** How long a push takes, in milliseconds.
 * @type {[string, number][]} */
export const SPEEDS = [['slow', 6000], ['normal', 2500], ['fast', 800]];
// The ends of its phases: upstream arrives, the local derivative joins it, they are multiplied, the product is added.
const PHASES = [0.26, 0.52, 0.76, 1];
// The part of a phase that moves; in the rest it can be read.
const MOVES = 0.7;
// An operation of a whole pass, and all of them at most, as parts of a push.
const STEP = 0.4;
const MOST = 5;

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
    this.frame = document.createElementNS(SVG, 'rect');
    this.words = document.createElementNS(SVG, 'text');
    this.words.setAttribute('text-anchor', 'middle');
    this.words.setAttribute('y', '4.5');
    for (const [name, value] of [['y', -10], ['height', 20], ['rx', 6]]) this.frame.setAttribute(String(name), String(value));
    this.group.append(this.frame, this.words);
    this.text = text;
    layer.append(this.group);
  }

  /** @param {string} text */
  static width(text) { return text.length * 8 + 12; }

  /** @param {string} text */
  set text(text) {
    if (text === this.words.textContent) return;
    const wide = Token.width(text);
    this.words.textContent = text;
    this.frame.setAttribute('x', String(-wide / 2));
    this.frame.setAttribute('width', String(wide));
  }

  /** @param {boolean} isSeen */
  set isSeen(isSeen) { this.group.setAttribute('visibility', isSeen ? 'visible' : 'hidden'); }

  /** @param {Point} point */
  to([x, y]) { this.group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`); }
}

/** @type {(one: Point, other: Point, at: number) => Point} */
const pointBetween = (one, other, at) => [one[0] + (other[0] - one[0]) * at, one[1] + (other[1] - one[1]) * at];

/** @type {(element: Element) => Point} */
function middleOf(element) {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (element).getBBox();
  return [x + width / 2, y + height / 2];
}

// The points of an edge that are looked up before something moves: asking for one makes the browser lay out the page.
const POINTS = 32;

// The way along an edge, in the direction of its arrow or back.
/** @type {(edge: Element | null, isBack: boolean, otherwise: Point) => Way} */
function wayAlong(edge, isBack, otherwise) {
  if (!edge) return () => otherwise;
  const path = /** @type {SVGPathElement} */ (edge);
  const length = path.getTotalLength();
  const points = [...Array(POINTS + 1).keys()].map(at => {
    const { x, y } = path.getPointAtLength(length * at / POINTS);
    return /** @type {Point} */ ([x, y]);
  });
  if (isBack) points.reverse();
  return part => {
    const at = Math.min(POINTS - 1, Math.floor(part * POINTS));
    return pointBetween(points[at], points[at + 1], part * POINTS - at);
  };
}

// A way that begins at a point.
/** @type {(point: Point, way: Way) => Way} */
const wayFrom = (point, way) => at => (at < 0.2 ? pointBetween(point, way(0), at / 0.2) : way((at - 0.2) / 0.8));

export class Motion {
  #frame = 0;
  /** What ends what plays, as if it had played.
   * @type {(() => void) | null} */
  #end = null;
  /** What goes on with it, where it waits after a phase.
   * @type {(() => void) | null} */
  #goOn = null;
  // How long a push takes.
  speed = SPEEDS[1][1];
  // Whether a push waits after each of its phases.
  isStepped = false;
  // Called with the phase after which a push waits, and with null when it does not.
  /** @type {(phase: number | null) => void} */
  onwait = () => {};

  // Called when something has played.
  onend = () => {};

  get isPlaying() { return this.#end !== null; }

  // Shows the last frame of what plays.
  skip() {
    cancelAnimationFrame(this.#frame);
    const end = this.#end;
    [this.#end, this.#goOn] = [null, null];
    if (!end) return;
    this.isStepped = false;
    end();
    this.onwait(null);
    this.onend();
  }

  // Takes the next phase of what waits.
  goOn() { this.#goOn?.(); }

  // Plays phases with these ends: `draw` is called with the phase and how far it is, from 0 to 1, and `end` once.
  /** @type {(ends: number[], time: number, draw: (phase: number, at: number) => void, end: () => void) => void} */
  #play(ends, time, draw, end) {
    this.skip();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.isStepped = false;
      end();
      return;
    }
    this.#end = end;
    let [at, phase, before] = [0, 0, performance.now()];
    const next = () => {
      const now = performance.now();
      at += (now - before) / time;
      before = now;
      if (at >= ends[phase] && this.isStepped && phase < ends.length - 1) {
        at = ends[phase];
        draw(phase, 1);
        this.#goOn = () => {
          this.#goOn = null;
          [before, phase] = [performance.now(), phase + 1];
          this.onwait(null);
          next();
        };
        this.onwait(phase);
        return;
      }
      while (at >= ends[phase]) phase += 1;
      if (phase >= ends.length) this.skip();
      else {
        draw(phase, shareOf(ends[phase - 1] ?? 0, ends[phase], at));
        this.#frame = requestAnimationFrame(next);
      }
    };
    next();
  }

  // A push: upstream goes from the result's grad to the operation, the factor it meets comes from where it stands,
  // they become a product, and that runs along its edge into the grad below, which counts up.
  /** @type {(svg: SVGSVGElement, places: Place[], picture: PictureState, form: Form, end: () => void) => void} */
  push(svg, places, { pushed, lit }, form, end) {
    const layer = svg.querySelector('.labels');
    const operation = svg.querySelector(`#op${pushed}`);
    const from = places[pushed]?.grad;
    if (!operation || !from) {
      this.skip();
      end();
      return;
    }
    const meeting = middleOf(operation.querySelector('.ellipse'));
    const back = svg.getElementById(`r${pushed}`);
    const way = wayFrom(middleOf(from), wayAlong(back, true, meeting));
    // All is measured before anything is written.
    const films = this.#arrivals(svg, layer, places, lit, meeting, form).map(begin => begin());
    const upstream = new Token(layer, lit[0].upstream);
    back?.classList.add('lit');
    this.#play(PHASES, this.speed, (phase, at) => {
      upstream.to(way(phase === 0 ? smoothly(shareOf(0, MOVES, at)) : 1));
      upstream.isSeen = phase < 2;
      operation.classList.toggle('lit', phase > 0);
      for (const film of films) film.draw(phase, at);
    }, () => {
      upstream.group.remove();
      for (const film of films) film.end();
      end();
    });
  }

  // What a push brings each operand.
  /** @type {(svg: SVGSVGElement, layer: Element, places: Place[], lit: Arrival[], meeting: Point, form: Form) => (() => { draw: (phase: number, at: number) => void, end: () => void })[]} */
  #arrivals(svg, layer, places, lit, meeting, { font, size }) {
    const ways = lit.map(({ edge }) => wayAlong(svg.getElementById(edge), true, meeting));
    const ends = ways.map(way => way(1));
    /** @param {0 | 1} axis */
    const spread = axis => Math.max(...ends.map(end => end[axis])) - Math.min(...ends.map(end => end[axis]));
    const isHigh = lit.length > 1 && spread(0) > spread(1);
    const taken = occupied(svg, font);
    const plane = planeOf(svg, size);
    return lit.map((arrival, number) => {
      const receiver = places[arrival.receiver];
      const sibling = arrival.sibling === null ? null : places[arrival.sibling];
      const begin = sibling?.data ? middleOf(sibling.data) : meeting;
      const all = `${factors(arrival)} = ${arrival.product}`;
      // Products at one operation stand on the sides that they leave by.
      const [dx, dy] = [0, 1].map(axis => Math.sign(ends[number][axis] - meeting[axis]) || 1);
      const half = Token.width(all) / 2;
      const beside = [0, -8, 8, 16].map(down => [dx * (22 + half), down]);
      const above = [28, 40, 52, -28, -40, -52, 66, -66].flatMap(down => [0, 14 - half, half - 14].map(right => [right, dy * down]));
      const spots = (isHigh ? [...beside, ...above] : above).map(([right, down]) => [meeting[0] + right, meeting[1] + down]);
      const area = leastCovered(spots.map(spot => areaAround(spot, half, 10)), taken, plane);
      taken.push(area, area);
      /** @type {Point} */
      const spot = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
      // What arrives twice counts up once, from the first to the last.
      const same = lit.filter(other => other.receiver === arrival.receiver);
      const counted = same.at(-1) === arrival ? [same[0].before, arrival.after] : null;
      return () => this.#arrival(svg, layer, { arrival, receiver, sibling, begin, spot, all, way: ways[number], counted });
    });
  }

  /** @type {(svg: SVGSVGElement, layer: Element, film: { arrival: Arrival, receiver: Place, sibling: Place?, begin: Point, spot: Point, all: string, way: Way, counted: string[]? }) => { draw: (phase: number, at: number) => void, end: () => void }} */
  #arrival(svg, layer, { arrival, receiver, sibling, begin, spot, all, way, counted }) {
    const token = new Token(layer, arrival.local, sibling ? 'sibling' : '');
    token.isSeen = false;
    const [before, after] = (counted ?? []).map(Number);
    const canCount = Number.isFinite(before) && Number.isFinite(after);
    const digits = arrival.after.split('.')[1]?.length ?? 0;
    return {
      draw: (phase, at) => {
        const far = smoothly(shareOf(0, MOVES, at));
        token.isSeen = phase > 0;
        sibling?.box.classList.toggle('lights', phase === 1 || phase === 2);
        if (phase === 1) token.to(pointBetween(begin, spot, far));
        else if (phase === 2) {
          token.text = at < 0.5 ? factors(arrival) : all;
          token.to(spot);
        } else if (phase === 3) {
          svg.getElementById(arrival.edge)?.classList.add('lit');
          token.text = `+= ${arrival.product}`;
          // It goes when it has landed: the grad counts up then.
          token.isSeen = at <= MOVES;
          token.to(pointBetween(spot, way(0.9 * far), Math.min(1, 3 * far)));
          if (at > MOVES && canCount) receiver.grad.textContent = (before + (after - before) * shareOf(MOVES, 1, at)).toFixed(digits);
        }
      },
      end: () => {
        token.group.remove();
        sibling?.box.classList.remove('lights');
      },
    };
  }

  // Plays the steps of a whole pass one after another.
  /** @type {(svg: SVGSVGElement, steps: Step[], end: () => void) => void} */
  #sweep(svg, steps, end) {
    const layer = svg.querySelector('.labels');
    const ends = steps.map((_, at) => (at + 1) / steps.length);
    /** @type {(Move & { token: Token })[]} */
    let moving = [];
    let shown = -1;
    const clear = () => {
      for (const { token } of moving) token.group.remove();
      moving = [];
    };
    /** @param {number} number */
    const begin = number => {
      clear();
      for (; shown < number; shown += 1) steps[shown]?.done();
      moving = steps[number].moves().map(move => ({ ...move, token: new Token(layer, move.text, move.kind) }));
    };
    this.isStepped = false;
    this.#play(ends, this.speed * Math.min(STEP * steps.length, MOST), (number, at) => {
      if (number !== shown) begin(number);
      for (const { token, way, from, to } of moving) {
        token.isSeen = at >= from && at < to;
        token.to(way(smoothly(shareOf(from, to, at))));
      }
    }, () => {
      clear();
      end();
    });
  }

  // The forward pass, node by node: copies of the data run into the operation, and its result comes out.
  /** @type {(svg: SVGSVGElement, places: Place[], links: [number, number, string][]) => void} */
  forward(svg, places, links) {
    this.skip();
    const users = [...new Set(links.map(([, user]) => user))].sort((one, other) => one - other);
    for (const user of users) places[user].box.classList.add('later');
    const steps = users.map(user => ({
      moves: () => {
        const { data } = places[user];
        const into = links.filter(link => link[1] === user).map(([from, , id]) => {
          const number = places[from].data;
          return { text: number.textContent, way: wayFrom(middleOf(number), wayAlong(svg.getElementById(id), false, middleOf(number))), from: 0, to: 0.55 };
        });
        const [begin, cell] = [wayAlong(svg.getElementById(`r${user}`), false, middleOf(data))(0), middleOf(data)];
        const out = { text: data.textContent, kind: 'sibling', way: (/** @type {number} */ at) => pointBetween(begin, cell, at), from: 0.55, to: 1 };
        return [...into, out];
      },
      done: () => places[user].box.classList.remove('later'),
    }));
    this.#sweep(svg, steps, () => {
      for (const user of users) places[user].box.classList.remove('later');
    });
  }

  // The backward pass, node by node: the grad runs back to the operation, and a product to each operand.
  /** @type {(svg: SVGSVGElement, places: Place[], links: [number, number, string][], picture: PictureState, show: (nodes: Set<number>, edges: Set<string>) => void, end: () => void) => void} */
  backward(svg, places, links, { nodes, strengths }, show, end) {
    this.skip();
    const users = [...new Set(links.map(([, user]) => user))].sort((one, other) => other - one);
    /** @type {Set<string>} */
    const shown = new Set();
    const reveal = () => show(new Set([...places.keys()].filter(number => links.every(([from, , id]) => from !== number || shown.has(id)))), shown);
    const products = new Map(strengths);
    const steps = users.map(user => {
      const own = links.filter(link => link[1] === user);
      return {
        moves: () => {
          const { grad } = places[user];
          const back = wayFrom(middleOf(grad), wayAlong(svg.getElementById(`r${user}`), true, middleOf(grad)));
          const down = own.filter(([, , id]) => Number.isFinite(products.get(id))).map(([, , id]) =>
            ({ text: String(Number(products.get(id).toPrecision(4))), way: wayAlong(svg.getElementById(id), true, back(1)), from: 0.45, to: 1 }));
          return [{ text: nodes[user].grad ?? '', kind: 'sibling', way: back, from: 0, to: 0.45 }, ...down];
        },
        done: () => {
          for (const [, , id] of own) shown.add(id);
          reveal();
        },
      };
    });
    reveal();
    this.#sweep(svg, steps, end);
  }
}
