import { findImageSource } from '../../page/tree/pictures.ts';
import { getOrMake, lazily } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { findCellNames } from '../analysis/cell-names.ts';
import { findDrawnRating } from '../analysis/drawn-rating.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldLabel } from '../lexicon/fold-label.ts';
import { isFormerSense } from '../values/money/price-words.ts';
import { findPriceSense } from '../values/money/find-price-sense.ts';
import { readPriceLine } from '../values/money/read-price-line.ts';
import { type Cell, findLines } from './column.ts';
import { maxPriceLength } from './cell-amounts.ts';
import { answerWords, isCalled } from './class-words.ts';
import { describeLeaf, maxWrappers } from './describe-leaf.ts';
import type { Block } from './block.ts';
import { findLink } from './find-repeats.ts';
import {
  type LeafValue,
  type NumberedKeys,
  type PageParts,
  Place,
  type RunLabels,
  type TextRun,
  colonAtEnd,
  countRuns,
  listParagraphs,
  listTags,
  sliceRuns,
} from './list-runs.ts';
import { stripMarks } from './split-column.ts';
import { isAmount } from './text-kinds.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

/** What a value has: a word, a number, or stars in a row. */
const wordOrNumber = /[\p{L}\p{N}]|[★⭐☆✩]\s?[★⭐☆✩]/u;
const maxLeafValues = 120;
/** Posts of a discussion are longer than what a list names. */
const maxCell = 10_000;
const maxItem = 2_000;
const maxProse = 20_000;
export const maxLinkElements = 6;
/** Elements around a value of which one has its label, where no colon says that it is one. */
const maxLabelWrappers = 6;
const maxAround = 12;
const maxListed = 100;
const listNothing = (): readonly string[] => [];

export function runsOf({ runs, read }: PageParts, block: Block): readonly TextRun[] {
  return getOrMake(read.blockRuns, block, () => sliceRuns(runs, block.from, block.to));
}

/** The values of a block, kept: the records of a sample are read again among more of them, mostly with the same labels. */
export function leafValuesOf(
  parts: PageParts,
  block: Block,
  labels: RunLabels,
): readonly LeafValue[] {
  const known = parts.read.leafValues.get(block);
  if (known?.labels === labels.all) return known.leafValues;
  const leafValues = listLeafValues(parts, block, labels);
  parts.read.leafValues.set(block, { labels: labels.all, leafValues });
  return leafValues;
}

