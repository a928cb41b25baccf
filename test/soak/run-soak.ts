import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGleaner } from '../../src/index.ts';
import { createService, sqliteStore } from '../../src/service/index.ts';
import { serveScriptedModel, type ScriptedAnswer } from '../../test-kit/index.ts';
import { createRandom } from '../support/random-operations.ts';
import { serveReceiver, type ReceiverAnswer } from '../support/serve-receiver.ts';
import { checkBooks, openingCredits, type SoakBooks } from './check-books.ts';
import {
  chooseCall,
  createSoakClient,
  toRun,
  type SoakCall,
  type SoakCaller,
  type SoakOutcome,
} from './soak-calls.ts';
import type { FaultContext, ModelMood, SoakFault } from './soak-faults.ts';
import { serveSoakSite } from './soak-site.ts';
import { startSoakedServer } from './soaked-server.ts';
import { takeSample, type SoakSample } from './take-sample.ts';

export interface SoakOptions {
  /** Longest time; `Infinity` where the faults come to an end. */
  readonly durationMs: number;
  /** Calls under way at once. */
  readonly callers: number;
  readonly seed: number;
  /** Least and most milliseconds between two faults. */
  readonly faultEveryMs: readonly [least: number, most: number];
  readonly sampleEveryMs: number;
  /** What goes wrong next; `undefined` ends the soak. */
  nextFault(random: () => number): SoakFault | undefined;
  onSample(sample: SoakSample, state: SoakState): void;
}

/** What has happened so far. */
export interface SoakState {
  readonly calls: number;
  readonly faults: number;
  readonly lastFault: string;
}

export interface SoakReport {
  readonly samples: readonly SoakSample[];
  readonly calls: number;
  /** Calls by how they ended. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Faults by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Calls whose outcome nothing told, even when they were asked about again. */
  readonly lost: number;
  readonly books: SoakBooks;
  /** Runs of which more than one webhook came. */
  readonly webhooksTwice: number;
  /** Exit code of the shutdown that was asked for. */
  readonly exitCode: number | null;
  /** Browser processes, by their id, and temporary files that the server left. */
  readonly orphans: readonly string[];
  /** What the server logged as faults. */
  readonly logged: readonly string[];
}

/** Milliseconds in which calls of unknown outcome are asked about again, after the faults. */
const settleMs = 120_000;
/** Calls under way when the server is killed at the end. */
const callsWhenKilled = 10;

/**
 * Puts the built server under a mix of everything while things go wrong, kills it at the end in the middle of its work,
 * starts it again, shuts it down, and compares its books with what the callers were told.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const random = createRandom(options.seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-soak-'));
  const temp = path.join(folder, 'temp');
  mkdirSync(temp);
  const site = await serveSoakSite();
  const moods = { model: 'well' as ModelMood, receiver: 'well' as 'well' | 'silent' | 'broken' };
  const model = await serveScriptedModel(() => answerOf(moods.model));
  const receiver = await serveReceiver((): ReceiverAnswer => {
    if (moods.receiver === 'silent') return 'silence';
    return { status: moods.receiver === 'broken' ? 500 : 204 };
  });
  const callers = await openAccounts(folder, site.origin, receiver.url);
  let server = await startSoakedServer({ folder, temp, modelUrl: model.url });
  const client = createSoakClient(server.url);
  const logged: string[] = [];

  const known: SoakOutcome[] = [];
  const unknown = new Set<SoakCall>();
  const faults: Record<string, number> = {};
  const samples: SoakSample[] = [];
  const ended = new AbortController();
  let calls = 0;
  let lastFault = '';

  async function make(call: SoakCall, signal: AbortSignal): Promise<void> {
    unknown.add(call);
    calls += 1;
    const outcome = await client.make(call, signal);
    if (outcome === undefined) return;
    unknown.delete(call);
    known.push(outcome);
  }
  function nextCaller(): SoakCaller {
    const caller = callers[Math.floor(random() * callers.length)];
    if (caller === undefined) throw new Error('There are no callers.');
    return caller;
  }
  const nextCall = (): SoakCall => chooseCall(nextCaller(), site.origin, random);
  async function burst(count: number, leaves: boolean): Promise<void> {
    const all = Array.from({ length: count }, () => {
      const leaveMs = leaves ? Math.floor(random() * 2_000) : settleMs;
      return make(nextCall(), AbortSignal.timeout(leaveMs));
    });
    await Promise.all(all);
  }

  async function keepCalling(): Promise<void> {
    while (!ended.signal.aborted) {
      await make(nextCall(), AbortSignal.timeout(settleMs));
      await sleep(Math.floor(random() * 100));
    }
  }
  const context = (): FaultContext => ({
    server,
    site,
    folder,
    random,
    burst,
    setModel: (mood) => void (moods.model = mood),
    setReceiver: (mood) => void (moods.receiver = mood),
  });
  async function keepDisturbing(): Promise<void> {
    const [least, most] = options.faultEveryMs;
    for (;;) {
      const isOver = await sleepUnless(ended.signal, least + random() * (most - least));
      const fault = isOver ? undefined : options.nextFault(random);
      if (fault === undefined) {
        ended.abort();
        return;
      }
      lastFault = fault.name;
      faults[fault.name] = (faults[fault.name] ?? 0) + 1;
      await fault.cause(context());
    }
  }
  async function keepSampling(): Promise<void> {
    while (!(await sleepUnless(ended.signal, options.sampleEveryMs))) {
      const sample = await takeSample(server);
      if (sample === undefined) continue;
      samples.push(sample);
      const count = Object.values(faults).reduce((sum, each) => sum + each, 0);
      options.onSample(sample, { calls, faults: count, lastFault });
    }
  }
  /** Asks about the calls of unknown outcome until each has one. */
  async function settle(): Promise<void> {
    const limit = AbortSignal.timeout(settleMs);
    for (const call of unknown) {
      const outcome = await client.make(call, limit);
      if (outcome === undefined) continue;
      unknown.delete(call);
      known.push(outcome);
    }
  }
  async function killInTheMiddle(): Promise<void> {
    const underWay = Array.from({ length: callsWhenKilled }, () =>
      make(nextCall(), AbortSignal.timeout(settleMs)),
    );
    await sleep(300);
    const browsers = server.listBrowserProcesses();
    await server.stop('SIGKILL');
    await Promise.all(underWay);
    logged.push(...server.faults);
    server = await startSoakedServer({ folder, temp, modelUrl: model.url });
    client.url = server.url;
    await settle();
    // The next browser clears away what the killed one left.
    await make(toRun(nextCaller()), AbortSignal.timeout(settleMs));
    orphans.push(...(await untilEnded(browsers)).map(String));
  }
  const orphans: string[] = [];

  if (options.durationMs !== Infinity) setTimeout(() => ended.abort(), options.durationMs);
  const work = Array.from({ length: options.callers }, keepCalling);
  await Promise.all([...work, keepDisturbing(), keepSampling()]);
  await settle();
  await killInTheMiddle();
  const browsers = server.listBrowserProcesses();
  const exitCode = await server.stop('SIGTERM');
  logged.push(...server.faults);
  orphans.push(...(await untilEnded(browsers)).map(String), ...readdirSync(temp));
  const accounts = callers.map(({ account }) => account);
  const books = await checkBooks(folder, accounts, known);
  await Promise.all([client.close(), model.close(), receiver.close(), site.close()]);
  rmSync(folder, { recursive: true });
  const runIds = receiver.requests.map(({ body }) => (JSON.parse(body) as Delivered).run_id);
  return {
    samples,
    calls,
    outcomes: countBy(known.map(({ ended }) => ended)),
    faults,
    lost: unknown.size,
    books,
    webhooksTwice: runIds.length - new Set(runIds).size,
    exitCode,
    orphans,
    logged,
  };
}

