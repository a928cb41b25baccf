import { getOrMake } from '../../../runtime/collections.ts';
import { foldLabel } from '../../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';
import { maxAmountTextLength } from './find-money.ts';
import { type PriceSense, isLesserSense, senseByLabel, senseByToken } from './price-words.ts';
import { findSenseInLine, findSenseOfWords, maxSenseLength } from './find-sense-in-line.ts';

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const struckStyle = /text-decoration[a-z-]{0,12}\s{0,3}:[^;]{0,60}line-through/i;
const maxClimb = 3;
/** Characters that an element around an amount may hold besides: a label, but not another amount. */
const maxBeside = 25;
const digit = /\d/;

/** Several fields and sources ask for the same amount. */
const senses = new WeakMap<IndexedElement, PriceSense | 'none'>();

/** What tags, inline style, class names and the words in front say of an amount, around it as long as it stands alone. */
export function findPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  const sense = getOrMake(senses, element, () => readPriceSense(page, element) ?? 'none');
  return sense === 'none' ? undefined : sense;
}

function readPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  let sense: PriceSense | undefined;
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) break;
    const own = findOwnSense(page, current);
    // The nearest class that says so calls it the present one: those around it are of the whole block.
    const isOutvoted = sense === 'current' && own === 'former' && !isStruck(current);
    const found =
      (isOutvoted ? undefined : own) ??
      findSenseInLine(page.lineOf(current, maxAmountTextLength)) ??
      findSenseOfWords(textBefore(page, current));
    if (found !== undefined && isLesserSense(found)) return found;
    sense ??= found;
    current = page.elements[current.parent];
  }
  return sense;
}

/** What stands in front of an element on its line, or on a line above that has no amount of its own, in the element around it. */
export function textBefore(page: PageIndex, element: IndexedElement): string {
  const from = page.elements[element.parent]?.textStart ?? 0;
  const start = Math.max(from, element.textStart - maxSenseLength);
  const all = page.text.slice(start, element.textStart);
  const before = all.trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (digit.test(line) && all.slice(before.length).includes('\n')) return '';
  return line.slice(line.search(/[^\d]*$/u));
}

export function findOwnSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  if (isStruck(element)) return 'former';
  // What people hear in place of the amount says more than what its style is called.
  const spoken = element.node.attribs['aria-label'] ?? '';
  const said = digit.test(spoken)
    ? findSenseInLine(spoken.slice(0, maxAmountTextLength))
    : senseByLabel.get(foldLabel(spoken.slice(0, maxSenseLength)));
  if (said !== undefined) return said;
  let sense: PriceSense | undefined;
  for (const token of page.tokensOf(element)) {
    const found = senseByToken.get(token);
    if (isLesserSense(found)) return found;
    sense ??= found;
  }
  return sense;
}

/** Whether an element strikes its text through, itself or around it as long as it stands alone there. */
export function isStruckThrough(page: PageIndex, element: IndexedElement): boolean {
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) return false;
    if (isStruck(current)) return true;
    current = page.elements[current.parent];
  }
  return false;
}

/** Whether an element strikes its own text through. */
export function isStruck({ node: { name, attribs } }: IndexedElement): boolean {
  return struckTags.has(name) || struckStyle.test(attribs['style'] ?? '');
}

/** Whether an outer element holds the text of the inner one and at most a label besides. */
export function holdsAlone(page: PageIndex, outer: IndexedElement, inner: IndexedElement): boolean {
  if (outer.textEnd - outer.textStart > 4 * (inner.textEnd - inner.textStart) + 200) return false;
  const before = page.text.slice(outer.textStart, inner.textStart).trim();
  const after = page.text.slice(inner.textEnd, outer.textEnd).trim();
  return before.length + after.length <= maxBeside && !digit.test(before) && !digit.test(after);
}
