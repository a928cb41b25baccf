import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  inFlightExceeded,
  minuteExceeded,
  type RateLimiter,
} from '../core/billing/create-rate-limiter.ts';
import type { RetryQueue } from '../core/billing/create-retry-queue.ts';
import type { Clock } from '../runtime/contracts/clock.ts';
import type { FreeKind, PlaceKind, RateLimits } from '../runtime/contracts/store/request-store.ts';
import type { Store } from '../runtime/contracts/store/store.ts';
import {
  beginLease,
  type FreeCalls,
  requireAccount,
  requireActiveAccount,
  requireLivingAccount,
} from './service-context.ts';

/** The studio's page sends what is done once a frame, and asks what is under the pointer as often: 120 a second at most. */
const inputsPerMinute = 12_000;

/** Accounts whose refusals are remembered; one that is forgotten costs the store a look. */
const mostRefusals = 10_000;

interface FreeCallsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly retries: RetryQueue;
  /** Counts in this process. */
  readonly rateLimiter: RateLimiter;
}

/** What of the plan bounds the places of a kind, and what a refusal calls them. */
const placeCaps: Readonly<
  Record<
    PlaceKind,
    {
      readonly cap: 'openStreams' | 'studioSessions' | 'drafts';
      readonly noun: string;
    }
  >
> = {
  stream: { cap: 'openStreams', noun: 'streams of updates' },
  'studio-session': { cap: 'studioSessions', noun: 'sessions of the studio' },
  draft: { cap: 'drafts', noun: 'drafts in the studio' },
};

/** A full minute that the store has told of: it stays full until then, so that a flood of calls costs no more than a look at this. */
interface FullMinute {
  readonly limit: number;
  readonly untilMs: number;
}

/** Free calls of a service. */
export function createFreeCalls({ store, clock, retries, rateLimiter }: FreeCallsParts): FreeCalls {
  const fullMinutes = new LRUCache<string, FullMinute>({ max: mostRefusals });

  async function admit(
    id: string,
    kind: FreeKind,
    account: string,
    limits: RateLimits,
    noun?: string,
  ): Promise<void> {
    const key = `${kind} ${account}`;
    const limit = limits.requestsPerMinute;
    const full = fullMinutes.get(key);
    const leftMs = (full?.untilMs ?? 0) - clock.monotonicMs();
    if (full?.limit === limit && leftMs > 0) throw minuteExceeded(limit, leftMs);
    const request = { id, kind, account, limits, nowMs: clock.nowMs() };
    const admission = await store.admissions.admitFree(request);
    if (admission.state === 'admitted') return;
    if (admission.state === 'places full') throw inFlightExceeded(limits.inFlight, noun);
    const { freeInMs } = admission;
    fullMinutes.set(key, { limit, untilMs: clock.monotonicMs() + freeInMs });
    throw minuteExceeded(limit, freeInMs);
  }

  async function take(
    kind: FreeKind,
    account: string,
    limits: RateLimits,
    noun?: string,
  ): Promise<() => void> {
    const id = randomUUID();
    await admit(id, kind, account, limits, noun);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      void retries.attempt(`free place ${id}`, () => store.admissions.leave(id));
    };
  }

  return {
    take,
    async count({ account, kind }) {
      const { plan } = await requireAccount(account, { store, clock });
      if (kind === 'dashboard') {
        const limits = { requestsPerMinute: plan.dashboardCallsPerMinute, inFlight: Infinity };
        await admit(randomUUID(), kind, account, limits);
        return;
      }
      // No limit of the plan: the session that they belong to is in this process, and they are too many to write down.
      const limits = { requestsPerMinute: inputsPerMinute, inFlight: Infinity };
      rateLimiter.admit(`${kind} ${account}`, limits).leave();
    },
    async takePlace({ account, kind }) {
      // Who is suspended reads, and makes nothing.
      const requireOwner = kind === 'stream' ? requireLivingAccount : requireActiveAccount;
      const { plan } = await requireOwner(account, { store, clock });
      const { cap, noun } = placeCaps[kind];
      const limits = { requestsPerMinute: Infinity, inFlight: plan[cap] };
      const lease = beginLease(store);
      const leave = await take(kind, account, limits, noun);
      return { leave, signals: lease.signals, isLost: () => lease.isLost() };
    },
  };
}
