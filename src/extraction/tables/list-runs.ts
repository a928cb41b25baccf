import { type Element, type ParentNode, isTag } from 'domhandler';
import { count, findFirstPlace, getOrMake } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldLabel, toSingular } from '../lexicon/fold-label.ts';
import type { ElementStep } from '../analysis/element-paths.ts';
import type { Cell, ColumnWords } from './column.ts';
import type { Block } from './block.ts';
import { hasOwnText } from './find-repeats.ts';

/** A piece of text between two tags, or a line of preformatted text. */
export class TextRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly parent: IndexedElement;
  #folded: string | undefined;
  #cut: CutLabel | 'none' | undefined;

  constructor(
    place: { readonly start: number; readonly end: number },
    text: string,
    parent: IndexedElement,
  ) {
    this.start = place.start;
    this.end = place.end;
    this.text = text;
    this.parent = parent;
  }

  /** The text in the form in which labels are compared; kept, since the regions of a page share their runs. */
  get folded(): string {
    return (this.#folded ??= foldLabel(this.text));
  }

  /** The label before a colon, and the value behind it. */
  get cut(): CutLabel | undefined {
    this.#cut ??= cutLabel(this.text) ?? 'none';
    return this.#cut === 'none' ? undefined : this.#cut;
  }
}

interface CutLabel {
  readonly label: string;
  readonly folded: string;
  readonly value: string;
}

/** A text, link or picture of a block, and the key by which blocks are lined up. */
export interface LeafValue {
  readonly key: string;
  readonly header: string;
  readonly called: ColumnWords;
  readonly cell: Cell;
  /** Keys of the elements around it in the block, nearest first. Listed for the first block that has its key alone. */
  readonly listWithin: () => readonly string[];
  /** Whether it stands in a row of a table of the record: it belongs to one of the things that the record lists. */
  readonly isInner?: boolean;
  readonly begins?: string | undefined;
  /** Whether it is a list of the record as a whole. */
  readonly isList?: boolean;
}

interface ReadBlock {
  readonly labels: string;
  readonly leafValues: readonly LeafValue[];
}

/** What an element is called: `ownWords` are missing where nothing but being bold is said of it. */
export interface ElementWords {
  readonly words: readonly string[];
  readonly ownWords: ReadonlySet<string> | undefined;
}

/** What regions read of the same runs and elements, filled as they read. Elements stand by their positions. */
interface ReadParts {
  readonly runs: Map<TextRun, Cell>;
  readonly blockRuns: Map<Block, readonly TextRun[]>;
  /** The values of blocks, and the labels by which they were read. */
  readonly leafValues: Map<Block, ReadBlock>;
  readonly wholes: Map<number, Cell | 'none'>;
  /** What elements are called without those around them. */
  readonly described: Map<number, ElementWords>;
  /** The same with their wrappers, by position and number of the wrappers that count. */
  readonly called: Map<number, ColumnWords>;
  /** Words of columns, by these words: columns that are called alike share them, and what was found out about them. */
  readonly names: Map<string, ColumnWords>;
  readonly places: { readonly root: Place; readonly labels: Map<string, Place> };
}

/** Keys of values that stand at one place of a record, in their order: `/h3/text#1`, `/h3/text#2`. */
export class NumberedKeys {
  readonly base: string;
  readonly #keys: string[] = [];

  constructor(base: string) {
    this.base = base;
  }

  at(number: number): string {
    return (this.#keys[number] ??= `${this.base}#${number}`);
  }
}

/**
 * A place in records, by the steps that lead there. Kept for the page: a string that is made anew for each value is hashed anew
 * for each, which was a tenth of reading a list.
 */
export class Place {
  readonly path: string;
  readonly #below = new Map<string, Place>();
  readonly #keys = new Map<string, NumberedKeys>();

  constructor(path: string) {
    this.path = path;
  }

