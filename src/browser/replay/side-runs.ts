import { waitUntil } from '../../runtime/signals/waiting.ts';
import type { SideTabs } from './tabs.ts';
import { createOpenRequests, createStepDialogs, createStepDownloads } from './run/step-events.ts';
import type { LearnedWaits, ReplayRun } from './run/replay-run.ts';

/** How fast the pages of a host are opened. */
export interface HostPace {
  /** Waits until a page of this host may be opened; resolves to `false` when no more of its pages may be. */
  enter(host: string): Promise<boolean>;
  /** Ends a page that was entered. */
  leave(host: string): void;
  /** Opens one page at a time from now on, the next one after `delayMs`. */
  slowDown(host: string, delayMs: number): void;
  /** Refuses all further pages of the host. */
  shut(host: string): void;
}

/** Pages of one host that load at once: a person opens two or three tabs. */
export const maxTabs = 2;
/** Milliseconds between two starts at one host, so at most 20 pages a second; pages that take 0.1 s never wait for it. */
const gapMs = 50;
/** Milliseconds between two looks at whether it is a page's turn. */
const everyMs = 10;

interface HostState {
  open: number;
  atOnce: number;
  /** When the next page may be opened, in milliseconds of `performance.now()`. */
  readyMs: number;
  isShut: boolean;
}

/** Creates the pace of one run; it remembers what a host asked for until the run ends. */
export function createHostPace(signal: AbortSignal): HostPace {
  const hosts = new Map<string, HostState>();

  function stateOf(host: string): HostState {
    const state = hosts.get(host) ?? { open: 0, atOnce: maxTabs, readyMs: 0, isShut: false };
    hosts.set(host, state);
    return state;
  }

  return {
    async enter(host) {
      const state = stateOf(host);
      const mayEnter = await waitUntil({
        timeoutMs: Infinity,
        everyMs,
        signal,
        async poll() {
          if (state.isShut) return false;
          const now = performance.now();
          if (state.open >= state.atOnce || now < state.readyMs) return undefined;
          state.open += 1;
          state.readyMs = now + gapMs;
          return true;
        },
      });
      return mayEnter === true;
    },
    leave(host) {
      stateOf(host).open -= 1;
    },
    slowDown(host, delayMs) {
      const state = stateOf(host);
      state.atOnce = 1;
      state.readyMs = Math.max(state.readyMs, performance.now() + delayMs);
    },
    shut(host) {
      stateOf(host).isShut = true;
    },
  };
}

/** A run whose steps act on a page beside the list; what it learns, heals and warns of is the run's own. */
export interface SideRun extends ReplayRun {
  readonly session: ReplayRun['session'] & { readonly tabs: SideTabs };
}

/** Opens a page beside those of a run. */
export async function openSideRun(run: ReplayRun, learnedWaits: LearnedWaits): Promise<SideRun> {
  const { request } = run.recipe;
  const tabs = await run.session.tabs.openBeside();
  const session = { ...run.session, tabs, startPage: () => run.session.startPage(maxTabs) };
  return {
    ...run,
    // Progress is reported by page: the steps of a hundred pages say little.
    recipe: {
      ...run.recipe,
      request: { ...request, onStep: () => {}, watch: undefined },
      learnedWaits,
    },
    session: {
      ...session,
      // What one page asks or waits for is nothing to the steps on another.
      dialogs: createStepDialogs(tabs, session.signal, run.report.warn),
      stepDownloads: createStepDownloads({
        session,
        tabs,
        folder: request.files.downloads,
        warn: run.report.warn,
      }),
      requests: session.requests && createOpenRequests(tabs.main.page),
      before: new Map(),
      follower: { ...session.follower, isFollowing: () => false },
    },
  };
}
