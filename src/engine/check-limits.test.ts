import { describe, expect, test } from 'vitest';
import { createService } from '../service/create-service.ts';
import { createGleaner } from './create-gleaner.ts';
import type { GleanerLimits } from './gleaner-options.ts';

const names: readonly (keyof GleanerLimits)[] = [
  'requestsPerMinute',
  'inFlight',
  'callMs',
  'runMs',
  'runPages',
  'pageBytes',
  'pageMs',
];
const bad: readonly unknown[] = [Number.NaN, -1, 0, 1.5, -Infinity, '5', null];

describe('the numbers among the options', () => {
  test.each(names)('`limits.%s` that is no whole number above 0 is refused by its name', (name) => {
    for (const value of bad) {
      expect(() => createGleaner({ limits: { [name]: value } })).toThrow(
        new RegExp(`^Expected \`limits\\.${name}\` to be a whole number of .*1 or more`),
      );
    }
  });

  test.each(names)('`limits.%s` may be as large as it likes, or Infinity', async (name) => {
    for (const value of [1, 2 ** 40, Infinity, undefined]) {
      const gleaner = createGleaner({ limits: { [name]: value } });
      await expect(gleaner.close()).resolves.toBeUndefined();
    }
  });

  test('the message names the value', () => {
    expect(() => createGleaner({ limits: { callMs: 0.5 } })).toThrow(
      'Expected `limits.callMs` to be a whole number of milliseconds, 1 or more, or Infinity, got 0.5.',
    );
    expect(() => createGleaner({ limits: { callMs: '9' as unknown as number } })).toThrow(
      'got a string.',
    );
  });

  test('a call without an end ends when it is done, and a deadline that is none is refused', async () => {
    const gleaner = createGleaner({ limits: { callMs: Infinity } });
    const input = { html: '<h1>A lamp</h1>', prompt: 'the title' };
    for (const timeoutMs of [undefined, Infinity, 60 * 24 * 60 * 60 * 1_000]) {
      expect(await gleaner.extract(input, { timeoutMs })).toMatchObject({ creditsUsed: 5 });
    }
    for (const timeoutMs of [Number.NaN, 0, -1, '5' as unknown as number]) {
      for (const attempt of [
        () => gleaner.extract(input, { timeoutMs }),
        () => gleaner.runRecipe({}, { timeoutMs }),
      ]) {
        await expect(attempt()).rejects.toThrow('Expected a number of milliseconds above 0');
      }
    }
    await gleaner.close();
  });

  test('a service’s own are refused by their names, too', () => {
    for (const value of bad) {
      const wrong = value as number;
      expect(() => createService({ webhookTimeoutMs: wrong })).toThrow('`webhookTimeoutMs`');
      expect(() => createService({ plan: { inFlight: wrong } })).toThrow('`plan.inFlight`');
      expect(() => createService({ plan: { requestsPerMinute: wrong } })).toThrow(
        '`plan.requestsPerMinute`',
      );
      expect(() => createService({ plan: { pagesPerRun: wrong } })).toThrow('`plan.pagesPerRun`');
    }
    expect(() => createService({ plan: { runsPerMonth: -1 } })).toThrow('`plan.runsPerMonth`');
    expect(() => createService({ retention: { runDays: Number.NaN } })).toThrow(
      '`retention.runDays`',
    );
  });

  test('a plan without an end is refused: a store keeps numbers alone', () => {
    expect(() => createService({ plan: { inFlight: Infinity } })).toThrow('`plan.inFlight`');
  });

  test('a service’s drain may be without an end, and is refused when it is no time', async () => {
    const service = createService();
    await expect(service.close({ drainMs: Number.NaN })).rejects.toThrow('`drainMs`');
    await service.close({ drainMs: Infinity });
  });
});
