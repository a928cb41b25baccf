import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { currencySource } from '../values/numbers/currency-signs.ts';
import { findPriceRole } from '../values/money/choose-prices.ts';
import { findAmountOffsets } from '../values/money/find-money.ts';
import { senseByLabel } from '../values/money/price-words.ts';
import { measureBehind, timeBehind } from '../values/money/find-sense-in-line.ts';
import { holdsAlone, textBefore } from '../values/money/find-price-sense.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './rank-entities.ts';
import { isOtherName, nameOf } from '../analysis/find-foreign.ts';
import { readTexts } from '../analysis/index-entities.ts';
import { toWordSet } from '../../runtime/collections.ts';
import type { ContentSource } from '../../page/page-reading.ts';

/** An amount that the page calls the least, or the most, of several. */
interface PriceBound {
  readonly isLeast: boolean;
  /** As the page writes it: "From $9.00". */
  readonly text: string;
}

const maxClimb = 3;
/** Characters; longer lines are sentences, which speak of other amounts too. */
const maxLineLength = 60;

const leastBefore =
  /(?<![\p{L}\p{N}])(?:from|(?:starting|starts) (?:at|from)|as low as|ab|[àa] partir d[eo]|dès|desde|a partire da|da|vanaf|från|fra|fra kun|od|от|alkaen)\s*[:：]?\s*$/iu;
const leastBehind = /^\s?(?:\+|and up|and more|or more|起|から|[~〜～])(?=[\s).,]|$)/u;
const mostBefore =
  /(?<![\p{L}\p{N}])(?:up to|bis(?: zu)?|jusqu['’]à|hasta|fino a|até|tot|op til|upp till)\s*[:：]?\s*$/iu;
/** An amount with the sign, name or code of its currency before or behind it. */
const amount = new RegExp(
  `(?:${currencySource}\\s?)?\\p{Nd}[\\p{Nd}.,'’]*(?:[ \\u00A0\\u202F]\\p{Nd}{3}(?!\\p{Nd}))*(?:\\s?${currencySource})?`,
  'u',
);

/** Whether a field asks for what something costs, and not for where its prices begin or end. */
export function isPlainPrice({ kind, name, concept }: FieldPlan): boolean {
  return (
    kind === 'money' &&
    findPriceRole(name, concept?.name) === undefined &&
    !splitWords(name).some((word) => word === 'from' || word === 'starting')
  );
}

/** Says whether a price is where several of them begin or end, at its place in the page or its data: "From $9.00" is not what each costs. */
export function findPriceBound(scope: Scope, source: ContentSource): PriceBound | undefined {
  if (source.pointer !== undefined) return findStatedBound(scope, source);
  const { page } = scope.facts;
  const element = page.elementOf(source.node);
  return element === undefined ? undefined : findSaid(page, element, readBound);
}

/** What the words around the only amount of an element say of it, with what stands in front. */
function findSaid<Said>(
  page: PageIndex,
  element: IndexedElement,
  read: (text: string) => Said | undefined,
): Said | undefined {
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) return undefined;
    const line = page.lineOf(current, maxLineLength + 1);
    if (line.length > maxLineLength || findAmountOffsets(line, 2).length > 1) return undefined;
    const said = read(`${textBefore(page, current)} ${line}`);
    if (said !== undefined) return said;
    current = page.elements[current.parent];
  }
  return undefined;
}

/** What a price is for, where that is a time or a measure that its field does not ask for, as the page writes it: "$12.50/mo", "€3.99/kg". */
export function findPriceRate(
  { asked, concept }: FieldPlan,
  { node, pointer }: ContentSource,
  { facts: { page } }: Scope,
): string | undefined {
  const element = pointer === undefined ? page.elementOf(node) : undefined;
  if (element === undefined || asked.period !== undefined || concept?.name !== 'price')
    return undefined;
  return findSaid(page, element, (text) => {
    const found = amount.exec(text);
    if (found === null) return undefined;
    const behind = text.slice(found.index + found[0].length);
    const rate = (timeBehind.exec(behind) ?? measureBehind.exec(behind))?.[0];
    return rate === undefined ? undefined : foldText(found[0] + rate);
  });
}

