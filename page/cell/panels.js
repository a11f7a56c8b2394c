// What stands below the picture: the pass by hand, training, and a slider for each leaf.

// An element: its tag, its properties, and what is inside.
function make(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

const button = (text, title, onclick) => make('button', { type: 'button', title, onclick }, text);

// Writes at the cursor of a field into what is typed; returns false if nothing is.
function insertInto(field, text) {
  if (field.value.trim() === '') return false;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.focus();
  return true;
}

// Whether an exercise goes on.
const isOn = lesson => Boolean(lesson) && !lesson.over;

// The buttons that make the picture smaller, larger, and show all of it.
class Zoom {
  constructor(picture) {
    const [less, more, all] = [
      button('−', 'show more of the picture, smaller', () => picture.zoom(1 / 1.4)),
      button('+', 'show less of the picture, larger', () => picture.zoom(1.4)),
      button('All', 'show all of the picture', () => picture.whole()),
    ];
    [less.ariaLabel, more.ariaLabel, all.ariaLabel] = ['Zoom out', 'Zoom in', 'All of the picture'];
    picture.onlook = isWhole => { all.ariaPressed = String(isWhole); };
    this.element = make('div', { className: 'zoom', role: 'group', ariaLabel: 'Zoom', hidden: true }, less, more, all);
  }
}

// A plot, drawn again as numbers move. As an image it has its own style and runs nothing.
class Plot {
  #svg = '';
  #isShown = false;

  constructor(close) {
    this.image = make('img', { alt: '', decoding: 'sync' });
    this.element = make('figure', { className: 'plot', hidden: true },
      this.image, button('×', 'close the plot; :plot opens one', close));
    this.element.lastChild.ariaLabel = 'Close the plot';
  }

  // Notes the picture, which comes once; the next frame shows it.
  draw({ svg }) { [this.#svg, this.#isShown] = [svg, false]; }

  show(plot) {
    this.element.hidden = !plot;
    if (!plot) {
      // Not to be found in the document either: its tangent may be what a quiz asks for.
      this.image.removeAttribute('src');
      this.image.alt = '';
      this.#isShown = false;
    } else if (!this.#isShown && this.#svg) {
      this.image.src = `data:image/svg+xml,${encodeURIComponent(this.#svg)}`;
      this.image.alt = `${plot.statement}: ${inWords(this.#svg)}`;
      this.#isShown = true;
    }
  }
}

// What a picture says of itself.
function inWords(svg) {
  const element = name => new RegExp(`<${name} [^>]*>([^<]*)`).exec(svg)?.[1] ?? '';
  const marks = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return `${element('title')}. ${element('desc')}`.replace(/&\w+;/g, mark => marks[mark] ?? mark);
}

// The buttons of a pass by hand and of the quiz; each types a command, those of the quiz with `practice`.
class Hand {
  constructor(type, practice, leave) {
    this.begin = button('Backward by hand', ':back: empty the grads and take the pass step by step', () => type(':back'));
    this.next = button('Next', ':next: the next node pushes its grad', () => type(':next'));
    this.back = button('Undo step', ':prev: take the last push back', () => type(':prev'));
    this.quiz = button('Quiz', ':quiz: find every grad yourself', () => practice(':quiz'));
    this.hint = button('Hint', ':hint', () => practice(':hint'));
    this.skip = button('Skip', ':skip: tell the answer and go on', () => practice(':skip'));
    this.end = button('Show all grads', 'end this exercise', leave);
    this.anyway = button('', 'see what goes wrong', () => type(`:visit! ${this.early}`));
    this.early = null;
    this.element = make('div', { role: 'group', className: 'hand', ariaLabel: 'The backward pass' },
      this.begin, this.quiz, this.next, this.back, this.anyway, this.hint, this.skip, this.end);
    // Until the calculator is there, there is nothing to go through.
    this.show({});
  }

  show({ lesson, picture, root }) {
    const kind = lesson && !(lesson.kind === 'quiz' && lesson.over) ? lesson.kind : null;
    this.element.classList.toggle('long', kind !== null);
    this.begin.hidden = kind !== null;
    this.quiz.hidden = kind !== null;
    this.begin.disabled = this.quiz.disabled = !root || !picture;
    this.next.hidden = this.back.hidden = kind !== 'hand';
    this.next.disabled = Boolean(lesson?.over);
    this.next.textContent = lesson?.next && kind === 'hand' ? `Next: ${lesson.next}` : 'Next';
    this.hint.hidden = this.skip.hidden = kind !== 'quiz';
    this.end.hidden = kind === null;
    this.end.textContent = kind === 'quiz' ? 'End the quiz' : lesson?.over ? 'Done' : 'Show all grads';
    // Only right after a node was found not to be ready.
    this.anyway.hidden = kind !== 'hand' || this.early === null;
    this.anyway.textContent = `Push ${this.early} anyway`;
  }
}

// A long name without its middle: names are told apart by how they begin and end.
const elided = name => {
  const characters = [...name];
  return characters.length <= 14 ? name : [...characters.slice(0, 6), '…', ...characters.slice(-7)].join('');
};

// A slider for each leaf that is not frozen. A drag is one change to undo. An exercise is about the
// numbers as they are, so they cannot be moved then.
class Sliders {
  #rows = new Map();
  // The characters of the widest number.
  #widest = 0;

  constructor(ondrag) {
    this.ondrag = ondrag;
    this.element = make('div', { role: 'group', className: 'sliders', ariaLabel: 'Leaves' });
    this.rest = make('p', { className: 'faint' });
  }

  show({ sliders, more, lesson }) {
    const names = sliders.map(slider => slider.name);
    if (names.join(' ') !== [...this.#rows.keys()].join(' ')) {
      const before = this.#rows;
      this.#rows = new Map(names.map(name => [name, before.get(name) ?? this.#row(name)]));
      this.element.style.setProperty('--name', Math.max(...names.map(name => [...elided(name)].length), 1));
      this.element.replaceChildren(...[...this.#rows.values()].map(row => row.element), this.rest);
    }
    for (const slider of sliders) {
      const row = this.#rows.get(slider.name);
      row.range.disabled = isOn(lesson);
      this.#fill(row, slider);
    }
    // Grows with a drag, which is not to move the sliders, and shrinks when it was far too wide.
    const widest = Math.max(0, ...sliders.map(slider => slider.text.length));
    if (widest > this.#widest || widest < this.#widest - 4) {
      this.element.style.setProperty('--value', this.#widest = widest);
    }
    this.rest.textContent = more ? `${more} more leaves have no slider; :set NAME VALUE moves any` : '';
    this.rest.hidden = !more;
  }

  #row(name) {
    const range = make('input', { type: 'range', ariaLabel: name });
    // Read out with the slider; on its own it would be read out whenever anything moves it.
    const value = make('span', { className: 'value', ariaHidden: 'true' });
    // Held while it is dragged, and until what it was moved to is known: a number from before that is
    // not to move it back.
    const row = { range, value, held: 0 };
    const move = async last => {
      row.held += 1;
      await this.ondrag(name, Number(range.value), last);
      row.held -= 1;
    };
    const label = make('span', { className: 'name' }, elided(name));
    if (label.textContent !== name) label.title = name;
    row.element = make('label', { className: 'slider' }, label, range, value);
    for (const [event, last] of [['input', false], ['change', true]]) {
      range.addEventListener(event, () => move(last));
    }
    return row;
  }

  #fill(row, { number, text }) {
    row.value.textContent = text;
    row.range.setAttribute('aria-valuetext', text);
    if (row.held || number === null) return;
    const { range } = row;
    const goal = Math.max(2 * Math.abs(number), 1);
    // Not at every move, and not a range so wide that the number cannot be moved by hand.
    if (row.reach === undefined || Math.abs(number) > row.reach || row.reach > 100 * goal) {
      // 1, 2 or 5 times a power of ten, and the number in the middle third.
      const power = 10 ** Math.floor(Math.log10(goal));
      const reach = power * [1, 2, 5, 10].find(times => times * power >= goal);
      [row.reach, range.min, range.max, range.step] = [reach, -reach, reach, reach / 200];
    }
    // A number between two steps is not to be rounded to one.
    range.step = 'any';
    range.value = number;
    range.step = row.reach / 200;
    if (Math.abs(Number(range.value) - number) > 1e-9 * row.reach) range.step = 'any', range.value = number;
  }
}

// Training: one step, a run, and the curve as it falls.
class Training {
  #curve = [];
  #steps = 0;
  #end = '';
  #isRunning = false;
  // Whether there is more of the curve than is drawn.
  #isAhead = false;
  // The root that it is the curve of, with the data that it ended with.
  #of = '';
  // Whether it was told to end.
  isEnding = false;

  constructor(step, run, stop) {
    this.rate = make('input', { type: 'text', value: '0.01', size: 6, ariaLabel: 'rate', spellcheck: false, inputMode: 'decimal' });
    this.step = button('Step', ':step RATE: every leaf -= rate × grad', () => step(this.rate.value));
    this.run = button('Train', 'steps until you stop it', () => (this.#isRunning ? stop() : run(this.rate.value)));
    this.said = make('output', { className: 'said' });
    this.graph = document.createElementNS(SVG, 'svg');
    this.graph.setAttribute('class', 'curve');
    this.graph.setAttribute('role', 'img');
    this.graph.setAttribute('viewBox', '0 0 300 60');
    this.graph.setAttribute('preserveAspectRatio', 'none');
    this.line = document.createElementNS(SVG, 'polyline');
    this.graph.append(this.line);
    this.graph.toggleAttribute('hidden', true);
    this.element = make('div', { role: 'group', className: 'training', ariaLabel: 'Training' },
      make('label', {}, 'rate ', this.rate), this.step, this.run, this.said, this.graph);
  }

  show({ trains, lesson, root }) {
    // An exercise is about these numbers.
    this.element.classList.toggle('closed', isOn(lesson) && !this.#isRunning);
    this.step.disabled = this.run.disabled = !trains && !this.#isRunning;
    if (this.#isAhead) {
      this.#draw(root?.[0] ?? '');
      this.#of = String(root);
    } else if (!this.#isRunning && this.#of !== String(root)) {
      this.said.textContent = '';
      this.graph.toggleAttribute('hidden', true);
    }
  }

  set isRunning(runs) {
    this.#isRunning = runs;
    // What changes with every frame is not read out; its end is.
    this.said.ariaLive = runs ? 'off' : 'polite';
    this.run.textContent = runs ? 'Stop' : 'Train';
    this.step.disabled = runs;
  }

  get isRunning() { return this.#isRunning; }

  // From when it was asked for, which may be before it can begin.
  begin() {
    this.isEnding = false;
    [this.#curve, this.#steps, this.#end] = [[], 0, ''];
    this.isRunning = true;
  }

  // Adds what a slice of the run has given: the root's data at even distances from the end of the
  // slice before.
  add({ curve, taken }) {
    const far = taken / Math.max(1, curve.length - 1);
    curve.forEach((value, at) => {
      if (Number.isFinite(value) && (at > 0 || !this.#curve.length)) this.#curve.push([this.#steps + at * far, value]);
    });
    while (this.#curve.length > 2000) this.#curve = this.#curve.filter((_, at) => at % 2 === 0);
    this.#steps += taken;
    this.#isAhead = true;
  }

  // Notes why the run ended, if not because it was stopped.
  end(why) {
    this.#end = why;
    this.#isAhead = true;
  }

  #draw(root) {
    this.#isAhead = false;
    const curve = this.#curve;
    this.graph.toggleAttribute('hidden', curve.length < 2);
    if (curve.length < 2) {
      this.said.textContent = this.#end;
      return;
    }
    const values = curve.map(([, value]) => value);
    // What changes a thousandfold would be seen to change at one end only.
    const sizes = values.map(Math.abs);
    const sign = Math.sign(values[0]);
    const isFar = values.every(value => value * sign > 0) && Math.max(...sizes) > 1000 * Math.min(...sizes);
    const high = value => (isFar ? sign * Math.log(Math.abs(value)) : value);
    const [least, most] = [high(Math.min(...values)), high(Math.max(...values))];
    const [across, up] = [300 / curve.at(-1)[0], 54 / (most - least || 1)];
    const point = ([step, value]) => `${(step * across).toFixed(1)},${(57 - (high(value) - least) * up).toFixed(1)}`;
    this.line.setAttribute('points', curve.map(point).join(' '));
    const short = number => Number(number.toPrecision(5));
    const end = this.#end ? `; ${this.#end}` : ` after ${this.#steps} steps`;
    const scale = isFar ? '; the curve is on a log scale' : '';
    const words = `${root}: ${short(values[0])} → ${short(values.at(-1))}${end}${scale}`;
    this.said.textContent = words;
    this.graph.setAttribute('aria-label', words);
  }
}
