import type {
  StudioCommand,
  StudioInput,
  StudioViewport,
} from '../../../../src/studio/api/studio-browsing.ts';
import type {
  OpenStudioDraft,
  StudioDraft,
  StudioRepairChoice,
} from '../../../../src/studio/api/studio-draft.ts';
import type { StudioFrame } from '../../../../src/studio/api/studio-event.ts';
import type { StudioPick, StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { CallFailure } from '../../api/call-failure.ts';
import { callStudio } from './call-studio.ts';
import { createInputQueue } from './create-input-queue.ts';
import { createTrialStarter, type TrialStarter } from './create-trial-starter.ts';
import { createTypedValues } from './create-typed-values.ts';
import { createViewStore } from './create-view-store.ts';
import { followSession } from './follow-session.ts';
import { restoreDraft } from './restore-draft.ts';
import { applyDraft, applyEvent, type Pointing, type StudioView } from './studio-view.ts';

/** The studio as the page has it: what it shows, and what it can do. */
export interface StudioClient extends TrialStarter {
  readonly getView: () => StudioView;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Is given each frame from now on, and at once the last one. */
  readonly watchFrames: (onFrame: (frame: StudioFrame) => void) => () => void;
  /** Reads where things stand and goes on there; once, when the page is opened. Rejects with a `CallFailure`. */
  begin(): Promise<void>;
  /** Opens a session at a URL, in the place of an earlier one, and records unless the draft has steps. */
  open(url: string): Promise<void>;
  /** Shows the session here that is shown elsewhere. */
  attach(): void;
  command(command: StudioCommand): Promise<void>;
  readonly send: (...inputs: readonly StudioInput[]) => void;
  point(pointing: Pointing): void;
  /** Makes a change of the draft once those before it were answered, and shows what it gives. */
  changeDraft(call: () => Promise<StudioDraft>): Promise<void>;
  changeTable(call: () => Promise<StudioTable>): Promise<void>;
  /** Decides about what a trial found otherwise than recorded, and notes that it is decided. */
  repair(choice: StudioRepairChoice): Promise<void>;
  /** Points at a list or takes the page as one item, and searches for the way on. */
  pick(pick: StudioPick): Promise<void>;
  openDraft(draft: OpenStudioDraft): Promise<void>;
  /** Leaves the draft as it is, in place of the recipe that a link asked for. */
  readonly keepDraft: () => void;
  forgetTable(): Promise<void>;
  readonly tell: (error: unknown) => void;
  dismiss(notice: number): void;
}

/** Creates the client; it calls nothing before `begin`. */
export function createStudioClient(): StudioClient {
  let owner = '';
  let following: AbortController | undefined;
  let lastFrame: StudioFrame | undefined;
  const frameListeners = new Set<(frame: StudioFrame) => void>();
  const store = createViewStore(() => owner);
  const { get, change, replace, inTurn, tell } = store;
  const typed = createTypedValues();
  const { tryRecipe, searchPages, askAgain, giveValues } = createTrialStarter({
    store,
    typed,
    openSession,
  });
  const queue = createInputQueue((error) => {
    // A dialog takes the input: it is shown, and says so itself.
    if (error instanceof CallFailure && error.code === 'conflict') return;
    tell(error);
  });

  function attach(): void {
    following?.abort();
    const signal = (following = new AbortController()).signal;
    change({ connection: { state: 'opening' } });
    void followSession({
      signal,
      onEvent(event) {
        if (event.type !== 'frame') {
          if (event.type === 'draft') typed.learn(event.draft);
          replace(applyEvent(get(), event));
          return;
        }
        lastFrame = event;
        for (const listener of frameListeners) listener(event);
      },
      onOpen(isAgain) {
        change({ connection: { state: 'open' } });
        if (isAgain) void readAll();
      },
      onLost: () => change({ connection: { state: 'lost' } }),
      onNone() {
        // The studio may have been started again: its revisions begin anew.
        change({ connection: { state: 'none' }, session: undefined, draft: undefined });
        restore().catch(tell);
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
    replace({ ...(draft === undefined ? get() : applyDraft(get(), draft)), table, trial });
  }

  async function restore(): Promise<void> {
    const { draft, offered } = await restoreDraft(owner, get().start?.recipe);
    typed.learn(draft);
    replace({ ...applyDraft(get(), draft), offered });
  }

  /** Opens a session unless one is open: at the recipe's first page, or at an empty one. */
  async function openSession(): Promise<void> {
    if (get().session === undefined) await open(findFirstUrl(get().draft));
  }

  async function open(url: string | undefined): Promise<void> {
    const { connection: before, draft, session } = get();
    following?.abort();
    change({ connection: { state: 'opening' }, pointing: { as: 'browse' } });
    try {
      const viewport = findViewport(draft);
      const size = viewport === undefined ? {} : { viewport };
      const body = { ...(url === undefined ? {} : { url }), ...size, replace: true };
      const { state } = await callStudio('POST /session', { body });
      lastFrame = undefined;
      change({ session: state, table: undefined });
      attach();
      if ((get().draft?.document?.steps ?? []).length > 0) return;
      await command({ type: 'record', on: true });
    } catch (error) {
      const isGoneOn = session !== undefined && before.state !== 'none';
      change({ connection: isGoneOn ? before : { state: 'none' } });
      throw error;
    }
  }

  async function command(body: StudioCommand): Promise<void> {
    const { state } = await callStudio('POST /session/command', { body });
    change({ session: state });
  }

  return {
    getView: get,
    subscribe: store.subscribe,
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
      change({ start: recipe === null ? started : { ...started, recipe } });
      await restore();
      const session = await callStudio('GET /session').catch((error: unknown) => {
        if (error instanceof CallFailure && error.code === 'not_found') return undefined;
        throw error;
      });
      if (session !== undefined) {
        change({ session: session.state });
        attach();
        await readAll();
      } else {
        const url = started.url ?? findFirstUrl(get().draft);
        if (url !== undefined) await open(url).catch(tell);
      }
      // What a link asked for is done once, and not again by a reload.
      history.replaceState(null, '', location.pathname);
      const mayTry = query.has('repair') && get().offered === undefined;
      if (mayTry) await tryRecipe({}).catch(tell);
    },
    open,
    attach,
    command,
    send(...inputs) {
      inputs.forEach(typed.note);
      queue.add(...inputs);
    },
    point: (pointing) => change({ pointing }),
    changeDraft: (call) =>
      inTurn(async () => {
        const draft = await call();
        replace(applyDraft(get(), draft));
      }),
    repair: (choice) =>
      inTurn(async () => {
        const draft = await callStudio('POST /draft/repairs', { body: choice });
        const view = applyDraft(get(), draft);
        const repairs = (view.trial?.repairs ?? []).map((one) =>
          one.path === choice.path ? { ...one, decision: choice.choice } : one,
        );
        replace({ ...view, trial: view.trial && { ...view.trial, repairs } });
      }),
    changeTable: (call) => inTurn(async () => change({ table: await call() })),
    async pick(pick) {
      const table = await callStudio('POST /session/pick', { body: pick });
      change({ table, picks: get().picks + 1 });
      if (pick.as === 'list') await searchPages();
    },
    async openDraft(body) {
      const draft = await callStudio('PUT /draft', { body });
      typed.learn(draft);
      replace({ ...applyDraft(get(), draft), trial: undefined, offered: undefined });
      // Its page is there by the time that it is looked at.
      if (findFirstUrl(draft) !== undefined) openSession().catch(tell);
    },
    keepDraft: () => change({ offered: undefined }),
    forgetTable: () =>
      inTurn(async () => {
        await callStudio('DELETE /session/table');
        change({ table: undefined, pointing: { as: 'browse' } });
      }),
    tryRecipe,
    searchPages,
    askAgain,
    giveValues,
    tell,
    dismiss: (id) => change({ notices: get().notices.filter((notice) => notice.id !== id) }),
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

/** The size that a recipe's pages are laid out in. */
function findViewport(draft: StudioDraft | undefined): StudioViewport | undefined {
  const step = draft?.document?.steps.find(({ type }) => type === 'setViewport');
  const [width, height] = [step?.['width'], step?.['height']];
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}
