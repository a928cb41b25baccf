import type { FieldType } from '../../contracts/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';

/** Reads values from elements. */
export interface ValueReader {
  /** Returns the value; `undefined` when the element has none of this kind. */
  read(element: Element, attribute: string | undefined, type: FieldType): string | undefined;
  /** Returns the text as shown: a line break at each block end, no scripts, open shadow roots included. */
  text(element: Element): string;
}

/** Part of the page script: uses nothing from module scope. */
export function createValueReader(dom: Dom): ValueReader {
  /** Most characters of one value; a page's whole text is seldom longer. */
  const maxValue = 1_000_000;
  const silent = new Set(['script', 'style', 'noscript', 'template', 'head']);
  const blocks = new Set(
    'address article aside blockquote br dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead tr ul'.split(
      ' ',
    ),
  );

  function text(element: Element): string {
    // Fast path: most values are a single text node.
    const only = element.firstChild;
    if (only !== null && only.nextSibling === null && dom.isText(only)) {
      if (dom.shadowRoot(element) === undefined) return tidy(dom.text(only));
    }
    let said = '';
    const stack: (Node | string)[] = [...dom.content(element)].reverse();
    while (said.length < maxValue) {
      const node = stack.pop();
      if (node === undefined) break;
      if (typeof node === 'string') said += node;
      else if (dom.isText(node)) said += dom.text(node).replace(/[\t\n\r ]+/g, ' ');
      else if (dom.isElement(node)) {
        const tag = dom.tag(node);
        if (silent.has(tag)) continue;
        const gap = blocks.has(tag) ? '\n' : tag === 'td' || tag === 'th' ? '\t' : '';
        said += gap;
        if (gap !== '') stack.push(gap);
        for (const child of [...dom.content(node)].reverse()) stack.push(child);
      }
    }
    return tidy(said);
  }

  function tidy(said: string): string {
    const lines = said
      .slice(0, maxValue)
      .split('\n')
      .map((line) => line.replace(/[\t\r\f ]+/g, ' ').trim());
    return lines.filter((line) => line !== '').join('\n');
  }

  function toUrl(value: string): string {
    try {
      return new URL(value, document.baseURI).href;
    } catch {
      return value;
    }
  }

  function impliedAttribute(element: Element, type: FieldType): string | undefined {
    const names =
      type === 'url' ? ['href', 'src', 'content'] : type === 'date' ? ['datetime', 'content'] : [];
    if (type !== 'url' && type !== 'date' && dom.tag(element) === 'meta') return 'content';
    return names.find((name) => dom.hasAttribute(element, name));
  }

  return {
    text,
    read(element, attribute, type) {
      const name = attribute ?? impliedAttribute(element, type);
      if (name !== undefined) {
        if (!dom.hasAttribute(element, name)) return undefined;
        const value = dom.attribute(element, name).slice(0, maxValue);
        return type === 'url' && value.trim() !== '' ? toUrl(value.trim()) : value;
      }
      if (type === 'html') return element.innerHTML.slice(0, maxValue);
      if (element instanceof HTMLInputElement) {
        if (element.type === 'checkbox' || element.type === 'radio') return String(element.checked);
        // Passwords are never read.
        return element.type === 'password' ? '' : element.value.slice(0, maxValue);
      }
      if (element instanceof HTMLTextAreaElement) return element.value.slice(0, maxValue);
      if (element instanceof HTMLSelectElement) {
        return tidy(element.selectedOptions[0]?.text ?? '');
      }
      return text(element);
    },
  };
}
