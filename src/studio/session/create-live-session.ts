import type { Browsing, BrowsingSession } from '../../browsers/session/browsing.ts';
import type { Clock } from '../../contracts/clock.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import type { OpenStudioSession, StudioCommand } from '../api/studio-command.ts';
import type { StudioEndReason } from '../api/studio-event.ts';
import type { StudioState, StudioViewport } from '../api/studio-state.ts';
import { createEventOutlet } from './events/create-event-outlet.ts';
import { createInputSender } from './tabs/create-input-sender.ts';
import type { LiveTab } from './tabs/create-live-tab.ts';
import { createLiveTabs, type LiveTabs } from './tabs/create-live-tabs.ts';
import { createScreencast } from './tabs/create-screencast.ts';
import { runCommand } from './tabs/run-command.ts';
import type { StudioListener, StudioSession } from './studio-session.ts';
import { toEnd, toLossNotice } from './to-end.ts';

/** A session with the sides that its host uses. */
export interface LiveSession extends StudioSession {
  /** Resolves once the first page can be used. Rejects where no browser could be started, and where the session ended before. */
  readonly opened: Promise<void>;
  /** Resolves once the browser's side is closed. */
  readonly closed: Promise<void>;
  /** Opens the owner's stream of events; an earlier one ends. */
  stream(): ReadableStream<Uint8Array>;
  end(reason: StudioEndReason): void;
  /** Notes that its owner uses it: it does not end as an idle one. */
  noteActivity(): void;
}

export interface CreateLiveSessionInput {
  readonly id: string;
  readonly owner: string;
  readonly browsing: Browsing;
  readonly clock: Clock;
  readonly open: OpenStudioSession;
  /** Called once, as the session ends. */
  readonly onEnd: () => void;
}

/** Milliseconds without input, and in all. */
const sessionLimits = { idleMs: 5 * 60_000, totalMs: 30 * 60_000 } as const;

const defaultViewport: StudioViewport = { width: 1_280, height: 800 };

