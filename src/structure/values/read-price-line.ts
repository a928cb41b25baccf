import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldText } from '../../page/text/node-text.ts';
import { findOwnSense } from './find-price-sense.ts';

/** Prices are small parts of a page. */
const maxElements = 40;
const maxLength = 300;

/**
 * Returns the text of an element for parsing a price: without former amounts (struck through, or named so by a class) beside
 * another one, and with superscript decimals (`173<sup>34</sup>`) after a decimal point.
 */
export function readPriceLine(page: PageIndex, element: IndexedElement): string {
  if (
    element.textEnd - element.textStart > maxLength ||
    element.end - element.position > maxElements
  ) {
    return page.lineOf(element);
  }
  let text = '';
  let at = element.textStart;
  let position = element.position + 1;
  while (position < element.end) {
    const inner = page.elements[position];
    if (inner === undefined) break;
    const { name } = inner.node;
    position += 1;
    if (inner.textStart < at) continue;
    if (findOwnSense(page, inner) === 'former') {
      text += `${page.text.slice(at, inner.textStart)} `;
      at = inner.textEnd;
      position = inner.end;
    } else if (name === 'sup' && /^\d{2}$/.test(page.lineOf(inner))) {
      const before = page.text.slice(at, inner.textStart).trimEnd();
      text += before + (/\d$/.test(before || text) ? '.' : '');
      at = inner.textStart;
    }
  }
  const line = foldText(text + page.text.slice(at, element.textEnd));
  return /\d/.test(line) ? line : page.lineOf(element);
}
