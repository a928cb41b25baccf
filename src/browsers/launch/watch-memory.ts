import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Browser as PlaywrightBrowser } from 'playwright-core';

export interface WatchMemoryInput {
  readonly browser: PlaywrightBrowser;
  /** Most that one renderer may hold of its own. */
  readonly maxBytes: number;
  /** Told when a renderer was ended for holding more. */
  readonly onExceeded: () => void;
}

/** Short enough that a page filling memory as fast as it can (about 1 GB/s) passes the limit once, not ten times. */
const intervalMs = 400;

/**
 * Ends renderers that hold too much, which crashes their page alone: the limit of the JavaScript heap does not bind
 * buffers, images and canvases. Only where the system tells (Linux), and only for a browser of this machine. Returns the stop.
 */
export function watchMemory({ browser, maxBytes, onExceeded }: WatchMemoryInput): () => void {
  if (process.platform !== 'linux') return () => {};
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function watch(): Promise<void> {
    const devtools = await browser.newBrowserCDPSession();
    const look = async (): Promise<void> => {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
      for (const { id, type } of processInfo) {
        if (type !== 'renderer' || readHeldBytes(id) <= maxBytes) continue;
        onExceeded();
        process.kill(id, 'SIGKILL');
      }
      if (!isStopped)
        timer = setTimeout(() => void look().catch(ignoreLostBrowser), intervalMs).unref();
    };
    await look();
  }

  void watch().catch(ignoreLostBrowser);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** What the process holds alone: the browser's own code is in every renderer's resident set, and costs once. */
function readHeldBytes(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const held = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
    return held.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Without a browser there is nothing to watch, and whoever works in it is told by the pool. */
function ignoreLostBrowser(): void {}
