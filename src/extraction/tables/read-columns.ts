import { type AnyNode, isTag } from 'domhandler';
import { findImageSource } from '../../page/tree/pictures.ts';
import { getOrMake } from '../../runtime/collections.ts';
import { listSteps } from '../analysis/element-paths.ts';
import { type Block, findLink, isAtom } from './find-repeats.ts';
import {
  type LeafValue,
  type NumberedKeys,
  type PageParts,
  Place,
  type RunLabels,
  type TextRun,
  colonAtEnd,
  countRuns,
  findLabels,
  findProses,
  listParagraphs,
  listRuns,
  sliceRuns,
} from './list-runs.ts';
import {
  type Cell,
  type Column,
  type ColumnWords,
  findLines,
  isAmount,
  isDate,
  isUser,
} from './column-shape.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { foldLabel, splitWords } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { findPriceSense, isLesserSense, readPriceLine } from '../values/find-money.ts';
import { isRating } from '../values/ratings.ts';
import { stripMarks } from './split-column.ts';
import { findMonth } from '../values/dates/month-names.ts';

const maxColumns = 80;
const minFill = 0.3;

interface Draft {
  readonly key: string;
  readonly header: string;
  /** How the elements of its values are called. */
  readonly called: Set<ColumnWords>;
  readonly cells: (Cell | undefined)[];
  readonly within: readonly string[];
  filled: number;
  readonly isInner: boolean;
  readonly isList: boolean;
  begins: string | undefined;
}

/** Lines blocks up: what stands at the same place, or behind the same label, is a column; `undefined` leaves a row empty. */
export function readColumns(
  parts: PageParts,
  blocks: readonly (Block | undefined)[],
): readonly Column[] {
  const size = blocks.length;
  const labels = findLabels(
    blocks.map((block) => (block === undefined ? [] : runsOf(parts, block))),
  );
  const drafts = new Map<string, Draft>();
  blocks.forEach((block, row) => {
    if (block === undefined) return;
    for (const leafValue of leafValuesOf(parts, block, labels)) {
      let draft = drafts.get(leafValue.key);
      if (draft === undefined) {
        if (drafts.size >= maxColumns) continue;
        const cells = Array.from<Cell | undefined>({ length: size });
        const { header, begins, isInner = false, isList = false } = leafValue;
        const within = leafValue.listWithin();
        const { key } = leafValue;
        const called = new Set<ColumnWords>();
        draft = { key, header, called, cells, within, filled: 0, begins, isInner, isList };
        drafts.set(key, draft);
      }
      draft.called.add(leafValue.called);
      if (draft.begins !== leafValue.begins) draft.begins = undefined;
      if (draft.cells[row] !== undefined) continue;
      draft.cells[row] = leafValue.cell;
      draft.filled += 1;
    }
  });
  joinAlternatives(drafts);
  const listed = findListItems(drafts, size);
  lineUp(drafts, size, '#price', isPrice);
  lineUp(drafts, size, authorMark, isMarkedAuthor);
  joinUsers(drafts, size);
  const columns = new Map<string, Column>();
  for (const draft of drafts.values()) {
    const { key, header, filled, called, cells, isInner, isList, within: around } = draft;
    if (filled < Math.max(1, size * minFill)) continue;
    const within = around.flatMap((name) => columns.get(name) ?? []);
    const { words, ownWords } = joinWords(parts, called);
    const isListItem = listed.has(draft);
    const kind = { isInner, isListItem, isList };
    columns.set(key, { key, header, words, ownWords, cells, within, ...kind, cuts: 0 });
  }
  return [...columns.values()];
}

const itemPath = /\/(?:ul|ol)\b.*\/li\b/;
/** Linked texts of one place in a record from which on they are a list, whatever its elements: the tags of a game. */
const minListed = 4;

