import { Element } from 'domhandler';
import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import type { ContentChunk } from './chunk-content.ts';
import type { ChunkAnswer, MergeReport } from './merge-answers.ts';
import { mergeAnswers } from './merge-answers.ts';
import type { ContentLine } from './render-content.ts';

/** Each line of the page has one node, also where parts repeat it. */
const nodes = new Map<string, Element>();

function lineOf(text: string): ContentLine {
  const node = nodes.get(text) ?? new Element('p', {});
  nodes.set(text, node);
  const kind = text.startsWith('price:') ? 'data' : 'text';
  return { text, kind, sources: [{ node }] };
}

function answer(index: number, value: unknown, lines: readonly string[] = []): ChunkAnswer {
  const chunk: ContentChunk = {
    index,
    count: 9,
    text: lines.join('\n'),
    tokens: 1,
    lines: lines.map(lineOf),
    links: new Map(),
    omittedTokens: 0,
  };
  return { value, chunk };
}

const list = { type: 'array', items: { type: 'object' } };

describe('records', () => {
  const cases: readonly (readonly [string, readonly ChunkAnswer[], unknown])[] = [
    [
      'stand in page order, whatever order the answers came in',
      [answer(1, [{ id: 'c' }]), answer(0, [{ id: 'a' }, { id: 'b' }])],
      [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    ],
    [
      'that a part cut in two are joined',
      [
        answer(0, [
          { name: 'A', date: 'May 1' },
          { name: 'B', date: null },
        ]),
        answer(1, [
          { name: null, date: 'May 2' },
          { name: 'C', date: 'May 3' },
        ]),
      ],
      [
        { name: 'A', date: 'May 1' },
        { name: 'B', date: 'May 2' },
        { name: 'C', date: 'May 3' },
      ],
    ],
    [
      'are not joined over a part that is missing',
      [answer(0, [{ name: 'B', date: null }]), answer(2, [{ name: null, date: 'May 2' }])],
      [
        { name: 'B', date: null },
        { name: null, date: 'May 2' },
      ],
    ],
    [
      'with a field in common are two records',
      [answer(0, [{ name: 'A', date: 'May 1' }]), answer(1, [{ name: 'B' }])],
      [{ name: 'A', date: 'May 1' }, { name: 'B' }],
    ],
    [
      'under one key fill each other',
      [
        answer(0, [
          { id: 1, name: 'A', price: null },
          { id: 2, name: 'B', price: 3 },
        ]),
        answer(1, [
          { id: 3, name: 'C', price: 4 },
          { id: 1, name: 'A', price: 2 },
        ]),
      ],
      [
        { id: 1, name: 'A', price: 2 },
        { id: 2, name: 'B', price: 3 },
        { id: 3, name: 'C', price: 4 },
      ],
    ],
    [
      'under one key fill what one has no value for',
      [
        answer(0, [
          { id: 1, price: 'N/A' },
          { id: 2, price: 3 },
        ]),
        answer(1, [
          { id: 3, price: 4 },
          { id: 1, price: 2 },
        ]),
      ],
      [
        { id: 1, price: 2 },
        { id: 2, price: 3 },
        { id: 3, price: 4 },
      ],
    ],
    [
      'under one key that contradict each other both stay',
      [
        answer(0, [
          { id: 1, price: 2 },
          { id: 2, price: 2 },
        ]),
        answer(1, [
          { id: 3, price: 2 },
          { id: 1, price: 5 },
        ]),
      ],
      [
        { id: 1, price: 2 },
        { id: 2, price: 2 },
        { id: 3, price: 2 },
        { id: 1, price: 5 },
      ],
    ],
    [
      'that the page lists twice both stay',
      [
        answer(0, [{ what: '1 tsp salt' }], ['1 tsp salt']),
        answer(1, [{ what: 'flour' }, { what: '1 tsp salt' }], ['flour', 'add 1 tsp salt']),
      ],
      [{ what: '1 tsp salt' }, { what: 'flour' }, { what: '1 tsp salt' }],
    ],
    [
      'read from a line that parts repeat are one',
      [
        answer(0, [{ what: 'Summary' }, { what: 'a' }], ['Summary', 'a']),
        answer(1, [{ what: 'Summary' }, { what: 'b' }], ['Summary', 'b']),
      ],
      [{ what: 'Summary' }, { what: 'a' }, { what: 'b' }],
    ],
    [
      'that one part lists twice are its own affair',
      [answer(0, [{ a: 1 }, { a: 1 }]), answer(1, [{ a: 2 }])],
      [{ a: 1 }, { a: 1 }, { a: 2 }],
    ],
    [
      'at a border are two where no record has the fields of both',
      [
        answer(0, [{ phone: '1' }, { mail: 'a' }, { phone: '2' }]),
        answer(1, [{ mail: 'b' }, { phone: '3' }]),
      ],
      [{ phone: '1' }, { mail: 'a' }, { phone: '2' }, { mail: 'b' }, { phone: '3' }],
    ],
    [
      'that go on under a heading that the next parts repeat are one',
      [
        answer(
          0,
          [
            { yard: 'Ness', berths: 40, depth: 3, fee: 12 },
            { yard: 'Holm', berths: 25 },
          ],
          ['Ness', '40', 'Holm', '25'],
        ),
        answer(1, [{ yard: 'Holm', depth: 2 }], ['Holm', 'depth 2']),
        answer(
          2,
          [
            { yard: 'Holm', fee: 9 },
            { yard: 'Wick', berths: 8, depth: 4, fee: 7 },
          ],
          ['Holm', 'fee 9', 'Wick'],
        ),
      ],
      [
        { yard: 'Ness', berths: 40, depth: 3, fee: 12 },
        { yard: 'Holm', berths: 25, depth: 2, fee: 9 },
        { yard: 'Wick', berths: 8, depth: 4, fee: 7 },
      ],
    ],
    [
      'of which a part has the repeated heading alone are not doubled',
      [
        answer(0, [{ yard: 'Holm', berths: 25 }], ['Holm', '25']),
        answer(
          1,
          [
            { yard: 'Holm', berths: null },
            { yard: 'Wick', berths: 8 },
          ],
          ['Holm', 'Wick'],
        ),
      ],
      [
        { yard: 'Holm', berths: 25 },
        { yard: 'Wick', berths: 8 },
      ],
    ],
    [
      'under one repeated heading that differ in a field are two',
      [
        answer(0, [{ yard: 'Holm', ship: 'Anna' }], ['Holm', 'Anna']),
        answer(1, [{ yard: 'Holm', ship: 'Berta' }, { yard: 'Holm' }], ['Holm', 'Berta']),
      ],
      [{ yard: 'Holm', ship: 'Anna' }, { yard: 'Holm', ship: 'Berta' }, { yard: 'Holm' }],
    ],
    [
      'at a border of one name are two where the page names both',
      [
        answer(0, [{ yard: 'Ness', berths: 25 }], ['Ness', '25']),
        answer(1, [{ yard: 'Ness', depth: 3 }], ['Ness harbour: Ness', 'depth 3']),
      ],
      [
        { yard: 'Ness', berths: 25 },
        { yard: 'Ness', depth: 3 },
      ],
    ],
    [
      'of one name are two, though one says more',
      [
        answer(0, [
          { name: 'Bowl', cost: 4 },
          { name: 'Jug', cost: 5 },
        ]),
        answer(1, [
          { name: 'Cup', cost: 6 },
          { name: 'Bowl', cost: 4, glaze: 'red' },
        ]),
      ],
      [
        { name: 'Bowl', cost: 4 },
        { name: 'Jug', cost: 5 },
        { name: 'Cup', cost: 6 },
        { name: 'Bowl', cost: 4, glaze: 'red' },
      ],
    ],
    ['from a part without any are none', [answer(0, [{ a: 1 }]), answer(1, [])], [{ a: 1 }]],
    [
      'of a part that answered with one outside a list count',
      [answer(0, [{ a: 1 }]), answer(1, { a: 2 })],
      [{ a: 1 }, { a: 2 }],
    ],
  ];
  test.each(cases)('%s', (_, answers, expected) => {
    expect(mergeAnswers(list, answers)).toEqual(expected);
  });
});

describe('an object', () => {
  const cases: readonly (readonly [string, readonly ChunkAnswer[], unknown])[] = [
    [
      'takes each field from the part that has it',
      [answer(0, { name: 'A', price: null }), answer(1, { name: null, price: 3 })],
      { name: 'A', price: 3 },
    ],
    [
      'merges the lists in it',
      [
        answer(0, { tags: ['x', 'y'], items: [{ a: 1 }] }),
        answer(1, { tags: ['z'], items: [{ a: 2 }] }),
      ],
      { tags: ['x', 'y', 'z'], items: [{ a: 1 }, { a: 2 }] },
    ],
    [
      'keeps repeated plain values of one part',
      [answer(0, { steps: ['stir', 'bake', 'stir'] }), answer(1, { steps: ['eat'] })],
      { steps: ['stir', 'bake', 'stir', 'eat'] },
    ],
    [
      'prefers a value that the page states',
      [
        answer(0, { name: 'invented' }, ['Brass lamp']),
        answer(1, { name: 'Brass lamp' }, ['Brass lamp']),
      ],
      { name: 'Brass lamp' },
    ],
    [
      'prefers what more nodes state, and counts a repeated title once',
      [
        answer(0, { name: 'Shop' }, ['Shop']),
        answer(1, { name: 'Shop' }, ['Shop']),
        answer(2, { name: 'Lamp' }, ['Lamp', 'A Lamp of brass']),
      ],
      { name: 'Lamp' },
    ],
    [
      'prefers structured data where nodes are equally many',
      [answer(0, { price: 7 }, ['now 7 €']), answer(1, { price: 5 }, ['price: 5'])],
      { price: 5 },
    ],
    [
      'takes the first where nothing else decides, and never an average',
      [answer(0, { price: 1234.5 }, ['1.234,50 €']), answer(1, { price: 9 }, ['9 €'])],
      { price: 1234.5 },
    ],
    [
      'does not find a value inside a longer word or number',
      [answer(0, { n: '12' }, ['2012']), answer(1, { n: '7' }, ['No. 7'])],
      { n: '7' },
    ],
    [
      'counts votes where a value cannot be found on a page',
      [answer(0, { ok: false }), answer(1, { ok: true }), answer(2, { ok: true })],
      { ok: true },
    ],
    [
      'takes no word for "no value" where a part has one',
      [
        answer(0, { price: 'N/A', unit: 'Not specified', note: 'n/a' }, ['N/A']),
        answer(1, { price: 5, unit: 'kg', note: null }, ['5 kg']),
      ],
      { price: 5, unit: 'kg', note: 'n/a' },
    ],
    [
      'stays empty where no part knew',
      [answer(0, { a: null }), answer(1, { a: null })],
      { a: null },
    ],
  ];
  test.each(cases)('%s', (_, answers, expected) => {
    expect(mergeAnswers({ type: 'object' }, answers)).toEqual(expected);
  });
});

test('a field that the schema calls a list becomes one, however it was answered', () => {
  const schema = {
    type: 'object',
    properties: { tags: { type: 'array', items: { type: 'string' } } },
  };
  const merged = mergeAnswers(schema, [answer(0, { tags: 'x' }), answer(1, { tags: ['y'] })]);
  expect(merged).toEqual({ tags: ['x', 'y'] });
});

test('a name from outside is a field like any other', () => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as unknown;
  const merged = mergeAnswers(undefined, [answer(0, value), answer(1, { b: 2 })]);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1},"b":2}');
});

