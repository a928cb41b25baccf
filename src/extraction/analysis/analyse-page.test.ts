import { beforeEach, expect, test, vi } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from './analyse-page.ts';
import { findLabelPairs, maxPairs } from './find-label-pairs.ts';

vi.mock('./find-label-pairs.ts', { spy: true });
beforeEach(() => {
  vi.mocked(findLabelPairs).mockClear();
});

function analyse(body: string): ReturnType<typeof analysePage> {
  const reading = readPage({ html: `<body>${body}`, url: 'https://shop.example/' });
  return analysePage(reading, new Set(['colour']));
}

test('labels are read when they are first asked for, and once', () => {
  const facts = analyse('<h1>Brass lamp</h1><dl><dt>Colour<dd>brass</dl>');
  expect(facts.heading).toBe('Brass lamp');
  expect(findLabelPairs).not.toHaveBeenCalled();
  expect(facts.pairs.get('colour')).toMatchObject([{ value: 'brass' }]);
  expect(facts.pairs.get('weight')).toBeUndefined();
  expect(findLabelPairs).toHaveBeenCalledTimes(1);
});

test('words of classes lead to their elements, whichever fact was asked for first', () => {
  const facts = analyse('<p class="unit-price">24.50</p><p class="price">48.50</p>');
  expect(facts.byToken.get('price')).toHaveLength(2);
  expect(facts.byToken.get('unit')).toHaveLength(1);
  expect(facts.byToken).toBe(facts.byToken);
});

test('a cut of the labels is told where labels are asked for', () => {
  const facts = analyse(
    `<dl>${Array.from({ length: maxPairs + 1 }, (_, at) => `<dt>Part ${at}<dd>${at}`).join('')}</dl>`,
  );
  expect([...facts.cuts]).toEqual([]);
  expect(facts.pairs.size).toBe(maxPairs);
  expect([...facts.cuts]).toEqual([expect.stringContaining('labels with a value')]);
});
