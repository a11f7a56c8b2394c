// A session in the address of the page, and in a file of its own.

import { button, make } from './elements.js';
import { HERE, inline } from './engine.js';

// The end of an address, such as a mail program does not break.
/** @param {string} script */
export const toLink = script => encodeURIComponent(script)
  .replace(/%(3D|3B|3A|2C|2F|2B|40)/g, decodeURIComponent)
  .replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

// The script of an address; null if it is not whole.
/** @type {(hash: string) => string | null} */
export function fromLink(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return null;
  }
}

// Where a single file keeps the session that it was saved with.
const KEPT = 'gradcalc-session';

export const keptScript = () => fromLink(inline(KEPT) ?? '');

// Where it keeps the lesson that was played.
const LESSON = 'gradcalc-played';

export const keptLesson = () => fromLink(inline(LESSON) ?? '');

// A file that holds the calculator and this session, or the lesson that is played, and needs nothing else.
/** @type {(script: string, lesson: string | null) => Promise<string>} */
async function singleFile(script, lesson) {
  const page = inline('gradcalc-wasm') ? ownPage() : await fetchedPage();
  const session = withText(page, KEPT, lesson === null ? script : null);
  return withText(session, LESSON, lesson);
}

// The page with a text kept in this place, or with none.
/** @type {(page: string, place: string, text: string | null) => string} */
function withText(page, place, text) {
  // In pieces: this text may itself stand in a page, which the end of a script would cut off.
  const [begin, end] = [`<${'script'} type="text/plain" id="${place}">`, `</${'script'}>`];
  const before = page.indexOf(begin);
  const after = before < 0 ? before : page.indexOf(end, before) + end.length;
  const without = before < 0 ? page : page.slice(0, before) + page.slice(after);
  // A function, since $ in a replacement text has a meaning.
  return text === null ? without : without.replace('</head>', () => `${begin}${toLink(text)}${end}</head>`);
}

async function fetchedPage() {
  const answer = await fetch(new URL('single.html', HERE));
  if (!answer.ok) throw new Error(`single.html: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

function ownPage() {
  return `<!DOCTYPE html>\n${document.documentElement.outerHTML}`;
}

/** @type {(name: string, text: string) => void} */
export function saveAs(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = make('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// Where a tab keeps its own session over a reload.
const OWN = 'gradcalc-own';

/**
 * A session of this tab: its script, the plot beside it, and what was said last.
 * @typedef {{ script: string, isLinked: boolean, plot: string | null, latest: Partial<import('./messages').Entry>[] }} Own
 */

// The session that this tab has kept, if the address is still that of it.
/** @type {(linked: string) => Own | null} */
export function ownSession(linked) {
  try {
    /** @type {Own | null} */
    const own = JSON.parse(sessionStorage.getItem(OWN) ?? 'null');
    return own && (own.isLinked ? own.script === linked : !linked) ? own : null;
  } catch {
    // Some pages may keep nothing.
    return null;
  }
}

/** @type {(own: Own) => void} */
function keep(own) {
  try {
    sessionStorage.setItem(OWN, JSON.stringify(own));
  } catch {
    // Neither room nor leave to keep it.
  }
}

// Keeps the session in the address of the page, and hands it out.
export class Sharing {
  #later = 0;
  #shared = '';
  // The end of an address that rebuilds the session; null if it is too long for one.
  link = '';

  // `does.write` gives the session as it is written down, or null.
  /**
   * @param {boolean} isPage
   * @param {import('./parts').Does} does
   * @param {import('./talk').Talk} talk
   * @param {HTMLElement} said
   */
  constructor(isPage, does, talk, said) {
    this.isPage = isPage;
    this.does = does;
    this.talk = talk;
    this.said = said;
    this.copy = button('Copy link', 'an address that rebuilds this session, and restarts its exercise', () => this.#copyLink());
    this.download = button('Download', 'one file with the calculator and this session, to send or keep', () => this.#download());
  }

  // Once nothing has changed for a moment.
  soon() {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#save(), 300);
  }

  // Returns false if it cannot be written.
  async #save() {
    const written = await this.does.write();
    if (!written) return false;
    [this.#shared, this.link] = [written.shared, written.link ?? null];
    if (this.isPage) {
      const [plot, latest] = [this.does.plotStatement(), this.talk.latest];
      keep({ script: this.link ?? this.#shared, isLinked: this.link !== null, plot, latest });
      try {
        history.replaceState(null, '', this.link ? `#${toLink(this.link)}` : location.pathname + location.search);
      } catch {
        // A file from a disk may keep its address to itself.
      }
    }
    return true;
  }

  async #copyLink() {
    this.does.endTraining();
    if (!await this.#save()) return;
    if (this.link === null) {
      this.said.textContent = 'This session is too long for a link; Download writes it to a file.';
      return;
    }
    const address = `${location.href.split('#')[0]}#${toLink(this.link)}`;
    try {
      await navigator.clipboard.writeText(address);
      this.said.textContent = location.protocol === 'file:'
        ? 'The link is copied. It begins with file: and opens only on this computer. To share, use Download.'
        : 'The link is copied.';
    } catch {
      this.talk.note(address);
    }
  }

  async #download() {
    this.does.endTraining();
    if (!await this.#save()) return;
    try {
      saveAs('gradcalc.html', await singleFile(this.#shared, this.does.lesson()));
      this.said.textContent = 'gradcalc.html contains the calculator and this session.';
    } catch (error) {
      this.said.textContent = `The file cannot be made: ${error.message}`;
    }
  }
}
