import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGleaner, memoryLedger, type GleanerOptions, type Ledger } from '../../src/index.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

const account = 'ada';
const schema = {
  type: 'object',
  required: ['price'],
  // Not plainly cheap, so that validation takes place in a thread.
  properties: { price: { type: 'number' }, tags: { type: 'array', uniqueItems: true } },
};

/** The moments of a call at which somebody else is waited for. */
const stages = ['hold', 'fetch', 'first answer', 'repair'] as const;
type Stage = (typeof stages)[number];

/** An engine whose parts call `onStage` as they are entered. */
function optionsWith(ledger: Ledger, onStage: (stage: Stage) => void): GleanerOptions {
  return {
    ledger: {
      ...ledger,
      hold: (request) => {
        const held = ledger.hold(request);
        onStage('hold');
        return held;
      },
    },
    fetcher: stubFetcher(() => {
      onStage('fetch');
      return lampPage;
    }),
    model: scriptedModel((_request, index) => {
      onStage(index === 0 ? 'first answer' : 'repair');
      return index === 0 ? { content: { price: 'ask us' } } : { content: { '/price': 51.77 } };
    }),
  };
}

const unhandled: unknown[] = [];
const listener = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', listener);
});

afterEach(() => {
  process.off('unhandledRejection', listener);
});

describe('abort at any moment', () => {
  test('left alone, the call passes through every stage', async () => {
    const seen: Stage[] = [];
    const ledger = memoryLedger({ accounts: { [account]: 5 } });
    const gleaner = createGleaner(optionsWith(ledger, (stage) => seen.push(stage)));
    const call = gleaner.extract(
      { url: 'https://shop.example/', prompt: 'price', schema },
      { account },
    );
    expect((await call).result).toEqual({ price: 51.77 });
    expect(seen).toEqual(stages);
    await gleaner.close();
  });

  test.each(stages)(
    'an abort during the %s rejects with the caller’s reason and costs nothing',
    async (at) => {
      const ledger = memoryLedger({ accounts: { [account]: 5 } });
      const leaver = new AbortController();
      const gleaner = createGleaner(
        optionsWith(ledger, (stage) => {
          if (stage === at) leaver.abort(`left during ${at}`);
        }),
      );
      const call = gleaner.extract(
        { url: 'https://shop.example/', prompt: 'price', schema },
        { account, signal: leaver.signal },
      );
      await expect(call).rejects.toBe(`left during ${at}`);
      await new Promise(setImmediate);
      expect(await ledger.balance(account)).toEqual({ balance: 5, held: 0 });
      expect(unhandled).toEqual([]);
      await gleaner.close();
    },
  );

  test.each(stages)(
    'an engine that closes during the %s ends the call, which costs nothing',
    async (at) => {
      const ledger = memoryLedger({ accounts: { [account]: 5 } });
      let closing: Promise<void> | undefined;
      const gleaner = createGleaner(
        optionsWith(ledger, (stage) => {
          if (stage === at) closing = gleaner.close();
        }),
      );
      const call = gleaner.extract(
        { url: 'https://shop.example/', prompt: 'price', schema },
        { account },
      );
      await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
      await closing;
      expect(await ledger.balance(account)).toEqual({ balance: 5, held: 0 });
      expect(unhandled).toEqual([]);
    },
  );
});
