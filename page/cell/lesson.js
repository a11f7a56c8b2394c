// A lesson that is played: where it comes from, its steps, and what is handed in. What is right, and what
// comes next, the calculator knows.

import { button, make } from './elements.js';
import { HERE, inline } from './engine.js';
import { saveAs } from './share.js';

// The most bytes of a lesson, so that a page that is no lesson is not read to its end.
const MOST_BYTES = 1 << 20;

// The text of a lesson at an address of this site.
/** @type {(address: string) => Promise<string>} */
export async function fetchedLesson(address) {
  const whole = new URL(address, document.baseURI);
  if (whole.origin !== location.origin) {
    throw new Error(`it is on another site (${whole.host || whole.protocol}), and the page reads only lessons of its own site: save the lesson, and drop the file here`);
  }
  const answer = await fetch(whole);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
  if (Number(answer.headers.get('content-length')) > MOST_BYTES) throw new Error('it is larger than 1 MB');
  return answer.text();
}

// One of those that come with the calculator: in its file, or beside its script.
/** @type {(name: string) => Promise<string>} */
export async function shelved(name) {
  return inline(`gradcalc-lesson-${name}`) ?? fetchedLesson(new URL(`lessons/${name}.md`, HERE).href);
}

// The text of a file that is dropped or chosen.
/** @type {(file: File) => Promise<string>} */
export async function readLesson(file) {
  if (file.size > MOST_BYTES) throw new Error('it is larger than 1 MB');
  return file.text();
}

// Where a tab keeps the lesson that is played.
const PLAYED = 'gradcalc-lesson-and-seed';

// Does what needs a place to keep things, of which some pages have none.
/** @type {(work: () => unknown) => string | null} */
function leniently(work) {
  try {
    return /** @type {string | null} */ (work() ?? null);
  } catch {
    return null;
  }
}

export const playedLesson = () => leniently(() => sessionStorage.getItem(PLAYED));
/** @type {(text: string | null) => string | null} */
export const keepPlayed = text => leniently(() => (text === null
  ? sessionStorage.removeItem(PLAYED) : sessionStorage.setItem(PLAYED, text)));

// The file of a pupil's answers: the words of the lesson's title and of the name.
/** @type {(title: string, name: string) => string} */
const fileOf = (title, name) =>
  `${`${title} ${name}`.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-').slice(0, 100) ?? 'answers'}.json`;

// The steps of the lesson, below its last part.
export class Course {
  // What was answered, as a file to hand in.
  handed = '';
  title = '';

  /**
   * @param {(to: string) => void} turn
   * @param {(name: string) => Promise<void>} write
   */
  constructor(turn, write) {
    this.where = make('span', { className: 'where' });
    this.next = button('Continue', 'go to the next part (or Enter on an empty line)', () => turn('next'));
    const back = button('Back', 'show the previous part', () => turn('back'));
    const again = button('Again', 'restart this part', () => turn('again'));
    const stop = button('Leave', 'end the lesson', () => turn('stop'));
    this.name = make('input', { type: 'text', ariaLabel: 'your name', placeholder: 'your name', maxLength: 80, autocomplete: 'name' });
    this.name.addEventListener('change', () => write(this.name.value));
    this.save = button('Save answers', 'save what you have answered so far as a file to submit', async () => {
      await write(this.name.value);
      saveAs(fileOf(this.title, this.name.value), `${this.handed}\n`);
    });
    this.element = make('div', { className: 'course', role: 'group', ariaLabel: 'The lesson' },
      this.next, this.where, back, again, stop, this.name, this.save);
    this.element.hidden = true;
  }

  /** @param {import('./messages').Reply} reply */
  take({ handed }) {
    if (handed) this.handed = handed;
  }

  /** @param {Pick<import('./messages').State, 'lesson'>} state */
  show({ lesson }) {
    this.element.hidden = !lesson;
    if (!lesson) return;
    const { title, shown, parts, goal } = lesson;
    this.title = title;
    this.where.textContent = `${title}: ${shown} of ${parts}${goal ? `. Goal: ${goal}` : ''}`;
    this.next.disabled = lesson.asks;
  }
}
