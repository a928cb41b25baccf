import { isTag, isText } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { ContentSource } from '../../page/page-reading.ts';

export const maxItems = 300;
export const maxItemLength = 2_000;
const boldTags: ReadonlySet<string> = new Set(['b', 'strong']);
/** Whether all of an element is in bold type. */
export function isBold(page: PageIndex, element: IndexedElement): boolean {
  const { textStart, textEnd } = element;
  const inner = page.childrenOf(element).find((child) => child.textEnd > child.textStart);
  if (inner === undefined || !boldTags.has(inner.node.name)) return false;
  const around =
    page.text.slice(textStart, inner.textStart) + page.text.slice(inner.textEnd, textEnd);
  return around.trim() === '';
}

/** The rows of the tables in an element. */
export function tableRows(
  page: PageIndex,
  { position, end }: IndexedElement,
): readonly IndexedElement[] {
  return page.elements.slice(position, end).filter((element) => isTableRow(page, element));
}

/** Elements of a row that are looked at. */
const maxRow = 40;

/** Whether it is a row of one thing, with its amount at most, and no header. */
export function isTableRow(page: PageIndex, element: IndexedElement): boolean {
  if (element.node.name !== 'tr') return false;
  const inner = page.elements.slice(
    element.position + 1,
    Math.min(element.end, element.position + maxRow),
  );
  if (inner.some(({ node }) => node.name === 'li' || node.name === 'table')) return false;
  const cells = page.childrenOf(element).filter((cell) => cell.textEnd > cell.textStart);
  return cells.length > 0 && cells.length <= 2 && cells.some(({ node }) => node.name === 'td');
}

const isAmount = (line: string): boolean =>
  line.length <= maxAmountLength && amountFirst.test(line);

/** What a row says, the amount first. */
function readRow(page: PageIndex, row: IndexedElement): string {
  const [first, second] = page
    .childrenOf(row)
    .map((cell) => page.lineOf(cell, maxItemLength))
    .filter((line) => line !== '');
  if (first === undefined || second === undefined) return first ?? '';
  return isAmount(second) && !isAmount(first) ? `${second} ${first}` : `${first} ${second}`;
}

/** Returns one item per element; notes beside an ingredient are put in brackets, what stands below a step is left out. */
export function toItems(
  page: PageIndex,
  elements: readonly IndexedElement[],
  kind: FieldPlan['kind'],
): readonly ListItem[] {
  if (kind === 'ingredients') return readIngredients(page, elements.slice(0, maxItems));
  return elements
    .slice(0, maxItems)
    .flatMap((element) =>
      kind === 'steps'
        ? readStep(page, element)
        : [{ text: readTerm(page, element), source: { node: element.node } }],
    )
    .filter(({ text }) => text !== '');
}

function readIngredients(
  page: PageIndex,
  elements: readonly IndexedElement[],
): readonly ListItem[] {
  const amounts = findAmounts(page, elements);
  const toPlace = ({ parent }: IndexedElement): string => {
    const around = page.elements[parent];
    return around === undefined ? '' : toForm(around);
  };
  const places = new Set(Array.from(amounts.keys(), toPlace));
  const ofOthers = new Set(amounts.values());
  // Elsewhere than beside amounts stands what else is needed.
  return elements
    .filter(
      (element) => !ofOthers.has(element) && (amounts.size === 0 || places.has(toPlace(element))),
    )
    .flatMap((element) => {
      const { node } = element;
      const lines = readBrokenLines(page, element);
      if (lines !== undefined) return lines;
      const amount = amounts.get(element);
      const text = readItem(page, element);
      return [
        {
          text: amount === undefined ? text : `${page.lineOf(amount)} ${text}`.trim(),
          source: { node },
        },
      ];
    })
    .filter(({ text }) => text !== '');
}

/** Characters of an amount with its unit. */
const maxAmountLength = 24;
const amountFirst = /^(?:ca\.?\s)?[\d½¼¾⅓⅔⅛]/u;

