import type { Cell, Column, ColumnWords } from './column.ts';
import { joinWords } from './describe-leaf.ts';
import type { Block } from './block.ts';
import { leafValuesOf, runsOf } from './leaf-values.ts';
import { type PageParts, findLabels } from './list-runs.ts';
import { isDate } from './text-kinds.ts';
import { type Draft, joinPlaces, joinValues } from './join-drafts.ts';

const maxColumns = 80;
/** A long first record has places of its own, which leave none for what all later ones have. */
const maxDrafts = 400;
/** Share of the records in which a column says something. */
const usualFill = 0.3;

/**
 * Lines blocks up: what stands at the same place, or behind the same label, is a column; `undefined` leaves a row empty. Rows below a header
 * have no labels: what most of them say is a value.
 */
export function readColumns(
  parts: PageParts,
  blocks: readonly (Block | undefined)[],
  minFill: number = usualFill,
  areHeaded = false,
): readonly Column[] {
  const size = blocks.length;
  const labels = findLabels(
    areHeaded ? [] : blocks.map((block) => (block === undefined ? [] : runsOf(parts, block))),
  );
  const drafts = new Map<string, Draft>();
  blocks.forEach((block, row) => {
    if (block === undefined) return;
    for (const leafValue of leafValuesOf(parts, block, labels)) {
      let draft = drafts.get(leafValue.key);
      if (draft === undefined) {
        if (drafts.size >= maxDrafts) continue;
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
  joinPlaces(drafts);
  const listed = findListItems(drafts, size);
  joinValues(drafts, size);
  const columns = new Map<string, Column>();
  for (const draft of listFullest(drafts, Math.max(1, size * minFill))) {
    const { key, header, called, cells, isInner, isList, within: around } = draft;
    const within = around.flatMap((name) => columns.get(name) ?? []);
    const { words, ownWords } = joinWords(parts, called);
    const isListItem = listed.has(draft);
    const kind = { isInner, isListItem, isList };
    columns.set(key, { key, header, words, ownWords, cells, within, ...kind, cuts: 0 });
  }
  return [...columns.values()];
}

/** The columns with so many values, at most `maxColumns`, as they come. */
function listFullest(drafts: ReadonlyMap<string, Draft>, least: number): readonly Draft[] {
  const filled = Array.from(drafts.values()).filter((draft) => draft.filled >= least);
  if (filled.length <= maxColumns) return filled;
  const kept = new Set(filled.toSorted((a, b) => b.filled - a.filled).slice(0, maxColumns));
  return filled.filter((draft) => kept.has(draft));
}

const itemPath = /\/(?:ul|ol)\b.*\/li\b/;
/** Linked texts of one place in a record from which on they are a list, whatever its elements: the tags of a game. */
const minListed = 4;
/** Dates of one place in a record from which on they are those of a list in it, such as its comments: of two, one may say when it was changed. */
const minListedDates = 3;

/** The columns of the items of lists in the records: of those in list elements some records have more than others, or several dates; of others some have many. */
function findListItems(drafts: ReadonlyMap<string, Draft>, size: number): ReadonlySet<Draft> {
  const listed = new Set<Draft>();
  const bases = Map.groupBy(drafts.values(), ({ key }) => key.replace(/#\d+$/, ''));
  for (const [base, alike] of bases) {
    if (alike.length < 2 || (alike.length < minListedDates && !itemPath.test(base))) continue;
    const counts = Array.from(
      { length: size },
      (_, row) => alike.filter(({ cells }) => cells[row]?.href !== undefined).length,
    ).filter((count) => count > 0);
    const isLong =
      alike.length >= minListed && counts.length > 0 && counts.every((count) => count >= minListed);
    const differs = itemPath.test(base) && new Set(counts).size > 1;
    const areDates =
      (itemPath.test(base) || isUneven(alike, size)) &&
      alike.every(({ cells }) => cells.every((cell) => cell === undefined || isDate(cell.text)));
    if (isLong || differs || areDates) for (const draft of alike) listed.add(draft);
  }
  return listed;
}

/** Whether some records have at one place at least as many values as a list of dates has, and others fewer. */
function isUneven(alike: readonly Draft[], size: number): boolean {
  const counts = Array.from(
    { length: size },
    (_, row) => alike.filter(({ cells }) => cells[row] !== undefined).length,
  );
  return counts.some((count) => count >= minListedDates) && new Set(counts).size > 1;
}
