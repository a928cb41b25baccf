import { describe, expect, test } from 'vitest';
import { amounts, extractFields, lines, row, state } from '../../../test/support/extract-fields.ts';

describe('a number', () => {
  test('has the fraction behind its whole part, and is then no whole one', () => {
    const page = lines('Bathrooms: 2 1/2');
    expect(extractFields(page, amounts('bathrooms')).value).toEqual({ bathrooms: 2.5 });
    expect(extractFields(page, { bathrooms: { type: 'integer' } }).value).toEqual({});
  });

  test('has the exponent that a page raises', () => {
    const page = lines('Mass: 1.99 × 10<sup>30</sup> kg');
    expect(extractFields(page, amounts('mass')).value).toEqual({ mass: 1.99e30 });
  });
});

describe('the number of a century', () => {
  test.each(['19th century', '19. Jahrhundert', '19e siècle', 'siglo 19', '19世紀'])(
    'is no year: %s',
    (century) => {
      for (const name of ['built', 'year'])
        expect(extractFields(row(name, century), amounts(name)).value).toEqual({});
    },
  );

  test('is that where a century is asked for', () => {
    const page = row('Century', '19th century');
    expect(extractFields(page, { century: { type: 'integer' } }).value).toEqual({ century: 19 });
  });
});

describe('what is struck through beside another text is no value', () => {
  const seats = { seats: { type: 'integer' } };
  test.each([
    ['a definition', '<dl><dt>Seats</dt><dd><del>20</del> 15</dd></dl>'],
    ['a line', '<p>Seats: <s>20</s> 15</p>'],
    ['a style', '<p>Seats: <span style="text-decoration: line-through">20</span> 15</p>'],
    ['a row', '<table><tr><th>Seats</th><td><strike>20</strike> 15</td></tr></table>'],
    ['a class', '<p><span class="seats"><del>20</del> 15</span></p>'],
  ])('of %s', (_, body) => {
    expect(extractFields(`<h1>A hall</h1>${body}`, seats).value).toEqual({ seats: 15 });
  });

  test('of a cell in a table', () => {
    const cells = ['<del>20</del> 15', '7', '9'].map(
      (count) => `<tr><td>A</td><td>${count}</td></tr>`,
    );
    const table = `<table><tr><th>Room</th><th>Seats</th></tr>${cells.join('')}</table>`;
    const rooms = { type: 'array', items: { type: 'object', properties: seats } };
    expect(extractFields(`<h1>A hall</h1>${table}`, { rooms }).value).toEqual({
      rooms: [{ seats: 15 }, { seats: 7 }, { seats: 9 }],
    });
  });

  test('but it is one where it stands alone', () => {
    const alone = '<h1>A hall</h1><dl><dt>Seats</dt><dd><del>20</del></dd></dl>';
    expect(extractFields(alone, seats).value).toEqual({ seats: 20 });
  });
});

describe('a limit is told from a value', () => {
  test.each([
    [row('Result', '&lt; 0.5'), '<', 0.5],
    [row('Result', '≥ 12'), '≥', 12],
    [lines('Result: &gt; 90'), '>', 90],
  ])('of a number: %s', (body, sign, result) => {
    const { value, cuts } = extractFields(body, amounts('result'));
    expect(value).toEqual({ result });
    expect(cuts).toEqual([`The number at /result is a bound: the page states it with "${sign}".`]);
  });

  test('of a price', () => {
    const { cuts } = extractFields(row('Price', '&lt; $20'), amounts('price'));
    expect(cuts).toEqual(['The number at /price is a bound: the page states it with "<".']);
  });

  test('and a mark that stands elsewhere is no limit', () => {
    expect(extractFields(row('Result', '90 &gt;'), amounts('result')).cuts).toEqual([]);
  });
});

describe('how long something runs', () => {
  const seconds = { durationSeconds: { type: 'integer' } };

  test('has its seconds of data, and whole minutes where these are asked for', () => {
    const page = `<h1>Sea song</h1>${state({ '@type': 'MusicRecording', name: 'Sea song', duration: 'PT3M20S' })}`;
    const fields = {
      ...seconds,
      durationMinutes: { type: 'integer' },
      runtime: { type: 'number' },
    };
    expect(extractFields(page, fields).value).toEqual({
      durationSeconds: 200,
      durationMinutes: 3,
      runtime: 3.33,
    });
  });

  test('is minutes and seconds where hours would be too many', () => {
    const { value, cuts } = extractFields(row('Duration', '45:12'), {
      ...seconds,
      ...amounts('durationMinutes'),
    });
    expect(value).toEqual({ durationSeconds: 2712, durationMinutes: 45.2 });
    expect(cuts.join(' ')).not.toContain('may be meant');
  });

  test('is told with both meanings where it may be either', () => {
    const { value, cuts } = extractFields(row('Duration', '3:45'), {
      ...seconds,
      ...amounts('durationMinutes'),
    });
    expect(value).toEqual({ durationSeconds: 225, durationMinutes: 225 });
    expect(cuts.join(' ')).toContain('/durationSeconds may be meant as 13500');
    expect(cuts.join(' ')).toContain('/durationMinutes may be meant as 3.75');
  });
});

test.each(['fee', 'tax', 'salary', 'rent', 'discount', 'balance'])(
  'the small cents of an amount are its decimals, whatever it is called: %s',
  (name) => {
    const said = '£5<sup>99</sup>';
    const fields = { [name]: { type: 'number' } };
    expect(
      extractFields(`<h1>A thing</h1><dl><dt>${name}</dt><dd>${said}</dd></dl>`, fields).value,
    ).toEqual({ [name]: 5.99 });
    const rows = ['Oak', 'Elm'].map((one) => `<tr><td>${one}</td><td>${said}</td></tr>`).join('');
    const table = `<h1>Things</h1><table><tr><th>Name</th><th>${name}</th></tr>${rows}</table>`;
    const items = { type: 'object', properties: { name: { type: 'string' }, ...fields } };
    expect(extractFields(table, { rows: { type: 'array', items } }).value).toEqual({
      rows: ['Oak', 'Elm'].map((one) => ({ name: one, [name]: 5.99 })),
    });
  },
);

test.each(['score', 'reviewScore', 'rating'])('how many have rated is no %s', (name) => {
  const body = '<h1>Soup</h1><div class="rating score"><span>52 ratings</span></div>';
  expect(extractFields(body, { [name]: { type: 'number' } }).value).toEqual({});
});

test.each([
  ['3+', 3],
  ['over 1,000', 1000],
  ['up to 500', 500],
])('a number that the page states as a bound is told as one: %s', (said, members) => {
  const fields = { members: { type: 'number' } };
  const found = extractFields(row('Members', said), fields);
  expect(found.value).toEqual({ members });
  expect(found.sources.get('/members')).toHaveProperty('bound');
});