/** Amounts in elements of their own beside those of what there is so much of, where the page's template puts them so for most. */
function findAmounts(
  page: PageIndex,
  elements: readonly IndexedElement[],
): ReadonlyMap<IndexedElement, IndexedElement> {
  const pairs = elements.flatMap((element) => {
    const before = findBefore(page, element);
    return before === undefined || toForm(before) === toForm(element)
      ? []
      : [{ element, before, line: page.lineOf(before, maxAmountLength) }];
  });
  const counted = pairs.filter(
    ({ element, line }) => amountFirst.test(line) && !quantityFirst.test(page.lineOf(element)),
  );
  const [taken = []] = [...Map.groupBy(counted, ({ before }) => toForm(before)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [first] = taken;
  if (first === undefined) return new Map();
  const form = toForm(first.before);
  const named = elements.filter((element) => toForm(element) !== form);
  // Numbers in their order count the items.
  const areOrdinals = taken.every(({ line }, at) => Number.parseInt(line, 10) === at + 1);
  if (areOrdinals || taken.length < named.length * minShare) return new Map();
  // Others of the form hold "a pinch", or nothing.
  return new Map(
    pairs
      .filter(({ before }) => toForm(before) === form)
      .map(({ element, before }) => [element, before]),
  );
}

export function toForm({ node }: IndexedElement): string {
  return `${node.name}.${node.attribs['class'] ?? ''}`;
}

/** The element directly before another one, with no text between. */
function findBefore(page: PageIndex, { node }: IndexedElement): IndexedElement | undefined {
  let { prev } = node;
  while (prev !== null && isText(prev) && prev.data.trim() === '') prev = prev.prev;
  return prev !== null && isTag(prev) ? page.elementOf(prev) : undefined;
}

/** The items of a list that is written as paragraphs, of ingredients without those in bold type that head the next ones. */
export function toParagraphItems(
  page: PageIndex,
  paragraphs: readonly IndexedElement[],
  kind: FieldPlan['kind'],
): readonly ListItem[] {
  if (kind !== 'ingredients') return toLines(page, paragraphs);
  if (findAmounts(page, paragraphs).size > 0) return toItems(page, paragraphs, kind);
  const isHead = paragraphs.map((paragraph) => isBold(page, paragraph));
  return toLines(
    page,
    paragraphs.filter((_, at) => !(isHead[at] === true && isHead[at + 1] === false)),
  );
}

/** The lines of an element that line breaks part, where at least two begin with an amount: others go on with one item. */
function readBrokenLines(
  page: PageIndex,
  element: IndexedElement,
): readonly ListItem[] | undefined {
  const { node } = element;
  if (!node.children.some((child) => isTag(child) && child.name === 'br')) return undefined;
  const lines = page.linesOf(element);
  if (lines.filter((line) => quantityFirst.test(line)).length < 2) return undefined;
  return lines.map((text) => ({ text, source: { node } }));
}

/** A term with its definition, or the text of an item. */
function readTerm(page: PageIndex, element: IndexedElement): string {
  const definition = element.node.name === 'dt' ? page.elements[element.end] : undefined;
  const text = readItem(page, element);
  return definition?.node.name === 'dd'
    ? `${text.replace(/\s*[:：]$/u, '')}: ${page.lineOf(definition)}`
    : text;
}

function readItem(page: PageIndex, element: IndexedElement): string {
  if (element.node.name === 'tr') return readRow(page, element);
  const line = page.lineOf(element, maxItemLength);
  const note = page
    .childrenOf(element)
    .find((child) => page.tokensOf(child).has('notes') || page.tokensOf(child).has('note'));
  const text = note === undefined ? '' : page.lineOf(note, maxItemLength);
  if (note === undefined || text === '' || text === line || !line.endsWith(text)) return line;
  // A note in the place of the name says what the item is.
  const name = findBefore(page, note);
  if (name !== undefined && name.textStart === name.textEnd) return line;
  const before = line.slice(0, -text.length).trimEnd();
  const separator = readSeparator(note);
  if (text.startsWith('(') && separator === '') return line;
  const rest = before.endsWith(separator)
    ? before.slice(0, before.length - separator.length).trimEnd()
    : before;
  return text.startsWith('(') ? `${rest} ${text}` : `${rest} (${text})`;
}

/** A comma or dash that a template puts between an item and its note: brackets part them already. One within the item's own words stays. */
function readSeparator({ node: { prev } }: IndexedElement): string {
  const text = prev !== null && isText(prev) ? foldText(prev.data) : '';
  return /^[,;–—-]$/.test(text) ? text : '';
}

/** Returns one item per line, for lists written as paragraphs or as one paragraph with line breaks. */
export function toLines(page: PageIndex, elements: readonly IndexedElement[]): readonly ListItem[] {
  return elements
    .flatMap((element) =>
      page.linesOf(element).map((text) => ({ text, source: { node: element.node } })),
    )
    .slice(0, maxItems);
}

export function dropInner(group: readonly IndexedElement[]): readonly IndexedElement[] {
  const outer: IndexedElement[] = [];
  for (const element of group)
    if (element.position >= (outer.at(-1)?.end ?? 0)) outer.push(element);
  return outer;
}

/** The `<li>` in an element that hold no further list; `withHeads` keeps the headings directly above them. */
export function leafItems(
  page: PageIndex,
  element: IndexedElement,
  withHeads = false,
): readonly IndexedElement[] {
  const items: IndexedElement[] = [];
  let head: IndexedElement | undefined;
  for (let at = element.position; at < element.end && items.length < maxItems; at += 1) {
    const inner = page.elements[at];
    if (inner === undefined) break;
    if (inner.node.name === 'li' && isLeafItem(page, inner)) {
      if (head !== undefined && isDirectlyAbove(page, head, inner)) items.push(head);
      head = undefined;
      items.push(inner);
    } else if (withHeads && headingLevel(inner) !== undefined) head = inner;
  }
  return items;
}

/** Whether no text stands between a heading and the item after it. */
export function isDirectlyAbove(
  page: PageIndex,
  head: IndexedElement,
  item: IndexedElement,
): boolean {
  if (item.position < head.end) return false;
  return page.text.slice(head.textEnd, item.textStart).trim() === '';
}

export function isLeafItem(page: PageIndex, item: IndexedElement): boolean {
  const inner = page.elements.slice(item.position + 1, Math.min(item.end, item.position + 60));
  return inner.every(({ node }) => node.name !== 'li');
}

export const quantityFirst: RegExp =
  /^(?:ca\.?\s|about\s|circa\s|etwa\s)?(?:\d|[½¼¾⅓⅔⅛]|an?\s|one\s|two\s|half\s|eine?n?\s|een\s|une?\s|una?\s|en\s|ett\s|sol$|salt\b|salz\b|sel\b|sal\b|pepper\b)/i;
/** What amounts are measured in where people cook, in several languages: the source of a pattern. */
export const kitchenUnits: string =
  'k?gr?|grams?|grammes?|gramm|ml|cl|dl|l|lit(?:er|re|ro)s?|oz|ounces?|lbs?|pounds?|cups?|tbsps?|' +
  'tbs|tablespoons?|tsps?|teaspoons?|cloves?|cans?|tins?|pinch(?:es)?|sticks?|slices?|sprigs?|' +
  'bunch(?:es)?|el|tl|tasse[ns]?|Esslöffel|Teelöffel|Prisen?|Zehen?|Dosen?|Stück|Bund|Pck|Packung|' +
  'cuill\\p{L}+|c\\.|gousses?|pincées?|cucharad\\p{L}+|tazas?|dientes?|cucchia\\p{L}+|spicchi\\p{L}?|' +
  'colher(?:es)?|xícaras?|dentes?|eetlepels?|theelepels?|teentjes?|msk|tsk|krm|rkl|spsk|ss|ts|' +
  'łyż\\p{L}+|szklank\\p{L}+|lžíc\\p{L}+|lžič\\p{L}+|г|мл|кг|л|ст|ч';
export const minShare = 0.6;
/** An entry of a list, and where it stands. */
export interface ListItem {
  readonly text: string;
  readonly source: ContentSource;
  /** Whether it is the heading of the items after it. */
  readonly isHead?: boolean;
}

const maxStepLength = 2_000;
const maxHeadingElements = 8;
const sentenceEnd = /[.!?。…]["”»)]?$/u;
const numberAlone = /^\d{1,2}[.):]?$/;

/** A step below its heading, if any, without what stands above its number and behind its sentences: amounts, captions. */
export function readStep(page: PageIndex, element: IndexedElement): readonly ListItem[] {
  const { node } = element;
  const line = page.lineOf(element, maxStepLength);
  if (headingLevel(element) !== undefined) return [{ text: line, source: { node }, isHead: true }];
  const lines = page.linesOf(element);
  const last = lines.findLastIndex((part) => sentenceEnd.test(part));
  if (lines.length < 2 || last < 0) return [{ text: line, source: { node } }];
  const first = lines.findIndex((part) => sentenceEnd.test(part));
  const number = lines.slice(0, first).findLastIndex((part) => numberAlone.test(part));
  // In an element that is no list item the heading may be that of several steps.
  const head = node.name === 'li' ? findHead(page, element) : undefined;
  const title = head === undefined ? -1 : lines.indexOf(page.lineOf(head));
  // A heading that is a sentence, or leads into one with a colon, is a part of the step.
  if (head === undefined || title < 0 || title >= first || /[:：]$/.test(lines[title] ?? ''))
    return [{ text: lines.slice(number + 1, last + 1).join(' '), source: { node } }];
  return [
    { text: lines[title] ?? '', source: { node: head.node }, isHead: true },
    { text: lines.slice(Math.max(number, title) + 1, last + 1).join(' '), source: { node } },
  ];
}

function findHead(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  const end = Math.min(element.end, element.position + maxHeadingElements);
  return page.elements
    .slice(element.position + 1, end)
    .find((inner) => headingLevel(inner) !== undefined);
}