/** Returns the runs of a block, the elements that hold several of them, and its pictures, in the order of the page. */
function listLeafValues(parts: PageParts, block: Block, labels: RunLabels): readonly LeafValue[] {
  const runs = runsOf(parts, block);
  const { page, steps } = parts;
  const { places } = parts.read;
  const leafValues: LeafValue[] = [];
  const counts = new Map<string, number>();
  const take = (keys: NumberedKeys): string => {
    const number = (counts.get(keys.base) ?? 0) + 1;
    counts.set(keys.base, number);
    return keys.at(number);
  };
  const keysOfLabel = (name: string, suffix: string): NumberedKeys =>
    getOrMake(places.labels, name, () => new Place(`label:${foldLabel(name)}`)).keysOf(suffix);
  const paths = new Map<number, Place>();
  const wholes = new Map<number, string>();
  const paragraphs = new Map<number, string>();
  const inner = new Set<number>();
  const root = page.elements[block.start];
  // Of a record that holds others the block is the beginning.
  const isSingle =
    root !== undefined &&
    root.end >= block.end &&
    page.text.slice(root.textEnd, block.to).trim() === '';
  const withinOf = (key: string, element: IndexedElement): LeafValue['listWithin'] =>
    wholes.size + paragraphs.size === 0
      ? listNothing
      : () =>
          listAround(page, element, block, maxAround)
            .flatMap(({ position }) => [wholes.get(position), paragraphs.get(position)])
            .flatMap((whole) => (whole === undefined || whole === key ? [] : whole));
  let label: string | undefined;
  let nearLabel: number | undefined;
  // What a mark beside a name says is no label of what follows elsewhere in the record.
  const dropFarLabel = (element: IndexedElement): void => {
    if (nearLabel === undefined) return;
    const near = page.around(element, maxLabelWrappers);
    if (near.every(({ textStart }) => textStart > (nearLabel ?? 0))) label = undefined;
  };
  const cellNames = findCellNames(page);
  /** What attributes call the cell that a text is all of, or stands in. */
  const nameOfCell = (element: IndexedElement): string | undefined =>
    cellNames.size === 0
      ? undefined
      : page
          .around(element, maxLabelWrappers)
          .map(({ position }) => (position < block.start ? undefined : cellNames.get(position)))
          .find((name) => name !== undefined);
  let labelBehind: TextRun | undefined;
  const takeLabelBehind = (run: TextRun): string | undefined => {
    const next = runs[nextRun + 1];
    const found = next && findLabelBehind(page, run, next, labels);
    labelBehind = found === undefined ? undefined : next;
    return found;
  };
  let nextRun = 0;
  const readRunsTo = (offset: number): void => {
    for (
      let run = runs[nextRun];
      run !== undefined && run.start < offset;
      nextRun += 1, run = runs[nextRun]
    ) {
      const { parent } = run;
      const stated = labels.labelOf(run);
      if (stated !== undefined && run !== labelBehind) {
        // A heading of a column of the record's own table does not name the first cell below it.
        label = inner.has(parent.position) ? undefined : stated.label;
        nearLabel = stated.isMarked ? undefined : run.start;
        // A text without a colon that all records share may be a value as well: "In stock".
        if (stated.isMarked) continue;
      }
      if (!wordOrNumber.test(run.text)) continue;
      if (stated === undefined) dropFarLabel(parent);
      const { cut } = run;
      const isCut = cut !== undefined && labels.prefixes.has(cut.folded);
      const behind = takeLabelBehind(run);
      const header = isCut
        ? cut.label
        : stated === undefined
          ? (behind ?? label ?? nameOfCell(parent) ?? '')
          : '';
      const place = paths.get(parent.position) ?? places.root;
      if (stated === undefined) label = undefined;
      const cell = isCut
        ? toRunCell(page, run, cut.value)
        : getOrMake(parts.read.runs, run, () => toRunCell(page, run, run.text));
      // Behind one label some records have their former price first, and others their only one.
      const suffix = isFormerAmount(cell) ? '/former' : '';
      const key = take(header === '' ? place.keysOf('/text') : keysOfLabel(header, suffix));
      leafValues.push({
        key,
        header,
        called: describeLeaf(parts, parent, block),
        cell,
        listWithin: withinOf(key, parent),
        isInner: inner.has(parent.position),
        begins: header === '' ? findBegun(run) : undefined,
      });
    }
  };
  const skipRunsTo = (offset: number): void => {
    while ((runs[nextRun]?.start ?? offset) < offset) nextRun += 1;
  };
  const findBegun = ({ start, parent }: TextRun): string | undefined => {
    const above = parent.position > block.start ? page.elements[parent.parent] : undefined;
    if (above === undefined || above.position < block.start) return undefined;
    const path = paths.get(above.position)?.path;
    return page.text.slice(above.textStart, start).trim() === '' ? path : undefined;
  };
  const readProse = (first: IndexedElement, place: Place): void => {
    if (paragraphs.has(first.position)) return;
    const found = listParagraphs(parts, first, block.end, labels);
    const last = found.at(-1);
    const around = page.elements[first.parent];
    if (last === undefined || around === undefined) return;
    const end = Math.min(last.textEnd, first.textStart + maxProse);
    const cell = {
      text: foldText(page.text.slice(first.textStart, end)),
      source: { node: last === first ? first.node : around.node },
      href: undefined,
    };
    const key = take(place.keysOf('/prose'));
    const called = describeLeaf(parts, first, block);
    leafValues.push({ key, header: '', called, cell, listWithin: withinOf(key, around) });
    for (const { position } of found) paragraphs.set(position, key);
  };
  const readWhole = (element: IndexedElement, place: Place): void => {
    const cell = getOrMake(
      parts.read.wholes,
      element.position,
      () => toWholeCell(page, element) ?? 'none',
    );
    if (cell === 'none') return;
    dropFarLabel(element);
    const all = sliceRuns(runs, element.textStart, element.textEnd);
    const named = findOwnLabel(cell, all, labels);
    const header = named?.label ?? label;
    const key = take(header === undefined ? place.keysOf('') : keysOfLabel(header, '/whole'));
    const called = describeLeaf(parts, element, block);
    const listWithin = withinOf(key, element);
    const isInner = inner.has(element.position);
    const whole = named?.cell ?? cell;
    leafValues.push({ key, header: header ?? '', called, cell: whole, listWithin, isInner });
    // A link without a text says where it leads: the picture in it is no part of what it says.
    if (cell.text !== '') wholes.set(element.position, key);
    const own = all.filter((run) => run.parent === element && !labels.isNamed(run));
    if (own.length < 2 || own.length === all.length) return;
    const text = own.map((run) => run.text).join(' ');
    const ownCell = { text, source: cell.source, href: undefined };
    const ownKey = take(place.keysOf('/own'));
    const listAll = (): readonly string[] => [key, ...listWithin()];
    leafValues.push({ key: ownKey, header: '', called, cell: ownCell, listWithin: listAll });
  };
  const readList = (element: IndexedElement, place: Place): void => {
    const items = page.childrenOf(element).map((item) => page.lineOf(item, maxItem));
    const listed = items.filter((item) => item !== '').slice(0, maxListed);
    if (listed.length === 0) return;
    dropFarLabel(element);
    const key = take(label === undefined ? place.keysOf('/list') : keysOfLabel(label, '/list'));
    const cell: Cell = {
      text: listed.join(' '),
      source: { node: element.node },
      href: findLink(page, element, maxLinkElements)?.node.attribs['href'],
      listLines: () => listed,
    };
    const called = describeLeaf(parts, element, block);
    const listWithin = withinOf(key, element);
    leafValues.push({ key, header: label ?? '', called, cell, listWithin, isList: true });
  };
  for (let at = block.start; at < block.end && leafValues.length < maxLeafValues; at += 1) {
    const element = page.elements[at];
    const step = steps[at];
    if (element === undefined || step === undefined) break;
    readRunsTo(element.textStart);
    const above = paths.get(element.parent) ?? places.root;
    const isRoot = isSingle && at === block.start;
    const place = isRoot || step.isTransparent ? above : above.below(step.step);
    paths.set(at, place);
    if (!isRoot && holdsAnswers(parts, element)) {
      readList(element, place);
      skipRunsTo(element.textEnd);
      at = element.end - 1;
      continue;
    }
    if (inner.has(element.parent) || (parts.innerRows.get(at) ?? -1) >= block.start) inner.add(at);
    if (parts.proses.has(step.path)) readProse(element, place);
    if (listTags.has(element.node.name) && !isRoot) readList(element, place);
    const isPicture = element.node.name === 'img';
    const isEmptyLink = element.node.name === 'a' && isEmpty(page, element);
    if (
      isPicture ||
      isEmptyLink ||
      findDrawnRating(element) !== undefined ||
      (parts.wholes.has(step.path) && !step.isTransparent)
    )
      readWhole(element, place);
  }
  readRunsTo(block.to);
  return leafValues;
}

