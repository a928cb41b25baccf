import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realBrowserPath } from './real-browser.ts';

/** A Chromium of its own process that serves DevTools on loopback. */
export interface RunningChromium {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
}

/** Starts a Chromium; without a port it takes a free one. */
export async function startChromium(port = 0): Promise<RunningChromium> {
  const profile = mkdtempSync(path.join(tmpdir(), 'gleaner-test-'));
  const child = spawn(
    realBrowserPath(),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const taken = await readPort(child);
  const ended = once(child, 'exit');
  const running: RunningChromium = {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    async kill() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        // The group: a renderer that outlives its browser keeps the profile.
        process.kill(-child.pid, 'SIGKILL');
      }
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return running;
}

async function readPort({ stderr }: ChildProcess): Promise<number> {
  let text = '';
  for await (const chunk of stderr ?? []) {
    text += String(chunk);
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1];
    if (port !== undefined) {
      stderr?.resume();
      return Number(port);
    }
  }
  throw new Error(`Chromium did not start: ${text}`);
}