/** The columns of the items of lists in the records: of those in list elements some records have more than others, or several dates. */
function findListItems(drafts: ReadonlyMap<string, Draft>, size: number): ReadonlySet<Draft> {
  const listed = new Set<Draft>();
  const bases = Map.groupBy(drafts.values(), ({ key }) => key.replace(/#\d+$/, ''));
  for (const [base, alike] of bases) {
    if (alike.length < 2 || (alike.length < minListed && !itemPath.test(base))) continue;
    const counts = Array.from(
      { length: size },
      (_, row) => alike.filter(({ cells }) => cells[row]?.href !== undefined).length,
    ).filter((count) => count > 0);
    const isLong = counts.length > 0 && counts.every((count) => count >= minListed);
    const differs = itemPath.test(base) && new Set(counts).size > 1;
    const areDates =
      itemPath.test(base) &&
      alike.every(({ cells }) => cells.every((cell) => cell === undefined || isDate(cell.text)));
    if (isLong || differs || areDates) for (const draft of alike) listed.add(draft);
  }
  return listed;
}

/** Joins columns with which the same element begins in different records: an author is a link, and plain text in a guest's. */
function joinAlternatives(drafts: Map<string, Draft>): void {
  const byPlace = Map.groupBy(drafts, ([, { begins }]) => begins);
  for (const [begins, alike] of byPlace) {
    if (begins === undefined) continue;
    const [, main] = alike.reduce((best, next) => (next[1].filled > best[1].filled ? next : best));
    for (const [key, { cells, filled }] of alike) {
      const overlaps = cells.some(
        (cell, row) => cell !== undefined && main.cells[row] !== undefined,
      );
      if (cells === main.cells || overlaps) continue;
      cells.forEach((cell, row) => {
        main.cells[row] ??= cell;
      });
      main.filled += filled;
      drafts.delete(key);
    }
  }
}

/** At the end of the key of the authors among texts that only their order tells apart. */
const authorMark = '#author';
const numberedText = /^(.*\/text)#\d+$/;

/**
 * Adds the prices, or the authors, among texts that only their order tells apart: a badge or a former price before it moves the price of
 * some records to the place where others have something else.
 */
function lineUp(
  drafts: Map<string, Draft>,
  size: number,
  mark: string,
  test: (cell: Cell) => boolean,
): void {
  const byBase = Map.groupBy(drafts.values(), ({ key }) => numberedText.exec(key)?.[1]);
  for (const [base, alike] of byBase) {
    const [first] = alike;
    if (base === undefined || first === undefined) continue;
    const placeOf = Array.from({ length: size }, (_, row) =>
      alike.find(({ cells: { [row]: cell } }) => cell !== undefined && test(cell)),
    );
    const places = new Set(placeOf.filter((place) => place !== undefined));
    const filled = placeOf.filter((place) => place !== undefined).length;
    const [place] = places;
    // The same place in all records, and nothing else there: that column is as good.
    if (place === undefined || (places.size === 1 && place.filled === filled)) continue;
    const called = new Set([...places].flatMap((each) => [...each.called]));
    const cells = placeOf.map((each, row) => {
      const cell = each?.cells[row];
      if (each === undefined || cell === undefined) return undefined;
      each.cells[row] = undefined;
      each.filled -= 1;
      return cell;
    });
    const key = `${base}${mark}`;
    drafts.set(key, { ...first, key, called, cells, filled, begins: undefined });
  }
}

function isPrice({ text, findSense }: Cell): boolean {
  return isAmount(text) && !isLesserSense(findSense?.());
}

/** Whether microdata says of a name that it is that of the author: who edited an answer stands beside them. */
function isMarkedAuthor({ source: { node }, href }: Cell): boolean {
  if (href === undefined) return false;
  let at: AnyNode | null = node;
  for (let count = 0; at !== null && count < maxWrappers; count += 1, at = at.parent)
    if (isTag(at) && at.attribs['itemprop'] === 'author') return true;
  return false;
}

/** Share of the records from which on those who write are known by the links to their pages. */
const minUsers = 0.95;

/**
 * Adds the column of those who write where each record has one of them at the same place: pages mark some of the names, such as those of
 * the staff, or colour them by rank.
 */
function joinUsers(drafts: Map<string, Draft>, size: number): void {
  const users = [...drafts.values()]
    .filter(({ isList }) => !isList)
    .map((draft) => ({
      ...draft,
      place: draft.key.replaceAll(/\.[^/#]+/g, '').replace(/\/text#\w+$/, ''),
      cells: draft.cells.map((cell) => (cell !== undefined && isUser(cell) ? cell : undefined)),
    }))
    .map((draft) => ({ ...draft, filled: draft.cells.filter((cell) => cell !== undefined).length }))
    .filter(({ filled }) => filled > 0);
  const isWhole = users.some(
    ({ key, filled }) => key.endsWith(authorMark) || filled >= size * minUsers,
  );
  if (isWhole) return;
  for (const [at, first] of users.entries()) {
    const joined = [first];
    for (const next of users.slice(at + 1)) {
      const isBeside = next.place.startsWith(first.place) || first.place.startsWith(next.place);
      const isApart = next.cells.every(
        (cell, row) => cell === undefined || joined.every(({ cells }) => cells[row] === undefined),
      );
      if (isBeside && isApart) joined.push(next);
    }
    const filled = joined.reduce((sum, part) => sum + part.filled, 0);
    if (joined.length === 1 || filled < size * minUsers) continue;
    const key = `${first.key}#users`;
    const called = new Set(joined.flatMap((part) => [...part.called]));
    const cells = first.cells.map((_, row) =>
      joined.map((part) => part.cells[row]).find((cell) => cell !== undefined),
    );
    drafts.set(key, { ...first, key, called, cells, filled, begins: undefined });
    return;
  }
}

/** What a value has: a word, a number, or stars in a row. */
const wordOrNumber = /[\p{L}\p{N}]|[★⭐☆✩]\s?[★⭐☆✩]/u;
const maxLeafValues = 120;
const maxCell = 2_000;
const maxProse = 20_000;
/** Longer texts are no prices. */
const maxPriceLength = 100;
const maxLinkElements = 6;
const maxWrappers = 4;
/** Elements around a value of which one has its label, where no colon says that it is one. */
const maxLabelWrappers = 6;
const maxAround = 12;

const listTags: ReadonlySet<string> = new Set(['ul', 'ol']);
const maxListed = 100;

const listNothing = (): readonly string[] => [];

function runsOf({ runs, read }: PageParts, block: Block): readonly TextRun[] {
  return getOrMake(read.blockRuns, block, () => sliceRuns(runs, block.from, block.to));
}

/** The values of a block, kept: the records of a sample are read again among more of them, mostly with the same labels. */
function leafValuesOf(parts: PageParts, block: Block, labels: RunLabels): readonly LeafValue[] {
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
  const isSingle = root !== undefined && root.end === block.end;
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
  let nextRun = 0;
  const readRunsTo = (offset: number): void => {
    for (
      let run = runs[nextRun];
      run !== undefined && run.start < offset;
      nextRun += 1, run = runs[nextRun]
    ) {
      const { parent } = run;
      const stated = labels.labelOf(run);
      if (stated !== undefined) {
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
      const header = isCut ? cut.label : stated === undefined ? (label ?? '') : '';
      const place = paths.get(parent.position) ?? places.root;
      if (stated === undefined) label = undefined;
      const key = take(header === '' ? place.keysOf('/text') : keysOfLabel(header, ''));
      leafValues.push({
        key,
        header,
        called: describeLeaf(parts, parent, block),
        cell: isCut
          ? toRunCell(page, run, cut.value)
          : getOrMake(parts.read.runs, run, () => toRunCell(page, run, run.text)),
        listWithin: withinOf(key, parent),
        isInner: inner.has(parent.position),
        begins: header === '' ? findBegun(run) : undefined,
      });
    }
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
    const key = take(label === undefined ? place.keysOf('') : keysOfLabel(label, '/whole'));
    const called = describeLeaf(parts, element, block);
    const listWithin = withinOf(key, element);
    const isInner = inner.has(element.position);
    leafValues.push({ key, header: label ?? '', called, cell, listWithin, isInner });
    wholes.set(element.position, key);
    const all = sliceRuns(runs, element.textStart, element.textEnd);
    const own = all.filter((run) => run.parent === element && !labels.isNamed(run));
    if (own.length < 2 || own.length === all.length) return;
    const text = own.map((run) => run.text).join(' ');
    const ownCell = { text, source: cell.source, href: undefined };
    const ownKey = take(place.keysOf('/own'));
    const listAll = (): readonly string[] => [key, ...listWithin()];
    leafValues.push({ key: ownKey, header: '', called, cell: ownCell, listWithin: listAll });
  };
  const readList = (element: IndexedElement, place: Place): void => {
    const items = page.childrenOf(element).map((item) => page.lineOf(item, maxCell));
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
    if (inner.has(element.parent) || (parts.innerRows.get(at) ?? -1) >= block.start) inner.add(at);
    if (parts.proses.has(step.path)) readProse(element, place);
    if (listTags.has(element.node.name) && !isRoot) readList(element, place);
    const isPicture = element.node.name === 'img';
    const isEmptyLink = element.node.name === 'a' && element.textEnd === element.textStart;
    if (
      isPicture ||
      isEmptyLink ||
      isDrawnRating(element) ||
      (parts.wholes.has(step.path) && !step.isTransparent)
    )
      readWhole(element, place);
  }
  readRunsTo(block.to);
  return leafValues;
}

const drawnLabel = 'aria-label';

/** Whether an element shows a rating as a drawing, which its label alone puts in words. */
function isDrawnRating({ node, textStart, textEnd }: IndexedElement): boolean {
  const { attribs } = node;
  return textStart === textEnd && attribs['role'] === 'img' && isRating(attribs[drawnLabel] ?? '');
}

/** A picture, a link, or the text of an element; `undefined` for one without anything. */
function toWholeCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { node, textStart, textEnd } = element;
  if (node.name === 'img') {
    // As for readers: a lazy picture's real address, and no placeholder.
    const href = findImageSource(node.attribs);
    if (href === undefined) return undefined;
    return { text: node.attribs['alt'] ?? '', source: { node, attribute: 'src' }, href };
  }
  if (isDrawnRating(element)) {
    const said = foldText(node.attribs[drawnLabel] ?? '');
    return { text: said, source: { node, attribute: drawnLabel }, href: undefined };
  }
  const text = page.lineOf(element, maxCell);
  const link = findLink(page, element, maxLinkElements);
  const href = (link ?? findLinkAround(page, element))?.node.attribs['href'];
  if (text === '' && href === undefined) return undefined;
  const listLines = findLines(page.text.slice(textStart, textEnd));
  const price =
    text.length <= maxPriceLength && /\d/.test(text) ? readPriceLine(page, element) : undefined;
  const said = link === undefined ? text : page.lineOf(link, maxCell);
  const isPartLink = said !== '' && said !== text;
  const isInLink = link === undefined && href !== undefined;
  return { text, source: { node }, href, isPartLink, isInLink, listLines, price };
}

/** The link that an element is, or stands in: of some cards all is one link. */
function findLinkAround(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  return page.around(element, maxWrappers).find(({ node }) => node.attribs['href'] !== undefined);
}

function toRunCell(page: PageIndex, run: TextRun, said: string): Cell {
  const text = stripMarks(said);
  const link = findLinkAround(page, run.parent);
  const isAmount = text.length <= maxPriceLength && /\d/.test(text);
  const source = { node: run.parent.node };
  return {
    text,
    source,
    href: link?.node.attribs['href'],
    isLabel: colonAtEnd.test(said),
    findSense: isAmount ? () => findPriceSense(page, run.parent) : undefined,
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

/** The words of the element and of its wrappers inside the block; those of the nearest that has some are its own. */
function describeLeaf(
  { page, read }: PageParts,
  element: IndexedElement,
  block: Block,
): ColumnWords {
  let count = 0;
  let next: IndexedElement | undefined = element;
  for (; next !== undefined && next.position >= block.start && count < maxWrappers; count += 1)
    next = page.elements[next.parent];
  // Blocks begin at different heights: what an element is called there depends on its wrappers inside.
  return getOrMake(read.called, element.position * (maxWrappers + 1) + count, () => {
    const words = new Set<string>();
    let own: readonly string[] | undefined;
    for (const wrapper of page.around(element, count)) {
      const described = describeElement(page, wrapper);
      for (const word of described) words.add(word);
      if (described.some((word) => word !== 'bold')) own ??= described;
    }
    return shareWords(read, { words, ownWords: new Set(own) });
  });
}

/** The words of all values of a column. */
function joinWords({ read }: PageParts, called: ReadonlySet<ColumnWords>): ColumnWords {
  const [first, ...others] = called;
  if (first !== undefined && others.length === 0) return first;
  const all = [...called];
  return shareWords(read, {
    words: new Set(all.flatMap(({ words }) => [...words])),
    ownWords: new Set(all.flatMap(({ ownWords }) => [...ownWords])),
  });
}

/** The same object for the same words: what was found out about them is kept by it. */
function shareWords(read: PageParts['read'], words: ColumnWords): ColumnWords {
  const name = `${[...words.words].join(' ')}|${[...words.ownWords].join(' ')}`;
  return getOrMake(read.names, name, () => words);
}

/** Words of an element's tag and classes, for matching with field names. */
function describeElement(page: PageIndex, element: IndexedElement): readonly string[] {
  const { name, attribs } = element.node;
  const words = [...page.tokensOf(element)];
  if (/^h[1-6]$/.test(name)) words.push('title', 'name', 'heading');
  if (name === 'time') words.push('date', 'time');
  if (name === 'img') words.push('image');
  if (name === 'summary') words.push('question', 'title');
  if (name === 'dt') words.push('term', 'title');
  if (name === 'dd') words.push('definition', 'description');
  if (name === 'cite') words.push('author');
  if (attribs['href']?.startsWith('mailto:')) words.push('email', 'mail');
  if (attribs['href']?.startsWith('tel:')) words.push('phone', 'telephone');
  if (name === 'strong' || name === 'b') words.push('bold');
  return words;
}

/** Longer texts are no dates, white space between their tags included. */
const maxDateLength = 80;
/** Cells of a row of a table; in rows of two the first names the second. */
const minInnerCells = 3;
export function readPageParts(page: PageIndex): PageParts {
  const runs = listRuns(page);
  const steps = listSteps(page);
  const own = new Set<number>();
  const mixed = new Set<number>();
  for (const element of page.elements) {
    const step = steps[element.position];
    if (step === undefined || step.isTransparent) continue;
    if (isAtom(element)) own.add(step.path);
    if (element.end > element.position + 1 && !mixed.has(step.path)) {
      if (countRuns(runs, element.textStart, element.textEnd) > 1) mixed.add(step.path);
    }
    if (!mixed.has(step.path) || own.has(step.path)) continue;
    if (isDateLine(page, element) || isPriceLine(page, element)) own.add(step.path);
  }
  const wholes = new Set([...own].filter((path) => mixed.has(path)));
  return {
    page,
    runs,
    steps,
    wholes,
    proses: findProses(page, steps),
    innerRows: findInnerRows(page),
    read: {
      runs: new Map(),
      blockRuns: new Map(),
      leafValues: new Map(),
      wholes: new Map(),
      called: new Map(),
      names: new Map(),
      places: { root: new Place(''), labels: new Map() },
    },
  };
}

function findInnerRows(page: PageIndex): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  const headed = new Set<number>();
  for (const element of page.elements) {
    if (element.node.name !== 'tr') continue;
    const cells = page.childrenOf(element);
    if (cells.length < minInnerCells) continue;
    const table = page.around(element).find(({ node }) => node.name === 'table');
    if (table === undefined) continue;
    rows.set(element.position, table.position);
    if (cells.every(({ node }) => node.name === 'th')) headed.add(table.position);
  }
  return new Map([...rows].filter(([, table]) => headed.has(table)));
}

/** Whether the parts of an element are an amount together: its currency, its whole part and its cents in elements of their own. */
function isPriceLine(page: PageIndex, element: IndexedElement): boolean {
  const { textStart, textEnd } = element;
  if (textEnd - textStart > maxPriceLength) return false;
  if (!/\d/.test(page.text.slice(textStart, textEnd))) return false;
  const line = readPriceLine(page, element);
  return /[.,]/.test(line) && !/[.,]/.test(page.lineOf(element)) && isAmount(line);
}

/** Whether the parts of an element are a date together: a day and a month in elements of their own. */
function isDateLine(page: PageIndex, element: IndexedElement): boolean {
  const length = element.textEnd - element.textStart;
  if (length > maxDateLength) return false;
  const line = page.lineOf(element);
  if (isDate(line)) return true;
  const words = splitWords(line);
  return (
    words.some((word) => findMonth(word) !== undefined) &&
    words.every((word) => findMonth(word) !== undefined || /^\d+$/.test(word))
  );
}
