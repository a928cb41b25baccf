import { randomUUID } from 'node:crypto';
import type { Browsing, BrowsingSession } from '../../browser/session/browsing.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type {
  OpenStudioSession,
  StudioCommand,
  StudioState,
  StudioViewport,
} from '../api/studio-browsing.ts';
import type { StudioEnd, StudioEndReason, StudioEvent, StudioNotice } from '../api/studio-event.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { createInputSender } from './tabs/create-input-sender.ts';
import {
  type LiveTab,
  type OfferedFrame,
  createScreencast,
  ignoreClosedPage,
} from './tabs/create-live-tab.ts';
import { type LiveTabs, createLiveTabs } from './tabs/create-live-tabs.ts';
import type { StudioListener, StudioSession } from './studio-session.ts';
import { type EventStream, addEvent, createEventStream } from './create-event-stream.ts';
import type { StudioPlace } from '../api/studio-api.ts';
import { createOwnerPlaces } from './create-owner-places.ts';

/** The sessions of all owners, one each. */
export interface StudioSessions {
  /**
   * Opens a session for an owner, in a place that `takePlace` takes. Rejects as that does, with `conflict` where one is open and shall not be replaced, with `service_unavailable`
   * beyond the most sessions or without a browser, and with `invalid_request` for a URL that may not be opened.
   */
  open(
    owner: string,
    input: OpenStudioSession,
    takePlace?: () => Promise<StudioPlace>,
  ): Promise<LiveSession>;
  find(owner: string): LiveSession | undefined;
  /** Returns the owner's session; throws `not_found` where none is open. */
  require(owner: string): LiveSession;
  /** Ends an owner's session, as when he signs out; does nothing where none is open. */
  end(owner: string): void;
}

interface CreateStudioSessionsInput {
  /** Loads the browser's sessions; called with the first session. */
  readonly loadBrowsing: () => Promise<Browsing>;
  readonly clock: Clock;
  /** Aborts when the engine closes: all sessions end with it. */
  readonly closing: AbortSignal;
  readonly maxSessions: number;
  /** Takes an owner's secrets out of an event before it is sent or kept. */
  readonly redact: (owner: string, event: StudioEvent) => StudioEvent;
  /** Called with each session before its first page is used. */
  readonly onOpen: (session: LiveSession) => void;
}

export function createStudioSessions(input: CreateStudioSessionsInput): StudioSessions {
  const { loadBrowsing, clock, closing, maxSessions, redact, onOpen } = input;
  const sessions = new Map<string, LiveSession>();
  const places = createOwnerPlaces();
  closing.addEventListener('abort', () => {
    for (const session of sessions.values()) session.end('shut_down');
  });

  return {
    async open(owner, open, takePlace) {
      closing.throwIfAborted();
      const browsing = await loadBrowsing();
      const share = await places.share(owner, takePlace);
      const earlier = sessions.get(owner);
      try {
        closing.throwIfAborted();
        if (earlier !== undefined && open.replace !== true) {
          throw new GleanerError('conflict', taken);
        }
        if (earlier === undefined && sessions.size >= maxSessions) {
          throw new GleanerError('service_unavailable', tooMany);
        }
      } catch (error) {
        share.release();
        throw error;
      }
      earlier?.end('replaced');
      const session = createLiveSession({
        id: randomUUID(),
        owner,
        browsing,
        clock,
        open,
        redact: (event) => redact(owner, event),
        onEnd() {
          if (sessions.get(owner) === session) sessions.delete(owner);
          share.release();
        },
      });
      for (const signal of share.signals) endWith(signal, session);
      sessions.set(owner, session);
      onOpen(session);
      await session.opened;
      const { url } = open;
      if (url === undefined) return session;
      try {
        await session.command({ type: 'navigate', url: toAddress(url) });
      } catch (error) {
        session.end('closed');
        throw error;
      }
      return session;
    },
    find: (owner) => sessions.get(owner),
    require(owner) {
      const session = sessions.get(owner);
      if (session === undefined) throw new GleanerError('not_found', none);
      return session;
    },
    end: (owner) => sessions.get(owner)?.end('closed'),
  };
}

