import { joinName, splitWords } from '../analysis/fold-label.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { isMonthName } from '../values/parse-date.ts';
import type { Column, Region } from './region.ts';

/** Elements before a table among which its heading is looked for. */
const maxTitleDistance = 40;

/**
 * Joins tables of equal headers into one list where nothing tells them apart: no heading, or headings that differ in
 * dates and numbers alone. Of tables with headings of different words those are kept that the prompt names, if it does.
 */
export function joinTables(
  page: PageIndex,
  tables: readonly Region[],
  prompt: string,
): readonly Region[] {
  const groups = new Map<string, Region[]>();
  for (const table of tables) {
    const key = [table.columns.length, ...table.columns.map(({ header }) => joinName(header))].join(
      '|',
    );
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [table]);
    else group.push(table);
  }
  const asked = new Set(splitWords(prompt));
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return group;
    const titles = group.map(({ element }) => splitWords(findTitle(page, element)));
    const named = findNamed(titles, asked);
    if (named.length > 0)
      return joinAlike(named.map((at) => group[at]).filter((table) => table !== undefined));
    const forms = new Map<string, Region[]>();
    group.forEach((table, at) => {
      const form = (titles[at] ?? [])
        .filter((word) => !/\d/.test(word) && !isMonthName(word))
        .join(' ');
      const alike = forms.get(form);
      if (alike === undefined) forms.set(form, [table]);
      else alike.push(table);
    });
    return [...forms.values()].flatMap((alike) => joinAlike(alike));
  });
}

/** The titles with most words of the prompt among those that not all of them have; none where no such word is asked for. */
function findNamed(
  titles: readonly (readonly string[])[],
  asked: ReadonlySet<string>,
): readonly number[] {
  const counts = titles.map(
    (title) =>
      new Set(
        title.filter((word) => asked.has(word) && !titles.every((other) => other.includes(word))),
      ).size,
  );
  const most = Math.max(...counts);
  return most === 0 ? [] : counts.flatMap((count, at) => (count === most ? [at] : []));
}

function joinAlike(tables: readonly Region[]): readonly Region[] {
  const [first] = tables;
  if (first === undefined || tables.length < 2) return tables;
  const columns: Column[] = first.columns.map((column, at) => ({
    ...column,
    cells: tables.flatMap((table) => table.columns[at]?.cells ?? []),
  }));
  const blocks = tables.flatMap((table) => table.blocks);
  const starts: number[] = [];
  let count = 0;
  for (const { size } of tables) {
    starts.push(count);
    count += size;
  }
  return [{ ...first, columns, starts, blocks, size: blocks.length }];
}

/** The caption of a table, or the heading before it; empty when another table stands between. */
function findTitle(page: PageIndex, table: IndexedElement): string {
  const caption = page.childrenOf(table).find(({ node }) => node.name === 'caption');
  if (caption !== undefined) return page.lineOf(caption);
  const first = Math.max(0, table.position - maxTitleDistance);
  for (let at = table.position - 1; at >= first; at -= 1) {
    const element = page.elements[at];
    if (element === undefined || element.node.name === 'tr') break;
    if (headingLevel(element) !== undefined) return page.lineOf(element);
  }
  return '';
}
