import { Element } from 'domhandler';
import { expect, test } from 'vitest';
import type { ContentBlock } from '../../page/content/content-block.ts';
import type { AnswerLeaf, AnswerRecord } from './answer-leaves.ts';
import type { EvidenceLine, LineHit } from './index-lines.ts';
import { type Candidates, placeValues } from './place-values.ts';

const plainContent: ContentBlock = {
  kind: 'text',
  text: '',
  parts: [],
  extras: [],
  name: '',
  element: undefined,
  heading: undefined,
  headers: [],
  level: 0,
  indent: 0,
  linkLength: 0,
};

/** A hit in the middle of a shown line, in a form of the value; what is said otherwise is told. */
function hitAt(
  block: number,
  { line: own, ...hit }: Partial<Omit<LineHit, 'line'>> & { line?: Partial<EvidenceLine> } = {},
): LineHit {
  const line: EvidenceLine = {
    kind: 'text',
    shown: 'a value here',
    text: 'a value here',
    name: '',
    isAddress: false,
    block,
    content: plainContent,
    parts: [],
    ...own,
  };
  return { line, start: 2, end: 7, last: line, rule: 'form', ...hit };
}

const hidden: Partial<EvidenceLine> = { kind: 'structured-data' };
const listRoot: AnswerRecord = { path: '', parent: undefined };
const recordAt = (at: number): AnswerRecord => ({ path: `/${at}`, parent: listRoot });
const only: AnswerRecord = { path: '/0', parent: listRoot };

interface Given extends Partial<Omit<Candidates, 'hits' | 'known' | 'leaf'>> {
  readonly hits: readonly (number | LineHit)[];
  readonly known?: readonly number[];
  readonly value?: AnswerLeaf['value'];
  readonly record?: AnswerRecord;
}

/** The values by name, each in a record; a value stands nowhere for a reason unless it is told. */
function toValues(given: Readonly<Record<string, Given>>): readonly Candidates[] {
  return Object.entries(given).map(
    ([name, { hits, known = [], value = 'blue', record, ...rest }]) => {
      const places = hits.map((hit) => (typeof hit === 'number' ? hitAt(hit) : hit));
      const own = record ?? only;
      return {
        leaf: { path: `${own.path}/${name}`, name, value, record: own },
        hits: places,
        isDistinctive: false,
        isCommon: false,
        isSelfEvident: false,
        known: new Set(known.flatMap((at) => places[at] ?? [])),
        ...rest,
      };
    },
  );
}

const never = (): boolean => false;

/** The numbers of the hits that were chosen, by name of the value. */
function place(
  given: Readonly<Record<string, Given>>,
  isNamed: (hit: LineHit, leaf: AnswerLeaf) => boolean = never,
): Readonly<Record<string, number | undefined>> {
  const values = toValues(given);
  const chosen = placeValues(values, isNamed);
  return Object.fromEntries(
    values.map(({ leaf, hits }) => {
      const hit = chosen.get(leaf);
      const at = hits.findIndex((each) => each === hit);
      return [leaf.path.replace('/0/', ''), chosen.has(leaf) ? at : undefined];
    }),
  );
}

const telling = { isDistinctive: true, isSelfEvident: true } as const;

test('a value that stands for a reason has a place, one that may be there by chance has none', () => {
  expect(place({ name: { hits: [9], isDistinctive: true } })).toEqual({ name: 0 });
  expect(place({ name: { hits: [9] } })).toEqual({ name: undefined });
  expect(place({ name: { hits: [], isDistinctive: true } })).toEqual({ name: undefined });
});

test('a value that may be there by chance has a place where it was read or is called by its name', () => {
  expect(place({ stock: { hits: [3, 9], known: [1] } })).toEqual({ stock: 1 });
  expect(place({ stock: { hits: [3, 9] } }, ({ line }) => line.block === 9)).toEqual({ stock: 1 });
});

