import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { findMoney } from './money/find-money.ts';
import { isStruck } from './money/find-price-sense.ts';

const maxElements = 60;

/**
 * The text of an element without what is struck through in it, where something stands beside that: "15" of "20 15" with the first
 * struck. Former prices stay, since there are fields for them; `undefined` where nothing goes.
 */
export function readPresentText(page: PageIndex, element: IndexedElement): string | undefined {
  if (element.end - element.position > maxElements) return undefined;
  const parts: string[] = [];
  let at = element.textStart;
  for (const inner of page.elements.slice(element.position + 1, element.end)) {
    if (inner.textStart < at || !isStruck(inner) || statesPrice(page, inner)) continue;
    parts.push(page.text.slice(at, inner.textStart));
    at = inner.textEnd;
  }
  if (parts.length === 0) return undefined;
  const present = foldText([...parts, page.text.slice(at, element.textEnd)].join(' '));
  return /[\p{L}\p{N}]/u.test(present) ? present : undefined;
}

function statesPrice(page: PageIndex, element: IndexedElement): boolean {
  return findMoney(page.lineOf(element), true).length > 0;
}
