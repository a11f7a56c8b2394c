// A session in the address of the page, and in a file of its own.

// The end of an address, such as a mail program does not break.
const toLink = script => encodeURIComponent(script)
  .replace(/%(3D|3B|3A|2C|2F|2B|40)/g, decodeURIComponent)
  .replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function fromLink(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return '';
  }
}

// Where a single file keeps the session that it was saved with.
const KEPT = 'gradcalc-session';

const keptScript = () => fromLink(inline(KEPT) ?? '');

// A file that holds the calculator and this session, and needs nothing else.
async function singleFile(script) {
  const page = inline('gradcalc-wasm') ? ownPage() : await fetchedPage();
  const kept = `<script type="text/plain" id="${KEPT}">${toLink(script)}</script>\n`;
  // Functions, since $ in a replacement text has a meaning.
  const without = page.replace(new RegExp(`<script type="text/plain" id="${KEPT}">[^<]*</script>\\n?`), () => '');
  return without.replace('</head>', () => `${kept}</head>`);
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