test('a place that needs a name is taken where the value is called by it or was read, and nowhere else', () => {
  const needed = hitAt(3, { naming: 'needed' });
  const stock: Given = { hits: [needed, 40], isDistinctive: true };
  expect(place({ stock: { ...stock, hits: [needed] } })).toEqual({ stock: undefined });
  expect(place({ stock: { ...stock, hits: [needed] } }, () => true)).toEqual({ stock: 0 });
  expect(place({ stock: { ...stock, known: [0] } })).toEqual({ stock: 0 });
  expect(place({ stock })).toEqual({ stock: 1 });
});

const placeNear = (block: number) =>
  place({ name: { hits: [20], ...telling }, stock: { hits: [block] } });

test('a value that may be there by chance has a place near its record, up to six blocks from it', () => {
  for (const block of [14, 20, 26]) expect(placeNear(block)).toEqual({ name: 0, stock: 0 });
  for (const block of [13, 27]) expect(placeNear(block)).toEqual({ name: 0, stock: undefined });
});

test('a short number and a yes or no are not taken because their record is near', () => {
  const name = { hits: [20], ...telling };
  expect(place({ name, stock: { hits: [20], isCommon: true, value: 5 } })['stock']).toBeUndefined();
  expect(place({ name, stock: { hits: [20], value: true } })['stock']).toBeUndefined();
});

const placeStock = (stock: Partial<Given>) =>
  place({
    name: { hits: [20], ...telling },
    stock: { hits: [20], ...stock },
    other: { hits: [30], record: recordAt(1), ...telling },
  });

test('of one of several records a short number near it is taken, a yes or no is not', () => {
  expect(placeStock({ isCommon: true, value: 5 })['stock']).toBe(0);
  expect(placeStock({ value: true })['stock']).toBeUndefined();
});

test.each<readonly [string, LineHit, LineHit]>([
  ['shown', hitAt(9), hitAt(9, { line: hidden, rule: undefined, start: 0, end: 12 })],
  ['a copy', hitAt(9, { rule: undefined }), hitAt(9, { rule: 'form' })],
  ['the whole line', hitAt(9, { start: 0, end: 12 }), hitAt(9, { start: 0, end: 11 })],
  ['the end of the line alone', hitAt(9, { start: 0, end: 12 }), hitAt(9, { start: 1, end: 12 })],
  ['in one line', hitAt(9), hitAt(9, { last: hitAt(10).line })],
])('of two places the one counts that is %s', (_, better, worse) => {
  expect(place({ name: { hits: [worse, better], isDistinctive: true } })).toEqual({ name: 1 });
  expect(place({ name: { hits: [better, worse], isDistinctive: true } })).toEqual({ name: 0 });
});

test('of two places that count the same the first is chosen', () => {
  expect(place({ name: { hits: [9, 9], isDistinctive: true } })).toEqual({ name: 0 });
});

test('where a value was read counts more than anything else of a place', () => {
  const best = hitAt(20, { rule: undefined, start: 0, end: 12 });
  const read = hitAt(400, { line: hidden, last: hitAt(401).line });
  const values = { name: { hits: [20], ...telling }, brand: { hits: [best, read], known: [1] } };
  expect(place(values, ({ line }) => line.block === 20)).toEqual({ name: 0, brand: 1 });
});

const isNamed = ({ line }: LineHit): boolean => line.name === 'named';

const placeNamed = (hits: readonly LineHit[], rest: Partial<Given> = {}) =>
  place({ brand: { hits, ...rest } }, isNamed)['brand'];

test('a named place counts more than a copy, and less than one that people see for a value that tells', () => {
  const named = { name: 'named' };
  const copy = hitAt(9, { rule: undefined, start: 0, end: 12 });
  expect(placeNamed([copy, hitAt(9, { line: named })])).toBe(1);
  const secret = hitAt(9, { line: { ...named, ...hidden }, rule: undefined, start: 0, end: 12 });
  expect(placeNamed([hitAt(9), secret], { isDistinctive: true })).toBe(0);
  // A short number is at its name or nowhere.
  expect(placeNamed([hitAt(9), secret])).toBe(0);
  expect(placeNamed([hitAt(9), secret], { isCommon: true })).toBe(1);
});

