import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { eachStore, useFolder } from '../support/each-store.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { until } from '../support/open-service.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

/** One thing that may happen; a plan may change from one request to the next. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(40_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('call', 'dispatch', 'scheduled'),
      perMinute: fc.integer({ min: 1, max: 6 }),
      inFlight: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end'), which: fc.nat(3) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What the limits say, as simply as it can be said: all starts are kept, and counted again each time. */
function createModel() {
  const startsMs: number[] = [];
  const open: string[] = [];
  return {
    open,
    ask(nowMs: number, perMinute: number, inFlight: number): string | undefined {
      const minute = startsMs.filter((atMs) => atMs > nowMs - 60_000);
      const leaving = minute.at(-perMinute);
      if (minute.length >= perMinute && leaving !== undefined) {
        return `rate_limit_per_min ${Math.max(1, Math.ceil((leaving + 60_000 - nowMs) / 1_000))}`;
      }
      if (open.length >= inFlight) return 'max_concurrent_requests 1';
      startsMs.push(nowMs);
      return undefined;
    },
  };
}

let accounts = 0;

/** Takes the steps, and returns where the store and the model part. */
async function follow(store: Store, steps: readonly Step[]): Promise<readonly string[]> {
  accounts += 1;
  const account = `account-${accounts}`;
  let nowMs = Date.UTC(2026, 0, 1);
  await store.accounts.create({
    id: account,
    plan: defaultPlan,
    credits: 1_000,
    emailVerified: true,
    nowMs,
  });
  const model = createModel();
  const differences: string[] = [];
  for (const [index, current] of steps.entries()) {
    const id = `${account}-${index}`;
    if ('ms' in current) {
      nowMs += current.ms;
    } else if ('which' in current) {
      const [ended] = model.open.splice(current.which, 1);
      if (ended !== undefined) await store.ledger.post(ended, 1);
    } else {
      const { kind, perMinute, inFlight } = current;
      const limits = { requestsPerMinute: perMinute, inFlight };
      const expected = kind === 'scheduled' ? undefined : model.ask(nowMs, perMinute, inFlight);
      if (kind === 'call' && expected === undefined) model.open.push(id);
      const quota = { limit: 1_000, sinceMs: 0 };
      const costs = { planPages: 1, creditsPerPage: 1, quota };
      const run = { id, account, recipeId: 'r', variables: {}, nowMs, ...costs };
      const attempt =
        kind === 'call'
          ? store.admissions.admit({ id, account, credits: 1, kind, limits, nowMs })
          : store.runs.create(kind === 'scheduled' ? run : { ...run, limits });
      const told = await tell(attempt);
      if (told !== expected) differences.push(`${index}: "${told}", not "${expected}"`);
    }
  }
  return differences;
}

/** The refusal, in the model's form. */
async function tell(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (!isGleanerError(error, 'rate_limited')) throw error;
    return `${error.details.reason} ${error.details.retryAfterSeconds}`;
  }
}

function itFollowsTheModel(open: () => Store, numRuns: number): void {
  test('limits come out as the model says, whatever is asked in whatever order', async () => {
    const store = open();
    const steps = fc.array(step, { minLength: 20, maxLength: 60 });
    const property = fc.asyncProperty(steps, async (each) => {
      expect(await follow(store, each)).toEqual([]);
    });
    await fc.assert(property, { numRuns });
  });
}

eachStore((openStore) => itFollowsTheModel(openStore, 30));
describe('on Postgres', () => {
  const { openStore } = openPostgres();
  itFollowsTheModel(() => openStore(), 10);
});

interface Client {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
}

const script = path.join(import.meta.dirname, '..', 'servers', 'limit-client.ts');

/** A process that is ready to ask as soon as it is told to. */
async function startClient(...input: readonly (string | number)[]): Promise<Client> {
  const child = spawn(execPath, [script, ...input.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return { child, lines };
}

interface Admitted {
  readonly from: bigint;
  readonly to: bigint;
}

/** Lets it ask, and resolves to what was admitted. */
async function run({ child, lines }: Client): Promise<readonly Admitted[]> {
  child.stdin.write('go\n');
  const admitted: Admitted[] = [];
  for (;;) {
    const { value } = await lines.next();
    if (value === 'done') return admitted;
    const { from, to } = JSON.parse(String(value)) as {
      readonly from: string;
      readonly to: string;
    };
    admitted.push({ from: BigInt(from), to: BigInt(to) });
  }
}

function mostAtOnce(admitted: readonly Admitted[]): number {
  const counts = admitted.map(
    ({ from }) => admitted.filter((other) => other.from <= from && from < other.to).length,
  );
  return Math.max(...counts);
}

async function addAda(store: Store): Promise<Store> {
  const account = { id: 'ada', plan: defaultPlan, credits: 10_000, emailVerified: true };
  await store.accounts.create({ ...account, nowMs: 0 });
  return store;
}

const { openStore: openInFolder, folder } = useFolder();
const postgres = openPostgres();

describe.each([
  { where: 'one folder', open: openInFolder, place: folder },
  {
    where: 'one database',
    open: () => postgres.openStore(),
    place: () => `${postgres.url()} ${postgres.schema()}`,
  },
])('processes on $where', ({ open, place }) => {
  test('share the minute and the places in flight exactly', async () => {
    await addAda(open());
    const clients = await Promise.all(
      ['a', 'b'].map((name) => startClient(place(), name, 400, 70, 3)),
    );
    const admitted = (await Promise.all(clients.map(run))).flat();
    expect(admitted).toHaveLength(70);
    expect(mostAtOnce(admitted)).toBeLessThanOrEqual(3);
  });

  test('free what was in flight in one that was killed', async () => {
    const store = await addAda(open());
    const client = await startClient(place(), 'a', 40, 1_000, 3, 'keep');
    expect(await run(client)).toHaveLength(3);
    const limits = { requestsPerMinute: 1_000, inFlight: 3 };
    const request = { id: 'mine', account: 'ada', credits: 1, kind: 'call', limits } as const;
    const ask = () => tell(store.admissions.admit({ ...request, nowMs: Date.now() }));
    await store.recover();
    expect(await ask()).toBe('max_concurrent_requests 1');
    client.child.kill('SIGKILL');
    await once(client.child, 'close');
    await until(async () => {
      await store.recover();
      return (await ask()) === undefined;
    });
  });
});

test('accounts that were never granted anything have limits too, where a request costs nothing', async () => {
  await addAda(postgres.openStore());
  const limits = { requestsPerMinute: 6, inFlight: 100 };
  const free = { account: 'bob', credits: 0, kind: 'call', limits, nowMs: 1 } as const;
  const ask = (store: Store, name: string) =>
    Array.from({ length: 15 }, (_, index) =>
      store.admissions.admit({ id: `${name}-${index}`, ...free }),
    );
  const [one, other] = [postgres.openStore(), postgres.openStore()];
  const outcomes = await Promise.allSettled([...ask(one, 'a'), ...ask(other, 'b')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});
