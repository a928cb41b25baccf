import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { nameElement } from '../../recipe/healing/describe-nearest.ts';
import type { StudioDraft } from '../api/studio-draft.ts';
import type {
  StudioInspection,
  StudioPagination,
  StudioPick,
  StudioTable,
  StudioTableEdit,
} from '../api/studio-table.ts';
import { toOpeningSteps } from '../draft/opening-steps.ts';
import { parseRecipeDocument } from '../draft/recipe-document.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { proposeList, proposePage } from '../picking/propose-draft.ts';
import { toExtractStep } from '../picking/to-extract-step.ts';
import type { StudioPage, StudioSession } from '../session/studio-session.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import { editTable } from './edit-table.ts';
import { keepTable } from './keep-table.ts';
import {
  openPageView,
  type PageView,
  requirePlaced,
  toChanged,
  type WindowPlace,
} from './page-view.ts';
import { readScroll, readStudioTable, toStudioBox } from './read-studio-table.ts';
import type { SessionRecording } from './record-session.ts';
import { searchPagination } from './search-pagination.ts';

/** The list that a person of a session has pointed at. Calls are done one after another. */
export interface SessionTable {
  inspect(at: WindowPlace): Promise<StudioInspection>;
  /** Rejects with `validation_failed` where nothing around the element is repeated, or nothing can be read. */
  pick(pick: StudioPick): Promise<StudioTable>;
  /** Reads the table from the page as it is now. Rejects with `not_found` where none was proposed. */
  read(): Promise<StudioTable>;
  edit(edit: StudioTableEdit): Promise<StudioTable>;
  /** Begins to search for the way on, unless a search is under way. */
  findPagination(variables: Readonly<Record<string, string>>): Promise<StudioTable>;
  forget(): void;
  keep(at: string | undefined): Promise<StudioDraft>;
}

export interface CreateSessionTableInput {
  /** What `createGleaner` returned. */
  readonly gleaner: object;
  readonly session: StudioSession;
  readonly draft: () => OwnerDraft;
  readonly recording: SessionRecording;
}

/** What was picked, and where. */
interface Picked {
  readonly page: StudioPage;
  readonly path: readonly number[];
  /** The document in which marks were given. */
  document: number;
  /** Of the element that was pointed at. */
  readonly mark: number | undefined;
  draft: ListDraft;
  pagination: StudioPagination | undefined;
  isPaginated: boolean;
  /** Ends the search for the way on. */
  ended: AbortController;
}

