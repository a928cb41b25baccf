import {
  GleanerError,
  invalidRequest,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { nameElement } from '../../recipes/healing/choose-element.ts';
import type { StudioDraft } from '../api/studio-draft.ts';
import type {
  StudioInspection,
  StudioPagination,
  StudioPick,
  StudioTable,
  StudioTableEdit,
} from '../api/studio-table.ts';
import {
  type RecipeDocument,
  type StepDocument,
  parseRecipeDocument,
  toOpeningSteps,
} from '../draft/recipe-document.ts';
import {
  type ListDraft,
  type PaginateParameters,
  dropField,
  renameField,
  retypeField,
  setFieldOptional,
  setFieldSelectors,
} from '../picking/list-draft.ts';
import {
  addField,
  includeKind,
  proposeList,
  proposePage,
  setItemSelectors,
} from '../picking/propose-draft.ts';
import { toExtractStep } from '../picking/read-table.ts';
import type { StudioPage, StudioSession } from '../session/studio-session.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import {
  type PageView,
  type WindowPlace,
  openPageView,
  readScroll,
  readStudioTable,
  requirePlaced,
  toChanged,
  toStudioBox,
} from './page-view.ts';
import type { SessionRecording } from './record-session.ts';
import { searchPagination } from '../picking/find-pagination.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { applyDraftEdits } from '../draft/edit-draft.ts';

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

interface CreateSessionTableInput {
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
    // A call that failed has rejected its own promise.
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

  async function emitTable(from: Picked, view: PageView): Promise<StudioTable> {
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
    return emitTable(picked, view);
  }

  async function edit(change: StudioTableEdit): Promise<StudioTable> {
    const now = requirePicked();
    const shown = requirePage();
    if (change.edit === 'add_field' && shown.page !== now.page.page) {
      throw new GleanerError('conflict', otherTab);
    }
    if (change.edit === 'set_pagination') {
      now.isPaginated = change.included;
      return emitTable(now, await openView(now));
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
    return emitTable(now, view);
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
    await inTurn(async () => emitTable(now, await openView(now)));
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
          // A failure has an event of its own; a page that is gone by then has no table any more.
          void search(now, variables).catch(() => undefined);
        }
        return emitTable(now, await openView(now));
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

interface KeepTableInput {
  readonly document: RecipeDocument | undefined;
  /** What a recipe without steps begins with. */
  readonly opening: readonly StepDocument[];
  readonly extract: StepDocument;
  /** `undefined`: the recipe's own pagination stays; `none`: it is taken out. */
  readonly pagination: PaginateParameters | 'none' | undefined;
  /** The `target` and `frame` that both steps have. */
  readonly place: Readonly<Record<string, unknown>>;
  /** JSON Pointer to the step that is replaced; `undefined`: the steps come last. */
  readonly at: string | undefined;
}

/** Returns the recipe with a table's steps. Throws `invalid_request` for a path without a step, and where they do not fit. */
function keepTable(input: KeepTableInput): RecipeDocument {
  const { opening, extract, pagination, place, at } = input;
  const begun = input.document ?? parseRecipeDocument({ title: 'Recipe', steps: opening }).document;
  const step = { ...extract, ...place };
  const path = at ?? `/steps/${begun.steps.length}`;
  const edits: object[] =
    at === undefined ? [{ edit: 'add_step', step }] : [{ edit: 'replace_step', path, step }];
  const old = begun.steps.findIndex(isPaginate);
  const next = Number(path.split('/').at(-1)) + 1;
  if (pagination !== undefined && old >= 0) {
    edits.push({ edit: 'remove_step', path: `/steps/${old}` });
  }
  if (typeof pagination === 'object') {
    const paginate = { type: 'customStep', name: 'paginate', parameters: pagination, ...place };
    // Its pages repeat the extract steps before it: it stands behind all of them.
    const isTop = /^\/steps\/\d+$/.test(path);
    const count = begun.steps.length + (at === undefined ? 1 : 0) - (old >= 0 ? 1 : 0);
    const index =
      at === undefined || !isTop ? count : Math.min(count, next - (old >= 0 && old < next ? 1 : 0));
    edits.push({ edit: 'add_step', at: `/steps/${index}`, step: paginate });
  }
  const document = applyDraftEdits(forgetBelow(begun, path), edits);
  // At least one step was added.
  return document ?? begun;
}

function isPaginate({ type, name }: StepDocument): boolean {
  return type === 'customStep' && name === 'paginate';
}

/** What was learnt about the step that is replaced is nothing of the new one's. */
function forgetBelow(document: RecipeDocument, path: string): RecipeDocument {
  const { fingerprints } = document;
  if (!isSchemaObject(fingerprints) || !isSchemaObject(fingerprints['targets'])) return document;
  const targets = Object.entries(fingerprints['targets']).filter(
    ([target]) => !target.startsWith(`${path}/`),
  );
  return { ...document, fingerprints: { version: 1, targets: Object.fromEntries(targets) } };
}

/** A table, and the page that it is read from. */
interface EditedTable {
  readonly view: PageView;
  readonly draft: ListDraft;
  /** Of the element that was pointed at; `undefined` where the page is one item. */
  readonly mark: number | undefined;
  /** Whether the page was replaced since: marks of elements mean others now. */
  readonly isStale: boolean;
}

/**
 * Returns the draft with one change. Throws a `RangeError` for what it has not, or cannot have; rejects with `conflict` for a change that
 * needs elements of a page that was replaced.
 */
async function editTable(
  table: EditedTable,
  edit: Exclude<StudioTableEdit, { readonly edit: 'set_pagination' }>,
): Promise<ListDraft> {
  const { view, draft, mark } = table;
  const { ask } = view;
  switch (edit.edit) {
    case 'include_kind':
      checkFresh(table);
      return includeKind(ask, draft, edit.kind, edit.included);
    case 'add_field': {
      checkFresh(table);
      const found = await requirePlaced(view.page, edit, view.page.browsing.signal);
      const isHere = JSON.stringify(found.view.path) === JSON.stringify(view.path);
      const point = isHere && found.mark !== undefined ? { mark: found.mark } : undefined;
      const added = point && (await addField(ask, draft, point));
      if (added === undefined) throw new RangeError(noField);
      return added;
    }
    case 'rename_field':
      return renameField(draft, edit.name, edit.to);
    case 'retype_field':
      return retypeField(draft, edit.name, edit.type);
    case 'set_optional':
      return setFieldOptional(draft, edit.name, edit.optional);
    case 'set_field_selectors':
      return setFieldSelectors(draft, edit.name, edit.selectors);
    case 'set_item_selectors':
      return setItemSelectors(ask, draft, edit.selectors);
    case 'drop_field':
      return dropField(draft, edit.name);
    case 'choose_list':
      break;
  }
  checkFresh(table);
  const list = mark && (await proposeList(ask, { at: { mark }, choice: edit.choice }));
  if (list === undefined || list === 0) throw new RangeError('There is no such list around it.');
  return list;
}

function checkFresh({ isStale }: EditedTable): void {
  if (isStale) throw new GleanerError('conflict', replaced);
}

const replaced = 'The page was replaced since you pointed at the item: point at it again.';
const noField =
  'No value of the items stands there: point at an element inside of an item, one that other items have, too.';
