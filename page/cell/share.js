// A session in the address of the page, and in a file of its own.

// The end of an address, such as a mail program does not break.
const toLink = script => encodeURIComponent(script)
  .replace(/%(3D|3B|3A|2C|2F|2B|40)/g, decodeURIComponent)
  .replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

// The script of an address; null if it is not whole.
function fromLink(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return null;
  }
}

// Where a single file keeps the session that it was saved with.
const KEPT = 'gradcalc-session';

const keptScript = () => fromLink(inline(KEPT) ?? '');

// A file that holds the calculator and this session, and needs nothing else.
async function singleFile(script) {
  const page = inline('gradcalc-wasm') ? ownPage() : await fetchedPage();
  // In pieces: this text may itself stand in a page, which the end of a script would cut off.
  const [begin, end] = [`<${'script'} type="text/plain" id="${KEPT}">`, `</${'script'}>`];
  const before = page.indexOf(begin);
  const after = before < 0 ? before : page.indexOf(end, before) + end.length;
  const without = before < 0 ? page : page.slice(0, before) + page.slice(after);
  // A function, since $ in a replacement text has a meaning.
  return without.replace('</head>', () => `${begin}${toLink(script)}${end}</head>`);
}

async function fetchedPage() {
  const answer = await fetch(new URL('single.html', HERE));
  if (!answer.ok) throw new Error(`single.html: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

function ownPage() {
  return `<!DOCTYPE html>\n${document.documentElement.outerHTML}`;
}

function saveAs(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const link = make('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
