import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const names = ['Oak Desk', 'Pine Shelf', 'Ash Stool', 'Elm Chair'];

function readItems(
  html: string,
  properties: Readonly<Record<string, object>>,
  url = 'https://lists.example/shop/',
): unknown {
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html: `<main><h1>All</h1>${html}</main>`, url });
  return extractStructure({ reading, prompt: 'All items.', schema, detailLevel: 'medium' }).value;
}

const cards = (toBody: (name: string, at: number) => string): string =>
  `<div>${names.map((name, at) => `<div><h3>${name}</h3>${toBody(name, at)}</div>`).join('')}</div>`;

test.each(['description', 'summary', 'excerpt'])(
  'a short sentence is the %s of a card',
  (field) => {
    const html = cards((name) => `<p>A fine ${name} for you.</p>`);
    expect(readItems(html, { name: text, [field]: text })).toEqual(
      names.map((name) => ({ name, [field]: `A fine ${name} for you.` })),
    );
  },
);

test('a short text that is no sentence is no description, nor is a link', () => {
  const mark = cards((_, at) => `<p>Room ${at}</p>`);
  const link = cards((_, at) => `<p><a href="/${at}">See what it costs here.</a></p>`);
  for (const html of [mark, link])
    expect(readItems(html, { name: text, description: text })).toEqual(
      names.map((name) => ({ name })),
    );
});

test.each([
  ['about:blank', '/p/', '/p/'],
  ['about:blank', 'p/', 'p/'],
  ['about:blank', '?id=', '?id='],
  ['about:blank', 'https://else.example/', 'https://else.example/'],
  ['https://lists.example/shop/', 'p/', 'https://lists.example/shop/p/'],
])('on %s a link to %s is the address of its card', (url, link, address) => {
  const html = cards((_, at) => `<a href="${link}${at}">more</a>`);
  expect(readItems(html, { name: text, url: text }, url)).toEqual(
    names.map((name, at) => ({ name, url: `${address}${at}` })),
  );
});

test('what leads nowhere is no address', () => {
  for (const link of ['#', 'javascript:void(0)', 'mailto:a@lists.example']) {
    const html = cards(() => `<a href="${link}">more</a>`);
    const found = readItems(html, { name: text, url: text }, 'about:blank');
    expect(found).toEqual(names.map((name) => ({ name })));
  }
});

const table = (headers: readonly string[]): string =>
  `<table><tr>${headers.map((header) => `<th>${header}</th>`).join('')}</tr>` +
  names.map((name, at) => `<tr><td>${at + 1}</td><td>${name}</td></tr>`).join('') +
  '</table>';

test.each([
  ['Pos', 'position'],
  ['Qty', 'qtyOrdered'],
  ['Num.', 'number_of_seats'],
])('the header %s is short for %s', (header, field) => {
  const properties = { item: text, [field]: { type: 'integer' } };
  expect(readItems(table([header, 'Item']), properties)).toEqual(
    names.map((item, at) => ({ item, [field]: at + 1 })),
  );
});

test('a header with which two fields begin is short for none, nor is one of two letters', () => {
  const number = { type: 'integer' };
  const two = { item: text, positionHome: number, positionAway: number };
  expect(readItems(table(['Pos', 'Item']), two)).toEqual(names.map((item) => ({ item })));
  const short = { item: text, position: number };
  expect(readItems(table(['Po', 'Item']), short)).toEqual(names.map((item) => ({ item })));
});

const asked = names.map((name, at) => ({
  question: `Is the ${name} in stock?`,
  answer: `It is back in ${at + 2} days.`,
}));

test.each([
  [
    'terms',
    `<dl>${asked.map(({ question, answer }) => `<dt>${question}<dd>${answer}`).join('')}</dl>`,
  ],
  [
    'headings',
    asked.map(({ question, answer }) => `<h3>${question}</h3><p>${answer}</p>`).join(''),
  ],
  [
    'details',
    asked
      .map(
        ({ question, answer }) => `<details><summary>${question}</summary><p>${answer}</details>`,
      )
      .join(''),
  ],
])('what ends with a question mark is a question, among %s', (_, html) => {
  expect(readItems(html, { question: text, answer: text })).toEqual(asked);
});

test('a heading without a question mark is no question', () => {
  const html = names.map((name) => `<h3>${name}</h3><p>It is a fine thing.</p>`).join('');
  const found = readItems(html, { question: text, answer: text });
  expect(JSON.stringify(found)).not.toContain('question');
});

