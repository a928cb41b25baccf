/** Settles like the promise, or rejects with the signal's reason once it aborts: also where the other side ignores the signal. */
export function untilAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const rejectNow = (): void => reject(signal.reason);
    if (signal.aborted) rejectNow();
    else signal.addEventListener('abort', rejectNow, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectNow));
  });
}
