import { isTag, isText, type AnyNode, type Document, type Text } from 'domhandler';
import { findTagRole } from '../markdown/markdown-tags.ts';
import { isBlockTag } from '../text/node-text.ts';
import { WordBorders } from '../text/word-borders.ts';

/**
 * Writes into the tree what only the page's style sheet says about the borders of words: adds a space before each text
 * that it parts from the previous one, and takes away the white space within a price whose parts have elements of their
 * own (`$` `299` `.99`).
 */
export function partTouchingWords(document: Document): void {
  const borders = new WordBorders();
  const price = new PriceParts();
  let codeDepth = 0;
  const step = (node: AnyNode, move: 'open' | 'close'): void => {
    if (!isTag(node)) return;
    const role = findTagRole(node.name);
    if (isBlockTag(node.name) || role === 'cell') {
      borders.reset();
      price.reset();
    }
    if (role === 'apart') borders.part();
    if (move === 'open' && styleTags.has(node.name)) borders.style();
    if (role === 'line' || role === 'link') borders[move](role === 'link');
    if (role === 'code' || role === 'code-block') codeDepth += move === 'open' ? 1 : -1;
  };
  let node: AnyNode | null = document.firstChild;
  while (node !== null) {
    if (isText(node) && codeDepth === 0) price.join(node);
    if (isText(node) && borders.isBefore(node.data) && codeDepth === 0) node.data = ` ${node.data}`;
    step(node, 'open');
    const first: AnyNode | null = isTag(node) ? node.firstChild : null;
    if (first !== null) {
      node = first;
      continue;
    }
    step(node, 'close');
    while (node !== null && node.next === null) {
      node = node.parent === document ? null : node.parent;
      if (node !== null) step(node, 'close');
    }
    node = node === null ? null : node.next;
  }
}

const styleTags: ReadonlySet<string> = new Set(['small', 'span']);

const currency = /^[A-Z]{0,3}\p{Sc}$/u;
const fraction = /^[.,]\d{2}$/;
/** Characters; a longer text is no part of a price. */
const maxPart = 12;

/** Finds the white space between the parts of a price. */
class PriceParts {
  #last = '';
  #gap: Text | undefined;

  /** Called when a line begins or ends. */
  reset(): void {
    this.#last = '';
    this.#gap = undefined;
  }

  /** Called with each text; removes the white space before it where the two texts beside that are one price. */
  join(node: Text): void {
    const { data } = node;
    if (data.length > maxPart) {
      this.reset();
      return;
    }
    if (data.trim() === '') {
      this.#gap ??= node;
      return;
    }
    const last = this.#last;
    const isPart =
      (currency.test(last) && /^\d/.test(data)) || (/\d$/.test(last) && fraction.test(data));
    // Emptied, since taking a node away takes the time of its siblings.
    if (this.#gap !== undefined && isPart) this.#gap.data = '';
    this.#last = data;
    this.#gap = undefined;
  }
}