test('a place near the record counts more than a better copy far away', () => {
  const far = hitAt(400, { rule: undefined, start: 0, end: 12 });
  expect(place({ name: { hits: [20], ...telling }, brand: { hits: [far, 21] } })['brand']).toBe(1);
});

test('a place in the block of the record counts more than one beside it', () => {
  const name = { hits: [20], ...telling };
  expect(place({ name, brand: { hits: [21, 20, 19] } })['brand']).toBe(1);
  const whole = hitAt(21, { start: 0, end: 12 });
  expect(place({ name, brand: { hits: [whole, 20] } })['brand']).toBe(1);
  const copy = hitAt(21, { start: 0, end: 12, rule: undefined });
  expect(place({ name, brand: { hits: [copy, 20] } })['brand']).toBe(0);
});

const toRow = (at: number, hits: readonly (number | LineHit)[]) => ({
  [`name${at}`]: { hits: [at * 10], record: recordAt(at), ...telling },
  [`brand${at}`]: { hits, record: recordAt(at) },
});

const toBrandLeaf = (at: number) => ({
  path: `/${at}/brand`,
  name: 'brand',
  value: 'blue',
  record: recordAt(at),
});

test('a value stands as far from its record as the same field of most others', () => {
  const rows = [toRow(4, [41]), toRow(1, [13]), toRow(2, [23]), toRow(3, [31, 33])].flatMap(
    toValues,
  );
  const values = rows.map((value) => {
    const at = Number(value.leaf.record.path.slice(1));
    const record = rows.find(({ leaf }) => leaf.record.path === `/${at}`)?.leaf.record ?? only;
    const own = value.leaf.name.startsWith('brand')
      ? { ...value.leaf, ...toBrandLeaf(at) }
      : value.leaf;
    return { ...value, leaf: { ...own, record } };
  });
  const chosen = placeValues(values, never);
  const blocks = values.map(({ leaf }) => chosen.get(leaf)?.line.block);
  expect(blocks).toEqual([40, 41, 10, 13, 20, 23, 30, 33]);
  // Without the others, or with one other alone, the nearer one is taken.
  for (const others of [['/3'], ['/1', '/3']]) {
    const some = values.filter(({ leaf }) => others.includes(leaf.record.path));
    const alone = placeValues(some, never);
    expect(some.slice(-2).map(({ leaf }) => alone.get(leaf)?.line.block)).toEqual([30, 31]);
  }
});

test('a record is where its values are nearest to each other', () => {
  const name = { hits: [10, 50, 90], isDistinctive: true };
  const values = {
    name,
    brand: { hits: [52, 12, 70], isDistinctive: true },
    color: { hits: [51, 8], isDistinctive: true },
  };
  expect(place(values)).toEqual({ name: 1, brand: 0, color: 0 });
});

const toRepeatedName = (at: number): Given => ({
  hits: [50, 30, 10],
  isDistinctive: true,
  isSelfEvident: true,
  record: recordAt(at),
});

const toRepeatedStock = (at: number): Given => ({ hits: [11, 31, 51], record: recordAt(at) });

test('records follow each other in the order of the list', () => {
  const given = [1, 2, 3].map((at) =>
    toValues({ name: toRepeatedName(at), stock: toRepeatedStock(at) }),
  );
  const records = given.map((values, at) =>
    values.map((value) => ({
      ...value,
      leaf: { ...value.leaf, record: recordAtOnce[at] ?? only },
    })),
  );
  const chosen = placeValues(records.flat(), never);
  expect(records.flat().map(({ leaf }) => chosen.get(leaf)?.line.block)).toEqual([
    10, 11, 30, 31, 50, 51,
  ]);
});

const recordAtOnce = [1, 2, 3].map(recordAt);