test('equal records of several parts are not compared all with all', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `x ${at}`);
  const records = Array.from({ length: 10_000 }, () => ({ a: 'x' }));
  const answers = [0, 1, 2, 3].map((part) =>
    answer(
      part,
      records,
      lines.map((line) => `${line} of ${part}`),
    ),
  );
  // A tenth of it in a quiet process; minutes where each is compared with each.
  expect(workRatioOf(() => mergeAnswers(list, answers))).toBeLessThan(1_000);
});

const schemaOf = (uniqueItems: boolean) => ({
  type: 'object',
  properties: { marks: { type: 'array', items: {}, uniqueItems } },
});

describe('plain values of several parts', () => {
  test('that are equal are all kept', () => {
    const answers = [
      answer(0, { marks: [4, 'good', true] }, ['mark: 4', 'good']),
      answer(1, { marks: [4, 'Good', true] }, ['a mark of 4', 'Good']),
    ];
    expect(mergeAnswers(schemaOf(false), answers)).toEqual({
      marks: [4, 'good', true, 4, 'Good', true],
    });
    expect(mergeAnswers(schemaOf(true), answers)).toEqual({ marks: [4, 'good', true] });
  });

  test('that parts read from one line are one', () => {
    const answers = [
      answer(0, { marks: ['All marks', 4] }, ['All marks', 'mark: 4']),
      answer(1, { marks: ['All marks', 5] }, ['All marks', 'mark: 5']),
    ];
    expect(mergeAnswers(schemaOf(false), answers)).toEqual({ marks: ['All marks', 4, 5] });
  });
});

