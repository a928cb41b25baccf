import { expect, test } from 'vitest';
import { placedPdf } from '../../../../test/support/hand-made-pdf.ts';
import { bodyOf, lines } from '../../../../test/support/read-pdf-body.ts';

const tides = [
  'Water comes and goes twice a day, as',
  'the moon would have it, and everyone',
  'waits for it: boats, their crews and',
  'the gulls.',
];

test('short columns of prose are no table', async () => {
  const other = ['Fish would rather have it that water', ...tides.slice(1)];
  const body = await bodyOf(placedPdf([...lines(tides, 60), ...lines(other, 320)]));
  expect(body).toBe(
    `<section data-pdf-page="1"><p>${tides.join(' ')}</p><p>${other.join(' ')}</p></section>`,
  );
});

test('text beside a narrow box of smaller letters is read first, whole', async () => {
  const box = ['Built in the year 1890', 'by the harbour office', 'for the fish market.'];
  const text = [...tides.slice(0, 3), ...tides.slice(0, 3), ...tides];
  const body = await bodyOf(
    placedPdf([
      ...lines(text, 60),
      ...box.map((line, at) => ({ x: 300, y: 730 - 10 * at, text: line, size: 8 })),
    ]),
  );
  expect(body).toBe(
    `<section data-pdf-page="1"><p>${text.join(' ')}</p><p>${box.join(' ')}</p></section>`,
  );
});

test('cells of several lines of prose stay a table: they end beside each other', async () => {
  const cell = ['Pay for the port at', 'the office, or on the', 'quay before the tide', 'goes.'];
  const cells = [...cell, ...cell];
  const body = await bodyOf(placedPdf([...lines(cells, 60), ...lines(cells, 320)]));
  expect(body).toContain('<table>');
});
