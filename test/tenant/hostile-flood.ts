import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FloodInput, FloodReport, Tried } from './hostile-flood-thread.ts';

export type { Tried };

export interface Flood {
  /** Sends requests to the server at this URL until it pauses; those to an earlier one are left. */
  begin(url: string): void;
  /** Resolves once nothing of it is under way. */
  pause(): Promise<void>;
  /** What had come of its requests half a second ago. */
  report(): Tried;
  end(): Promise<void>;
}

/** In a thread of its own: its large bodies are no pause of the thread that measures. */
export function startFlood(input: FloodInput): Flood {
  const worker = new Worker(new URL('hostile-flood-thread.ts', import.meta.url), {
    workerData: input,
  });
  let tried: Tried = { hostile: {}, deeds: [] };
  worker.on('message', ({ isPaused, ...report }: FloodReport) => {
    tried = report;
    if (isPaused) worker.emit('paused');
  });
  return {
    begin(url) {
      worker.postMessage({ url }, []);
    },
    async pause() {
      const paused = once(worker, 'paused');
      worker.postMessage({}, []);
      await paused;
    },
    report: () => tried,
    async end() {
      await worker.terminate();
    },
  };
}
