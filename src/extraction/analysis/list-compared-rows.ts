import type { IndexedElement, PageIndex } from './index-page.ts';

/** A row of a table that compares things, or years, which stand beside each other. */
export interface ComparedRow {
  readonly row: IndexedElement;
  readonly label: IndexedElement;
  readonly labelText: string;
  /** What stands below the heading of each column. */
  readonly values: readonly { readonly cell: IndexedElement; readonly heading: string }[];
}

/** Things that are compared, and rows of a table that are read: wider and longer ones are lists. */
const minCompared = 2;
const maxCompared = 12;
const maxRows = 200;
const maxHeading = 60;
/** Share of the rows with a number in each column from which on a table with a title over its labels compares numbers. */
const minNumbered = 0.5;
const groupTags: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);

/** The rows of a table that has the headings of its columns in the first one, beside an empty corner or over numbers alone. */
export function listComparedRows(page: PageIndex, table: IndexedElement): readonly ComparedRow[] {
  const [head, ...rows] = page
    .childrenOf(table)
    .flatMap((child) => (groupTags.has(child.node.name) ? page.childrenOf(child) : [child]))
    .filter(({ node }) => node.name === 'tr')
    .slice(0, maxRows)
    .map((row) => ({ row, cells: listPlainCells(page, row) }));
  const width = head?.cells.length ?? 0;
  if (head === undefined || width < minCompared + 1 || width > maxCompared + 1) return [];
  const [corner, ...headings] = head.cells.map((cell) => page.lineOf(cell, maxHeading));
  const areApart = new Set(headings).size === headings.length && !headings.includes('');
  const isHead = head.cells.slice(1).every(({ node }) => node.name === 'th');
  if (!areApart || !(isHead || corner === '')) return [];
  const compared = rows.flatMap(({ row, cells: [label, ...cells] }) => {
    if (label === undefined || cells.length !== headings.length) return [];
    const labelText = page.lineOf(label, maxHeading);
    const values = cells.map((cell, at) => ({ cell, heading: headings[at] ?? '' }));
    return labelText === '' ? [] : [{ row, label, labelText, values }];
  });
  const numbered = compared.filter(({ values }) =>
    values.every(({ cell }) => /\p{Nd}/u.test(page.lineOf(cell, maxHeading))),
  );
  return corner === '' || numbered.length > compared.length * minNumbered ? compared : [];
}

/** The cells of a row; none where one spans others. */
function listPlainCells(page: PageIndex, row: IndexedElement): readonly IndexedElement[] {
  const cells = page.childrenOf(row).filter(({ node }) => node.name === 'td' || node.name === 'th');
  const isPlain = cells.every(({ node: { attribs } }) =>
    [attribs['colspan'], attribs['rowspan']].every((span) => span === undefined || span === '1'),
  );
  return isPlain ? cells : [];
}
