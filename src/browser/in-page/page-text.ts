import { addAll } from '../../runtime/collections.ts';
import * as dom from './dom.ts';
import { perCall } from './page-cache.ts';

/** A text node and what it says. */
export interface TextPiece {
  readonly node: Node;
  readonly words: string;
}

/** Characters kept of a text; longer texts already differ in their beginning. */
const maxText = 200;
/** Nodes read for one text: reading a wrapper of the whole page must not walk the whole page. */
const maxNodes = 300;
const silent = new Set(['script', 'style', 'noscript', 'template', 'head']);
const { checkVisibility } = Element.prototype;

const displayOf = perCall((element: Element) => getComputedStyle(element).display);

/** Whether the element has a visible box; a transparent or scrolled-away one counts too. */
export function isVisible(element: Element): boolean {
  if (checkVisibility.call(element, { visibilityProperty: true })) return true;
  // `display: contents`: the element has no box, but its children have boxes where the parent has one.
  if (displayOf(element) !== 'contents') return false;
  const above = dom.parent(element);
  return above !== undefined && isVisible(above);
}

/** Returns the text with white space collapsed, cut at 200 characters. */
export function tidy(text: string): string {
  // White space between tags can be megabytes long: cut it before collapsing.
  return text
    .slice(0, maxText * 10)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxText);
}

function gather(element: Element, isSpoken: boolean): string {
  let text = '';
  let nodes = 0;
  const stack: (Node | ' ')[] = firstOf(dom.content(element));
  while (nodes < maxNodes && text.length < maxText * 10) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node === ' ') {
      text += ' ';
      continue;
    }
    nodes += 1;
    if (!dom.isElement(node)) {
      text += dom.isText(node) ? dom.text(node).slice(0, maxText * 4) : '';
      continue;
    }
    const tag = dom.tag(node);
    if (silent.has(tag) || !isVisible(node)) continue;
    if (isSpoken) {
      if (dom.attribute(node, 'aria-hidden') === 'true') continue;
      const words =
        dom.attribute(node, 'aria-label') || (tag === 'img' ? dom.attribute(node, 'alt') : '');
      if (words !== '') {
        text += ` ${words.slice(0, maxText)} `;
        continue;
      }
    }
    if (tag === 'br' || !displayOf(node).startsWith('inline')) {
      text += ' ';
      stack.push(' ');
    }
    addAll(stack, firstOf(dom.content(node)));
  }
  return tidy(text);
}

/** Returns the nodes reversed, to be used as a stack whose last entry comes first. */
function firstOf(nodes: readonly Node[]): Node[] {
  return nodes.slice(0, maxNodes).reverse();
}

/** Returns the visible text, white space collapsed, cut at 200 characters. */
export const read: (element: Element) => string = perCall((element) => gather(element, false));

/**
 * Returns the text as used in accessible names: with alternative texts, without content hidden from screen readers.
 */
export function readSpoken(element: Element): string {
  return gather(element, true);
}

/** Returns the visible text nodes with letters or digits, each with its text, at most 300 nodes deep. */
export function pieces(element: Element): readonly TextPiece[] {
  const found: TextPiece[] = [];
  const stack = firstOf(dom.content(element));
  for (let nodes = 0; nodes < maxNodes; nodes += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (dom.isElement(node)) {
      if (!silent.has(dom.tag(node)) && isVisible(node)) addAll(stack, firstOf(dom.content(node)));
    } else if (dom.isText(node)) {
      const words = tidy(dom.text(node));
      if (/[\p{L}\p{N}]/u.test(words)) found.push({ node, words });
    }
  }
  return found;
}
