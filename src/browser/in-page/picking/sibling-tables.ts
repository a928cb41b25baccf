import * as dom from '../dom.ts';
import { perCall } from '../page-cache.ts';

/** Most tables of a page that are compared. */
const maxTables = 300;
/** Rows of a table's top, where its columns are named. */
const maxTop = 3;
const maxHeadings = 2_000;
/** Most elements between two tables that are looked at. */
const maxBetween = 40;
const names = 'h1, h2, h3, h4, h5, h6, [role=heading], dt, legend, summary';
const tablesOf = perCall((page: Document): readonly Element[] =>
  [...page.querySelectorAll('table')].slice(0, maxTables),
);
const headingsOf = perCall((page: Document): readonly Element[] =>
  [...page.querySelectorAll(names)]
    .slice(0, maxHeadings)
    .filter((name) => (name.textContent ?? '').trim() !== ''),
);

/** The words of a row, with the bounds of its cells. */
function textIn(row: Element): string {
  return dom
    .children(row)
    .slice(0, 60)
    .map((cell) => (cell.textContent ?? '').slice(0, 300).replace(/\s+/g, ' ').trim())
    .join('|');
}

/** What the rows at the top of a table say that have two cells with words. */
const startsOf = perCall((table: Element): readonly string[] => {
  const rows = [...table.querySelectorAll('tr')].slice(0, maxTop);
  return rows.map(textIn).filter((said) => /[^|]\|.*[^|]/.test(said));
});

function follows(later: Element, earlier: Element): boolean {
  return (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isBold(element: Element): boolean {
  const inner = dom.walk(element, 10).find((one) => (one.textContent ?? '').trim() !== '');
  return Number(getComputedStyle(inner ?? element).fontWeight) >= 600;
}

/** Whether something between two tables says that another list begins; a caption names a part of the same one, as a month. */
function isParted(one: Element, other: Element): boolean {
  let holder = dom.parent(one);
  let branch = one;
  while (holder !== undefined && !holder.contains(other)) {
    branch = holder;
    holder = dom.parent(holder);
  }
  if (holder === undefined) return true;
  // In two cells of a row they stand side by side and not after one another.
  if (/^t[dh]$/.test(dom.tag(branch))) return true;
  const isNamed = headingsOf(document).some(
    (name) => follows(name, one) && !one.contains(name) && !follows(name, other),
  );
  if (isNamed) return true;
  let at = dom.next(branch);
  for (let count = 0; at !== undefined && count < maxBetween; count += 1) {
    if (at.contains(other)) return false;
    const words = (at.textContent ?? '').trim();
    if (words !== '' && dom.tag(at) !== 'table' && isBold(at)) return true;
    at = dom.next(at);
  }
  return at !== undefined;
}

/**
 * The tables whose columns are named as these rows of the table name its own, which go on from one to the next without a
 * heading between them, in document order, the table itself among them.
 */
export function listSiblingTables(table: Element, heads: readonly Element[]): readonly Element[] {
  const own = startsOf(table).filter((said) => heads.some((head) => textIn(head) === said));
  if (own.length === 0) return [table];
  const alike = tablesOf(document).filter(
    (other) =>
      other === table ||
      (!other.contains(table) &&
        !table.contains(other) &&
        own.every((said) => startsOf(other).includes(said))),
  );
  const at = alike.indexOf(table);
  if (at === -1) return [table];
  let [from, to] = [at, at];
  while (from > 0) {
    const [one, other] = [alike[from - 1], alike[from]];
    if (one === undefined || other === undefined || isParted(one, other)) break;
    from -= 1;
  }
  while (to < alike.length - 1) {
    const [one, other] = [alike[to], alike[to + 1]];
    if (one === undefined || other === undefined || isParted(one, other)) break;
    to += 1;
  }
  return alike.slice(from, to + 1);
}

/** Of a table's rows, those that name its columns as `heads` do, and those above them, which name the table. */
export function headsSaying(
  rows: readonly Element[],
  heads: readonly Element[],
): { readonly heads: readonly Element[]; readonly titles: readonly Element[] } {
  const said = new Set(heads.map(textIn));
  const first = rows.findIndex((row) => said.has(textIn(row)));
  return {
    heads: rows.filter((row) => said.has(textIn(row))),
    titles: first === -1 ? [] : rows.slice(0, first),
  };
}

/** Whether the row stands at the top, and another table has one there that says the same: such rows name columns. */
export function sharesStart(row: Element): boolean {
  const own = row.closest('table');
  const start = textIn(row);
  if (own === null || !startsOf(own).includes(start)) return false;
  return tablesOf(document).some(
    (other) => other !== own && !own.contains(other) && startsOf(other).includes(start),
  );
}
