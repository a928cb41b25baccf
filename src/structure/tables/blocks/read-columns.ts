import type { Block } from './find-repeats.ts';
import { findLabels } from './find-labels.ts';
import { listAtoms } from './list-atoms.ts';
import type { PageParts } from './read-page-parts.ts';
import { sliceRuns } from './list-runs.ts';
import type { Cell, Column } from '../region.ts';

const maxColumns = 80;
/** Share of the records in which a column must say something. */
const minFill = 0.3;

interface Draft {
  header: string;
  readonly words: Set<string>;
  readonly ownWords: Set<string>;
  readonly cells: (Cell | undefined)[];
  readonly within: readonly string[];
  filled: number;
  readonly isInner: boolean;
  /** The path of the element that begins with it in each record. */
  begins: string | undefined;
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
        const { header, within, begins, isInner = false } = atom;
        const words = { words: new Set<string>(), ownWords: new Set<string>() };
        draft = { header, ...words, cells, within, filled: 0, begins, isInner };
        drafts.set(atom.key, draft);
      }
      for (const word of atom.words) draft.words.add(word);
      for (const word of atom.ownWords) draft.ownWords.add(word);
      if (draft.begins !== atom.begins) draft.begins = undefined;
      if (draft.cells[row] !== undefined) continue;
      draft.cells[row] = atom.cell;
      draft.filled += 1;
    }
  });
  joinAlternatives(drafts);
  const columns = new Map<string, Column>();
  for (const [key, { filled, begins: _, ...draft }] of drafts) {
    if (filled < Math.max(1, size * minFill)) continue;
    const within = draft.within
      .map((name) => columns.get(name))
      .filter((column) => column !== undefined);
    columns.set(key, { key, ...draft, within, cuts: 0 });
  }
  return [...columns.values()];
}

/**
 * Joins columns with which the same element begins, each in other records: an author is a link in most posts, and plain
 * text in that of a guest.
 */
function joinAlternatives(drafts: Map<string, Draft>): void {
  const byPlace = new Map<string, string[]>();
  for (const [key, { begins }] of drafts) {
    if (begins === undefined) continue;
    const keys = byPlace.get(begins);
    if (keys === undefined) byPlace.set(begins, [key]);
    else keys.push(key);
  }
  for (const keys of byPlace.values()) {
    const main = drafts.get(
      keys.reduce((best, key) => (filledOf(key) > filledOf(best) ? key : best)),
    );
    for (const key of keys) {
      const other = drafts.get(key);
      if (main === undefined || other === undefined || other === main) continue;
      if (other.cells.some((cell, row) => cell !== undefined && main.cells[row] !== undefined))
        continue;
      other.cells.forEach((cell, row) => {
        main.cells[row] ??= cell;
      });
      main.filled += other.filled;
      drafts.delete(key);
    }
  }
  function filledOf(key: string): number {
    return drafts.get(key)?.filled ?? 0;
  }
}
