import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createEgress,
  createGleaner,
  httpFetcher,
  isGleanerError,
  memoryLedger,
} from '../src/index.ts';
import { answerOperations, pageOperations } from './attack/attack-operations.ts';
import { createTarget, type AttackInput, type Target } from './attack/create-target.ts';
import { findBrokenRules } from './attack/find-broken-bounds.ts';
import { deadlineMs, type HostilePage } from './attack/hostile-page.ts';
import { hostilePages } from './attack/hostile-pages.ts';
import { watchLoop } from './attack/watch-loop.ts';
import { hostileAnswers } from './support/hostile-answers.ts';

/** Sizes at which a page of squared cost is still seen, and 400 calls take half a minute. */
const smallPageBytes = 40_000;
const smallAnswerLength = 20_000;
/** CPU time of the calling thread without a pause: other tests on the same cores do not count. */
const busyMaxMs = 50;
const endMs = deadlineMs + 1_000;

let target: Target;
beforeAll(async () => {
  target = createTarget({
    createEgress,
    createGleaner,
    httpFetcher,
    isGleanerError,
    memoryLedger,
  });
  await target.warmUp();
});
afterAll(() => target.close());

const families = Map.groupBy(hostilePages, ({ name }) => name.slice(0, name.indexOf(':')));
const readings = pageOperations.filter(({ isReading }) => isReading);
const pdf = pageOperations.find(({ isReading }) => !isReading);

describe('a small hostile page ends typed and at its price, with the event loop free', () => {
  test.each([...families])('%s', async (_family, pages) => {
    const faults: string[] = [];
    for (const [index, page] of pages.entries()) {
      const input = toSmallInput(page);
      for (const operation of [readings[index % readings.length], index === 0 ? pdf : undefined]) {
        if (operation === undefined) continue;
        faults.push(...(await findFaults(input, operation, page.name)));
      }
    }
    expect(faults).toEqual([]);
  });
});

test('a small hostile answer of a model ends typed and at its price, with the event loop free', async () => {
  const faults: string[] = [];
  for (const [index, { name, make }] of hostileAnswers.entries()) {
    const answer = make();
    const operation = answerOperations[index % answerOperations.length];
    if (answer.length > smallAnswerLength || operation === undefined) continue;
    const input = { body: '<p>Brass lamp', contentType: 'text/html', status: 200, answer };
    faults.push(...(await findFaults(input, operation, name)));
  }
  expect(faults).toEqual([]);
});

describe('the measures of the attack', () => {
  test('see a call that holds up the event loop, and an error that is not typed', async () => {
    const input = { body: '<p>x', contentType: 'text/html', status: 200, answer: undefined };
    const hold = async (): Promise<never> => {
      holdUp(4 * busyMaxMs);
      throw new TypeError('not ours');
    };
    const operation = { name: 'hold', price: 1, isReading: true, run: hold };
    const report = await target.attack(input, operation);
    expect(report.loopMaxMs).toBeGreaterThan(2 * busyMaxMs);
    expect(report.busyMaxMs).toBeGreaterThan(busyMaxMs);
    expect(findBrokenRules(report, operation)).toEqual(['untyped']);
  });

  test('see a call that is not charged, and a member named __proto__', async () => {
    const input = { body: '<p>x', contentType: 'text/html', status: 200, answer: undefined };
    const operation = { name: 'free', price: 1, isReading: true, run: readPolluting };
    const report = await target.attack(input, operation);
    expect(findBrokenRules(report, operation)).toEqual([
      'charged 0 instead of 1',
      'unsound result: a member is named __proto__',
    ]);
  });

  test('count one long stop of the event loop as all timers that it delayed', () => {
    const endWatch = watchLoop();
    holdUp(200);
    const { p99Ms, maxMs } = endWatch();
    expect(maxMs).toBeGreaterThanOrEqual(190);
    expect(p99Ms).toBeGreaterThan(150);
  });
});

async function readPolluting(): Promise<unknown> {
  return JSON.parse('{"a":[{"__proto__":1}]}');
}

async function findFaults(
  input: AttackInput,
  operation: (typeof pageOperations)[number],
  name: string,
): Promise<readonly string[]> {
  const report = await target.attack(input, operation);
  return [
    ...findBrokenRules(report, operation),
    ...(report.ms > endMs ? [`took ${Math.round(report.ms)} ms`] : []),
    ...(report.busyMaxMs > busyMaxMs
      ? [`held up the event loop for ${Math.round(report.busyMaxMs)} ms`]
      : []),
  ].map((fault) => `${name}, ${operation.name}: ${fault}`);
}

/** The page with as many of its hostile parts as fit into a small one; at least one of ten thousand. */
function toSmallInput({ make, count, contentType, status }: HostilePage): AttackInput {
  const whole = make(count);
  const share = Math.min(1, smallPageBytes / Buffer.byteLength(whole));
  const body = share === 1 ? whole : make(Math.ceil(count * share));
  return { body, contentType, status, answer: undefined };
}

/** Takes so much CPU time. */
function holdUp(ms: number): void {
  const { user: start } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - start < ms * 1_000);
}
