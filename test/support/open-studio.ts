import { browsingSlots } from '../../src/browser/chromium-browser.ts';
import type { BrowsingSession } from '../../src/browser/session/browsing.ts';
import { createEgress } from '../../src/network/egress/create-egress.ts';
import { createGleaner } from '../../src/core/engine/create-gleaner.ts';
import type { Clock } from '../../src/runtime/contracts/clock.ts';
import type { StudioEvent, StudioFrame } from '../../src/studio/api/studio-event.ts';
import type {
  StudioCommand,
  StudioInput,
  StudioState,
  StudioTab,
} from '../../src/studio/api/studio-browsing.ts';
import { createStudio, type StudioHandler } from '../../src/web/studio/create-studio.ts';
import { realBrowser } from './real-browser.ts';

const address = 'http://studio.example';

/** A studio with a real Chromium, used through its handler; the header `x-owner` says who asks. */
export interface OpenStudio {
  readonly handler: StudioHandler;
  /** A client of one owner. */
  readonly client: (owner: string) => StudioClient;
  /** Ends the browser of the session that was opened last. */
  loseBrowser(): Promise<void>;
  /** Crashes the first page of that session. */
  crashPage(): void;
  close(): Promise<void>;
}

export function openStudio(options: {
  readonly allowPrivate: readonly string[];
  readonly clock?: Clock;
  readonly maxSessions?: number;
  readonly signal?: AbortSignal;
}): OpenStudio {
  const { allowPrivate, clock, signal } = options;
  const egress = { allowPrivate };
  const browser = realBrowser({ egress: createEgress(egress), idleMs: 60_000 });
  const opened = noteSessions(browser);
  const gleaner = createGleaner({ browser, egress, ...(clock === undefined ? {} : { clock }) });
  const handler = createStudio({
    gleaner,
    maxSessions: options.maxSessions,
    authenticate: async ({ headers }) => {
      const owner = headers.get('x-owner');
      return owner === null ? undefined : { owner, signal };
    },
  });
  return {
    handler,
    client: (owner) => createStudioClient(handler, owner),
    async loseBrowser() {
      await opened.at(-1)?.context.browser()?.close();
    },
    crashPage() {
      const session = opened.at(-1);
      if (session === undefined) throw new Error('No session was opened.');
      // By a fault of memory: `Page.crash` ends as a full heap does, and would be reported as one. The navigation never ends.
      void session.page.goto('chrome://crash').catch(() => {});
    },
    async close() {
      await gleaner.close();
      await browser.close?.();
    },
  };
}

/** Notes the sessions that are opened in a browser, the last one last. */
function noteSessions(browser: object): readonly BrowsingSession[] {
  const opened: BrowsingSession[] = [];
  const load = browsingSlots.get(browser);
  if (load === undefined) throw new Error('The browser has no sessions for people.');
  browsingSlots.set(browser, async () => {
    const browsing = await load();
    return {
      withSession: (options, signal, work) =>
        browsing.withSession(options, signal, (session) => {
          opened.push(session);
          return work(session);
        }),
    };
  });
  return opened;
}

/** What one owner's browser does with the studio. */
export interface StudioClient {
  /** Resolves to the status and the JSON of an answer. */
  call(method: string, path: string, body?: object): Promise<StudioAnswer>;
  /** Opens a session, and rejects where that fails. */
  open(body?: object): Promise<StudioState>;
  input(...inputs: readonly StudioInput[]): Promise<void>;
  command(command: StudioCommand): Promise<StudioState>;
  /** Opens the stream of events and reads it from then on. */
  watch(): Promise<StudioWatch>;
}

export interface StudioAnswer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a client has read of its stream. */
export interface StudioWatch {
  readonly events: readonly StudioEvent[];
  frames(): readonly StudioFrame[];
  /** Resolves to the first event, of those that were read already, too, that the predicate takes. */
  until<Event extends StudioEvent>(
    isWanted: (event: StudioEvent) => event is Event,
  ): Promise<Event>;
  until(isWanted: (event: StudioEvent) => boolean): Promise<StudioEvent>;
  /** Resolves to the first state from now on, the present one included, whose active tab is as wanted. */
  untilTab(isWanted: (tab: StudioTab) => boolean): Promise<StudioState>;
  /** Goes away, as a closed browser window does. */
  leave(): Promise<void>;
}

export function createStudioClient(
  handler: StudioHandler,
  owner: string,
  base: string = address,
): StudioClient {
  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    handler(
      new Request(`${base}/api${path}`, {
        method,
        headers: { 'x-owner': owner, origin: base, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  async function call(method: string, path: string, body?: object): Promise<StudioAnswer> {
    const response = await ask(method, path, body);
    const data = (await response.json()) as StudioAnswer['data'];
    return { status: response.status, data };
  }

  async function require(method: string, path: string, body: object): Promise<StudioState> {
    const { status, data } = await call(method, path, body);
    if (status !== 200) throw new Error(JSON.stringify(data));
    return data['state'] as StudioState;
  }

  return {
    call,
    open: (body = {}) => require('POST', '/session', body),
    async input(...inputs) {
      await require('POST', '/session/input', { inputs });
    },
    command: (command) => require('POST', '/session/command', command),
    watch: async () => watch(await ask('GET', '/session/events')),
  };
}

function watch(response: Response): StudioWatch {
  const events: StudioEvent[] = [];
  const listeners = new Set<() => void>();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';

  async function read(): Promise<void> {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line)));
    for (const listener of listeners) listener();
    await read();
  }
  void read();

  function find<Found>(look: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const listener = (): void => {
        const found = look();
        if (found === undefined) return;
        listeners.delete(listener);
        resolve(found);
      };
      listeners.add(listener);
      listener();
    });
  }

  return {
    events,
    frames: () => events.filter((event) => event.type === 'frame'),
    until: (isWanted: (event: StudioEvent) => boolean) =>
      find(() => events.find(isWanted)) as Promise<never>,
    untilTab: (isWanted) =>
      find(() => {
        const state = events.findLast((event) => event.type === 'state')?.state;
        const tab = state?.tabs.find(({ id }) => id === state.activeTab);
        return tab !== undefined && isWanted(tab) ? state : undefined;
      }),
    leave: async () => reader?.cancel(),
  };
}

/** A press and a release of the left button. */
export function clickAt(x: number, y: number): readonly StudioInput[] {
  return [
    { type: 'mouse', action: 'down', x, y },
    { type: 'mouse', action: 'up', x, y },
  ];
}

/** Each character as its key, down and up. */
export function typeKeys(text: string): readonly StudioInput[] {
  return Array.from(text).flatMap((key) => {
    const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
    return (['down', 'up'] as const).map((action) => ({ type: 'key', action, key, code }) as const);
  });
}
