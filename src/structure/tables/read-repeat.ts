import { describeElement, isAtom, type Repeat, toStep } from './find-repeats.ts';
import { foldLabel } from '../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { Cell, Column, Region } from './region.ts';

const maxAtoms = 80;
const maxColumns = 120;
const maxCell = 2_000;
/** Elements of a text among which its link is looked for. */
const maxLinkDistance = 5;
/** Number of wrappers whose classes are used as names of a text. */
const maxWrappers = 4;
/** Characters; longer texts that all records share are notes. */
const maxLabelLength = 40;
/** Share of the records in which a column must say something, and in which a label must be the same. */
const minFill = 0.3;
const labelShare = 0.6;
const labelled = /^([^:：]{1,40})[:：]\s*(.*)$/su;

interface Atom {
  readonly key: string;
  readonly words: ReadonlySet<string>;
  readonly cell: Cell;
}

/** A repeating part as columns: what stands at the same place of each record, labels apart from values. */
export function readRepeat(page: PageIndex, repeat: Repeat): Region {
  const size = repeat.records.length;
  const columns = new Map<string, { words: Set<string>; cells: (Cell | undefined)[] }>();
  repeat.records.forEach((record, row) => {
    for (const atom of listAtoms(page, repeat.parent, record.start, record.end)) {
      let column = columns.get(atom.key);
      if (column === undefined) {
        if (columns.size >= maxColumns) continue;
        column = { words: new Set(), cells: Array.from<Cell | undefined>({ length: size }) };
        columns.set(atom.key, column);
      }
      for (const word of atom.words) column.words.add(word);
      column.cells[row] = atom.cell;
    }
  });
  const kept = [...columns.values()].filter(
    ({ cells }) => cells.filter((cell) => cell !== undefined).length >= Math.max(1, size * minFill),
  );
  return { kind: 'repeat', columns: nameByLabels(kept), size, element: repeat.parent };
}

function listAtoms(
  page: PageIndex,
  parent: IndexedElement,
  start: number,
  end: number,
): readonly Atom[] {
  const atoms: Atom[] = [];
  const ordinals = new Map<string, number>();
  const paths = new Map<number, string>([[parent.position, '']]);
  for (let at = start; at < end && atoms.length < maxAtoms; at += 1) {
    const element = page.elements[at];
    if (element === undefined) break;
    const path = `${paths.get(element.parent) ?? ''}/${toStep(element)}`;
    paths.set(at, path);
    if (!isAtom(element)) continue;
    const cell = toAtomCell(page, element);
    if (cell === undefined) continue;
    const ordinal = (ordinals.get(path) ?? 0) + 1;
    ordinals.set(path, ordinal);
    atoms.push({ key: `${path}#${ordinal}`, words: wordsAround(page, element, parent), cell });
  }
  return atoms;
}

function toAtomCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { name, attribs } = element.node;
  if (name === 'img') {
    const href = attribs['src'] ?? attribs['data-src'];
    if (href === undefined) return undefined;
    return { text: attribs['alt'] ?? '', source: { node: element.node, attribute: 'src' }, href };
  }
  const text = page.lineOf(element, maxCell);
  let href = attribs['href'];
  for (
    let at = element.position + 1;
    at < Math.min(element.end, element.position + 1 + maxLinkDistance);
    at += 1
  ) {
    const inner = page.elements[at]?.node;
    if (inner?.name === 'a') href ??= inner.attribs['href'];
  }
  return text === '' && href === undefined
    ? undefined
    : { text, source: { node: element.node }, href };
}

/** Words of the element and of its wrappers inside the record. */
function wordsAround(
  page: PageIndex,
  element: IndexedElement,
  parent: IndexedElement,
): ReadonlySet<string> {
  const words = new Set<string>();
  let current: IndexedElement | undefined = element;
  for (let step = 0; step < maxWrappers && current !== undefined && current !== parent; step += 1) {
    for (const word of describeElement(page, current)) words.add(word);
    current = page.elements[current.parent];
  }
  return words;
}

/** "Docket: 12" in most records is a column named Docket; a text that is the same everywhere names the next one. */
function nameByLabels(
  columns: readonly {
    readonly words: Set<string>;
    readonly cells: readonly (Cell | undefined)[];
  }[],
): readonly Column[] {
  const named: Column[] = [];
  let pending = '';
  for (const { words, cells } of columns) {
    const constant = commonText(cells.map((cell) => cell?.text));
    if (constant !== undefined && constant.length <= maxLabelLength && cells.length > 2) {
      pending =
        /[:：]$/.test(constant) || pending === '' ? constant.replace(/[\s:：]+$/, '') : pending;
      named.push({ header: '', words, cells });
      continue;
    }
    const label = commonText(cells.map((cell) => labelled.exec(cell?.text ?? '')?.[1]));
    if (label !== undefined) {
      const values = cells.map((cell) => {
        const value = labelled.exec(cell?.text ?? '')?.[2] ?? cell?.text ?? '';
        return cell === undefined || value === '' ? undefined : { ...cell, text: value };
      });
      named.push({ header: label, words, cells: values });
    } else named.push({ header: pending, words, cells });
    pending = '';
  }
  return named;
}

/** The text that most records share; `undefined` when they differ. */
function commonText(texts: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  let filled = 0;
  for (const text of texts) {
    const label = foldLabel(text ?? '');
    if (label === '') continue;
    filled += 1;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  for (const [label, count] of counts) {
    if (count >= filled * labelShare && count >= 2)
      return texts.find((text) => foldLabel(text ?? '') === label);
  }
  return undefined;
}