/** Keeps what it is told. */
function reportTo(told: unknown[]): MergeReport {
  return {
    tellRivals: (...rivals) => told.push(rivals),
    tellTwins: (...twins) => told.push(twins),
  };
}

test('records of one id that differ in a value are all kept, and told', () => {
  const told: unknown[] = [];
  const lamp = { id: 'a', price: 10, colour: null };
  const answers = [
    answer(0, { lamps: [lamp, { id: 'b', price: 20 }] }),
    answer(1, {
      lamps: [
        { id: 'a', price: 12 },
        { id: 'b', colour: 'red' },
      ],
    }),
  ];
  expect(mergeAnswers(undefined, answers, reportTo(told))).toEqual({
    lamps: [lamp, { id: 'b', price: 20, colour: 'red' }, { id: 'a', price: 12 }],
  });
  expect(told).toEqual([[['lamps'], 'id', ['a']]]);
});

test('records that share a name alone are two without a word', () => {
  const told: unknown[] = [];
  const answers = [
    answer(0, [{ name: 'Lamp', price: 10 }]),
    answer(1, [{ name: 'Lamp', price: 12 }]),
  ];
  expect(mergeAnswers(list, answers, reportTo(told))).toHaveLength(2);
  expect(told).toEqual([]);
});

test('different values of one field are told, the one that was taken first', () => {
  const told: unknown[] = [];
  const answers = [
    answer(0, { price: 100, title: 'Lamp', note: null }, ['Lamp']),
    answer(1, { price: 120, title: 'lamp', note: 'New' }, ['price: 120']),
  ];
  expect(mergeAnswers(undefined, answers, reportTo(told))).toEqual({
    price: 120,
    title: 'Lamp',
    note: 'New',
  });
  expect(told).toEqual([[['price'], [120, 100]]]);
});
