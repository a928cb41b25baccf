import type { BrowserEndpoint } from '../../runtime/contracts/browser.ts';
import type { RemoteEndpoint } from '../chromium-browser-options.ts';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { advice } from '../../runtime/errors/advice.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { loadPlaywright } from './load-playwright.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';

/** One browser of several, as a process sees it. */
export interface Endpoint {
  readonly remote: RemoteEndpoint;
  /** Contexts that this process has open in it, in all pools. */
  contextsOpen: number;
  /** Tells that it was connected to. */
  noteUp(): void;
  /** Tells that it could not be connected to, or was lost: it gets no new work until it answers a probe. */
  noteDown(problem: string): void;
}

/** The browsers of one `ChromiumBrowser`. */
export interface Endpoints {
  readonly count: number;
  /** In the order in which new work tries them: those that are up by their load, the others last. */
  listByLoad(): readonly Endpoint[];
  /** Their state, in the order of the option. */
  list(): readonly BrowserEndpoint[];
  /** Ends the probes. */
  close(): void;
}

interface CreateEndpointsInput {
  readonly remotes: readonly RemoteEndpoint[];
  /** Resolves when the browser answers. */
  readonly probe: (remote: RemoteEndpoint) => Promise<void>;
  /** @default that of the process; ends with the returned function, and keeps no process alive */
  readonly startTimer?: (delayMs: number, callback: () => void) => () => void;
  /** At least 0, less than 1. @default Math.random */
  readonly random?: () => number;
}

/** The first probe comes this long after a loss, and each further one after twice as long, up to the second. */
const firstProbeMs = 500;
const longestProbeMs = 30_000;

/** Creates the state of browsers that run elsewhere. Opens nothing: it starts with the first loss. */
export function createEndpoints({
  remotes,
  probe,
  startTimer = startQuietTimer,
  random = Math.random,
}: CreateEndpointsInput): Endpoints {
  const members = remotes.map((remote) => createMember(remote));
  let isClosed = false;

  function createMember(remote: RemoteEndpoint): Member {
    let losses = 0;
    let stopProbe: (() => void) | undefined;

    function planProbe(): void {
      if (isClosed) return;
      stopProbe?.();
      const delayMs = Math.min(longestProbeMs, firstProbeMs * 2 ** (losses - 1));
      // Many workers lose a browser at one moment: they ask for it at different ones.
      stopProbe = startTimer(delayMs * (0.5 + random() / 2), () => {
        void probe(remote).then(
          () => member.noteUp(),
          () => {
            losses += 1;
            if (member.state === 'down') planProbe();
          },
        );
      });
    }

    const member: Member = {
      remote,
      contextsOpen: 0,
      state: 'untried',
      problem: undefined,
      noteUp() {
        losses = 0;
        stopProbe?.();
        member.state = 'up';
        member.problem = undefined;
      },
      noteDown(problem) {
        losses += 1;
        member.state = 'down';
        member.problem = problem;
        planProbe();
      },
      stop: () => stopProbe?.(),
    };
    return member;
  }

  return {
    count: members.length,
    listByLoad() {
      // Workers that start together do not all begin with the first: equal loads stand in random order.
      const drawn = members.map((member) => ({ member, draw: random() }));
      return drawn
        .toSorted((a, b) => rankOf(a.member) - rankOf(b.member) || a.draw - b.draw)
        .map(({ member }) => member);
    },
    list: () =>
      members.map(({ remote: { host }, state, contextsOpen, problem }) => ({
        host,
        state,
        contextsOpen,
        ...(problem === undefined ? {} : { problem }),
      })),
    close() {
      isClosed = true;
      for (const member of members) member.stop();
    },
  };
}

interface Member extends Endpoint {
  state: BrowserEndpoint['state'];
  problem: string | undefined;
  stop(): void;
}

function rankOf({ state, contextsOpen }: Member): number {
  return state === 'down' ? Number.MAX_SAFE_INTEGER : contextsOpen;
}

function startQuietTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs).unref();
  return () => clearTimeout(timer);
}

/**
 * Connects to a browser that already runs; closing the result ends the connection and our contexts, not the browser.
 * Rejects with `service_unavailable` that names the browser by its host.
 */
export async function connectBrowser(
  { option, url, host }: RemoteEndpoint,
  timeoutMs: number,
): Promise<PlaywrightBrowser> {
  const playwright = await loadPlaywright(false);
  const timeout = timeoutMs;
  try {
    return option === 'cdpUrl'
      ? await playwright.connectOverCDP(await toAddressedUrl(url), { timeout })
      : await playwright.connect(url, { timeout });
  } catch (cause) {
    // The message holds the host alone: the URL often carries a token.
    throw new GleanerError(
      'service_unavailable',
      `The browser at ${host} could not be connected to. ${advice.checkEndpoint}`,
      { cause },
    );
  }
}

/**
 * The URL with the address in place of the host's name: Chromium serves its DevTools to requests for an IP address or
 * `localhost` alone. Left as it is with TLS, whose certificate is for the name, and for proxies that go by the name (`ws`).
 */
export async function toAddressedUrl(
  text: string,
  find: (
    hostname: string,
  ) => Promise<{ readonly address: string; readonly family: number }> = lookup,
): Promise<string> {
  const url = new URL(text);
  const name = url.hostname;
  const isServed = isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || /^(?:.+\.)?localhost$/.test(name);
  if (url.protocol !== 'http:' || isServed) return text;
  const { address, family } = await find(name);
  url.hostname = family === 6 ? `[${address}]` : address;
  return url.href;
}

/** Times of a watch, in milliseconds. */
interface WatchAnswersTimes {
  /** Between an answer and the next question. */
  readonly intervalMs: number;
  /** A browser that has not answered for so long is lost. */
  readonly patienceMs: number;
}

/** A machine that was cut off closes no connection: without questions its work would wait until its deadline. */
const defaultTimes: WatchAnswersTimes = { intervalMs: 5_000, patienceMs: 10_000 };

/**
 * Asks a connected browser for its version again and again, and calls back once when it does not answer. Ends with the
 * connection; keeps no process alive.
 */
export function watchAnswers(
  browser: Pick<PlaywrightBrowser, 'isConnected' | 'newBrowserCDPSession'>,
  onSilent: () => void,
  { intervalMs, patienceMs }: WatchAnswersTimes = defaultTimes,
): void {
  async function watch(): Promise<void> {
    const opening = browser.newBrowserCDPSession();
    const ask = async (): Promise<unknown> => (await opening).send('Browser.getVersion');
    while (browser.isConnected()) {
      const patience = AbortSignal.timeout(patienceMs);
      try {
        await raceSignal(ask(), patience);
      } catch {
        // An error of a connection that has closed needs no report of ours: its end is one.
        if (patience.aborted) onSilent();
        return;
      }
      await new Promise<void>((resolve) => {
        setTimeout(resolve, intervalMs).unref();
      });
    }
  }
  void watch();
}
