import { waitUntil } from '../../../signals/wait-until.ts';

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
