import { foldLabel, splitWords } from '../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { type Block, isAtom } from './find-repeats.ts';
import { stripMarks } from './split-column.ts';
import { findLabels, type RunLabels, splitLabel } from './find-labels.ts';
import { sliceRuns, type TextRun } from './list-runs.ts';
import type { ElementStep } from './list-steps.ts';
import type { Cell, Column } from './region.ts';

/** What is read once for all regions of a page. */
export interface PageParts {
  readonly page: PageIndex;
  readonly runs: readonly TextRun[];
  readonly steps: readonly ElementStep[];
}

const maxAtoms = 120;
const maxColumns = 160;
const maxCell = 2_000;
/** Elements of a text among which its link is looked for. */
const maxLinkDistance = 5;
/** Number of wrappers whose classes are used as names of a text. */
const maxWrappers = 4;
/** Share of the records in which a column must say something. */
const minFill = 0.3;

/** A text, link or picture of a block, and the key by which blocks are lined up. */
interface Atom {
  readonly key: string;
  readonly header: string;
  readonly words: ReadonlySet<string>;
  readonly cell: Cell;
  /** Keys of the elements around it in the block, nearest first. */
  readonly within: readonly string[];
}

interface Draft {
  header: string;
  readonly words: Set<string>;
  readonly cells: (Cell | undefined)[];
  readonly within: readonly string[];
  filled: number;
}

/**
 * Lines blocks up: what stands at the same place of each, or behind the same label, is a column. A block that is
 * `undefined` leaves its row empty.
 */
export function readColumns(
  parts: PageParts,
  blocks: readonly (Block | undefined)[],
): readonly Column[] {
  const size = blocks.length;
  const runs = blocks.map((block) =>
    block === undefined ? [] : sliceRuns(parts.runs, block.from, block.to),
  );
  const labels = findLabels(runs);
  const drafts = new Map<string, Draft>();
  blocks.forEach((block, row) => {
    if (block === undefined) return;
    for (const atom of listAtoms(parts, block, runs[row] ?? [], labels)) {
      let draft = drafts.get(atom.key);
      if (draft === undefined) {
        if (drafts.size >= maxColumns) continue;
        const cells = Array.from<Cell | undefined>({ length: size });
        draft = { header: atom.header, words: new Set(), cells, within: atom.within, filled: 0 };
        drafts.set(atom.key, draft);
      }
      for (const word of atom.words) draft.words.add(word);
      if (draft.cells[row] !== undefined) continue;
      draft.cells[row] = atom.cell;
      draft.filled += 1;
    }
  });
  const columns = new Map<string, Column>();
  for (const [key, { header, words, cells, within, filled }] of drafts) {
    if (filled < Math.max(1, size * minFill)) continue;
    const outer = within.map((name) => columns.get(name)).filter((column) => column !== undefined);
    columns.set(key, { header, words, cells, within: outer, cuts: 0 });
  }
  return [...columns.values()];
}