  below(step: string): Place {
    return getOrMake(this.#below, step, () => new Place(`${this.path}/${step}`));
  }

  keysOf(suffix: string): NumberedKeys {
    return getOrMake(this.#keys, suffix, () => new NumberedKeys(this.path + suffix));
  }
}

/** What is read once for all regions of a page. */
export interface PageParts {
  readonly page: PageIndex;
  readonly runs: readonly TextRun[];
  readonly steps: readonly ElementStep[];
  /** Paths of elements with text of their own of which some hold further runs: each of them is read as a whole too. */
  readonly wholes: ReadonlySet<number>;
  /** Paths of paragraphs of which some elements have more than others: together these are one text. */
  readonly proses: ReadonlySet<number>;
  /** Rows of tables with headings of columns, and where their table stands. */
  readonly innerRows: ReadonlyMap<number, number>;
  readonly read: ReadParts;
}

export const listTags: ReadonlySet<string> = new Set(['ul', 'ol']);

/** Longer runs are cut: they are prose. */
const maxRunLength = 20_000;

/** Returns all pieces of text of a page in their order. Linear and iterative. */
export function listRuns(page: PageIndex): readonly TextRun[] {
  const runs: TextRun[] = [];
  const open: IndexedElement[] = [];
  let preformatted = 0;
  let at = 0;
  const readTo = (end: number): void => {
    const parent = open.at(-1);
    let start = at;
    at = end;
    if (parent === undefined) return;
    while (start < end) {
      const line = preformatted > 0 ? page.text.indexOf('\n', start) : -1;
      const stop = line >= 0 && line < end ? line : end;
      const text = foldText(page.text.slice(start, Math.min(stop, start + maxRunLength)));
      if (text !== '') runs.push(new TextRun({ start, end: stop }, text, parent));
      start = stop + 1;
    }
  };
  const leave = (): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    readTo(element.textEnd);
    if (element.node.name === 'pre') preformatted -= 1;
    open.pop();
  };
  for (const element of page.elements) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= element.position) leave();
    readTo(element.textStart);
    open.push(element);
    if (element.node.name === 'pre') preformatted += 1;
  }
  while (open.length > 0) leave();
  return runs;
}

export function sliceRuns(
  runs: readonly TextRun[],
  start: number,
  end: number,
): readonly TextRun[] {
  const from = findRun(runs, start);
  return runs.slice(from, findRun(runs, end, from));
}

export function countRuns(runs: readonly TextRun[], start: number, end: number): number {
  const from = findRun(runs, start);
  return findRun(runs, end, from) - from;
}

function findRun(runs: readonly TextRun[], offset: number, from = 0): number {
  return findFirstPlace(runs.length, (at) => (runs[at]?.start ?? 0) >= offset, from);
}

interface FoundLabel {
  readonly label: string;
  readonly isMarked: boolean;
}

/** The texts that name the values beside them. */
export interface RunLabels {
  /** The label that a run is, and whether a colon or its element marks it; `undefined` for a value. */
  readonly labelOf: (run: TextRun) => FoundLabel | undefined;
  /** The label without a mark that a run is, in the singular too: of some records "1 reply". */
  readonly bareLabelOf: (run: TextRun) => string | undefined;
  /** Whether a run is a label or begins with one. */
  readonly isNamed: (run: TextRun) => boolean;
  /** Folded labels that stand before a colon in the run of their value. */
  readonly prefixes: ReadonlySet<string>;
  /** All of them in one text: records with the same ones read the same of a block. */
  readonly all: string;
}

/** Characters; longer texts that all records share are notes. */
const maxLabelLength = 40;
/** Share of the records that have a label with a colon, and a label without one. */
const minMarkedShare = 0.3;
const minBareShare = 0.6;
const minBareRecords = 3;
/** A colon between digits is that of a time: "12:30". */
const labelled = /^((?:[^:：]|(?<=\d):(?=\d)){1,40})(?!(?<=\d):\d)[:：]\s*(\S[^]*)$/u;
export const colonAtEnd: RegExp = /[:：]$/;
const anyColon = /[:：]/;

/** Finds the labels of records by what most of them share: "Author:" before a name, "Docket" in a bold line. */
export function findLabels(records: readonly (readonly TextRun[])[]): RunLabels {
  const marked = new Map<string, number>();
  const bare = new Map<string, number>();
  const prefixes = new Map<string, number>();
  let filled = 0;
  for (const runs of records) {
    if (runs.length > 0) filled += 1;
    const seen = new Set<string>();
    let isNamed = false;
    for (const run of runs) {
      const { cut } = run;
      const isValue = isNamed;
      isNamed = run.text.length <= maxLabelLength && isMarkedLabel(run);
      if (cut !== undefined) addOnce(prefixes, seen, `:${cut.folded}`);
      if (run.text.length > maxLabelLength) continue;
      const label = run.folded;
      if (label === '' || !/\p{L}/u.test(label)) continue;
      if (isMarkedLabel(run)) addOnce(marked, seen, label);
      // What has a label of its own names nothing else, also where all records share it; nor do dates and counts.
      else if (
        !isValue &&
        cut === undefined &&
        run.parent.node.name !== 'dd' &&
        !/\p{Nd}/u.test(label)
      )
        addOnce(bare, seen, label);
    }
  }
  const markedLabels = atLeast(marked, Math.max(2, filled * minMarkedShare));
  const bareLabels = atLeast(bare, Math.max(minBareRecords, filled * minBareShare));
  const prefixLabels = atLeast(prefixes, Math.max(2, filled * minMarkedShare));
  const hasLabels = markedLabels.size + bareLabels.size > 0;
  const labelOf: RunLabels['labelOf'] = (run) => {
    const { text, parent } = run;
    if (!hasLabels || text.length > maxLabelLength) return undefined;
    const label = run.folded;
    const isMarked = isMarkedLabel(run);
    const isLabel = isMarked
      ? markedLabels.has(label)
      : bareLabels.has(label) && !isPressed(parent);
    return isLabel ? { label: text.replace(/[\s:：]+$/, ''), isMarked } : undefined;
  };
  const bySingular = new Map(Array.from(bareLabels, (label) => [toSingular(label), label]));
  const known = new Set([...prefixLabels].map((label) => label.slice(1)));
  return {
    labelOf,
    bareLabelOf: (run) =>
      run.text.length > maxLabelLength || isMarkedLabel(run)
        ? undefined
        : bySingular.get(toSingular(run.folded)),
    isNamed: (run) => labelOf(run) !== undefined || known.has(run.cut?.folded ?? ''),
    prefixes: known,
    all: [markedLabels, bareLabels, known]
      .map((found) => [...found].toSorted().join('\n'))
      .join('\n\n'),
  };
}