export function createSessionTable(input: CreateSessionTableInput): SessionTable {
  const { gleaner, session, recording } = input;
  let picked: Picked | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs calls one after another: each of them begins with what the one before has made. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      session.signal.throwIfAborted();
      throw toChanged(error);
    });
  }

  function requirePicked(): Picked {
    if (picked?.page.page.isClosed() === true) forget();
    if (picked === undefined) throw new GleanerError('not_found', nothingPicked);
    return picked;
  }

  function forget(): void {
    if (picked === undefined) return;
    picked.ended.abort();
    picked = undefined;
    session.emit({ type: 'table', table: undefined });
  }

  function requirePage(): StudioPage {
    const { tabs, activeTab } = session.state();
    const page = session.requireActivePage();
    if (tabs.find(({ id }) => id === activeTab)?.dialog === undefined) return page;
    throw new GleanerError('conflict', 'The page waits with a dialog: answer it first.');
  }

  function openView({ page, path }: Picked): Promise<PageView> {
    return openPageView(page, path, session.signal);
  }

  async function toTable(from: Picked, view: PageView): Promise<StudioTable> {
    const { page, draft, document, pagination, isPaginated } = from;
    const read = await readStudioTable(view, draft, document);
    return { tab: page.tab, url: page.page.url(), draft, ...read, pagination, isPaginated };
  }

  async function tell(from: Picked, view: PageView): Promise<StudioTable> {
    const table = await toTable(from, view);
    if (picked === from) session.emit({ type: 'table', table });
    return table;
  }

  async function propose(pick: StudioPick): Promise<StudioTable> {
    const page = requirePage();
    const isPage = pick.as === 'page';
    const placed = isPage ? undefined : await requirePlaced(page, pick, session.signal);
    const view = placed?.view ?? (await openPageView(page, [], session.signal));
    const { document } = await view.ask('outline', { groups: [], selectors: [] });
    const mark = placed?.mark;
    const choice = isPage ? undefined : pick.choice;
    const draft = isPage
      ? await proposePage(view.ask)
      : mark && (await proposeList(view.ask, { at: { mark }, choice }));
    if (draft === undefined || draft === 0 || draft.fields.length === 0)
      throw nothingToRead(isPage);
    forget();
    picked = {
      page,
      path: view.path,
      document,
      mark,
      draft,
      pagination: undefined,
      isPaginated: true,
      ended: new AbortController(),
    };
    return tell(picked, view);
  }

  async function edit(change: StudioTableEdit): Promise<StudioTable> {
    const now = requirePicked();
    const shown = requirePage();
    if (change.edit === 'add_field' && shown.page !== now.page.page) {
      throw new GleanerError('conflict', otherTab);
    }
    if (change.edit === 'set_pagination') {
      now.isPaginated = change.included;
      return tell(now, await openView(now));
    }
    const view = await openView(now);
    const { document } = await view.ask('outline', { groups: [], selectors: [] });
    const isStale = document !== now.document;
    try {
      now.draft = await editTable({ view, draft: now.draft, mark: now.mark, isStale }, change);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw invalidRequest('change the table', [{ path: '', message: error.message }]);
    }
    if (change.edit === 'set_item_selectors') now.document = document;
    if (change.edit === 'set_item_selectors' || change.edit === 'choose_list') {
      // The way on was found for other items.
      now.ended.abort();
      now.ended = new AbortController();
      now.pagination = undefined;
    }
    return tell(now, view);
  }

  /** The `target` and `frame` of the steps that read a table. */
  function placeOf({ page, path }: Picked): Readonly<Record<string, unknown>> {
    const target = recording.targetOf(page);
    return {
      ...(target === 'main' ? {} : { target }),
      ...(path.length === 0 ? {} : { frame: path }),
    };
  }

  async function search(now: Picked, variables: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.any([session.signal, now.ended.signal]);
    const opening = { ...recording.opening(), url: now.page.page.url() };
    const found = await Promise.resolve()
      .then(async () =>
        searchPagination({
          gleaner,
          ask: (await openView(now)).ask,
          draft: now.draft,
          document:
            input.draft().document() ??
            parseRecipeDocument({ title: 'Recipe', steps: toOpeningSteps(opening) }).document,
          variables,
          place: placeOf(now),
          signal,
        }),
      )
      .catch(toFailedSearch);
    if (signal.aborted) return;
    now.pagination = found;
    await inTurn(async () => tell(now, await openView(now)));
  }

  return {
    inspect: (at) =>
      inTurn(async () => {
        const { view, mark } = await requirePlaced(requirePage(), at, session.signal);
        if (mark === undefined) return { element: undefined };
        const [found] = await view.ask('describe', { marks: [mark], purpose: 'field' });
        const { boxes, ...scroll } = await view.ask('outline', {
          groups: [[mark]],
          selectors: [],
        });
        const [box] = boxes;
        if (found === undefined || box === undefined) return { element: undefined };
        const selectors = await view.ask('propose', { mark, purpose: 'action' });
        const description = nameElement(found.element);
        const shown = toStudioBox(view, box, await readScroll(view, scroll), undefined);
        return { element: { description, box: shown, selectors } };
      }),
    pick: (pick) => inTurn(() => propose(pick)),
    read: () =>
      inTurn(async () => {
        const now = requirePicked();
        requirePage();
        return toTable(now, await openView(now));
      }),
    edit: (change) => inTurn(() => edit(change)),
    findPagination: (variables) =>
      inTurn(async () => {
        const now = requirePicked();
        requirePage();
        if (now.pagination?.state !== 'searching') {
          now.pagination = { state: 'searching' };
          now.isPaginated = true;
          // Told by its own event; a page that is gone by then has no table any more.
          void search(now, variables).catch(() => undefined);
        }
        return tell(now, await openView(now));
      }),
    forget,
    keep: (at) =>
      inTurn(async () => {
        const now = requirePicked();
        const { pagination, isPaginated, page } = now;
        const isFound = isPaginated && pagination?.state === 'found';
        const draft = input.draft();
        draft.change(
          keepTable({
            document: draft.document(),
            opening: toOpeningSteps({ ...recording.opening(), url: page.page.url() }),
            extract: { ...toExtractStep(now.draft) },
            pagination: isFound ? pagination.parameters : isPaginated ? undefined : 'none',
            place: placeOf(now),
            at,
          }),
        );
        return draft.view();
      }),
  };
}

function toFailedSearch(error: unknown): StudioPagination {
  const message = isGleanerError(error) ? error.message : 'The search failed: try it again.';
  return { state: 'failed', message };
}

const otherTab = 'The table is of another tab: show that one, and point at a value there.';
const nothingPicked = 'No item was pointed at yet, or its tab was closed: point at one first.';

function nothingToRead(isPage: boolean): GleanerError<'validation_failed'> {
  const message = isPage
    ? 'The page names no values that could be read as one item: point at an item of a list, or add the fields by hand.'
    : 'Nothing around this element is repeated: point at an item of a list, or take the page as one item.';
  return new GleanerError('validation_failed', message, { details: { reason: 'no_items' } });
}
