// The circuit: drawn once by the calculator; here its numbers are filled in, and it is looked around.

const SVG = 'http://www.w3.org/2000/svg';
const MARKER = '<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" '
  + 'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head" '
  + 'd="M0 0.5 L8 4 L0 7.5 z"/></marker></defs>';
// Below this scale text is too small to read, and the picture shows a part of the graph, larger.
const READABLE = 0.62;
const PART = 0.85;
const LARGEST = 1.3;

class Picture {
  place;
  #svg = null;
  #key = '';
  #nodes = [];
  #now = null;
  // The part that is shown, and whether the reader chose it.
  #view = { x: 0, y: 0, scale: 1 };
  #isChosen = false;
  #size = [0, 0];

  // `onpress` is called with a node that is pressed, and its box.
  constructor(place, onpress) {
    this.place = place;
    this.onpress = onpress;
    place.addEventListener('click', event => this.#press(event));
    place.addEventListener('keydown', event => this.#pressKey(event));
    place.addEventListener('wheel', event => this.#wheel(event), { passive: false });
    this.#followPointers();
    new ResizeObserver(() => this.#look()).observe(place);
  }

  // Shows a picture, or a sentence where there is none.
  show(picture, root, sentence) {
    if (!picture) {
      this.#key = '';
      this.#svg = null;
      this.#nodes = [];
      this.#now = null;
      this.place.closest('.window').style.removeProperty('--need');
      this.place.replaceChildren(Object.assign(document.createElement('p'), { textContent: sentence }));
      return;
    }
    this.#now = picture;
    if (!this.#svg || picture.key !== this.#key) return;
    this.#svg.setAttribute('aria-label', `the circuit of ${root}; arrow keys go from box to box`);
    picture.nodes.forEach((node, number) => this.#fill(node, this.#nodes[number]));
    this.#light(picture);
    this.#look();
  }

  // Draws it without its numbers.
  draw({ drawing: [markup, width, height], key }) {
    const isNew = this.#key !== key;
    this.#key = key;
    this.#size = [width, height];
    const scale = this.place.clientWidth / width;
    const shown = Math.ceil(height * (scale < READABLE ? PART : Math.min(1, scale)));
    this.place.closest('.window').style.setProperty('--need', `${shown + 60}px`);
    this.place.innerHTML = `<svg role="group">${MARKER}${markup}<g class="labels"></g></svg>`;
    this.#svg = this.place.firstElementChild;
    this.#nodes = [...this.#svg.querySelectorAll('.node')].map(box => ({
      box, data: box.querySelector('.data'), grad: box.querySelector('.grad'),
      status: box.querySelector('.status'), said: '',
    }));
    if (isNew) this.#isChosen = false;
    const last = this.#nodes.at(-1);
    if (last) last.box.setAttribute('tabindex', '0');
  }

  #fill(node, parts) {
    const said = JSON.stringify(node);
    if (!parts || parts.said === said) return;
    const grad = node.grad ?? (node.mark === 'asked' ? '?' : '·');
    parts.data.textContent = node.data;
    parts.grad.textContent = grad;
    parts.status.textContent = node.status === '?' ? '' : node.status;
    parts.box.setAttribute('class', `node ${node.sign} ${node.mark}`);
    const told = node.grad === null ? 'grad not known yet' : `grad ${node.grad}`;
    parts.box.setAttribute('aria-label', `${node.name}, data ${node.data}, ${told} ${node.status}`);
    parts.said = said;
  }

  // Lights the edges of the last push, and says what went along them.
  #light({ lit, pushed }) {
    const find = id => this.#svg.getElementById(id);
    for (const edge of this.#svg.querySelectorAll('.lit')) edge.classList.remove('lit');
    const labels = this.#svg.querySelector('.labels');
    labels.replaceChildren();
    if (pushed !== null) {
      find(`r${pushed}`)?.classList.add('lit');
      find(`op${pushed}`)?.classList.add('lit');
    }
    const got = new Map();
    for (const [id, receiver, words] of lit) {
      find(id)?.classList.add('lit');
      got.set(receiver, [...got.get(receiver) ?? [], words]);
    }
    // Above the box that got it, where nothing else is.
    for (const [receiver, words] of got) {
      const box = this.#nodes[receiver].box.querySelector('.frame').getBBox();
      const label = document.createElementNS(SVG, 'text');
      label.setAttribute('x', (box.x + box.width / 2).toFixed(1));
      label.setAttribute('y', (box.y - 4).toFixed(1));
      label.setAttribute('text-anchor', 'middle');
      label.textContent = `+= ${words.join(' + ')}`;
      labels.append(label);
    }
  }

  // Chooses what is seen: all of it where it can be read, else what is going on.
  #look() {
    if (!this.#svg) return;
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    if (!width || !height) return;
    const whole = Math.min(width / this.#size[0], height / this.#size[1], LARGEST);
    if (!this.#isChosen) {
      this.#view.scale = whole < READABLE ? PART : whole;
      this.#center(this.#interest(), whole >= READABLE);
    }
    this.#apply();
  }

  // The box that the reader should see: the one that is asked for, pushed last, or the root.
  #interest() {
    const asked = this.#now.nodes.findIndex(node => node.mark === 'asked');
    return asked >= 0 ? asked : this.#now.pushed ?? this.#nodes.length - 1;
  }

  #center(number, isWhole) {
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    const { scale } = this.#view;
    let [x, y] = [this.#size[0] / 2, this.#size[1] / 2];
    if (!isWhole && this.#nodes[number]) {
      const box = this.#nodes[number].box.getBBox();
      [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    }
    // No further than to the edge.
    const inside = (middle, seen, all) =>
      seen >= all ? (all - seen) / 2 : Math.min(Math.max(middle - seen / 2, 0), all - seen);
    this.#view.x = inside(x, width / scale, this.#size[0]);
    this.#view.y = inside(y, height / scale, this.#size[1]);
  }

  #apply() {
    const { x, y, scale } = this.#view;
    const [width, height] = [this.place.clientWidth / scale, this.place.clientHeight / scale];
    this.#svg.setAttribute('viewBox', `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
  }

  // Makes it larger or smaller around a point of the place.
  zoom(by, at = [this.place.clientWidth / 2, this.place.clientHeight / 2]) {
    if (!this.#svg) return;
    const { x, y, scale } = this.#view;
    const next = Math.min(Math.max(scale * by, 0.02), 4);
    this.#view = { scale: next, x: x + at[0] / scale - at[0] / next, y: y + at[1] / scale - at[1] / next };
    this.#isChosen = true;
    this.#apply();
  }

  // Shows all of it.
  whole() {
    if (!this.#svg) return;
    const [width, height] = [this.place.clientWidth, this.place.clientHeight];
    this.#view.scale = Math.min(width / this.#size[0], height / this.#size[1], LARGEST);
    this.#center(0, true);
    this.#isChosen = true;
    this.#apply();
  }

  #wheel(event) {
    // Without Ctrl the wheel scrolls the page.
    if (!event.ctrlKey) return;
    event.preventDefault();
    const place = this.place.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 200), [event.clientX - place.x, event.clientY - place.y]);
  }

  // One pointer moves the picture, two make it larger or smaller.
  #followPointers() {
    const pointers = new Map();
    let moved = 0;
    const distance = () => {
      const [one, other] = [...pointers.values()];
      return Math.hypot(one[0] - other[0], one[1] - other[1]);
    };
    this.place.addEventListener('pointerdown', event => {
      if (event.target.closest('input')) return;
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    this.place.addEventListener('pointermove', event => {
      const before = pointers.get(event.pointerId);
      if (!before || !this.#svg) return;
      const after = [event.clientX, event.clientY];
      const apart = pointers.size === 2 ? distance() : 0;
      pointers.set(event.pointerId, after);
      moved += Math.hypot(after[0] - before[0], after[1] - before[1]);
      if (moved < 6) return;
      this.place.setPointerCapture(event.pointerId);
      if (pointers.size === 2) {
        const place = this.place.getBoundingClientRect();
        this.zoom(distance() / (apart || 1), [after[0] - place.x, after[1] - place.y]);
        return;
      }
      this.#view.x -= (after[0] - before[0]) / this.#view.scale;
      this.#view.y -= (after[1] - before[1]) / this.#view.scale;
      this.#isChosen = true;
      this.#apply();
    });
    const leave = event => pointers.delete(event.pointerId);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
      this.place.addEventListener(name, leave);
    }
    this.place.addEventListener('click', event => {
      if (moved >= 6) event.stopImmediatePropagation();
    }, { capture: true });
  }

  #number(target) {
    const box = target.closest?.('.node');
    return box ? this.#nodes.findIndex(node => node.box === box) : -1;
  }

  #press(event) {
    const number = this.#number(event.target);
    if (number >= 0) this.onpress(this.#now.nodes[number], this.#nodes[number].box);
  }

  // The arrow keys go to the nearest box that way.
  #pressKey(event) {
    const number = this.#number(event.target);
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (number < 0) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onpress(this.#now.nodes[number], this.#nodes[number].box);
    } else if (way) {
      event.preventDefault();
      this.#step(number, way);
    }
  }

  #step(from, [right, down]) {
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
    const whole = Math.min(this.place.clientWidth / this.#size[0], this.place.clientHeight / this.#size[1]);
    if (whole < this.#view.scale) this.#center(best, false);
    this.#apply();
  }
}
