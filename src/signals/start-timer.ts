/** The longest delay of Node's timers, in milliseconds: 2³¹ − 1, about 25 days. Longer ones fire after 1 ms. */
export const longestTimerMs: number = 2 ** 31 - 1;

/**
 * Calls back once after `delayMs`, however long that is; `Infinity` never. The returned function cancels it. A waiting
 * timer keeps the process alive.
 */
export function startTimer(delayMs: number, callback: () => void): () => void {
  const dueMs = performance.now() + delayMs;
  let timer: NodeJS.Timeout;
  function wait(leftMs: number): void {
    timer =
      leftMs > longestTimerMs
        ? setTimeout(() => wait(dueMs - performance.now()), longestTimerMs)
        : setTimeout(callback, Math.max(0, leftMs));
  }
  wait(delayMs);
  return () => clearTimeout(timer);
}
