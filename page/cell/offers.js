// What a page begins with: what it is, sessions to begin with, its lessons, and what its words mean.

import { button, make } from './elements.js';

// The lecture's expression, which is there from the start.
const FIRST = 'a = 2; b = -3; c = 10; f = -2\nL = (a*b + c) * f';

/** The sessions that are offered: what each is, and its script.
 * @type {[string, string][]} */
const OFFERS = [
  ['A neuron', 'x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.88\nn = x1*w1 + x2*w2 + b\no = tanh(n)'],
  ['A line through points', [
    'x = [1, 2, 3, 4, 5, 6]; y = [2.1, 3.9, 6.2, 7.8, 10.1, 11.8]', 'slope = 0.5; offset = 1',
    'line = slope*x + offset', 'loss = mean((line - y)^2)', ':plot y = line x 0 7',
  ].join('\n')],
  ['Two moons', [
    'x1 = [1.01, 0.91, 0.93, 1.03, 0.79, 0.77, 0.59, 0.37, 0.14, -0.05, -0.1, -0.24, -0.41, -0.49, -0.71, -0.83, -0.99, -1.12, -0.96, -0.96, 0.08, -0.03, -0.02, 0.06, 0.06, 0.25, 0.61, 0.58, 0.89, 1, 1.07, 1.3, 1.4, 1.69, 1.8, 1.75, 1.84, 1.96, 1.97, 1.99]',
    'x2 = [0.1, 0.24, 0.3, 0.49, 0.67, 0.73, 0.76, 0.88, 0.85, 0.98, 0.97, 0.86, 0.93, 0.77, 0.57, 0.44, 0.56, 0.39, 0.14, 0.04, 0.48, 0.29, 0.17, 0.11, -0.2, -0.4, -0.53, -0.46, -0.63, -0.56, -0.55, -0.56, -0.39, -0.53, -0.16, -0.09, 0.16, 0.16, 0.32, 0.43]',
    `y = [${'1, '.repeat(20)}${Array(20).fill('-1').join(', ')}]`,
    ':net moons 2 8 8 1', 'score = moons(x1, x2)', 'loss = mean((score - y)^2)',
    ':plot score x1 -1.5 2.5 x2 -1 1.5 by y',
  ].join('\n')],
];

// The first screen: one line on what this is, and the offers. It goes with the first statement.
export class Offers {
  /**
   * @param {(script: string) => void} choose
   * @param {() => void} list
   * @param {(file: File) => void} open
   */
  constructor(choose, list, open) {
    const file = make('input', { type: 'file', accept: '.md,.markdown,text/markdown', hidden: true, ariaLabel: 'a lesson' });
    file.addEventListener('change', () => file.files[0] && open(file.files[0]));
    const offers = OFFERS.map(([title, script]) => button(title, script.split('\n').at(-1), () => choose(script)));
    this.element = make('div', { className: 'offers', role: 'group', ariaLabel: 'to begin with' },
      make('p', {}, 'See the derivative of every number. Drag one, train it, or ask why.'),
      ...offers, button('Lessons', LESSONS, list),
      button('A lesson of your own', 'a Markdown file; you can also drop it here', () => file.click()), file);
  }

  get first() { return FIRST; }
}

const LESSONS = 'the built-in lessons';

// The lessons that come with the calculator, listed at any time.
export class Shelf {
  /**
   * @param {(name: string) => void} open
   * @param {(list: HTMLElement) => void} show
   */
  constructor(open, show) {
    this.open = open;
    this.list = make('div', { className: 'entry shelf', role: 'group', ariaLabel: 'Lessons' });
    this.show = () => show(this.list);
    this.button = button('Lessons', LESSONS, this.show);
  }

  /** @param {[string, string][]} lessons */
  offer(lessons) {
    // They do not change: the focus stays on one of them.
    if (this.list.childElementCount) return;
    this.list.append(...lessons.map(([name, about]) =>
      make('p', {}, button(`Lesson: ${name}`, about, () => this.open(name)), about)));
  }
}

/** What the words of the picture mean.
 * @type {[string, string][]} */
const TERMS = [
  ['data', 'the number itself, from the forward pass'],
  ['grad', 'the derivative of the root by this number: how fast the root changes with it'],
  ['leaf', 'a number that you typed, not computed from others; training may move it'],
  ['root', 'the result whose derivatives are shown'],
  ['L.1', 'a step on the way to L that has no name of its own: the first'],
];

// What colors and words mean: each word explains itself under the mouse and with the focus.
export function legend() {
  const terms = TERMS.flatMap(([term, meaning]) => {
    const tip = make('span', { role: 'tooltip', className: 'tip' }, meaning);
    return [' ', make('span', { className: 'term', tabIndex: 0, role: 'note', ariaLabel: `${term}: ${meaning}` }, term, tip)];
  });
  return make('p', { className: 'legend', role: 'group', ariaLabel: 'colors and words' },
    'grad ', make('span', { className: 'positive' }, 'above 0: the root rises with it'), ', ',
    make('span', { className: 'negative' }, 'below 0: it falls'), ', dashed: 0.', ...terms);
}