test.each([
  ['by Ann Oak', 'Ann Oak'],
  ['Von Ann Oak', 'Ann Oak'],
])('%s in a card is by its author', (line, author) => {
  const first = `<p>${line}</p>`;
  const others = ['Bob Elm', 'Cid Ash', 'Dan Fir'].map(
    (name) => `<p>${line.replace('Ann Oak', name)}</p>`,
  );
  const html = cards((_, at) => [first, ...others][at] ?? '');
  const found = readItems(html, { name: text, author: text });
  expect(Array.isArray(found) ? (found[0] as unknown) : found).toEqual({ name: names[0], author });
});

test('what only names begin with is no byline', () => {
  const html = cards((_, at) => `<p>Judge ${['Ann Oak', 'Bob Elm', 'Cid Ash', 'Dan Fir'][at]}</p>`);
  expect(readItems(html, { name: text, author: text })).toEqual(names.map((name) => ({ name })));
});

test('the first link of a list below a heading is not the address of the heading', () => {
  const letters: readonly (readonly [string, readonly string[]])[] = [
    ['A', ['Apple', 'Ant']],
    ['B', ['Bee']],
    ['C', ['Cat', 'Cow', 'Crow']],
  ];
  const html = letters
    .map(([letter, all]) => {
      const items = all.map((name) => `<li><a href="/${name}">${name}</a></li>`);
      return `<h2>${letter}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
  expect(readItems(html, { name: text, url: text })).toEqual(
    letters.flatMap(([, all]) =>
      all.map((name) => ({ name, url: `https://lists.example/${name}` })),
    ),
  );
});

test.each([
  ['✓', '✗'],
  ['✔', '✘'],
  ['☑', '☐'],
  ['Yes', 'No'],
])('%s and %s in a table are yes and no', (yes, no) => {
  const rows = names.map((name, at) => `<tr><td>${name}<td>${at % 2 === 0 ? yes : no}`);
  const html = `<table><tr><th>Name<th>Sold${rows.join('')}</table>`;
  expect(readItems(html, { name: text, sold: { type: 'boolean' } })).toEqual(
    names.map((name, at) => ({ name, sold: at % 2 === 0 })),
  );
});

const plans: readonly (readonly string[])[] = [
  ['', 'Basic', 'Pro', 'Team'],
  ['Price', '$9', '$19', '$49'],
  ['Storage', '10 GB', '100 GB', '1 TB'],
];

function tableOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([label = '', ...cells], at) =>
      `<tr><th>${label}</th>${cells.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

test('records that stand side by side are named by what stands above them', () => {
  const number = { type: 'number' };
  expect(readItems(tableOf(plans), { name: text, price: number, storage: text })).toEqual([
    { name: 'Basic', price: 9, storage: '10 GB' },
    { name: 'Pro', price: 19, storage: '100 GB' },
    { name: 'Team', price: 49, storage: '1 TB' },
  ]);
});

test.each([
  ['one row is named so', { name: text, price: text, seats: text }],
  ['the headings of the columns are fields too', { price: text, storage: text, pro: text }],
])('a table is not turned where %s', (_, fields) => {
  expect(JSON.stringify(readItems(tableOf(plans), fields))).not.toContain('"name":"Basic"');
});

const stars = (count: number): string => '★'.repeat(count) + '☆'.repeat(5 - count);

test.each([
  ['stars', (count: number) => `<p>${stars(count)}</p>`],
  ['a drawing', (count: number) => `<i role="img" aria-label="${count} out of 5 stars"></i>`],
  ['words', (count: number) => `<p>Rated ${count} / 5</p>`],
])('the rating of a card may be %s', (_, toBody) => {
  const html = cards((__, at) => toBody(5 - at));
  expect(readItems(html, { name: text, rating: { type: 'number' } })).toEqual(
    names.map((name, at) => ({ name, rating: 5 - at })),
  );
});

test.each([
  ['stars that a style may fill', () => '<p>★★★★★</p>'],
  ['a page of five', (at: number) => `<p>Page ${at + 1} / 5</p>`],
  ['a drawing of something else', (at: number) => `<i role="img" aria-label="Room ${at}"></i>`],
])('%s is no rating', (_, toBody) => {
  const html = cards((__, at) => toBody(at));
  const found = readItems(html, { name: text, rating: { type: 'number' } });
  expect(found).toEqual(names.map((name) => ({ name })));
});

test('a name in bold type is the name of a record, and "2 baths" are its bathrooms', () => {
  const people = ['Ann Oak', 'Bob Elm', 'Cid Ash', 'Dan Fir'];
  const flats = people.map(
    (name, at) => `<div><b>${name}</b><br>${at + 1} beds · ${at + 2} baths · ${at + 3} rooms</div>`,
  );
  const number = { type: 'number' };
  const fields = { name: text, bedrooms: number, bathrooms: number, roommates: number };
  expect(readItems(flats.join(''), fields)).toEqual(
    people.map((name, at) => ({ name, bedrooms: at + 1, bathrooms: at + 2 })),
  );
});

test('of a text with a link at its beginning the link is the name', () => {
  const rows = names.map(
    (name, at) =>
      `<tr><td><a href="/${at}">${name} story</a> (${'abcd'[at]}.example)<td>${at + 7}0`,
  );
  const html = `<div>${rows.map((row) => `<table>${row}</table>`).join('')}</div>`;
  const list = `<ul>${rows.map((row) => `<li>${row.replaceAll(/<t[rd]>/g, '')}</li>`).join('')}</ul>`;
  for (const markup of [html, list])
    expect(readItems(markup, { title: text, url: text })).toEqual(
      names.map((name, at) => ({ title: `${name} story`, url: `https://lists.example/${at}` })),
    );
});

