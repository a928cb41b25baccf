import type { Block } from './find-repeats.ts';
import { findLabels } from './find-labels.ts';
import { listAtoms, type PageParts } from './list-atoms.ts';
import { sliceRuns } from './list-runs.ts';
import type { Cell, Column } from '../region.ts';

const maxColumns = 80;
/** Share of the records in which a column must say something. */
const minFill = 0.3;

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
