import { isTag } from 'domhandler';
import { currencySource } from '../numbers/currency-signs.ts';
import { centTags, markBeforeCents, wholePrice } from '../numbers/mark-before-cents.ts';
import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';
import { foldText } from '../../../runtime/unicode/fold-text.ts';
import { isFormerSense } from './price-words.ts';
import { findOwnSense } from './find-price-sense.ts';
import { hasDigit } from '../numbers/fold-number-text.ts';

/** The currency between a price and its small cents: `173€<sup>34</sup>`. */
const signBeforeCents = new RegExp(`(?<=\\p{Nd})\\s?${currencySource}$`, 'u');

/** Whether an element is the cents of a price: two digits that stand smaller, or in an element of their own directly behind others. */
function isCents(page: PageIndex, inner: IndexedElement, at: number, text: string): boolean {
  const line = page.lineOf(inner, 8);
  if (!/^\p{Nd}{2}$/u.test(line)) return false;
  const before =
    text.slice(-8) + page.text.slice(Math.max(at, inner.textStart - 8), inner.textStart);
  // Behind a mark of its own they are decimals as they stand.
  if (/\p{Nd}[.,]$/u.test(before)) return false;
  if (centTags.has(inner.node.name)) return true;
  const { prev } = inner.node;
  if (/\p{Nd}$/u.test(before) && page.text.slice(inner.textStart, inner.textEnd) === line)
    return true;
  // Two elements that touch are parted by a blank when the page is read.
  const whole = prev !== null && isTag(prev) ? page.elementOf(prev) : undefined;
  return whole?.node === prev && whole !== undefined && onlyPrice.test(page.lineOf(whole, 16));
}

/** A currency in place of the mark: `12 €99`. */
const signAsMark =
  /(?<![\p{Nd}.,])(\p{Nd}{1,3}(?:[.\s]\p{Nd}{3})*)\s?(€)(\p{Nd}{2})(?![\p{Nd}.,])/u;

/** Whether an element is the mark between a price and its cents in the element behind it. */
function isDecimalMark(page: PageIndex, inner: IndexedElement, at: number, text: string): boolean {
  if (!/^[.,]$/.test(page.lineOf(inner, 4))) return false;
  const cents = page.elements[inner.end];
  const isDirect = cents?.parent === inner.parent && /^\p{Nd}{2}$/u.test(page.lineOf(cents, 8));
  return isDirect && wholePrice.test((text + page.text.slice(at, inner.textStart)).trimEnd());
}

const onlyPrice = new RegExp(
  `^(?:${currencySource}\\s?)?\\p{Nd}{1,3}(?:[.,'\\s]\\p{Nd}{3})*$`,
  'u',
);
const maxPriceElements = 40;
const maxPriceLineLength = 300;

/** Brackets and dashes that set the present amount apart from a former one are no sign of it: `<del>$60</del> ($10)`. */
function freeOfBrackets(line: string): string {
  const [, before = '', inside, after = ''] = /^([^()]*)\(([^()]*)\)([^()]*)$/u.exec(line) ?? [];
  const isOnly = inside !== undefined && hasDigit(inside) && !hasDigit(before + after);
  const freed = isOnly ? `${before}${inside}${after}` : line;
  return freed.replace(/^[-\u2010-\u2015\u2212]\s+/u, '');
}

/** An amount that has its cents, or ends in a digit, with the currency behind it. */
const pricedWithCents = new RegExp(`[.,]\\p{Nd}{2}(?:\\s?${currencySource})?\\s?$`, 'u');
const pricedAtAll = new RegExp(`\\p{Nd}(?:\\s?${currencySource})?\\s?$`, 'u');

/** Whether an element is the mark of a note: it leads to it on the page, or cannot be the cents of the amount before it: `$10.50<sup>2</sup>`. */
function isNoteMark(page: PageIndex, element: IndexedElement, before: string): boolean {
  if (element.node.name !== 'sup') return false;
  const line = page.lineOf(element, 8);
  if (/^\p{Nd}{1,3}$/u.test(line) && pricedWithCents.test(before)) return true;
  if (/^\p{Nd}$/u.test(line) && pricedAtAll.test(before)) return true;
  const { parent, position, end } = element;
  return [page.elements[parent], ...page.elements.slice(position + 1, end)].some(
    (around) => around?.node.name === 'a' && around.node.attribs['href']?.startsWith('#') === true,
  );
}

/** An element's text for a price: no former amounts beside another, small decimals (`173<sup>34</sup>`) with a point. */
export function readPriceLine(page: PageIndex, element: IndexedElement): string {
  if (
    element.textEnd - element.textStart > maxPriceLineLength ||
    element.end - element.position > maxPriceElements
  ) {
    return page.lineOf(element);
  }
  let text = '';
  let isCut = false;
  let at = element.textStart;
  let position = element.position + 1;
  while (position < element.end) {
    const inner = page.elements[position];
    if (inner === undefined) break;
    position += 1;
    if (inner.textStart < at) continue;
    const isFormer = isFormerSense(findOwnSense(page, inner));
    if (isFormer || isNoteMark(page, inner, text + page.text.slice(at, inner.textStart))) {
      isCut ||= isFormer;
      text += `${page.text.slice(at, inner.textStart)} `;
      at = inner.textEnd;
      position = inner.end;
    } else if (isDecimalMark(page, inner, at, text)) {
      text += page.text.slice(at, inner.textStart).trimEnd() + page.lineOf(inner);
      at = page.elements[inner.end]?.textStart ?? inner.textEnd;
      position = inner.end;
    } else if (isCents(page, inner, at, text)) {
      const before = page.text.slice(at, inner.textStart).trimEnd();
      const sign = signBeforeCents.exec(before)?.[0] ?? '';
      const whole = before.slice(0, before.length - sign.length);
      text += whole + markBeforeCents(whole || text);
      if (sign !== '') {
        text += page.lineOf(inner) + sign;
        at = inner.textEnd;
        position = inner.end;
        continue;
      }
      // The mark stands in place of the blank between two elements.
      at =
        inner.textStart + Math.max(0, page.text.slice(inner.textStart, inner.textEnd).search(/\S/));
    }
  }
  const whole = foldText(text + page.text.slice(at, element.textEnd));
  const rest = whole.replace(
    signAsMark,
    (_, before: string, sign: string, cents: string) =>
      before + markBeforeCents(before) + cents + sign,
  );
  const line = isCut ? freeOfBrackets(rest) : rest;
  return hasDigit(line) ? line : page.lineOf(element);
}
