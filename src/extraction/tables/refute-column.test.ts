import { describe, expect, test } from 'vitest';
import {
  furniture,
  names,
  readFurniture,
  readRows,
  text,
} from '../../../test/support/extract-list.ts';

test.each([
  ['stars that a style may fill', () => '<p>★★★★★</p>'],
  ['a page of five', (at: number) => `<p>Page ${at + 1} / 5</p>`],
  ['a drawing of something else', (at: number) => `<i role="img" aria-label="Room ${at}"></i>`],
])('%s is no rating', (_, toBody) => {
  const html = furniture((__, at) => toBody(at));
  const found = readFurniture(html, { name: text, rating: { type: 'number' } });
  expect(found).toEqual(names.map((name) => ({ name })));
});

const toNumbers = (header: string): string =>
  `<h1>Cases</h1><table><tr><th>${header}<th>Name${names.map((name, at) => `<tr><td>16-28${at}<td>${name}`).join('')}</table>`;

test.each(['Opinion #', 'Opinion No.'])('a number under "%s" is not that of a docket', (header) => {
  const found = readFurniture(toNumbers(header), { name: text, docket_number: text });
  expect(found).toEqual(names.map((name) => ({ name })));
});

test.each(['Docket #', 'Case No.', 'Number'])('a number under "%s" may be', (header) => {
  const found = readFurniture(toNumbers(header), { name: text, docket_number: text });
  expect(found).toEqual(names.map((name, at) => ({ name, docket_number: `16-28${at}` })));
});

test('a rating is nobody that made a thing', () => {
  const html = furniture(
    (_, at) => `<div class="brand"><i aria-label="rated 4.${at} out of 5"></i></div>`,
  );
  const found = readFurniture(html, { name: text, brand: text });
  expect(found).toEqual(names.map((name) => ({ name })));
});

const number = { type: 'number' };
const priced = { name: text, price: number, url: text };

test.each(['<del>$9.50</del>', '<b class="old-price">$9.50</b>', '<p>Was: $9.50</p>'])(
  'a former price is none where there is no other: %s',
  (written) => {
    const found = readFurniture(
      furniture(() => written),
      { name: text, price: number },
    );
    expect(found).toEqual(names.map((name) => ({ name })));
  },
);

test.each([
  ['the same word in each', () => '<b class="label-title">Tags</b>'],
  ['a question', (name: string) => `<b class="title">Which ${name} do I need?</b>`],
  [
    'what its mark is called',
    (_: string, at: number) => `<a class="tag" href="/t/${at}">Kind of ${'ABCD'[at]} things</a>`,
  ],
  ['brackets', (_: string, at: number) => `<a href="/r/${at}">(${at + 2} English reviews)</a>`],
])('%s is no name of a record', (_what, toBody) => {
  const item = (name: string, at: number): string =>
    `<li>${toBody(name, at)} <span class="price">$${at + 3}.50</span></li>`;
  const found = readFurniture(`<ul>${names.map(item).join('')}</ul>`, priced);
  expect(JSON.stringify(found ?? '')).not.toContain('"name"');
});

test('what counts something else is no number of reviews, and a sentence with the rating has it', () => {
  const review_count = { type: 'integer' };
  const colors = furniture((_, at) => `<p class="color-count">${at + 5} colors</p>`);
  expect(readFurniture(colors, { name: text, review_count })).toEqual(
    names.map((name) => ({ name })),
  );
  const reviews = furniture(
    (_, at) => `<p>${at + 108} reviews with an average rating of 4.${at} out of 5 stars</p>`,
  );
  expect(readFurniture(reviews, { name: text, review_count })).toEqual(
    names.map((name, at) => ({ name, review_count: at + 108 })),
  );
});

test('the same icon in each, and who wrote them, are not the pictures of records', () => {
  const icon = furniture(() => '<img src="/icons/arrow.svg" alt="">');
  const portrait = furniture((_, at) => `<img class="avatar" src="/people/${at}.jpg" alt="">`);
  for (const html of [icon, portrait])
    expect(readFurniture(html, { name: text, image: text })).toEqual(
      names.map((name) => ({ name })),
    );
  expect(readFurniture(portrait, { name: text, avatar: { type: 'string' } })).toHaveLength(4);
});

test('a long text, or one in brackets, is no category', () => {
  for (const other of ['(12 C, 1 P)', `It is said ${'again and '.repeat(12)} again.`]) {
    const html = furniture(() => `<p class="category">${other}</p>`);
    expect(readFurniture(html, { name: text, category: text })).toEqual(
      names.map((name) => ({ name })),
    );
  }
});