/** The lower end that data of the page state with another, upper one: what an offer of several begins at. */
function findStatedBound(
  { entities }: Scope,
  { node, pointer = '' }: ContentSource,
): PriceBound | undefined {
  if (!pointer.endsWith('/lowPrice')) return undefined;
  for (const { entity } of entities)
    for (const outer of ['offers.', '']) {
      const lows = readTexts(entity, `${outer}lowPrice`);
      const at = lows.findIndex(({ source }) => source.node === node && source.pointer === pointer);
      const [low, high] = [lows[at]?.text, readTexts(entity, `${outer}highPrice`)[at]?.text];
      if (low !== undefined && high !== undefined && Number(low) !== Number(high))
        return { isLeast: true, text: `${low} – ${high}` };
    }
  return undefined;
}

/** What a text says of the first amount in it. */
export function readBound(text: string): PriceBound | undefined {
  const found = amount.exec(text);
  if (found === null) return undefined;
  const [written] = found;
  const before = text.slice(0, found.index);
  const behind = text.slice(found.index + written.length);
  const least = leastBefore.exec(before)?.[0];
  const most = mostBefore.exec(before)?.[0];
  const mark = leastBehind.exec(behind)?.[0];
  if (least !== undefined) return { isLeast: true, text: foldText(least + written) };
  if (most !== undefined) return { isLeast: false, text: foldText(most + written) };
  return mark === undefined ? undefined : { isLeast: true, text: foldText(written + mark) };
}

/** Paths at which an entity states its price. */
const pricePaths = ['offers.price', 'price', 'offers.lowPrice', 'offers.priceSpecification.price'];

/** The name of the thing of which data states a price, where the page is called otherwise: that of a related product. */
export function findOtherPriced(
  { entities, facts: { page, heading } }: Scope,
  { node, pointer }: ContentSource,
): string | undefined {
  const titles = [heading, page.title].filter((title) => title !== '');
  if (pointer === undefined || titles.length === 0) return undefined;
  const holder = entities.find(({ entity }) =>
    pricePaths.some((path) =>
      readTexts(entity, path).some(
        ({ source }) => source.node === node && source.pointer === pointer,
      ),
    ),
  );
  const name = holder === undefined ? '' : nameOf(holder.entity);
  return name !== '' && isOtherName(name, titles) ? name : undefined;
}

/** What sets words of a sentence off. */
const emphasis: ReadonlySet<string> = toWordSet('b strong em i u mark font a');
/** Words beside an amount that make a sentence of it; offers and notes on tax and delivery have fewer. */
const minSentenceWords = 4;
/** Characters around an amount; longer texts are prose. */
const maxSentence = 200;
/** What stands in front of the only amount of a line, up to a colon. */
const labelled = /^([^:：\p{Nd}]{2,30})[:：][^\p{L}\p{Nd}]{0,6}(?:\p{Lu}{3}\s?)?\p{Nd}/u;

/** Whether an amount stands among words, or under a label, that call it no price and do not name the page: "Gift wrap available for $5". */
export function isInSentence(
  { labels }: FieldPlan,
  { facts: { page, heading } }: Scope,
  { node }: ContentSource,
): boolean {
  const element = page.elementOf(node);
  const around = element && page.around(element);
  const block = around?.find((outer) => !emphasis.has(outer.node.name));
  if (block === undefined) return false;
  const line = page.lineOf(block, maxSentence + 1);
  const label = labelled.exec(line)?.[1];
  const named = new Set(splitWords(heading.toLowerCase()));
  const words = splitWords((label ?? line).toLowerCase()).filter((word) => /\p{L}{2}/u.test(word));
  const isPriced = words.some(
    (word) => named.has(word) || labels.has(word) || senseByLabel.get(word) === 'current',
  );
  // An amount at the beginning of its line is set off: tax and delivery follow it.
  const isInside = /^[^\p{Nd}]*\p{L}{2}/u.test(line) && words.length >= minSentenceWords;
  return !isPriced && (label !== undefined || isInside);
}