/** The label with which the text of an element begins, and what it says behind that, where it has no other label: "Note: all rooms are open." */
function findOwnLabel(
  cell: Cell,
  [first, ...others]: readonly TextRun[],
  labels: RunLabels,
): { readonly label: string; readonly cell: Cell } | undefined {
  const found = first === undefined ? undefined : labels.labelOf(first);
  if (first === undefined || found?.isMarked !== true || !cell.text.startsWith(first.text))
    return undefined;
  if (others.length === 0 || others.some((run) => labels.isNamed(run))) return undefined;
  const text = cell.text.slice(first.text.length).trim();
  const [line = '', ...lines] = cell.listLines?.() ?? [];
  const rest = [line.slice(first.text.length).trim(), ...lines].filter((one) => one !== '');
  const listLines = rest.length > 1 ? () => rest : undefined;
  return { label: found.label, cell: { ...cell, text, listLines } };
}

/** Texts of an answer at least: what it says, and who says it or when. */
const minAnswer = 2;

/** Whether an element lists what others say to the record, with what is said of each: they are no values of the record. */
function holdsAnswers({ page, runs }: PageParts, element: IndexedElement): boolean {
  if (!listTags.has(element.node.name)) return false;
  const items = page.childrenOf(element);
  const areCalled = (called: readonly IndexedElement[]): boolean =>
    called.length > 0 && called.every((one) => isCalled(page.tokensOf(one), answerWords));
  return (
    (areCalled([element]) || areCalled(items)) &&
    items.every(({ textStart, textEnd }) => countRuns(runs, textStart, textEnd) >= minAnswer)
  );
}

