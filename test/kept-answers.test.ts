import { expect, test } from 'vitest';
import { createGleaner, memoryLedger } from '../src/index.ts';
import { stubFetcher } from './support/stub-fetcher.ts';

const url = 'https://shop.example/lamp';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
} as const;

function toPage(price: string): string {
  return `<!doctype html><html lang="en"><head><title>Brass lamp</title></head>
<body><main><h1>Brass lamp</h1><p>Price: <b>£${price}</b></p><p>A lamp for reading at night.</p></main></body></html>`;
}

test('accounts that ask the same of a cached page get the same answer, and pay alike', async () => {
  const accounts = { first: 100, second: 100 };
  const fetcher = stubFetcher(toPage('51.77'));
  await using gleaner = createGleaner({
    fetcher,
    browser: false,
    threads: 0,
    ledger: memoryLedger({ accounts }),
  });
  const input = { url, prompt: 'The lamp', schema, maxAge: 60, include: ['evidence'] as const };
  const results = [];
  for (const account of ['first', 'first', 'second']) {
    const { result, evidence, warnings } = await gleaner.extract(input, { account });
    results.push({ result, evidence, warnings });
  }
  expect(fetcher.requests).toHaveLength(1);
  expect(results[0]?.result).toEqual({ name: 'Brass lamp', price: 51.77 });
  expect(results).toEqual([results[0], results[0], results[0]]);
  const once = 100 - (await gleaner.creditsRemaining('second'));
  expect(once).toBeGreaterThan(0);
  expect(await gleaner.creditsRemaining('first')).toBe(100 - 2 * once);
});

test('a page that has changed at its address is read, and its evidence is its own', async () => {
  const prices = ['51.77', '48.20'];
  const fetcher = stubFetcher(() => toPage(prices.shift() ?? ''));
  await using gleaner = createGleaner({ fetcher, browser: false, threads: 0 });
  const input = { url, prompt: 'The lamp', schema, include: ['evidence'] as const };
  const told = [];
  for (const maxAge of [0, 60, 0, 60]) {
    const { result, evidence } = await gleaner.extract({ ...input, maxAge });
    told.push([result, JSON.stringify(evidence)]);
  }
  const [first, , second] = told;
  expect(told).toEqual([first, first, second, second]);
  expect(first).toEqual([{ name: 'Brass lamp', price: 51.77 }, expect.stringContaining('51.77')]);
  expect(second).toEqual([{ name: 'Brass lamp', price: 48.2 }, expect.stringContaining('48.20')]);
});
