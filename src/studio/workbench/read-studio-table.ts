import { parseSelector } from '../../recipe/parse/parse-selector.ts';
import type { OutlineBox } from '../../browsers/in-page/picking/create-outliner.ts';
import type { StudioBox, StudioTable } from '../api/studio-table.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { readTable } from '../picking/read-table.ts';
import { openPageView, type PageView } from './page-view.ts';

/** What of a table is read from its page. */
export type ReadStudioTable = Pick<
  StudioTable,
  'rows' | 'rowCount' | 'columns' | 'counts' | 'boxes'
>;

interface Scroll {
  readonly scrollX: number;
  readonly scrollY: number;
}

const maxRows = 200;

/** Reads a table from a page. `document`: the one whose marks the draft holds; of another one its selectors are used alone. */
export async function readStudioTable(
  view: PageView,
  draft: ListDraft,
  document: number,
): Promise<ReadStudioTable> {
  const boxes = await readBoxes(view, draft, document);
  // A step reads at least one field.
  if (draft.fields.length === 0) {
    return { rows: [], rowCount: 0, columns: [], counts: { items: [], fields: [] }, boxes };
  }
  const { rows, fields: columns, counts } = await readTable(view.ask, draft);
  return { rows: rows.slice(0, maxRows), rowCount: rows.length, columns, counts, boxes };
}

async function readBoxes(
  view: PageView,
  { kinds, selectors }: ListDraft,
  document: number,
): Promise<readonly StudioBox[]> {
  if (kinds === undefined) return [];
  const groups = kinds.map(({ marks }) => marks);
  let outline = await view.ask('outline', { groups, selectors: [] });
  const isStale = outline.document !== document;
  if (isStale) {
    const parts = selectors.map(({ selector }) => parseSelector(selector).selector?.parts ?? []);
    outline = await view.ask('outline', { groups: [], selectors: parts });
  }
  const included = kinds.findIndex(({ isIncluded }) => isIncluded);
  const scroll = await readScroll(view, outline);
  return outline.boxes.map((box) => toStudioBox(view, box, scroll, isStale ? included : box.group));
}

/** Returns how far the window is scrolled: what frames stand in. */
export async function readScroll(view: PageView, own: Scroll): Promise<Scroll> {
  if (view.path.length === 0) return own;
  const main = await openPageView(view.page, [], view.page.browsing.signal);
  return main.ask('outline', { groups: [], selectors: [] });
}

/** Returns a box of a view as a place in the window. */
export function toStudioBox(
  { origin, scale }: PageView,
  { x, y, width, height }: Omit<OutlineBox, 'group'>,
  { scrollX, scrollY }: Scroll,
  kind: number | undefined,
): StudioBox {
  return {
    x: origin.x + scale * x,
    y: origin.y + scale * y,
    width: scale * width,
    height: scale * height,
    scrollX,
    scrollY,
    kind,
  };
}
