import type { Clock } from '../../contracts/clock.ts';

/** Tells when owners of studio sessions sign out, in whatever process they do. */
export interface OwnerWatch {
  /**
   * The signal of a sign-in, by its key; it aborts once `isSignedIn` resolves to `false`, which is asked each second, until
   * nothing was asked for with this key for six minutes.
   */
  signalOf(key: string, isSignedIn: () => Promise<boolean>): AbortSignal;
}

/** As often as a sign-in is looked up, and so the longest that frames are sent after its end. */
const lookEveryMs = 1_000;
/** Longer than a studio session lives without input: what is not asked for any more has none. */
const keepMs = 6 * 60_000;

interface Watched {
  readonly ending: AbortController;
  isSignedIn: () => Promise<boolean>;
  seenMs: number;
}

/** Creates a watch that looks while sign-ins are watched, until `closing` aborts. */
export function createOwnerWatch(clock: Clock, closing: AbortSignal): OwnerWatch {
  const watched = new Map<string, Watched>();
  let isLooking = false;
  let cancelNext: (() => void) | undefined;
  closing.addEventListener('abort', () => cancelNext?.());

  function lookLater(): void {
    if (isLooking || watched.size === 0 || closing.aborted) return;
    isLooking = true;
    cancelNext = clock.after(lookEveryMs, () => void lookAtAll());
  }

  async function lookAtAll(): Promise<void> {
    const nowMs = clock.monotonicMs();
    for (const [key, { seenMs }] of watched) if (nowMs - seenMs > keepMs) watched.delete(key);
    await Promise.all(Array.from(watched, ([key, one]) => look(key, one)));
    isLooking = false;
    lookLater();
  }

  async function look(key: string, { ending, isSignedIn }: Watched): Promise<void> {
    // A store that cannot be read now is read again: meanwhile no request is let in either.
    if (await isSignedIn().catch(() => true)) return;
    watched.delete(key);
    ending.abort();
  }

  return {
    signalOf(key, isSignedIn) {
      const known = watched.get(key);
      const seenMs = clock.monotonicMs();
      const one = known ?? { ending: new AbortController(), isSignedIn, seenMs };
      Object.assign(one, { isSignedIn, seenMs });
      watched.set(key, one);
      lookLater();
      return one.ending.signal;
    },
  };
}
