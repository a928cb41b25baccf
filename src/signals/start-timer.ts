/** The longest delay of Node's timers: 2³¹ − 1 ms, about 25 days. Longer ones fire after 1 ms. */
const longestMs = 2 ** 31 - 1;

/**
 * Calls back once after `delayMs`, however long that is; `Infinity` never. The returned function cancels it. A waiting
 * timer keeps the process alive.
 */
export function startTimer(delayMs: number, callback: () => void): () => void {
  const dueMs = performance.now() + delayMs;
  let timer: NodeJS.Timeout;
  function wait(leftMs: number): void {
    timer =
      leftMs > longestMs
        ? setTimeout(() => wait(dueMs - performance.now()), longestMs)
        : setTimeout(callback, Math.max(0, leftMs));
  }
  wait(delayMs);
  return () => clearTimeout(timer);
}
