import type { StudioCommand } from '../../../../src/studio/api/studio-command.ts';
import type { StudioDraft, OpenStudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import type { StudioFrame } from '../../../../src/studio/api/studio-event.ts';
import type { StudioInput } from '../../../../src/studio/api/studio-input.ts';
import type { StudioPick, StudioTable } from '../../../../src/studio/api/studio-table.ts';
import type { StudioViewport } from '../../../../src/studio/api/studio-state.ts';
import type { StartStudioTrial } from '../../../../src/studio/api/studio-trial.ts';
import { CallFailure } from '../../api/call-failure.ts';
import { texts } from '../../texts/en.ts';
import { callStudio } from './call-studio.ts';
import { createInputQueue } from './create-input-queue.ts';
import { createTypedValues } from './create-typed-values.ts';
import { findKeptDraft, keepDraft } from './kept-draft.ts';
import { findMissingValues } from './find-missing-values.ts';
import { followSession } from './follow-session.ts';
import type { Variable } from '../steps/list-variables.ts';
import {
  addNotice,
  applyDraft,
  applyEvent,
  emptyView,
  type Pointing,
  type StudioView,
} from './studio-view.ts';

/** The studio as the page has it: what it shows, and what it can do. */
export interface StudioClient {
  readonly getView: () => StudioView;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Is given each frame from now on, and at once the last one. */
  readonly watchFrames: (onFrame: (frame: StudioFrame) => void) => () => void;
  /** Reads where things stand and goes on there; once, when the page is opened. Rejects with a `CallFailure`. */
  begin(): Promise<void>;
  /** Opens a session at a URL, in the place of an earlier one, and records unless the draft has steps. */
  open(url: string, viewport?: StudioViewport): Promise<void>;
  /** Shows the session here that is shown elsewhere. */
  attach(): void;
  command(command: StudioCommand): Promise<void>;
  readonly send: (...inputs: readonly StudioInput[]) => void;
  point(pointing: Pointing): void;
  /** Makes a change of the draft once those before it were answered, and shows what it gives. */
  changeDraft(call: () => Promise<StudioDraft>): Promise<void>;
  changeTable(call: () => Promise<StudioTable>): Promise<void>;
  /** Points at a list or takes the page as one item, and searches for the way on. */
  pick(pick: StudioPick): Promise<void>;
  openDraft(draft: OpenStudioDraft): Promise<void>;
  forgetTable(): Promise<void>;
  /** Searches for the way to further pages; where values of variables are missing the table says which. */
  readonly searchPages: () => Promise<void>;
  /** Starts a trial; where values of variables are missing they are asked for first. */
  tryRecipe(trial: StartStudioTrial): Promise<void>;
  /** Goes on with the trial that was asked for; `undefined` gives it up. Values are kept as long as this page is open. */
  giveValues(values: Readonly<Record<string, string>> | undefined): Promise<void>;
  readonly tell: (error: unknown) => void;
  dismiss(notice: number): void;
}

/** Creates the client; it calls nothing before `begin`. */
export function createStudioClient(): StudioClient {
  let view = emptyView;
  let owner = '';
  const typed = createTypedValues();
  let given: Readonly<Record<string, string>> = {};
  /** Of variables, for trials. */
  const values = (): Readonly<Record<string, string>> => ({ ...typed.list(), ...given });
  let following: AbortController | undefined;
  let last: Promise<void> = Promise.resolve();
  let lastFrame: StudioFrame | undefined;
  const listeners = new Set<() => void>();
  const frameListeners = new Set<(frame: StudioFrame) => void>();
  const queue = createInputQueue((error) => {
    // A dialog takes the input: it is shown, and says so itself.
    if (error instanceof CallFailure && error.code === 'conflict') return;
    tell(error);
  });

  /** Each change begins with what the one before has made; one that fails stops none. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  function show(next: StudioView): void {
    if (next.draft !== view.draft && next.draft !== undefined) keepDraft(owner, next.draft);
    view = next;
    for (const listener of listeners) listener();
  }

  function tell(error: unknown): void {
    const message = error instanceof CallFailure ? error.message : texts.common.unexpected;
    show(addNotice(view, message, true));
  }

  function attach(): void {
    following?.abort();
    const signal = (following = new AbortController()).signal;
    show({ ...view, connection: { state: 'opening' } });
    void followSession({
      signal,
      onEvent(event) {
        if (event.type !== 'frame') {
          if (event.type === 'draft') typed.learn(event.draft);
          show(applyEvent(view, event));
          return;
        }
        lastFrame = event;
        for (const listener of frameListeners) listener(event);
      },
      onOpen(isAgain) {
        show({ ...view, connection: { state: 'open' } });
        if (isAgain) void readAll();
      },
      onLost: () => show({ ...view, connection: { state: 'lost' } }),
      onNone() {
        show({ ...view, connection: { state: 'none' }, session: undefined, draft: undefined });
        void restoreDraft().catch(tell);
      },
    });
  }

  /** What may have changed while no events came. */
  async function readAll(): Promise<void> {
    const [draft, table, trial] = await Promise.all([
      callStudio('GET /draft').catch(none),
      callStudio('GET /session/table').catch(none),
      callStudio('GET /trial').catch(none),
    ]);
    show({ ...(draft === undefined ? view : applyDraft(view, draft)), table, trial });
  }

  /** The studio was started again: it is given what this browser kept. */
  async function restoreDraft(): Promise<void> {
    const kept = findKeptDraft(owner);
    const { document, source } = kept ?? {};
    const draft = await callStudio('GET /draft');
    const { recipe } = view.start ?? {};
    // What was asked for at the start comes before what was kept of another recipe.
    const isWanted = recipe === undefined || source?.id === recipe;
    if (draft.document === undefined && document !== undefined && isWanted) {
      const body = { document, ...(source === undefined ? {} : { source }) };
      show(applyDraft(view, await callStudio('PUT /draft', { body })));
    } else if (recipe !== undefined && draft.source?.id !== recipe) {
      show(applyDraft(view, await callStudio('PUT /draft', { body: { recipe } })));
    } else {
      show(applyDraft(view, draft));
    }
  }

  async function open(url: string, viewport?: StudioViewport): Promise<void> {
    const before = view.connection;
    following?.abort();
    show({ ...view, connection: { state: 'opening' }, pointing: { as: 'browse' } });
    try {
      const body = { url, replace: true, ...(viewport === undefined ? {} : { viewport }) };
      const { state } = await callStudio('POST /session', { body });
      lastFrame = undefined;
      show({ ...view, session: state, table: undefined });
      attach();
      if ((view.draft?.document?.steps ?? []).length > 0) return;
      await command({ type: 'record', on: true });
    } catch (error) {
      const isGoneOn = view.session !== undefined && before.state !== 'none';
      show({ ...view, connection: isGoneOn ? before : { state: 'none' } });
      throw error;
    }
  }

  async function command(command: StudioCommand): Promise<void> {
    const { state } = await callStudio('POST /session/command', { body: command });
    show({ ...view, session: state });
  }

  function ask(
    wanted: { readonly for: 'pages' } | { readonly for: 'trial'; readonly trial: StartStudioTrial },
    variables: readonly Variable[],
  ): void {
    show({ ...view, asked: { ...wanted, variables } });
  }

  async function searchPages(): Promise<void> {
    const missing = findMissingValues(view.draft, values());
    if (missing.length > 0) {
      ask({ for: 'pages' }, missing);
      return;
    }
    const body = { variables: values() };
    const table = await callStudio('POST /session/table/pagination', { body });
    // What the search found may have been told before its beginning was answered.
    const known = view.table?.pagination;
    if (known === undefined || known.state === 'failed') show({ ...view, table });
  }

  async function tryRecipe(trial: StartStudioTrial): Promise<void> {
    const missing = findMissingValues(view.draft, values());
    if (missing.length > 0) {
      ask({ for: 'trial', trial }, missing);
      return;
    }
    const before = view.trial;
    const empty = { state: 'running', events: [], result: undefined, repairs: [] } as const;
    show({ ...view, trial: empty });
    try {
      await callStudio('POST /trial', { body: { ...trial, variables: values() } });
    } catch (error) {
      show({ ...view, trial: before });
      throw error;
    }
  }

  return {
    getView: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    watchFrames(onFrame) {
      frameListeners.add(onFrame);
      if (lastFrame !== undefined) onFrame(lastFrame);
      return () => frameListeners.delete(onFrame);
    },
    async begin() {
      const query = new URLSearchParams(location.search);
      const recipe = query.get('recipe') ?? query.get('repair');
      const { owner: known, ...started } = await callStudio('GET /start');
      owner = known;
      show({ ...view, start: recipe === null ? started : { ...started, recipe } });
      await restoreDraft();
      const session = await callStudio('GET /session').catch((error: unknown) => {
        if (error instanceof CallFailure && error.code === 'not_found') return undefined;
        throw error;
      });
      if (session !== undefined) {
        show({ ...view, session: session.state });
        attach();
        await readAll();
      } else {
        const url = started.url ?? findFirstUrl(view.draft);
        if (url !== undefined) await open(url).catch(tell);
      }
      // What a link asked for is done once, and not again by a reload.
      history.replaceState(null, '', location.pathname);
      if (query.has('repair')) await tryRecipe({}).catch(tell);
    },
    open,
    attach,
    command,
    send(...inputs) {
      inputs.forEach(typed.note);
      queue.add(...inputs);
    },
    point: (pointing) => show({ ...view, pointing }),
    changeDraft: (call) =>
      inTurn(async () => {
        const draft = await call();
        show(applyDraft(view, draft));
      }),
    changeTable: (call) =>
      inTurn(async () => {
        const table = await call();
        show({ ...view, table });
      }),
    async pick(pick) {
      const table = await callStudio('POST /session/pick', { body: pick });
      show({ ...view, table, picks: view.picks + 1 });
      if (pick.as === 'page') return;
      await searchPages();
    },
    searchPages,
    async openDraft(body) {
      typed.forget();
      const draft = await callStudio('PUT /draft', { body });
      show({ ...applyDraft(view, draft), trial: undefined });
    },
    forgetTable: () =>
      inTurn(async () => {
        await callStudio('DELETE /session/table');
        show({ ...view, table: undefined, pointing: { as: 'browse' } });
      }),
    tryRecipe,
    async giveValues(answers) {
      const { asked } = view;
      show({ ...view, asked: undefined });
      if (answers === undefined || asked === undefined) return;
      given = { ...given, ...answers };
      if (asked.for === 'pages') await searchPages();
      else await tryRecipe(asked.trial);
    },
    tell,
    dismiss(id) {
      show({ ...view, notices: view.notices.filter((notice) => notice.id !== id) });
    },
  };
}

function none(): undefined {
  return undefined;
}

/** Where a recipe begins; addresses with variables have to be typed. */
function findFirstUrl(draft: StudioDraft | undefined): string | undefined {
  const urls = draft?.document?.steps.map(({ type, url }) =>
    type === 'navigate' ? url : undefined,
  );
  const first = urls?.find((url) => typeof url === 'string' && !url.includes('{{'));
  return typeof first === 'string' ? first : undefined;
}
