import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { createRandom } from '../support/random-operations.ts';
import { drawDeed, type HostileDeed, type HostileState } from './hostile-deeds.ts';

export interface FloodInput {
  /** Requests under way at once. */
  readonly callers: number;
  /** Between two requests of one of them. */
  readonly pauseMs: number;
  readonly seed: number;
  readonly origin: string;
  /** Of the hostile account: for the dashboard, and for `/v1`. */
  readonly cookie: string;
  readonly key: string;
  readonly pageUrl: string;
  readonly webhookUrl: string;
}

/** What came of the hostile account's requests. */
export interface Tried {
  /** What was answered, by status. */
  readonly hostile: Readonly<Record<string, number>>;
  /** Kinds of deeds that were answered at least once. */
  readonly deeds: readonly string[];
}

export interface FloodReport extends Tried {
  /** Whether nothing is under way, since it was told to pause. */
  readonly isPaused: boolean;
}

/** With the server's URL it begins, without one it pauses. */
export interface FloodOrder {
  readonly url?: string;
}

const reportEveryMs = 500;

const { callers, pauseMs, seed, origin, cookie, key, ...urls } = workerData as FloodInput;
const agent = new Agent({ connections: 64 });
const random = createRandom(seed);
const state: HostileState = { recipes: [], runs: [], ...urls };
const hostile: Record<string, number> = {};
const deeds = new Set<string>();
let leaving = new AbortController();
let underWay: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ url }: FloodOrder) => {
  leaving.abort();
  if (url === undefined) {
    void underWay.then(reportPause);
    return;
  }
  leaving = new AbortController();
  const before = underWay;
  const { signal } = leaving;
  underWay = Promise.all([before, ...Array.from({ length: callers }, () => call(url, signal))]);
});
setInterval(() => {
  report(false);
}, reportEveryMs);

function reportPause(): void {
  report(true);
}

function report(isPaused: boolean): void {
  const now: FloodReport = { hostile, deeds: [...deeds].toSorted(), isPaused };
  parentPort?.postMessage(now, []);
}

async function call(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const deed = drawDeed(random(), random(), state);
    if (deed === undefined) continue;
    const status = await send(url, deed, signal).catch(() => 'none');
    hostile[status] = (hostile[status] ?? 0) + 1;
    if (status !== 'none') deeds.add(deed.name);
    await sleep(pauseMs);
  }
}

async function send(url: string, deed: HostileDeed, signal: AbortSignal): Promise<string> {
  const { door, method, path, body: given } = deed;
  const who = door === 'v1' ? { 'x-api-key': key } : door === 'dashboard' ? { cookie } : {};
  const { statusCode, body } = await request(
    `${url}${door === 'v1' ? '/v1' : '/dashboard/api'}${path}`,
    {
      dispatcher: agent,
      method,
      headers: { origin, 'content-type': 'application/json', ...who },
      body: given ?? null,
      signal,
    },
  );
  if (deed.isStream === true) {
    // It stays open beside all that follows.
    body.on('error', () => {}).resume();
  } else keep(deed.name, (await body.json()) as { readonly data?: { readonly id?: unknown } });
  return String(statusCode);
}

function keep(name: string, { data }: { readonly data?: { readonly id?: unknown } }): void {
  if (typeof data?.id !== 'string') return;
  if (name.startsWith('store')) state.recipes.push(data.id);
  if (name === 'run a recipe') state.runs.push(data.id);
}
