/** How late the timers of this thread's event loop were, in milliseconds. */
export interface LoopDelays {
  /** What 99 of 100 timers, due at any moment of the time watched, would have waited at most. */
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The most CPU time that this thread took between two timers: what other programs take does not count. */
  readonly busyMaxMs: number;
}

const tickMs = 5;

/**
 * Watches the event loop until the returned function is called. A timer that should have fired while the loop was held up
 * counts as often as it should have fired, so that one long stop is not one late timer among many.
 */
export function watchLoop(): () => LoopDelays {
  const delaysMs: number[] = [];
  let lastMs = performance.now();
  let lastBusyMs = threadCpuMs();
  let busyMaxMs = 0;
  const note = (): void => {
    const nowMs = performance.now();
    const lateMs = Math.max(0, nowMs - lastMs - tickMs);
    delaysMs.push(lateMs);
    for (let restMs = lateMs - tickMs; restMs > 0; restMs -= tickMs) delaysMs.push(restMs);
    lastMs = nowMs;
    const busyMs = threadCpuMs();
    busyMaxMs = Math.max(busyMaxMs, busyMs - lastBusyMs);
    lastBusyMs = busyMs;
  };
  const timer = setInterval(note, tickMs);
  return () => {
    clearInterval(timer);
    // What the loop is late by now is lateness of a timer that has not fired yet.
    note();
    delaysMs.sort((a, b) => a - b);
    return {
      p99Ms: delaysMs[Math.floor((delaysMs.length - 1) * 0.99)] ?? 0,
      maxMs: delaysMs.at(-1) ?? 0,
      busyMaxMs,
    };
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
