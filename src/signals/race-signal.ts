/**
 * Settles like `promise`, or rejects with the signal's reason as soon as it aborts: for work that cannot be cancelled
 * itself. What the promise does later is dropped, also when it rejects.
 */
export async function raceSignal<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    // Both are handled from here on, and an abort that has happened comes first.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