const toName = (block: number, record: AnswerRecord | undefined): Given => ({
  hits: [block],
  ...telling,
  record: record ?? only,
});

test('a record is where people see its rarest value, where they see it', () => {
  const stock = { hits: [11, 51] };
  const place10 = (...hits: readonly LineHit[]) => place({ name: { hits, ...telling }, stock });
  expect(place10(hitAt(10, { line: hidden }), hitAt(50))).toEqual({ name: 1, stock: 1 });
  expect(place10(hitAt(10, { line: hidden }))).toEqual({ name: 0, stock: 0 });
});

const placeBehind = (brand: readonly number[], stock: number) =>
  place({
    name: { hits: [20], ...telling },
    brand: { hits: brand, isDistinctive: true },
    stock: { hits: [stock] },
  })['stock'];

test('a record reaches as far as its values that tell, up to twelve blocks from its place', () => {
  expect([38, 39].map((block) => placeBehind([32], block))).toEqual([0, undefined]);
  expect([26, 27, 39].map((block) => placeBehind([33], block))).toEqual([0, undefined, undefined]);
  expect([1, 2, 8].map((block) => placeBehind([8], block))).toEqual([undefined, 0, 0]);
  // Of two that are as near the one before.
  expect([7, 8, 26, 27].map((block) => placeBehind([14, 26], block))).toEqual([
    undefined,
    0,
    0,
    undefined,
  ]);
  expect([7, 13, 31, 32].map((block) => placeBehind([12, 25], block))).toEqual([
    undefined,
    undefined,
    0,
    undefined,
  ]);
});

const placeStockOf = (isSelfEvident: boolean) =>
  place({
    name: { hits: [10, 50], isDistinctive: true, isSelfEvident },
    brand: { hits: [52], isDistinctive: true },
    stock: { hits: [50, 52] },
  })['stock'];

test('a record stands at its value with the fewest places, and before those at one that says itself where it is from', () => {
  expect([placeStockOf(false), placeStockOf(true)]).toEqual([1, 0]);
});

const placeBeside = (beside: number) =>
  place({ name: { hits: [20, 40], ...telling }, brand: { hits: [beside, 40], ...telling } });

test('of two places of a record one in the block of another value counts more than one beside it', () => {
  expect([19, 21].map((beside) => placeBeside(beside)['name'])).toEqual([1, 1]);
});

test('one of several records with one value is where that is, if the value tells', () => {
  const other: Given = { hits: [90], ...telling, record: recordAt(1) };
  expect(place({ brand: { hits: [20], isDistinctive: true }, other })['brand']).toBe(0);
  expect(place({ brand: { hits: [20] }, other })['brand']).toBeUndefined();
});

test('a value that tells is taken far from its record, which has a place of its own', () => {
  const name = { hits: [20], ...telling };
  const other: Given = { hits: [90], ...telling, record: recordAt(1) };
  expect(place({ name, brand: { hits: [300], isDistinctive: true }, other })['brand']).toBe(0);
});

test('a value that tells is where people see it rather than hidden in its record', () => {
  const name = { hits: [20], ...telling };
  const brand = { hits: [hitAt(20, { line: { ...hidden, name: 'named' } }), hitAt(400)] };
  expect(place({ name, brand }, isNamed)['brand']).toBe(0);
  expect(place({ name, brand: { ...brand, isDistinctive: true } }, isNamed)['brand']).toBe(1);
});

test('a record without a place of its own belongs to the record around it', () => {
  const inner: AnswerRecord = { path: '/0/offer', parent: only };
  const stock: Given = { hits: [21], record: inner };
  expect(place({ name: { hits: [20], ...telling }, stock })['offer/stock']).toBe(0);
  expect(place({ name: { hits: [60], ...telling }, stock })['offer/stock']).toBeUndefined();
});

