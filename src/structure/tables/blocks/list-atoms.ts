import { foldText } from '../../../page/text/node-text.ts';
import { foldLabel } from '../../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';
import { findPriceSense } from '../../values/find-price-sense.ts';
import { readPriceLine } from '../../values/read-price-line.ts';
import { type RunLabels, splitLabel } from './find-labels.ts';
import type { Block } from './find-repeats.ts';
import { listParagraphs } from './list-paragraphs.ts';
import { sliceRuns, type TextRun } from './list-runs.ts';
import type { PageParts } from './read-page-parts.ts';
import type { Cell } from '../region.ts';
import { stripMarks } from '../columns/split-column.ts';

/** A text, link or picture of a block, and the key by which blocks are lined up. */
export interface Atom {
  readonly key: string;
  /** The label before it; empty where there is none. */
  readonly header: string;
  readonly words: ReadonlySet<string>;
  readonly ownWords: ReadonlySet<string>;
  readonly cell: Cell;
  /** Keys of the elements around it in the block, nearest first. */
  readonly within: readonly string[];
  /** Whether it stands in a row of a table of the record: it belongs to one of the things that the record lists. */
  readonly isInner?: boolean;
  /** The path of the element that begins with it. */
  readonly begins?: string | undefined;
}

const wordOrNumber = /[\p{L}\p{N}]/u;
const maxAtoms = 120;
const maxCell = 2_000;
/** Characters of the paragraphs of one part. */
const maxProse = 20_000;
/** Longer texts are no prices. */
const maxPriceLength = 100;
/** Elements of a text among which its link is looked for. */
const maxLinkDistance = 5;
/** Number of wrappers whose classes are used as names of a text. */
const maxWrappers = 4;
/** Elements around a text that are looked at. */
const maxAround = 12;

/** Returns the runs of a block, the elements that hold several of them, and its pictures, in the order of the page. */
export function listAtoms(
  parts: PageParts,
  block: Block,
  runs: readonly TextRun[],
  labels: RunLabels,
): readonly Atom[] {
  const { page, steps } = parts;
  const atoms: Atom[] = [];
  const counts = new Map<string, number>();
  const take = (key: string): string => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${key}#${count}`;
  };
  const paths = new Map<number, string>();
  const wholes = new Map<number, string>();
  const paragraphs = new Map<number, string>();
  const inner = new Set<number>();
  const root = page.elements[block.start];
  const isSingle = root !== undefined && root.end === block.end;
  const withinOf = (element: IndexedElement): readonly string[] =>
    listAround(page, element, block)
      .flatMap(({ position }) => [wholes.get(position), paragraphs.get(position)])
      .filter((key) => key !== undefined);
  let label: string | undefined;
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
        // A text without a colon that all records share may be a value as well: "In stock".
        if (stated.isMarked) continue;
      }
      if (!wordOrNumber.test(run.text)) continue;
      const cut = splitLabel(run.text);
      const isCut = cut !== undefined && labels.prefixes.has(foldLabel(cut.label));
      const header = isCut ? cut.label : stated === undefined ? (label ?? '') : '';
      const path = paths.get(parent.position) ?? '';
      if (stated === undefined) label = undefined;
      atoms.push({
        key: take(header === '' ? `${path}/text` : `label:${foldLabel(header)}`),
        header,
        ...wordsAround(page, parent, block),
        cell: toRunCell(page, run, stripMarks(isCut ? cut.value : run.text)),
        within: withinOf(parent),
        isInner: inner.has(parent.position),
        begins: header === '' ? findBegun(run) : undefined,
      });
    }
  };
  /** The path of the element whose first part is that of a run. */
  const findBegun = ({ start, parent }: TextRun): string | undefined => {
    const above = parent.position > block.start ? page.elements[parent.parent] : undefined;
    if (above === undefined || above.position < block.start) return undefined;
    const path = paths.get(above.position);
    return page.text.slice(above.textStart, start).trim() === '' ? path : undefined;
  };
  /** The paragraphs that are one text, at the first of them. */
  const readProse = (first: IndexedElement, path: string): void => {
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
    const key = take(`${path}/prose`);
    const words = wordsAround(page, first, block);
    atoms.push({ key, header: '', ...words, cell, within: withinOf(around) });
    for (const { position } of found) paragraphs.set(position, key);
  };
  const readWhole = (element: IndexedElement, path: string): void => {
    const cell = toWholeCell(page, element);
    if (cell === undefined) return;
    const key = take(label === undefined ? path : `label:${foldLabel(label)}/whole`);
    const words = wordsAround(page, element, block);
    const within = withinOf(element);
    const isInner = inner.has(element.position);
    atoms.push({ key, header: label ?? '', ...words, cell, within, isInner });
    wholes.set(element.position, key);
    const all = sliceRuns(runs, element.textStart, element.textEnd);
    const own = all.filter((run) => run.parent === element && !labels.isNamed(run));
    if (own.length < 2 || own.length === all.length) return;
    const text = own.map((run) => run.text).join(' ');
    const ownCell = { text, source: cell.source, href: undefined };
    atoms.push({
      key: take(`${path}/own`),
      header: '',
      ...words,
      cell: ownCell,
      within: [key, ...within],
    });
  };
  for (let at = block.start; at < block.end && atoms.length < maxAtoms; at += 1) {
    const element = page.elements[at];
    const step = steps[at];
    if (element === undefined || step === undefined) break;
    readRunsTo(element.textStart);
    const above = paths.get(element.parent) ?? '';
    const isRoot = isSingle && at === block.start;
    const path = isRoot || step.isTransparent ? above : `${above}/${step.step}`;
    paths.set(at, path);
    if (inner.has(element.parent) || (parts.innerRows.get(at) ?? -1) >= block.start) inner.add(at);
    if (parts.proses.has(step.path)) readProse(element, path);
    const isPicture = element.node.name === 'img';
    const isEmptyLink = element.node.name === 'a' && element.textEnd === element.textStart;
    if (isPicture || isEmptyLink || (parts.wholes.has(step.path) && !step.isTransparent))
      readWhole(element, path);
  }
  readRunsTo(block.to);
  return atoms;
}

