import type { ElementHandle, Frame } from 'playwright-core';
import { callFrame, locate } from '../../browser/call-page.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import type { AskPage, ListDraft } from '../picking/list-draft.ts';
import type { StudioPage } from '../session/studio-session.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import type { OutlineBox } from '../../browser/in-page/picking/outline.ts';
import type { StudioBox, StudioTable } from '../api/studio-table.ts';
import { readTable } from '../picking/read-table.ts';

/** A place in the window, in CSS pixels. */
export interface WindowPlace {
  readonly x: number;
  readonly y: number;
}

/** A document that is shown: that of the page, or of a frame in it. */
export interface PageView {
  readonly page: StudioPage;
  /** Indexes of nested frames, outermost first, as in the `frame` of steps; empty for the page itself. */
  readonly path: readonly number[];
  readonly ask: AskPage;
  /** Where its left top stands in the window, and how much larger it is shown than laid out. */
  readonly origin: WindowPlace;
  readonly scale: number;
}

/** Milliseconds for one question: a page that hangs must not hold up its person. */
const callMs = 10_000;
const maxFrames = 10;
const frameSelector = 'css=iframe, frame';

/** Opens the document of a page, or of the frame at the path. Rejects with `conflict` where it is gone, or does not answer. */
export async function openPageView(
  page: StudioPage,
  path: readonly number[],
  signal: AbortSignal,
): Promise<PageView> {
  return quietly(page, signal, async (limit) => {
    let view = { ...mainView(page, limit) };
    for (const index of path) {
      const handle = await raceSignal(
        view.frame.locator(frameSelector).nth(index).elementHandle({ timeout: callMs }),
        limit,
      );
      const inner = await enter(view, handle, index, limit);
      if (inner === undefined) throw new GleanerError('conflict', changed);
      view = inner;
    }
    return view;
  });
}

/** What stands at a place of the window. */
interface PlacedElement {
  readonly view: PageView;
  /** The place in the view's own document. */
  readonly place: WindowPlace;
  /** `undefined` where nothing stands there. */
  readonly mark: number | undefined;
}

/** Finds the innermost element at a place, in frames, too. Rejects with `conflict` where the page does not answer. */
export async function requirePlaced(
  page: StudioPage,
  at: WindowPlace,
  signal: AbortSignal,
): Promise<PlacedElement> {
  return quietly(page, signal, async (limit) => {
    let view = mainView(page, limit);
    for (;;) {
      const place = toInner(view, at);
      const { mark } = await view.ask('outline', { groups: [], selectors: [], at: place });
      if (mark === undefined || view.path.length >= maxFrames) return { view, place, mark };
      const [found] = await view.ask('describe', { marks: [mark], purpose: 'field' });
      if (!/^i?frame$/.test(found?.element.tag ?? '')) return { view, place, mark };
      const located = locate(view.frame, { mark, selector: [] });
      const handle = await raceSignal(located.elementHandle({ timeout: callMs }), limit);
      const index = await indexOf(view.frame, handle, limit);
      const inner = await enter(view, handle, index, limit);
      if (inner === undefined) return { view, place, mark };
      view = inner;
    }
  });
}

interface FrameView extends PageView {
  readonly frame: Frame;
}

function mainView(page: StudioPage, signal: AbortSignal): FrameView {
  const frame = page.page.mainFrame();
  return { page, frame, path: [], ask: toAsk(frame, signal), origin: { x: 0, y: 0 }, scale: 1 };
}

function toAsk(frame: Frame, signal: AbortSignal): AskPage {
  return (name, question) => callFrame(frame, name, question, { signal, timeoutMs: callMs });
}

/** The document of a frame's element; `undefined` where it has none. */
async function enter(
  view: FrameView,
  handle: ElementHandle,
  index: number,
  signal: AbortSignal,
): Promise<FrameView | undefined> {
  const frame = await raceSignal(handle.contentFrame(), signal);
  if (frame === null || index < 0) return undefined;
  const box = await raceSignal(handle.evaluate(readContentBox), signal);
  const scale = view.scale * box.scale;
  const origin = {
    x: view.origin.x + view.scale * box.x,
    y: view.origin.y + view.scale * box.y,
  };
  const path = [...view.path, index];
  return { page: view.page, frame, path, ask: toAsk(frame, signal), origin, scale };
}

/** Where the document of a frame begins in the document around it. Runs in the page. */
function readContentBox(element: Node): {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
} {
  if (!(element instanceof HTMLElement)) return { x: 0, y: 0, scale: 1 };
  const { x, y, width } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const scale = element.offsetWidth === 0 ? 1 : width / element.offsetWidth;
  return {
    x: x + scale * (element.clientLeft + Number.parseFloat(paddingLeft)),
    y: y + scale * (element.clientTop + Number.parseFloat(paddingTop)),
    scale,
  };
}

/** The index of a frame as replays count: in document order, frames in shadow roots included. */
async function indexOf(frame: Frame, wanted: ElementHandle, signal: AbortSignal): Promise<number> {
  const handles = await raceSignal(frame.locator(frameSelector).elementHandles(), signal);
  const inner = await raceSignal(wanted.contentFrame(), signal);
  const frames = await raceSignal(
    Promise.all(handles.slice(0, maxFrames * 10).map((handle) => handle.contentFrame())),
    signal,
  );
  return inner === null ? -1 : frames.indexOf(inner);
}

function toInner({ origin, scale }: PageView, { x, y }: WindowPlace): WindowPlace {
  return { x: (x - origin.x) / scale, y: (y - origin.y) / scale };
}

async function quietly<Result>(
  { browsing }: StudioPage,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.any([signal, browsing.signal]);
  try {
    return await look(limit);
  } catch (cause) {
    signal.throwIfAborted();
    throw toChanged(cause);
  }
}

/** The error for a page that has changed, or does not answer, while it was looked at; a `GleanerError` as it is. */
export function toChanged(cause: unknown): unknown {
  const isOurs = cause instanceof GleanerError || cause instanceof RangeError;
  return isOurs ? cause : new GleanerError('conflict', changed, { cause });
}

const changed =
  'The page has changed meanwhile, or does not answer: look at it as it is now, and try again.';

/** What of a table is read from its page. */
type ReadStudioTable = Pick<StudioTable, 'rows' | 'rowCount' | 'columns' | 'counts' | 'boxes'>;

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
