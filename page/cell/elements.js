// The elements of a page, and the markup that it takes.

export const SVG = 'http://www.w3.org/2000/svg';

// Where a page takes markup and addresses of scripts from policies only, this is ours.
export const trusted = (() => {
  /** @type {Markup} */
  const own = { createHTML: text => text, createScriptURL: text => text };
  try {
    return globalThis.trustedTypes?.createPolicy('gradcalc', own) ?? own;
  } catch {
    return own;
  }
})();

// An element: its tag, its properties, and what is inside.
/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} properties
 * @param {(Node | string)[]} inside
 */
export function make(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) Object.assign(element, { [name]: value });
    else element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

/** @type {(text: string, title: string, onclick: () => void) => HTMLButtonElement} */
export const button = (text, title, onclick) => make('button', { type: 'button', title, onclick }, text);

// Writes at the cursor of a field into what is typed; returns false if nothing is.
/** @type {(field: HTMLInputElement | HTMLTextAreaElement, text: string) => boolean} */
export function insertInto(field, text) {
  if (field.value.trim() === '') return false;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.focus();
  return true;
}