interface Delivered {
  readonly run_id: string;
}

/** Two accounts, each with a recipe that pages through a list and one whose page never ends its script. */
async function openAccounts(
  folder: string,
  origin: string,
  webhookUrl: string,
): Promise<readonly SoakCaller[]> {
  const egress = { allowPrivate: ['127.0.0.1/32'] };
  const gleaner = createGleaner({ browser: false, egress });
  const store = sqliteStore({ folder });
  const service = createService({ gleaner, store });
  const plan = { requestsPerMinute: 10_000_000, inFlight: 10_000, runsPerMonth: 10_000_000 };
  const callers: SoakCaller[] = [];
  for (const label of ['one', 'two']) {
    const { id: account } = await service.accounts.create({ credits: openingCredits, plan });
    await service.accounts.setWebhook(account, { url: webhookUrl });
    const { key } = await service.keys.create({ account, label });
    const list = await service.recipes.put({ account, document: toRecipe(`${origin}/list`) });
    const loop = await service.recipes.put({ account, document: toRecipe(`${origin}/loop`) });
    callers.push({ account, key, recipes: { list: list.id, loop: loop.id } });
  }
  await service.close();
  await store.close();
  await gleaner.close();
  return callers;
}

function toRecipe(url: string): object {
  const fields = {
    name: { selectors: ['.name'] },
    price: { selectors: ['.price'], type: 'number' },
  };
  return {
    title: 'Lamps',
    steps: [
      { type: 'navigate', url },
      { type: 'customStep', name: 'extract', parameters: { items: ['.item'], fields } },
      { type: 'customStep', name: 'paginate', parameters: { next: ['a[rel=next]'] } },
    ],
  };
}

function answerOf(mood: ModelMood): ScriptedAnswer {
  switch (mood) {
    case 'silent':
      return { hang: true };
    case 'broken':
      return { status: 500 };
    case 'garbage':
      return { rawBody: '<html>Bad gateway</html>' };
    case 'dying':
      return { dieMidway: true };
    case 'well':
      break;
  }
  return { content: { name: 'Lamp', price: 1.5 } };
}

/** Resolves to whether the signal aborted before the time was over. */
async function sleepUnless(signal: AbortSignal, ms: number): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // The end of the soak.
  }
  return signal.aborted;
}

/** Resolves to those of the processes that still live after ten seconds. */
async function untilEnded(ids: readonly number[]): Promise<readonly number[]> {
  for (let wait = 0; wait < 100; wait += 1) {
    if (!ids.some(isAlive)) return [];
    await sleep(100);
  }
  return ids.filter(isAlive);
}

function isAlive(id: number): boolean {
  try {
    kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