/** A picture, a link, or the text of an element; `undefined` for one without anything. */
function toWholeCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { node, textStart, textEnd } = element;
  if (node.name === 'img') {
    const href = node.attribs['src'] ?? node.attribs['data-src'];
    if (href === undefined) return undefined;
    return { text: node.attribs['alt'] ?? '', source: { node, attribute: 'src' }, href };
  }
  const text = page.lineOf(element, maxCell);
  const href = findLink(page, element);
  if (text === '' && href === undefined) return undefined;
  const hasLines = page.text.slice(textStart, textEnd).trim().includes('\n');
  const price =
    text.length <= maxPriceLength && /\d/.test(text) ? readPriceLine(page, element) : undefined;
  return { text, source: { node }, href, hasLines, price };
}

function toRunCell(page: PageIndex, run: TextRun, text: string): Cell {
  const around = listAround(page, run.parent).slice(0, maxWrappers);
  const link = around.find(({ node }) => node.attribs['href'] !== undefined);
  const isAmount = text.length <= maxPriceLength && /\d/.test(text);
  const sense = isAmount ? findPriceSense(page, run.parent) : undefined;
  const price = sense === 'former' || sense === 'other' ? '' : undefined;
  return { text, source: { node: run.parent.node }, href: link?.node.attribs['href'], price };
}

/** An element and those around it, up to the block. */
function listAround(
  page: PageIndex,
  element: IndexedElement,
  block?: Block,
): readonly IndexedElement[] {
  const around: IndexedElement[] = [];
  let current: IndexedElement | undefined = element;
  const start = block?.start ?? 0;
  while (current !== undefined && current.position >= start && around.length < maxAround) {
    around.push(current);
    current = page.elements[current.parent];
  }
  return around;
}

/** Address of an element's own or first inner link. */
function findLink(page: PageIndex, element: IndexedElement): string | undefined {
  const end = Math.min(element.end, element.position + 1 + maxLinkDistance);
  for (let at = element.position; at < end; at += 1) {
    const inner = page.elements[at]?.node;
    if (inner?.name === 'a' && inner.attribs['href'] !== undefined) return inner.attribs['href'];
  }
  return undefined;
}

/** Words of the element and of its wrappers inside the block; and those of the nearest that has some. */
function wordsAround(
  page: PageIndex,
  element: IndexedElement,
  block: Block,
): Pick<Atom, 'words' | 'ownWords'> {
  const around = listAround(page, element, block)
    .slice(0, maxWrappers)
    .map((wrapper) => describeElement(page, wrapper));
  const own = around.find((words) => words.some((word) => word !== 'bold')) ?? [];
  return { words: new Set(around.flat()), ownWords: new Set(own) };
}

/** Words of an element's tag and classes, for matching with field names. */
function describeElement(page: PageIndex, element: IndexedElement): readonly string[] {
  const { name, attribs } = element.node;
  const words = [...page.tokensOf(element)];
  if (/^h[1-6]$/.test(name)) words.push('title', 'name', 'heading');
  if (name === 'time') words.push('date', 'time');
  if (name === 'img') words.push('image');
  if (name === 'summary') words.push('question', 'title');
  if (name === 'cite') words.push('author');
  if (attribs['href']?.startsWith('mailto:')) words.push('email', 'mail');
  if (attribs['href']?.startsWith('tel:')) words.push('phone', 'telephone');
  if (name === 'strong' || name === 'b') words.push('bold');
  return words;
}