/** Ends a session when its place is lost. */
function endWith(signal: AbortSignal, session: LiveSession): void {
  const end = (): void => session.end('lost');
  signal.addEventListener('abort', end, { signal: session.signal });
  if (signal.aborted) end();
}

const taken =
  'You have a session open already: go on with it, or open this one with `replace` and end that one.';
const tooMany = 'All sessions of this studio are in use: try again later.';
const none = 'No session is open: open one first.';

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

interface CreateLiveSessionInput {
  readonly id: string;
  readonly owner: string;
  readonly browsing: Browsing;
  readonly clock: Clock;
  readonly open: OpenStudioSession;
  /** Takes secrets out of an event before it is sent or kept. */
  readonly redact: (event: StudioEvent) => StudioEvent;
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
    onDisconnected: () => end('left'),
  });
  const emit = (event: StudioEvent): void => outlet.emit(input.redact(event));
  const screencast = createScreencast(outlet.offerFrame);
  const endsAtMs = clock.nowMs() + sessionLimits.totalMs;
  let viewport = open.viewport ?? defaultViewport;
  let isRecording = false;
  let current: BrowsingSession | undefined;
  let tabs: LiveTabs | undefined;
  let idleEndsAtMs = 0;
  let tabsMade = 0;
  let isStateDue = false;
  let sentState = '';
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

  /** Changes of one turn are sent together. */
  function emitState(): void {
    if (isStateDue) return;
    isStateDue = true;
    setImmediate(() => {
      isStateDue = false;
      const { tabs: shown, activeTab, viewport: size, isRecording: isOn } = state();
      const now = JSON.stringify([shown, activeTab, size, isOn]);
      if (now === sentState) return;
      sentState = now;
      emit({ type: 'state', state: state() });
    });
  }

  function noteActivity(): void {
    cancelIdle?.();
    idleEndsAtMs = clock.nowMs() + sessionLimits.idleMs;
    cancelIdle = clock.after(sessionLimits.idleMs, () => end('idle'));
  }

  /** No event says that a script changes the title of its page. */
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
      onChange: emitState,
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
      emitState();
      for (const listener of listeners) await listener.onCommand?.(command, active, answered);
      return state();
    },
    stream: () => outlet.open(input.redact({ type: 'state', state: state() }), toEnd('moved')),
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

/** Returns the last event of a stream. */
function toEnd(reason: StudioEndReason): StudioEnd {
  return { type: 'ended', reason, message: endMessages[reason] };
}

/** Returns what a person reads of a browser or page that was lost; the session goes on. */
function toLossNotice(error: unknown): StudioNotice {
  const what = error instanceof Error ? error.message : '';
  if (isGleanerError(error, 'validation_failed')) {
    return { type: 'notice', code: 'page_too_heavy', message: `${what} Its tabs were closed.` };
  }
  return /gave up on the page/.test(what)
    ? {
        type: 'notice',
        code: 'page_crashed',
        message: 'The page has crashed. Its tabs were closed.',
      }
    : { type: 'notice', code: 'browser_lost', message: 'The browser ended. Its tabs were closed.' };
}

const endMessages: Readonly<Record<StudioEndReason, string>> = {
  closed: 'The session was closed.',
  signed_out: 'The session ended because you signed out, or may not use the studio any more.',
  replaced: 'A newer session of yours has taken the place of this one.',
  idle: 'The session ended after 5 minutes without input. Open a new one to go on.',
  over_time: 'The session ended: 30 minutes are the most. Open a new one to go on.',
  left: 'The session ended because nothing has shown it for 30 seconds.',
  shut_down: 'The session ended because the studio was shut down.',
  lost: 'The session ended because its server was cut off from the others. Open a new one to go on.',
  failed: 'The browser could not be started.',
  moved: 'The session is shown elsewhere now.',
};