/** Starts a session, whose browser lives until `end` or a limit; a browser that is lost meanwhile is replaced. */
export function createLiveSession(input: CreateLiveSessionInput): LiveSession {
  const { id, owner, clock, open } = input;
  const ended = new AbortController();
  const { promise: opened, resolve: onOpened, reject: onFailed } = Promise.withResolvers<void>();
  // The host may not wait for it.
  opened.catch(() => undefined);
  const listeners = new Set<StudioListener>();
  const sender = createInputSender();
  const outlet = createEventOutlet({
    clock,
    onReadChange() {
      cancelRefresh?.();
      show(tabs?.active());
      if (outlet.isRead()) keepFresh();
    },
    onForsaken: () => end('left'),
  });
  const { emit } = outlet;
  const screencast = createScreencast(outlet.offerFrame);
  const endsAtMs = clock.nowMs() + sessionLimits.totalMs;
  let viewport = open.viewport ?? defaultViewport;
  let isRecording = false;
  let current: BrowsingSession | undefined;
  let tabs: LiveTabs | undefined;
  let idleEndsAtMs = 0;
  let tabsMade = 0;
  let isStateDue = false;
  let toldState = '';
  let cancelIdle: (() => void) | undefined;
  let cancelRefresh: (() => void) | undefined;
  const cancelTotal = clock.after(sessionLimits.totalMs, () => end('over_time'));

  function state(): StudioState {
    return {
      id,
      tabs: tabs?.views() ?? [],
      activeTab: tabs?.active()?.tab,
      viewport,
      isRecording,
      idleEndsAtMs,
      endsAtMs,
    };
  }

  /** Changes of one turn are told together. */
  function tellState(): void {
    if (isStateDue) return;
    isStateDue = true;
    setImmediate(() => {
      isStateDue = false;
      const { tabs: shown, activeTab, viewport: size, isRecording: isOn } = state();
      const now = JSON.stringify([shown, activeTab, size, isOn]);
      if (now === toldState) return;
      toldState = now;
      emit({ type: 'state', state: state() });
    });
  }

  function noteActivity(): void {
    cancelIdle?.();
    idleEndsAtMs = clock.nowMs() + sessionLimits.idleMs;
    cancelIdle = clock.after(sessionLimits.idleMs, () => end('idle'));
  }

  /** The browser does not tell when a script changes the title of its page. */
  function keepFresh(): void {
    cancelRefresh = clock.after(refreshMs, () => {
      tabs?.active()?.refresh().catch(ignoreClosedPage);
      keepFresh();
    });
  }

  function show(tab: LiveTab | undefined): void {
    screencast.show(outlet.isRead() ? tab : undefined, viewport);
  }

  function end(reason: StudioEndReason): void {
    if (ended.signal.aborted) return;
    cancelIdle?.();
    cancelTotal();
    cancelRefresh?.();
    const last = toEnd(reason);
    outlet.end(last);
    const error = new GleanerError('conflict', last.message);
    ended.abort(error);
    onFailed(error);
    input.onEnd();
  }

  async function work(session: BrowsingSession): Promise<never> {
    current = session;
    for (const listener of listeners) await listener.onBrowsing?.(session);
    const lost = tabs?.last()?.view();
    tabs = await createLiveTabs({
      browsing: session,
      viewport,
      createId: () => `tab-${(tabsMade += 1)}`,
      onChange: tellState,
      onNotice: emit,
      onTab: (tab) => listeners.forEach((listener) => listener.onPage?.(tab)),
      onShown: show,
    });
    if (lost !== undefined) tabs.active()?.restore(lost.url, lostMessage);
    onOpened();
    return raceSignal(new Promise<never>(() => {}), session.signal);
  }

  async function browse(): Promise<void> {
    const { isMobile = false } = open;
    const options = {
      // Media would soon use up what a page may load.
      load: ['image', 'font'],
      emulation: { viewport, isMobile, hasTouch: isMobile },
    } as const;
    while (!ended.signal.aborted) {
      const before = tabs;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one browser after another
        await input.browsing.withSession(options, ended.signal, work);
      } catch (error) {
        if (ended.signal.aborted) return;
        // Lost before it could be used: a further one would be, too.
        if (tabs === before) {
          onFailed(error);
          end('failed');
          return;
        }
        screencast.show(undefined, viewport);
        emit(toLossNotice(error));
      }
    }
  }

  noteActivity();
  const closed = browse();

  return {
    id,
    owner,
    isMobile: open.isMobile === true,
    signal: ended.signal,
    opened,
    closed,
    state,
    emit,
    end,
    noteActivity,
    requireActivePage: () => requireTabs().require(),
    listen(listener) {
      listeners.add(listener);
      if (current !== undefined) void listener.onBrowsing?.(current).catch(ignoreClosedPage);
      for (const tab of tabs?.list() ?? []) listener.onPage?.(tab);
      return () => listeners.delete(listener);
    },
    async input(inputs) {
      noteActivity();
      for (const one of inputs) {
        const tab = requireTabs().require();
        if (tab.view().dialog !== undefined) throw new GleanerError('conflict', answerFirst);
        for (const listener of listeners) listener.onInput?.(one, tab);
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they were done
        await sender.send(one, tab);
      }
    },
    async command(command) {
      noteActivity();
      const dialogs = state().tabs.flatMap(({ dialog }) => dialog ?? []);
      if (command.type === 'setViewport') viewport = command.viewport;
      if (command.type === 'record') isRecording = command.on;
      else await runCommand(command, requireTabs());
      if (command.type === 'setViewport') show(tabs?.active());
      const active = tabs?.active();
      const answered = dialogs.find(({ id: dialog }) => isAnswer(command, dialog));
      tellState();
      for (const listener of listeners) await listener.onCommand?.(command, active, answered);
      return state();
    },
    stream: () => outlet.open({ type: 'state', state: state() }, toEnd('moved')),
  };

  function requireTabs(): LiveTabs {
    ended.signal.throwIfAborted();
    if (tabs !== undefined) return tabs;
    throw new GleanerError('conflict', 'The browser is starting: try again in a moment.');
  }
}

function isAnswer(command: StudioCommand, dialog: string): boolean {
  return command.type === 'answerDialog' && command.dialog === dialog;
}

/** Milliseconds between two looks at the title and the history of the shown page, while a client reads. */
const refreshMs = 500;

const answerFirst = 'The page waits with a dialog: answer it first.';
const lostMessage = 'This page was lost with its browser. Reload it to go on.';

/** The page was closed or lost; the session tells that itself. */
function ignoreClosedPage(): void {}