test('the one record of an answer is where its value that tells is, whatever else is missing', () => {
  const gone: Given = { hits: [] };
  const given = (rest: Readonly<Record<string, Given>>, isSelfEvident = false) =>
    place({
      brand: { hits: [20], isDistinctive: true, isSelfEvident },
      stock: { hits: [21] },
      a: gone,
      b: gone,
      c: gone,
      ...rest,
    })['stock'];
  const other: Given = { hits: [90], ...telling, record: recordAt(1) };
  expect([given({}), given({ other }), given({ other }, true)]).toEqual([0, undefined, 0]);
});

test('the room of a record ends at the nearest record that does not reach into it', () => {
  const [one, two, three] = recordAtOnce;
  const given = (block: number) =>
    place({
      first: toName(11, one),
      second: toName(12, two),
      brand: { hits: [17], isDistinctive: true, record: two ?? only },
      third: toName(20, three),
      shade: { hits: [15], isDistinctive: true, record: three ?? only },
      stock: { hits: [block], record: three ?? only },
    })['/3/stock'];
  expect([9, 11, 12, 15].map(given)).toEqual([undefined, undefined, 0, 0]);
});

test('the room of a record ends at the next one in the page, wherever that stands in the answer', () => {
  const [one, two, three] = recordAtOnce;
  const given = (block: number) =>
    place({
      a: toName(14, one),
      b: toName(10, two),
      c: toName(12, three),
      stock: { hits: [block], record: three ?? only },
    })['/3/stock'];
  expect([10, 11, 13, 14].map(given)).toEqual([undefined, 0, 0, undefined]);
});

test('a place is not taken that is nearer to the record before or behind it', () => {
  const [one, two, three] = recordAtOnce;
  const given = (block: number) =>
    place({
      a: toName(10, one),
      b: toName(12, two),
      stock: { hits: [block], record: two ?? only },
      c: toName(14, three),
    })['/2/stock'];
  expect([9, 10, 11, 12, 13, 14, 15].map(given)).toEqual([
    undefined,
    undefined,
    0,
    0,
    0,
    undefined,
    undefined,
  ]);
});

const placeRow = (second: number, isCommon = false) =>
  place({ size: { hits: [20], isCommon }, color: { hits: [second], isCommon } });

test('values that may all be there by chance are a record in one line, where they are not numbers alone', () => {
  expect(placeRow(20)).toEqual({ size: 0, color: 0 });
  expect(placeRow(21)).toEqual({ size: undefined, color: undefined });
  expect(placeRow(20, true)).toEqual({ size: undefined, color: undefined });
});

test('one of several records whose value tells little is taken with half of its values beside it', () => {
  const [one, two] = recordAtOnce;
  const list = (block: number, missing = 0) => {
    const record = one ?? only;
    const gone = Array.from({ length: missing }, (_, at) => [`gone${at}`, { hits: [], record }]);
    return place({
      name: { hits: [20], isDistinctive: true, record },
      stock: { hits: [block], record },
      ...Object.fromEntries(gone),
      other: { hits: [90], ...telling, record: two ?? only },
    })['/1/name'];
  };
  expect([13, 14, 26, 27].map((block) => list(block))).toEqual([undefined, 0, 0, undefined]);
  expect([1, 2, 3].map((missing) => list(21, missing))).toEqual([0, 0, undefined]);
});

const placeAlone = (isSelfEvident: boolean) =>
  place({
    name: { hits: [], ...telling },
    brand: { hits: [20], isDistinctive: true, isSelfEvident },
    code: { hits: [], isDistinctive: true },
    stock: { hits: [] },
    other: { hits: [90], ...telling, record: recordAt(1) },
  })['brand'];

test('of one of several records a value alone is taken where it says itself where it is from', () => {
  expect([placeAlone(true), placeAlone(false)]).toEqual([0, undefined]);
});

