import { startTimer } from '../../signals/start-timer.ts';

/** Something that is opened again and again until it works, and whenever it has broken. */
export interface KeptOpen<Opened> {
  /**
   * Resolves to what is open, and waits for an attempt under way. Rejects at once where the last attempt failed: the next one
   * follows by itself.
   */
  require(): Promise<Opened>;
  /** What is open at the moment. */
  current(): Opened | undefined;
  /** Closes it and opens no more. */
  close(): Promise<void>;
}

export interface KeepOpenOptions<Opened> {
  readonly open: () => Promise<Opened>;
  /** Called after each opening, before `require` resolves. */
  readonly onOpen: (opened: Opened) => Promise<void>;
  /** Resolves to whether it can go on; where not, it is replaced. Rejects where that is unknown: it stays. */
  readonly check: (opened: Opened) => Promise<boolean>;
  readonly close: (opened: Opened) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Between attempts to open: a database that starts takes seconds. */
const retryMs = 1_000;
const checkMs = 15_000;

/** Opens nothing until the first `require`. */
export function keepOpen<Opened>(options: KeepOpenOptions<Opened>): KeptOpen<Opened> {
  const { open, onOpen, check, close, onError } = options;
  let current: Opened | undefined;
  let attempt: Promise<Opened> | undefined;
  let checking: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let isClosed = false;

  async function tryOnce(): Promise<Opened> {
    const opened = await open();
    try {
      await onOpen(opened);
    } catch (error) {
      await close(opened);
      throw error;
    }
    current = opened;
    return opened;
  }

  function begin(): Promise<Opened> {
    attempt = tryOnce();
    attempt.then(
      () => schedule(checkMs, () => (checking = verify())),
      (error: unknown) => {
        onError(error);
        schedule(retryMs, () => void begin());
      },
    );
    return attempt;
  }

  function schedule(delayMs: number, work: () => void): void {
    if (!isClosed) cancelTimer = startTimer(delayMs, work);
  }

  async function verify(): Promise<void> {
    const opened = current;
    if (opened === undefined) return;
    // What cannot be asked may come back by itself.
    const isSound = await check(opened).catch(() => true);
    if (isSound || isClosed) {
      schedule(checkMs, () => (checking = verify()));
      return;
    }
    current = undefined;
    // What is at work in it may take minutes to end.
    void close(opened).catch(onError);
    void begin().catch(() => {});
  }

  return {
    require: () => attempt ?? begin(),
    current: () => current,
    async close() {
      isClosed = true;
      cancelTimer?.();
      await Promise.allSettled([attempt, checking]);
      cancelTimer?.();
      const last = current;
      current = undefined;
      if (last !== undefined) await close(last);
    },
  };
}