/**
 * Does a command in the tabs of a session. Rejects with `invalid_request` for a URL that may not be opened, and with `conflict` for a
 * tab or a dialog that is not there any more. How a navigation ends is in the session's events.
 */
async function runCommand(
  command: Exclude<StudioCommand, { readonly type: 'record' }>,
  tabs: LiveTabs,
): Promise<void> {
  switch (command.type) {
    case 'navigate': {
      const tab = tabs.require(command.tab);
      tab.navigate(tab.browsing.parseUrl(toAddress(command.url)).href);
      return;
    }
    case 'back':
      await tabs.require(command.tab).go(-1);
      return;
    case 'forward':
      await tabs.require(command.tab).go(1);
      return;
    case 'reload':
      tabs.require(command.tab).reload();
      return;
    case 'stop':
      tabs.require(command.tab).stop();
      return;
    case 'openTab': {
      const { browsing } = tabs.require();
      const url = command.url === undefined ? undefined : browsing.parseUrl(toAddress(command.url));
      const tab = await tabs.open();
      if (url !== undefined) tab.navigate(url.href);
      return;
    }
    case 'selectTab':
      tabs.select(command.tab);
      return;
    case 'closeTab':
      await tabs.close(command.tab);
      return;
    case 'setViewport':
      await tabs.setViewport(command.viewport);
      return;
    case 'answerDialog':
      if (tabs.list().some((tab) => tab.answerDialog(command))) return;
      throw new GleanerError('conflict', 'This dialog is closed already.');
  }
}

/** Where the events of a session go: to one client at a time, or kept for the next one. */
interface EventOutlet {
  readonly emit: (event: StudioEvent) => void;
  /** Drops a frame that nothing reads. */
  readonly offerFrame: (frame: OfferedFrame) => void;
  /** Whether a client reads. */
  isRead(): boolean;
  /** Opens a stream that begins with this event and what was kept; the stream before it ends with `moved`. */
  open(first: StudioEvent, moved: StudioEnd): ReadableStream<Uint8Array>;
  /** Ends the stream, and what was kept is forgotten. */
  end(event: StudioEnd): void;
}

interface CreateEventOutletInput {
  readonly clock: Clock;
  /** Called when a client begins to read, and when it has gone away. */
  readonly onReadChange: () => void;
  /** Called once nothing has read for a while. */
  readonly onDisconnected: () => void;
}

/** Milliseconds without a client that reads. */
const graceMs = 30_000;

export function createEventOutlet(input: CreateEventOutletInput): EventOutlet {
  const { clock, onReadChange, onDisconnected } = input;
  let stream: EventStream | undefined;
  const kept: StudioEvent[] = [];
  let cancelGrace = clock.after(graceMs, onDisconnected);
  let isOver = false;

  function emit(event: StudioEvent): void {
    if (stream !== undefined) stream.send(event);
    // A stream begins with the state and a frame of its own.
    else if (!isOver && event.type !== 'state' && event.type !== 'frame') addEvent(kept, event);
  }

  return {
    emit,
    offerFrame(frame) {
      if (stream === undefined) frame.acknowledge();
      else stream.offerFrame(frame);
    },
    isRead: () => stream !== undefined,
    open(first, moved) {
      stream?.end(moved);
      cancelGrace();
      const opening = createEventStream({
        clock,
        onLeft() {
          if (stream !== opening || isOver) return;
          stream = undefined;
          cancelGrace = clock.after(graceMs, onDisconnected);
          onReadChange();
        },
      });
      stream = opening;
      emit(first);
      kept.splice(0).forEach(emit);
      onReadChange();
      return opening.body;
    },
    end(event) {
      isOver = true;
      kept.length = 0;
      cancelGrace();
      stream?.end(event);
    },
  };
}

/** Returns what a person types into the address bar as a URL: `https://` goes before one without a scheme. */
export function toAddress(text: string): string {
  const address = text.trim();
  // `localhost:8080` has a port and no scheme.
  return /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i.test(address) ? address : `https://${address}`;
}