test('a text that may be there by chance is taken in what the page is called and in headings above its record', () => {
  const at = (
    line: Partial<EvidenceLine>,
    value: AnswerLeaf['value'] = 'Blue',
    rest: object = {},
  ) => place({ brand: { hits: [hitAt(1, { line })], value }, ...rest })['brand'];
  const heading = { ...plainContent, level: 2 };
  const above = { ...plainContent, level: 2, heading };
  expect(at({ content: { ...plainContent, level: 1 } })).toBe(0);
  expect(at({ kind: 'meta', name: 'og:title' })).toBe(0);
  expect(at({ kind: 'meta', name: 'og:type' })).toBeUndefined();
  expect(at({ name: 'title' })).toBeUndefined();
  expect(at({ content: heading })).toBeUndefined();
  const name = {
    hits: [hitAt(90, { line: { content: { ...plainContent, heading: above } } })],
    ...telling,
  };
  expect(at({ content: heading }, 'Blue', { name })).toBe(0);
  expect(at({ content: above }, 'Blue', { name })).toBe(0);
  expect(at({ content: { ...heading } }, 'Blue', { name })).toBeUndefined();
  for (const value of [5, '12', 'XL', true]) {
    expect(at({ content: { ...plainContent, level: 1 } }, value)).toBeUndefined();
  }
  expect(at({ content: { ...plainContent, level: 1 } }, '東京')).toBe(0);
});

const isInBlock =
  (block: number) =>
  ({ line }: LineHit) =>
    line.block === block;

test('of the many places of a short value fifty far from the record are looked at for its name', () => {
  const far = Array.from({ length: 80 }, (_, at) => 300 + at);
  const values = { name: { hits: [20], ...telling }, stock: { hits: [...far, 200] } };
  expect(place(values, isInBlock(349))['stock']).toBe(49);
  expect(place(values, isInBlock(350))['stock']).toBeUndefined();
  const beside = { ...values, stock: { hits: [...far, 100] } };
  expect(place(beside, isInBlock(100))['stock']).toBeUndefined();
  // In the record the last is looked at as well.
  expect(
    place({ ...values, stock: { hits: [...far, 22], isCommon: true } }, isInBlock(22))['stock'],
  ).toBe(80);
});

test('of many places far away the best is found wherever it stands in the page', () => {
  const many = Array.from({ length: 300 }, (_, at) => hitAt(500 + at, { line: hidden }));
  const best = hitAt(900, { rule: undefined });
  const hits = many.with(200, best);
  const name = { hits: [20], ...telling };
  expect(place({ name, brand: { hits, isDistinctive: true } })['brand']).toBe(200);
  expect(place({ brand: { hits, isDistinctive: true } })['brand']).toBe(200);
  expect(place({ name, brand: { hits: many, known: [250] } })['brand']).toBe(250);
  const near = many.with(280, hitAt(21, { line: hidden }));
  expect(place({ name, brand: { hits: near } })['brand']).toBe(280);
});

test('the place of a value that each record has is found among those near the record', () => {
  let looks = 0;
  const countLooks = (size: number): number => {
    const hits = Array.from({ length: size }, (_, at) => {
      const { line, ...hit } = hitAt(at * 3 + 1);
      return {
        ...hit,
        get line() {
          looks += 1;
          return line;
        },
      };
    });
    const values = Array.from({ length: size }, (_, at) => {
      const record = recordAt(at);
      const [name, stock] = toValues({
        name: { hits: [at * 3], ...telling, record },
        stock: { hits: [], record },
      });
      return [name, stock === undefined ? undefined : { ...stock, hits }];
    });
    const given = values.flat().filter((value) => value !== undefined);
    looks = 0;
    const chosen = placeValues(given, never);
    const own = looks;
    const blocks = given.map(({ leaf }) => chosen.get(leaf)?.line.block);
    expect(blocks).toEqual(
      Array.from({ length: size * 2 }, (_, at) => Math.floor(at / 2) * 3 + (at % 2)),
    );
    return own;
  };
  expect(countLooks(1_600) / countLooks(400)).toBeLessThan(5);
});

