import type { Worker } from 'node:worker_threads';

const checkMs = 50;

/** Tells once when a thread's buffers outside of its heap, which `resourceLimits` does not count, pass the limit. */
export function watchMemory(
  worker: Worker,
  maxMemoryMb: number,
  onExceeded: () => void,
): () => void {
  let isOver = false;
  const timer = setInterval(() => void check(), checkMs);
  function stop(): void {
    isOver = true;
    clearInterval(timer);
  }
  async function check(): Promise<void> {
    // Rejected once the thread has ended, which is told elsewhere.
    const statistics = await worker.getHeapStatistics().catch(() => undefined);
    const outside = (statistics as { readonly external_memory?: number } | undefined)
      ?.external_memory;
    if (isOver || (outside ?? 0) <= maxMemoryMb * 1_000_000) return;
    stop();
    onExceeded();
  }
  return stop;
}