/** A number and nothing else, as counts and ratings are. */
const bareNumber = /^\p{Nd}[\p{Nd}.,'’\s]{0,15}[km]?\+?$/iu;
/** Characters of a number with its label, and the blanks around them. */
const maxNumberBox = 200;

/** The label of a number that stands behind it, where an element holds the two and nothing else: "12 replies" of a count in bold. */
function findLabelBehind(
  page: PageIndex,
  run: TextRun,
  next: TextRun,
  labels: RunLabels,
): string | undefined {
  const label = bareNumber.test(run.text) ? labels.bareLabelOf(next) : undefined;
  const box =
    label === undefined
      ? undefined
      : page.around(next.parent, maxLabelWrappers).find(({ textStart }) => textStart <= run.start);
  if (box === undefined || box.textEnd - box.textStart > maxNumberBox) return undefined;
  const others = page.text.slice(box.textStart, run.start) + page.text.slice(next.end, box.textEnd);
  return wordOrNumber.test(others) ? undefined : label;
}

/** Whether an element has no text, whatever blocks are in it: a picture in a link. */
function isEmpty(page: PageIndex, { textStart, textEnd }: IndexedElement): boolean {
  return page.text.slice(textStart, Math.min(textEnd, textStart + maxBlank)).trim() === '';
}

/** Characters of white space in an element without text. */
const maxBlank = 200;

/** A picture, a link, or the text of an element; `undefined` for one without anything. */
function toWholeCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { node, textStart, textEnd } = element;
  if (node.name === 'img') {
    // As for readers: a lazy picture's real address, and no placeholder.
    const href = findImageSource(node.attribs);
    if (href === undefined) return undefined;
    return { text: node.attribs['alt'] ?? '', source: { node, attribute: 'src' }, href };
  }
  const drawn = findDrawnRating(element);
  if (drawn !== undefined) return { ...drawn, href: undefined };
  const text = page.lineOf(element, maxCell);
  const link = findLink(page, element, maxLinkElements);
  const href = (link ?? findLinkAround(page, element))?.node.attribs['href'];
  if (text === '' && href === undefined) return undefined;
  const listLines = findLines(page.text.slice(textStart, textEnd));
  const findPrice =
    text.length <= maxPriceLength && hasDigit(text)
      ? lazily(() => readPriceLine(page, element))
      : undefined;
  const said = link === undefined ? text : page.lineOf(link, maxCell);
  const partLink = said !== '' && said !== text ? said : undefined;
  const isInLink = link === undefined && href !== undefined;
  return { text, source: { node }, href, partLink, isInLink, listLines, findPrice };
}

/** The link that an element is, or stands in: of some cards all is one link. */
function findLinkAround(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  return page
    .around(element, maxWrappers)
    .find(({ node }) => node.name === 'a' && node.attribs['href'] !== undefined);
}

function isFormerAmount({ text, findSense }: Cell): boolean {
  return isAmount(text) && isFormerSense(findSense?.());
}

const endOfRange = /^\s*[-\u2010-\u2015]\s*(?:\p{Sc}|\p{Nd})/u;
const maxRange = 40;

/** The whole of a range of prices of which a text is the end: "- $115.00" behind an element that says "$85.93". */
function findRange(page: PageIndex, { parent }: TextRun, said: string): string | undefined {
  if (!endOfRange.test(said)) return undefined;
  const around = page.elements[parent.parent];
  const line = around === undefined ? '' : page.lineOf(around, maxRange);
  return line.endsWith(stripMarks(said)) && isAmount(line) ? line : undefined;
}

const dash = /^[-\u2013]/;
const maxBefore = 8;

/** Whether a number stands before a text in its line: a dash between the two is that of a range, and no sign. */
function isBehindNumber({ text }: PageIndex, { start }: TextRun): boolean {
  return /\p{Nd}[^\S\n]*$/u.test(text.slice(Math.max(0, start - maxBefore), start));
}

function toRunCell(page: PageIndex, run: TextRun, said: string): Cell {
  const text =
    findRange(page, run, said) ??
    stripMarks(isBehindNumber(page, run) ? said.replace(dash, '') : said);
  const link = findLinkAround(page, run.parent);
  const mayBePrice = text.length <= maxPriceLength && hasDigit(text);
  const source = { node: run.parent.node };
  return {
    text,
    source,
    href: link?.node.attribs['href'],
    isLabel: colonAtEnd.test(said),
    findSense: mayBePrice ? () => findPriceSense(page, run.parent) : undefined,
  };
}

function listAround(
  page: PageIndex,
  element: IndexedElement,
  { start }: Block,
  most: number,
): readonly IndexedElement[] {
  return page.around(element, most).filter(({ position }) => position >= start);
}