const posts = (toAuthor: (name: string) => string, toText: (name: string) => string): unknown => {
  const authors = ['Oak9', 'pine', 'Ash', 'elm_x'];
  const html = authors.map((name) => `<article>${toAuthor(name)}${toText(name)}</article>`);
  return readItems(html.join(''), { author: text, text });
};
const posted = ['Oak9', 'pine', 'Ash', 'elm_x'].map((author) => ({
  author,
  text: `I am ${author} and I like bees.`,
}));

test('the text of a post is a sentence in its body, not the rank of who wrote the message', () => {
  const found = posts(
    (name) => `<h4><a class="username">${name}</a></h4><h5 class="message-rank">Old member</h5>`,
    (name) =>
      `<div class="message-body"><div class="inner">I am ${name} and I like bees.</div></div>`,
  );
  expect(found).toEqual(posted);
});

test('a name in what is called the author is the name of the author', () => {
  const found = posts(
    (name) => `<div class="author"><a><i class="name">${name}</i></a></div>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

const number = { type: 'number' };
const priced = { name: text, price: number, url: text };

test.each([
  ['a label', '<dl><dt>List Price:</dt><dd>', '</dd></dl>'],
  ['a class', '<p><b class="price--regular">', '</b></p>'],
  ['the class of a block', '<p class="price--strike-mark"><b class="price__primary">', '</b></p>'],
])('prices that %s calls usual are the prices of a list without others', (_by, open, close) => {
  const price = (at: number): string => `${open}$${at + 3}.50${close}`;
  const found = names.map((name, at) => ({ name, price: at + 3.5 }));
  expect(
    readItems(
      cards((_, at) => price(at)),
      { name: text, price: number },
    ),
  ).toEqual(found);
});

test.each(['<del>$9.50</del>', '<b class="old-price">$9.50</b>', '<p>Was: $9.50</p>'])(
  'a former price is none where there is no other: %s',
  (written) => {
    const found = readItems(
      cards(() => written),
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
  const found = readItems(`<ul>${names.map(item).join('')}</ul>`, priced);
  expect(JSON.stringify(found ?? '')).not.toContain('"name"');
});

test('a link that all records have, and one to a picture, are not those of the records', () => {
  for (const link of [() => '/finance', (at: number) => `/pictures/${at}.webp?w=900`]) {
    const html = cards((_, at) => `<p>$${at + 3}.50</p><a href="${link(at)}">Read on here</a>`);
    expect(readItems(html, priced)).toEqual(names.map((name, at) => ({ name, price: at + 3.5 })));
  }
});

test('the first of many linked tags is not where a record leads', () => {
  const tags = ['new', 'old', 'tall', 'low', 'wide'].map(
    (tag) => `<a href="/tags/${tag}">${tag}</a>`,
  );
  const html = cards((name) => `<p>A fine ${name} for all of you.</p><p>${tags.join(' ')}</p>`);
  expect(readItems(html, { name: text, description: text, url: text })).toEqual(
    names.map((name) => ({ name, description: `A fine ${name} for all of you.` })),
  );
});

test('a text of several parts is linked where it stands in the link of its card', () => {
  const list = `<div>${names.map(linkedCard).join('')}</div>`;
  const found = readItems(list, { name: text, summary: text, url: text });
  expect(found).toMatchObject(names.map((_, at) => ({ url: `https://lists.example/p/${at}` })));
});

test('what counts something else is no number of reviews, and a sentence with the rating has it', () => {
  const review_count = { type: 'integer' };
  const colors = cards((_, at) => `<p class="color-count">${at + 5} colors</p>`);
  expect(readItems(colors, { name: text, review_count })).toEqual(names.map((name) => ({ name })));
  const reviews = cards(
    (_, at) => `<p>${at + 108} reviews with an average rating of 4.${at} out of 5 stars</p>`,
  );
  expect(readItems(reviews, { name: text, review_count })).toEqual(
    names.map((name, at) => ({ name, review_count: at + 108 })),
  );
});

test('the same icon in each, and who wrote them, are not the pictures of records', () => {
  const icon = cards(() => '<img src="/icons/arrow.svg" alt="">');
  const portrait = cards((_, at) => `<img class="avatar" src="/people/${at}.jpg" alt="">`);
  for (const html of [icon, portrait])
    expect(readItems(html, { name: text, image: text })).toEqual(names.map((name) => ({ name })));
  expect(readItems(portrait, { name: text, avatar: { type: 'string' } })).toHaveLength(4);
});

test('a long text, or one in brackets, is no category', () => {
  for (const other of ['(12 C, 1 P)', `It is said ${'again and '.repeat(12)} again.`]) {
    const html = cards(() => `<p class="category">${other}</p>`);
    expect(readItems(html, { name: text, category: text })).toEqual(
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
    const html = cards((_, at) => `<p class="price">$${at + 30}.00</p>${toOther(at)}`);
    expect(readItems(html, both)).toEqual(bare);
  });

  test('the former price is what the page strikes through or calls so', () => {
    for (const old of [
      '<del>$99.00</del>',
      '<p class="price--was">$99.00</p>',
      '<p>Was: $99.00</p>',
    ]) {
      const html = cards((_, at) => `<p class="price">$${at + 30}.00</p>${old}`);
      expect(readItems(html, both)).toEqual(bare.map((item) => ({ ...item, old_price: 99 })));
    }
  });

  test('an amount is no brand, nor is a text with the word in it', () => {
    const html = cards((_, at) => `<p class="brand">$${at + 30}.00</p><p>Brand New</p>`);
    expect(readItems(html, { name: text, brand: text })).toEqual(names.map((name) => ({ name })));
  });
});

test('the mark with which a heading links to itself is no part of it', () => {
  const html = names.map(
    (name, at) =>
      `<section><h2 id="s${at}">${name}<a href="#s${at}">¶</a></h2><p>All of what is to be said about the ${name} stands here.</p></section>`,
  );
  expect(readItems(html.join(''), { name: text })).toEqual(names.map((name) => ({ name })));
});

describe('ratings', () => {
  const rated = { name: text, rating: number };
  const bare = names.map((name) => ({ name }));

  test.each([
    ['in brackets', (at: number) => `(${at + 3})`],
    ['beyond every scale', (at: number) => String(at * 90 + 4)],
    ['beyond those that are not stated', (at: number) => String(at * 9 + 2)],
  ])('how many have rated is no rating: %s', (_how, toCount) => {
    const html = cards((_, at) => `<p class="rating">${toCount(at)}</p>`);
    expect(readItems(html, rated)).toEqual(bare);
  });

  test('are read out of a sentence with their count', () => {
    const html = cards(
      (_, at) =>
        `<p class="rating">${at + 8} reviews with an average rating of 4.${at} out of 5 stars</p>`,
    );
    expect(readItems(html, rated)).toEqual(
      names.map((name, at) => ({ name, rating: Number(`4.${at}`) })),
    );
  });

  test('out of a hundred, and scores that are sums of votes, stay', () => {
    const shares = cards((_, at) => `<p class="rating">${at + 80} %</p>`);
    expect(readItems(shares, rated)).toEqual(names.map((name, at) => ({ name, rating: at + 80 })));
    const votes = cards((_, at) => `<p class="score">${at + 180} points</p>`);
    expect(readItems(votes, { name: text, score: number })).toEqual(
      names.map((name, at) => ({ name, score: at + 180 })),
    );
  });
});

test('a list in a menu is not what is asked for where it lacks a part of that', () => {
  const menu = `<nav><ul>${names.map((name, at) => `<li><a href="/c/${at}">Every ${name} there is</a></li>`).join('')}</ul></nav>`;
  expect(readItems(menu, priced) ?? []).toEqual([]);
  expect(readItems(menu, { name: text, url: text })).toHaveLength(4);
});

test('a list of bare texts is not what is asked for with two things more', () => {
  const html = `<ul>${names.map((name) => `<li><h4>About the ${name}</h4></li>`).join('')}</ul>`;
  expect(readItems(html, priced) ?? []).toEqual([]);
});

function linkedCard(name: string, at: number): string {
  return `<a class="card" href="/p/${at}"><i>${at + 1}</i><div><span>Made by ${'ABCD'[at]}</span><br>${name}</div></a>`;
}

test('the author of a post is who has a page at the site, not the rank beside the name', () => {
  const found = posts(
    (name) =>
      `<div class="author-pane"><h3><a href="/profile/7-${name}/">${name}</a></h3><p>Old member<p><a href="/profile/7-${name}/posts">12</a></div>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('names that some posts colour are authors as the others are', () => {
  const found = posts(
    (name) => {
      const inner = name === 'Ash' ? `<b class="gold">${name}</b>` : name;
      return `<h3><a href="member.php?u=${name.length}">${inner}</a></h3>`;
    },
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('who edited an answer is not its author where microdata marks the author', () => {
  const found = posts(
    (name) =>
      (name === 'pine' ? '' : '<p><a href="/users/1/editor">Editor</a>') +
      `<p itemprop="author"><a href="/users/7/${name}">${name}</a>`,
    (name) => `<div class="text">I am ${name} and I like bees.</div>`,
  );
  expect(found).toEqual(posted);
});

test('what a post quotes is not its text, and who is quoted not its author', () => {
  const found = posts(
    (name) =>
      `<h3><a href="/u/${name}">${name}</a></h3><blockquote><cite>Elm said:</cite><p>I like wasps.</blockquote>`,
    (name) => `<p>I am ${name} and I like bees.</p><p class="signature">Ash to ash.</p>`,
  );
  expect(found).toEqual(posted);
});

test('the date of a post is the one that the posts are ordered by, not when their authors joined', () => {
  const joined = { Ada: 2011, Bo: 2007, Cleo: 2019, Dan: 2015 };
  const html = Object.entries(joined).map(
    ([name, year], at) =>
      `<article><div class="author"><a href="/u/${name}">${name}</a><p class="date">May 3, ${year}</p></div><p>June ${at + 1}, 2024</p><div class="text">I am ${name} and I like bees.</div></article>`,
  );
  const found = readItems(html.join(''), { author: text, date: text, text });
  expect(found).toEqual(
    Object.keys(joined).map((name, at) => ({
      author: name,
      date: `June ${at + 1}, 2024`,
      text: `I am ${name} and I like bees.`,
    })),
  );
});

test('neither a date nor a rank that most posts share names what follows', () => {
  const names = ['Oak9', 'pine', 'Ash', 'elm_x', 'yew'];
  const html = names.map(
    (name, at) =>
      `<article><section><h3><a href="/u/${name}">${name}</a></h3><div><p>${at === 1 ? '' : 'Gold'}</p></div></section>` +
      `<div><div><header><ul><li><time>1 day ago</time></ul></header><div><p>${at === 2 ? '<i>Edited.</i>' : ''}</p></div></div>` +
      `<div class="body"><div>I am ${name} and I like bees.</div></div></div></article>`,
  );
  const found = readItems(html.join(''), { author: text, date: text, text });
  expect(found).toEqual(
    names.map((author) => ({
      author,
      date: '1 day ago',
      text: `I am ${author} and I like bees.`,
    })),
  );
});

test('the date of an answer is not that of the first comment below it', () => {
  const html = [2, 1, 3, 1].map((count, at) => {
    const comment = `<li><time>June ${at + 1}, 2024</time>`;
    return `<article><p class="text">Bees like clover more than ${at} lilies.</p><i>May ${at + 1}, 2024</i><ul class="notes">${comment.repeat(count)}</ul></article>`;
  });
  const found = readItems(html.join(''), { text, date: text });
  expect(found).toMatchObject([1, 2, 3, 4].map((day) => ({ date: `May ${day}, 2024` })));
});