describe('amounts', () => {
  const both = { name: text, price: number, old_price: number };
  const bare = names.map((name, at) => ({ name, price: at + 30 }));

  test.each([
    ['a count behind the stars', (at: number) => `<p class="old-price">(${at + 2219})</p>`],
    ['a number of a model', (at: number) => `<p class="old-price">LK${at}936ST</p>`],
    ['the price of a month', (at: number) => `<p class="price-note">$${at + 2}.10 a month</p>`],
    ['less than the price', (at: number) => `<p class="old-price">$${at + 3}.00</p>`],
  ])('%s is no former price', (_what, toOther) => {
    const html = furniture((_, at) => `<p class="price">$${at + 30}.00</p>${toOther(at)}`);
    expect(readFurniture(html, both)).toEqual(bare);
  });

  test('the former price is what the page strikes through or calls so', () => {
    for (const old of [
      '<del>$99.00</del>',
      '<p class="price--was">$99.00</p>',
      '<p>Was: $99.00</p>',
    ]) {
      const html = furniture((_, at) => `<p class="price">$${at + 30}.00</p>${old}`);
      expect(readFurniture(html, both)).toEqual(bare.map((item) => ({ ...item, old_price: 99 })));
    }
  });

  test('an amount is no brand, nor is a text with the word in it', () => {
    const html = furniture((_, at) => `<p class="brand">$${at + 30}.00</p><p>Brand New</p>`);
    expect(readFurniture(html, { name: text, brand: text })).toEqual(
      names.map((name) => ({ name })),
    );
  });
});

describe('ratings', () => {
  const rated = { name: text, rating: number };

  test('the points that can be had, which stand behind those that were given, are no rating', () => {
    const html = furniture(
      (_, at) => `<p class="stars"><span>Rated <b class="rating">${5 - at}</b> out of 5</span></p>`,
    );
    expect(readFurniture(html, rated)).toEqual(names.map((name, at) => ({ name, rating: 5 - at })));
  });

  const bare = names.map((name) => ({ name }));

  test.each([
    ['in brackets', (at: number) => `(${at + 3})`],
    ['beyond every scale', (at: number) => String(at * 90 + 4)],
    ['beyond those that are not stated', (at: number) => String(at * 9 + 2)],
  ])('how many have rated is no rating: %s', (_how, toCount) => {
    const html = furniture((_, at) => `<p class="rating">${toCount(at)}</p>`);
    expect(readFurniture(html, rated)).toEqual(bare);
  });

  test('are read out of a sentence with their count', () => {
    const html = furniture(
      (_, at) =>
        `<p class="rating">${at + 8} reviews with an average rating of 4.${at} out of 5 stars</p>`,
    );
    expect(readFurniture(html, rated)).toEqual(
      names.map((name, at) => ({ name, rating: Number(`4.${at}`) })),
    );
  });

  test('out of a hundred, and scores that are sums of votes, stay', () => {
    const shares = furniture((_, at) => `<p class="rating">${at + 80} %</p>`);
    expect(readFurniture(shares, rated)).toEqual(
      names.map((name, at) => ({ name, rating: at + 80 })),
    );
    const votes = furniture((_, at) => `<p class="score">${at + 180} points</p>`);
    expect(readFurniture(votes, { name: text, score: number })).toEqual(
      names.map((name, at) => ({ name, score: at + 180 })),
    );
  });
});

test('the page of a citation is no number of a case, unless it is asked for', () => {
  const cited = furniture(
    (_, at) => `<div class="line"><b>Citation: </b>${at + 2} N.W.3d ${at * 7 + 18}</div>`,
  );
  const found = readFurniture(cited, { name: text, docket_number: text });
  expect(found).toEqual(names.map((name) => ({ name })));
  expect(readFurniture(cited, { name: text, citation: text })).toEqual(
    names.map((name, at) => ({ name, citation: `${at + 2} N.W.3d ${at * 7 + 18}` })),
  );
});

const days = (label: string): string =>
  furniture((_, at) => `<p><span>${label}</span> <span>${at + 3} May 2024</span></p>`);
const bare = names.map((name) => ({ name }));
const dated = (field: string): unknown =>
  names.map((name, at) => ({ name, [field]: `${at + 3} May 2024` }));

test.each([
  ['Date', 'end_date', bare],
  ['Posted', 'closing_date', bare],
  ['Closing date', 'date_posted', bare],
  ['Closing date', 'closing_date', dated('closing_date')],
  ['Posted', 'date_posted', dated('date_posted')],
])('the day under %s is %s only where it is that', (label, field, expected) => {
  expect(readFurniture(days(label), { name: text, [field]: text })).toEqual(expected);
});

test.each(['In stock (16 units)', 'Only 16 left in stock', 'From $16.00'])(
  'what is in stock, and an amount, describe no record: %s',
  (line) => {
    const cards = ['Oska', 'Reed', 'Fjord', 'Elm'].map(
      (name, at) =>
        `<div class="card"><p class="vendor">REED</p><p class="title"><a href="/${name}">${name} lamp for rooms</a></p><b class="price">$${at + 6}9.99</b><div class="note">${line.replace('16', String(at + 16))}</div></div>`,
    );
    const html = `<h1>Lamps</h1><div class="grid">${cards.join('')}</div>`;
    const properties = { title: text, price: { type: 'number' }, description: text };
    expect(readRows(html, properties)[0]).toEqual({ title: 'Oska lamp for rooms', price: 69.99 });
  },
);
