import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { analysePage } from './analyse-page.ts';
import { maxPairs } from './find-label-pairs.ts';

function analyse(body: string): ReturnType<typeof analysePage> {
  const reading = readPage({ html: `<body>${body}`, url: 'https://shop.example/' });
  return analysePage(reading, new Set(['colour']));
}

test('labels are read once', () => {
  const facts = analyse('<h1>Brass lamp</h1><dl><dt>Colour<dd>brass</dl>');
  expect(facts.heading).toBe('Brass lamp');
  expect(facts.pairs.get('colour')).toMatchObject([{ value: 'brass' }]);
  expect(facts.pairs.get('weight')).toBeUndefined();
  expect(facts.pairs).toBe(facts.pairs);
});

test('words of classes lead to their elements, whichever fact was asked for first', () => {
  const facts = analyse('<p class="unit-price">24.50</p><p class="price">48.50</p>');
  expect(facts.byToken.get('price')).toHaveLength(2);
  expect(facts.byToken.get('unit')).toHaveLength(1);
  expect(facts.byToken).toBe(facts.byToken);
});

test('labels are read when they are first asked for, and only then a cut of them is told', () => {
  const facts = analyse(
    `<dl>${Array.from({ length: maxPairs + 1 }, (_, at) => `<dt>Part ${at}<dd>${at}`).join('')}</dl>`,
  );
  expect([...facts.cuts]).toEqual([]);
  expect(facts.pairs.size).toBe(maxPairs);
  expect([...facts.cuts]).toEqual([expect.stringContaining('labels with a value')]);
});