/** Elements around the text of a link or a button, within it. */
const maxPressedDepth = 4;

/** Whether a text is that of a link or a button. */
function isPressed({ node }: IndexedElement): boolean {
  let around: ParentNode | null = node;
  for (let depth = 0; depth < maxPressedDepth && around !== null && isTag(around); depth += 1) {
    if (around.name === 'a' || around.name === 'button') return true;
    around = around.parent;
  }
  return false;
}

/** "Docket No.", "Order #": a number has to follow. */
const numberAtEnd = /\p{L}\s?(?:\b(?:Nos?|Nrs?|N[uú]ms?)\.|[NnN][°º]|№|#)$/u;

/** Whether a run that records share names the value beside it: by its colon, what it ends with, or as a term or the head of a row. */
function isMarkedLabel({ text, parent: { node } }: TextRun): boolean {
  return colonAtEnd.test(text) || numberAtEnd.test(text) || node.name === 'dt' || headsRow(node);
}

/** Whether a cell is the head of a row with one value. */
function headsRow(cell: Element): boolean {
  if (cell.name !== 'th') return false;
  const cells = cell.parent?.children.filter(isTag) ?? [];
  return cells.length === 2 && cells[0] === cell && cells[1]?.name === 'td';
}

function cutLabel(text: string): CutLabel | undefined {
  if (!anyColon.test(text)) return undefined;
  const [, label, value] = labelled.exec(text) ?? [];
  if (label === undefined || value === undefined) return undefined;
  // Addresses have colons too.
  return /\p{L}/u.test(label) && !value.startsWith('//')
    ? { label, folded: foldLabel(label), value }
    : undefined;
}

function atLeast(counts: ReadonlyMap<string, number>, least: number): ReadonlySet<string> {
  return new Set([...counts].filter(([, count]) => count >= least).map(([label]) => label));
}

function addOnce(counts: Map<string, number>, seen: Set<string>, label: string): void {
  if (seen.has(label)) return;
  seen.add(label);
  count(counts, label);
}

const maxSiblings = 200;

/** Returns a paragraph and its siblings of the same kind before a position; none that are a link or have a label. */
export function listParagraphs(
  { page, steps, runs }: Pick<PageParts, 'page' | 'steps' | 'runs'>,
  first: IndexedElement,
  end: number,
  labels: RunLabels,
): readonly IndexedElement[] {
  const found: IndexedElement[] = [];
  let at = first.position;
  for (let count = 0; at < end && count < maxSiblings; count += 1) {
    const sibling = page.elements[at];
    if (sibling?.parent !== first.parent) break;
    at = sibling.end;
    if (steps[sibling.position]?.path !== steps[first.position]?.path) continue;
    const [run] = sliceRuns(runs, sibling.textStart, sibling.textEnd);
    if (hasOwnText(sibling) && run !== undefined && !labels.isNamed(run)) found.push(sibling);
    else if (sibling === first) break;
  }
  return found;
}

export function findProses(page: PageIndex, steps: readonly ElementStep[]): ReadonlySet<number> {
  const byParent = Map.groupBy(
    page.elements.filter(({ node }) => node.name === 'p'),
    ({ parent, position }) => `${parent}/${steps[position]?.path ?? -1}`,
  );
  const usual = new Map<number, number>();
  const proses = new Set<number>();
  for (const [{ position } = { position: -1 }, ...others] of byParent.values()) {
    const path = steps[position]?.path ?? -1;
    if (getOrMake(usual, path, () => others.length) !== others.length) proses.add(path);
  }
  return proses;
}
