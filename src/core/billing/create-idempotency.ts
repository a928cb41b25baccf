import type { IdempotentRequest } from '../../runtime/contracts/billing.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { Balance } from '../../runtime/contracts/ledger.ts';
import type { IdempotencyStore } from '../../runtime/contracts/store/request-store.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { idempotencyKeyReused } from '../../runtime/errors/store-errors.ts';

interface KeyRequest extends IdempotentRequest {
  readonly account: string;
  /** Ends the wait for an earlier request with the same key. */
  readonly signal: AbortSignal | undefined;
}

/** Requests with one key, one after the other, so that the first one's outcome is there for the second. */
export interface Idempotency {
  /**
   * Waits for requests with the same key that are under way in this process, and takes the key. Rejects with `conflict`
   * when the key was used for another request, or is in use in another process, and with the signal's reason.
   */
  take(request: KeyRequest): Promise<KeyTurn>;
}

/** A key that is taken. Ends once: by `complete`, `fail` or `end`. */
export interface KeyTurn {
  /** What was kept for the first request; absent when this one is the first. */
  readonly saved?: { readonly value: unknown };
  /** Keeps the value and posts the hold in one step. Where it rejects, the key stays taken. */
  complete(outcome: {
    readonly value: unknown;
    readonly post: { readonly holdId: string; readonly credits: number };
  }): Promise<Balance>;
  /** Forgets the key, unless a value was kept. Never rejects. */
  fail(): Promise<void>;
  /** Leaves what is kept as it is. */
  end(): void;
}

/** A key of one account. */
export interface KeyReference {
  readonly account: string;
  readonly key: string;
}

interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  /** Forgets the key of a failed request by `work`, and where that rejects does it again later; never rejects. */
  readonly forget: (reference: KeyReference, work: () => Promise<void>) => Promise<void>;
}

/** How long a key is kept: 24 hours. */
const keyMs = 24 * 60 * 60 * 1_000;

interface Turn {
  readonly digest: string;
  readonly ended: Promise<void>;
}

/** Concurrent requests with one key in this process run one after another; the store keeps apart those of several processes. */
export function createIdempotency({ store, clock, forget }: IdempotencyOptions): Idempotency {
  const turns = new Map<string, Turn>();

  async function take({ account, key, digest, signal }: KeyRequest): Promise<KeyTurn> {
    const id = JSON.stringify([account, key]);
    for (let earlier = turns.get(id); earlier !== undefined; earlier = turns.get(id)) {
      if (earlier.digest !== digest) throw idempotencyKeyReused();
      await (signal === undefined ? earlier.ended : raceSignal(earlier.ended, signal));
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    turns.set(id, { digest, ended });
    const end = (): void => {
      turns.delete(id);
      resolve();
    };
    try {
      const value = await begin({ account, key, digest });
      return {
        ...value,
        async complete({ value, post }) {
          const balance = await store.complete({ account, key, value, post });
          end();
          return balance;
        },
        async fail() {
          await forget({ account, key }, () => store.forget({ account, key }));
          end();
        },
        end,
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  async function begin(
    reference: KeyReference & { readonly digest: string },
  ): Promise<Pick<KeyTurn, 'saved'>> {
    const nowMs = clock.nowMs();
    const begun = await store.begin({ ...reference, nowMs, expiresAtMs: nowMs + keyMs });
    if (begun.state === 'busy') throw keyInUse();
    return begun.state === 'kept' ? { saved: { value: begun.value } } : {};
  }

  return { take };
}

function keyInUse(): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    'A request with this idempotency key is under way: wait for its answer, then ask again.',
  );
}