test('a place of equal values is asked once for each name that they have', () => {
  const hits = [hitAt(20), hitAt(40)];
  const values = recordAtOnce.flatMap((record) =>
    ['color', 'shade'].flatMap((name) =>
      toValues({ [name]: { hits: [], isCommon: true, record } }),
    ),
  );
  const asked: string[] = [];
  const chosen = placeValues(
    values.map((value) => ({ ...value, hits })),
    ({ line }, { name }) => {
      asked.push(`${name} ${line.block}`);
      return name === 'color' && line.block === 40;
    },
  );
  expect(asked.toSorted()).toEqual(['color 20', 'color 40', 'shade 20', 'shade 40']);
  const blocks = values.map(({ leaf }) => chosen.get(leaf)?.line.block);
  expect(blocks).toEqual([40, undefined, 40, undefined, 40, undefined]);
});

function countAsked(hits: readonly (readonly LineHit[])[]): number {
  let times = 0;
  const values = hits.flatMap((own) =>
    toValues({ color: { hits: [] } }).map((value) => ({ ...value, hits: own })),
  );
  placeValues(values, () => {
    times += 1;
    return false;
  });
  return times;
}

test('two equal values share what is asked, values that differ do not', () => {
  const hits = [hitAt(20)];
  expect([countAsked([hits, hits]), countAsked([hits, [...hits]])]).toEqual([1, 2]);
});

test('a value that stands nowhere says nothing about where its record is', () => {
  const row = { size: { hits: [20] }, color: { hits: [20] } };
  expect(place({ name: { hits: [], ...telling }, ...row })).toMatchObject({ size: 0, color: 0 });
});

test('of places before the record above it, as good as each other, the first is taken', () => {
  const [one, two] = recordAtOnce;
  const given = { first: toName(50, one), name: { ...toName(10, two), hits: [10, 30] } };
  expect(place(given)['/2/name']).toBe(0);
});

test.each<readonly [readonly (readonly [from: number, to: number])[], number, number]>([
  [[[10, 19]], 20, 20],
  [[[10, 20]], 20, 14],
  [
    [
      [10, 13],
      [12, 14],
    ],
    14,
    14,
  ],
  [
    [
      [8, 8],
      [10, 15],
      [14, 14],
    ],
    15,
    15,
  ],
  [
    [
      [8, 8],
      [10, 22],
      [14, 14],
    ],
    18,
    15,
  ],
])(
  'behind records at %j the room of one that begins at %i begins at %i, behind the last one that does not reach into it',
  (before, first, from) => {
    const records = before.map(([start, end], at) => ({
      [`name${at}`]: toName(start, recordAtOnce[at]),
      [`brand${at}`]: { hits: [end], isDistinctive: true, record: recordAtOnce[at] ?? only },
    }));
    const next = recordAt(9);
    const given = (block: number) =>
      place({
        ...Object.assign({}, ...records),
        next: toName(first + 2, next),
        shade: { hits: [first], isDistinctive: true, record: next },
        stock: { hits: [block], record: next },
      })['/9/stock'];
    const blocks = Array.from({ length: first }, (_, block) => block + 1);
    expect(blocks.find((block) => given(block) !== undefined)).toBe(from);
    expect(given(first)).toBe(0);
  },
);

const list = new Element('ul', {});
/** A whole line, or where it starts in one, in an element beside others. */
const itemAt = (block: number, around: Element | null, start = 0): LineHit => {
  const element = new Element('li', {});
  element.parent = around;
  return hitAt(block, { start, line: { content: { ...plainContent, element } } });
};
const placeInList = (
  beside: Readonly<Record<string, Given>>,
  around: Element | null = list,
): ReturnType<typeof place> =>
  place({ name: { hits: [itemAt(10, around)], ...telling }, ...beside });