/** The runs of a block, and the elements that hold several of them beside text of their own. */
function listAtoms(
  { page, steps }: PageParts,
  block: Block,
  runs: readonly TextRun[],
  labels: RunLabels,
): readonly Atom[] {
  const atoms: Atom[] = [];
  const counts = new Map<string, number>();
  const take = (key: string): string => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${key}#${count}`;
  };
  const paths = new Map<number, string>();
  const wholes = new Map<number, string>();
  const root = page.elements[block.start];
  const isSingle = root !== undefined && root.end === block.end;
  const pathOf = (element: IndexedElement): string => paths.get(element.position) ?? '';
  const withinOf = (element: IndexedElement): readonly string[] => {
    const keys: string[] = [];
    for (
      let current: IndexedElement | undefined = element;
      current !== undefined && current.position >= block.start;
      current = page.elements[current.parent]
    ) {
      const key = wholes.get(current.position);
      if (key !== undefined) keys.push(key);
    }
    return keys;
  };
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
        label = stated.label;
        // A text without a colon that all records share may be a value as well: "In stock".
        if (stated.isMarked) continue;
      }
      const cut = splitLabel(run.text);
      const isCut = cut !== undefined && labels.prefixes.has(foldLabel(cut.label));
      const header = isCut ? cut.label : stated === undefined ? (label ?? '') : '';
      const key = header === '' ? `${pathOf(parent)}/text` : `label:${foldLabel(header)}`;
      if (stated === undefined) label = undefined;
      atoms.push({
        key: take(key),
        header,
        words: wordsAround(page, parent, block),
        cell: toTextCell(page, parent, stripMarks(isCut ? cut.value : run.text)),
        within: withinOf(parent),
      });
    }
  };
  for (let at = block.start; at < block.end && atoms.length < maxAtoms; at += 1) {
    const element = page.elements[at];
    if (element === undefined) break;
    readRunsTo(element.textStart);
    const path =
      isSingle && at === block.start
        ? ''
        : `${paths.get(element.parent) ?? ''}/${steps[at]?.step ?? element.node.name}`;
    paths.set(at, path);
    if (!isAtom(element)) continue;
    const cell = toWholeCell(page, element);
    if (cell === undefined) continue;
    const key = take(label === undefined ? path : `label:${foldLabel(label)}/whole`);
    atoms.push({
      key,
      header: label ?? '',
      words: wordsAround(page, element, block),
      cell,
      within: withinOf(element),
    });
    wholes.set(at, key);
    const inner = sliceRuns(runs, element.textStart, element.textEnd);
    const own = inner.filter((run) => run.parent === element && !labels.isNamed(run));
    if (own.length < 2 || own.length === inner.length) continue;
    const text = own.map((run) => run.text).join(' ');
    atoms.push({
      key: take(`${path}/own`),
      header: '',
      words: wordsAround(page, element, block),
      cell: { text, source: cell.source, href: undefined },
      within: [key, ...withinOf(element)],
    });
  }
  readRunsTo(block.to);
  return atoms;
}

/** A picture, a link without text, or an element of several runs; an element of one run is that run. */
function toWholeCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { node } = element;
  if (node.name === 'img') {
    const href = node.attribs['src'] ?? node.attribs['data-src'];
    if (href === undefined) return undefined;
    return { text: node.attribs['alt'] ?? '', source: { node, attribute: 'src' }, href };
  }
  const text = page.lineOf(element, maxCell);
  const href = node.attribs['href'];
  if (text === '' && href === undefined) return undefined;
  if (element.end === element.position + 1 && text !== '') return undefined;
  const hasLines = page.text.slice(element.textStart, element.textEnd).trim().includes('\n');
  return { text, source: { node }, href: findLink(page, element), hasLines };
}

function toTextCell(page: PageIndex, parent: IndexedElement, text: string): Cell {
  const { node } = parent;
  let href: string | undefined;
  let current: IndexedElement | undefined = parent;
  for (let step = 0; step < maxWrappers && current !== undefined; step += 1) {
    href ??= current.node.name === 'a' ? current.node.attribs['href'] : undefined;
    current = page.elements[current.parent];
  }
  return { text, source: { node }, href };
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

/** Words of the element and of its wrappers inside the block. */
function wordsAround(page: PageIndex, element: IndexedElement, block: Block): ReadonlySet<string> {
  const words = new Set<string>();
  let current: IndexedElement | undefined = element;
  for (
    let step = 0;
    step < maxWrappers && current !== undefined && current.position >= block.start;
    step += 1
  ) {
    for (const word of describeElement(page, current)) words.add(word);
    current = page.elements[current.parent];
  }
  return words;
}

/** Words of an element's tag and classes, for matching with field names. */
function describeElement(page: PageIndex, element: IndexedElement): readonly string[] {
  const { name } = element.node;
  const words = [...page.tokensOf(element)];
  if (/^h[1-6]$/.test(name)) words.push('title', 'name', 'heading');
  if (name === 'time') words.push('date', 'time');
  if (name === 'img') words.push('image');
  if (name === 'strong' || name === 'b') words.push('bold');
  return words.flatMap((word) => splitWords(word));
}