test('a word that says nothing by itself has a place where it begins an item beside those of other records', () => {
  const record = recordAt(1);
  const tried = [itemAt(12, new Element('ul', {})), itemAt(13, list, 2), itemAt(30, list)];
  expect(placeInList({ beside: { hits: tried, record } })['/1/beside']).toBe(2);
  expect(placeInList({ beside: { hits: tried.slice(0, 2), record } })['/1/beside']).toBeUndefined();
  expect(
    placeInList({ beside: { hits: tried, record, value: '$5' } })['/1/beside'],
  ).toBeUndefined();
  const nowhere = { beside: { hits: [itemAt(30, null)], record } };
  expect(placeInList(nowhere, null)['/1/beside']).toBeUndefined();
});

test('no two records begin in one item', () => {
  const hits = [itemAt(10, list), itemAt(30, list)];
  const beside = { one: { hits, record: recordAt(1) }, other: { hits, record: recordAt(2) } };
  expect(placeInList(beside)).toEqual({ name: 0, '/1/one': 1, '/2/other': undefined });
});

/** A line that says all of the value. */
const wholeOf = (content: Partial<ContentBlock>): LineHit =>
  hitAt(9, {
    start: 0,
    end: 4,
    rule: undefined,
    line: { text: 'blue', content: { ...plainContent, ...content } },
  });

test('a word that is all of a heading or a paragraph has its place there, that of an item has none', () => {
  const paragraph = wholeOf({ element: new Element('p', {}) });
  expect(place({ name: { hits: [wholeOf({ level: 2 })] } })).toEqual({ name: 0 });
  expect(place({ name: { hits: [paragraph] } })).toEqual({ name: 0 });
  expect(place({ name: { hits: [wholeOf({ element: list })] } })).toEqual({ name: undefined });
  expect(place({ name: { hits: [{ ...paragraph, end: 2 }] } })).toEqual({ name: undefined });
});

test('values of a list are where the others stand beside them, before all other places', () => {
  const text = 'blue, lime, teal';
  const first = hitAt(40, { start: 0, end: 4, line: { text } });
  const inRow = [first, { ...first, start: 6, end: 10 }, { ...first, start: 12, end: 16 }];
  const given = inRow.map((hit, at) => [`tags/${at}`, { hits: [20 + at * 9, hit] }] as const);
  const name = { hits: [3], ...telling };
  const found = place({ name, ...Object.fromEntries(given) });
  expect(found).toEqual({ name: 0, 'tags/0': 1, 'tags/1': 1, 'tags/2': 1 });
});

const placeCard = (price: Partial<Given>, name: Partial<Given> = {}) =>
  place(
    {
      name: { hits: [20], ...name },
      price: { hits: [21], value: 5, isCommon: true, ...price },
      other: { hits: [90], record: recordAt(1), ...telling },
    },
    (_, leaf) => leaf.name === 'price',
  );

test('the values of a card stand side by side, where one of them is called by its name', () => {
  expect(placeCard({})).toEqual({ name: 0, price: 0, '/1/other': 0 });
  expect(placeCard({ hits: [22] })).toMatchObject({ name: 0, price: 0 });
  expect(placeCard({ hits: [23] }).name).toBeUndefined();
  expect(placeCard({ hits: [] }).name).toBeUndefined();
  expect(placeCard({}, { isCommon: true }).name).toBeUndefined();
});

test('one of two records whose values stand apart has no place', () => {
  const given = {
    name: { hits: [20], isDistinctive: true },
    stock: { hits: [80] },
    other: { hits: [150], record: recordAt(1), ...telling },
  };
  expect(place(given)).toMatchObject({ name: undefined, stock: undefined });
});

test('of two places far behind the record before the nearer one counts', () => {
  const name = { hits: [3000], ...telling };
  const behind = { hits: [3200, 3100], record: recordAt(1), ...telling };
  expect(place({ name, behind })['/1/behind']).toBe(1);
});

test('of two places in a block the one that is all of its line counts', () => {
  const name = { hits: [9, hitAt(9, { start: 0, end: 12 })], isDistinctive: true };
  expect(place({ name })).toEqual({ name: 1 });
});
