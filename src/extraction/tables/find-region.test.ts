import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

type Row = Readonly<Record<string, unknown>>;

/** The records of a page with these text fields, under the name of the list. */
function readList(html: string, name: string, fields: readonly string[]): readonly Row[] {
  const reading = readPage({ html: `<main>${html}</main>`, url: 'https://lists.example/' });
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  const list = { type: 'array', items: { type: 'object', properties } };
  const schema = { type: 'object', properties: { [name]: list } };
  const { value } = extractStructure({
    reading,
    prompt: `All ${name}.`,
    schema,
    detailLevel: 'medium',
  });
  return (value as Readonly<Record<string, readonly Row[]>>)[name] ?? [];
}

const post = (author: string, date: string, text: string): string =>
  `<div class="post"><div class="author">${author}</div>` +
  `<div class="body"><div class="date">${date}</div><div class="text">${text}</div></div></div>`;
const member = (name: string, rank: string): string =>
  `<a href="/m/${name}">${name}</a><span class="rank">${rank}</span><span class="joined">Joined: Mar 2014</span>`;

const order = (
  number: number,
  customer: string,
  articles: readonly string[],
  total: string,
): string => {
  const rows = articles.map((code) => `<tr><td>Lamp<td>${code}<td>1<td>£17.20<td>£17.20`);
  return (
    `<section><h2>Order ${number}</h2><dl><dt>Customer<dd>${customer}</dl>` +
    `<table><thead><tr><th>Item<th>Number<th>Quantity<th>Each<th>Sum<tbody>${rows.join('')}` +
    `<tfoot><tr><td colspan=4>Delivery<td>£0.00<tr><th colspan=4>Total<td>${total}</table></section>`
  );
};

const person = (name: string, role: string, email: string, phone: string): string =>
  `<div class="person"><h3>${name}</h3><p class="role">${role}</p>` +
  (email === '' ? '' : `<a href="mailto:${email}">${email}</a>`) +
  (phone === '' ? '' : `<p class="phone">${phone}</p>`) +
  '</div>';

const comment = (author: string, date: string, text: string): string =>
  `<li class="comment"><cite class="fn">${author}</cite> <a class="comment-date" href="#c">${date}</a>` +
  `<div class="comment-text"><p>${text}</div><a href="#reply">Reply</a></li>`;

const question = (title: string, answer: string): string =>
  `<details><summary>${title}</summary><div class="answer">${answer}</div></details>`;

const review = (body: string): string =>
  `<article><h3>Review of a lamp</h3><div class="review-body"><p>${body}</div></article>`;

const event = (name: string, day: number): string =>
  `<div class="event"><div class="event-date"><span class="day">${day}</span> <span class="month">May</span></div>` +
  `<div class="info"><h2>${name}</h2></div></div>`;

test.each(['Joined', 'Registered', 'Mitglied seit'])(
  'a post has the day on which it was written, behind a mark and with its time, and not that of "%s"',
  (label) => {
    const posts = ['Ada', 'Bea', 'Cy'].map(
      (name, at) =>
        `<div class="post"><p class="by">by <a href="/u/${name}">${name}</a> » Tue Aug 2${at}, 2019 1:4${at} am</p>` +
        `<div class="content">I have to choose a glue for ${name} before the frost comes.</div>` +
        `<dl><dd><b>Posts:</b> 4${at}</dd><dd><b>${label}:</b> Dec 1${at}, 2011</dd></dl></div>`,
    );
    expect(readList(posts.join(''), 'posts', ['date', 'text']).map(({ date }) => date)).toEqual([
      'Aug 20, 2019',
      'Aug 21, 2019',
      'Aug 22, 2019',
    ]);
    const members = ['Ada Moor', 'Bea Lind', 'Cy Young'].map(
      (name, at) => `<li><h3>${name}</h3><p>${label}: Dec 1${at}, 2011</p></li>`,
    );
    const list = readList(`<ul>${members.join('')}</ul>`, 'members', ['name', 'date']);
    expect(list.map(({ date }) => date)).toEqual(['Dec 10, 2011', 'Dec 11, 2011', 'Dec 12, 2011']);
  },
);

const linkTo = (name: string): string => `<li><a href="/${name}">${name} page</a></li>`;
const listLinks = (names: string): string => `<ul>${names.split(' ').map(linkTo).join('')}</ul>`;

test('of two lists that fit the one in the main part of the page is taken, and not a longer one beside it', () => {
  const menu = listLinks('Home News Sport Culture Travel Science Money Opinion Shop');
  const main = `<main><h1>Guides</h1>${listLinks('Mooring Rigging Sailing Anchoring Racing')}</main>`;
  const schema = {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { title: { type: 'string' }, url: { type: 'string' } },
        },
      },
    },
  };
  const reading = readPage({
    html: `<title>Guides</title><div>${menu}</div>${main}`,
    url: 'https://lists.example/guides',
  });
  const { value } = extractStructure({
    reading,
    prompt: 'All items',
    schema,
    detailLevel: 'medium',
  });
  expect(value).toMatchObject({ items: [{ title: 'Mooring page' }, {}, {}, {}, {}] });
});

describe('posts of a thread', () => {
  const posts = readList(
    post(member('saltwind', 'Old Hand'), '3 May 2026, 09:14', '<p>Where is the ferry?') +
      post(member('ropewalk', 'Member'), '3 May 2026, 09:41', '<p>Gone. <p>Back at noon.') +
      post(member('saltwind', 'Old Hand'), '3 May 2026, 12:30', '<p>Thank you.') +
      post('<span class="guest">Guest</span>', '4 May 2026, 07:55', '<p>What time is it?'),
    'posts',
    ['author', 'date', 'text'],
  );

  test('have the author who is called so, and not the rank that stands beside the name', () => {
    expect(posts.slice(0, 3).map(({ author }) => author)).toEqual([
      'saltwind',
      'ropewalk',
      'saltwind',
    ]);
  });

  test('have their dates, also where the colon of a time stands behind a day that several share', () => {
    expect(posts.map(({ date }) => date)).toEqual([
      '3 May 2026',
      '3 May 2026',
      '3 May 2026',
      '4 May 2026',
    ]);
  });

  test('have all of their paragraphs', () => {
    expect(posts[1]?.['text']).toBe('Gone. Back at noon.');
  });

  test('are a post too where the author is no link', () => {
    expect(posts[3]).toEqual({ author: 'Guest', date: '4 May 2026', text: 'What time is it?' });
  });
});

describe('orders with their articles', () => {
  const [first, second, third] = readList(
    order(20417, 'Marguerite Dale', ['LL-1001', 'LL-3006'], '£128.50') +
      order(20418, 'Tobias Hale', ['LL-3012'], '£22.15') +
      order(20423, 'Wilhelmina Sorrel', ['LL-3005', 'LL-3010'], '£323.05'),
    'orders',
    ['title', 'number', 'customer', 'total'],
  );

  test('have customers and totals of their own', () => {
    expect(first).toMatchObject({ customer: 'Marguerite Dale', total: '£128.50' });
    expect(second).toMatchObject({ customer: 'Tobias Hale', total: '£22.15' });
  });

  test('have the whole heading as their title, and not the word that all headings share', () => {
    const rows = readList(
      order(20417, 'Marguerite Dale', ['LL-1001'], '£128.50') +
        order(20418, 'Tobias Hale', ['LL-3012'], '£22.15'),
      'orders',
      ['title', 'total'],
    );
    expect(rows.map(({ title }) => title)).toEqual(['Order 20417', 'Order 20418']);
  });

  test('have the number that tells their headings apart', () => {
    const rows = readList(
      order(20417, 'Marguerite Dale', ['LL-1001', 'LL-3006'], '£128.50') +
        order(20418, 'Tobias Hale', ['LL-3012'], '£22.15') +
        order(20423, 'Wilhelmina Sorrel', ['LL-3005'], '£323.05'),
      'orders',
      ['number', 'customer', 'total'],
    );
    expect(rows.map(({ number }) => number)).toEqual(['20417', '20418', '20423']);
    expect(third).toMatchObject({ customer: 'Wilhelmina Sorrel' });
  });
});

test('the parts of a person are found by their address and class, also where one of them is missing', () => {
  const rows = readList(
    person('Marguerite Dale', 'Director', 'dale@example.org', '01632 960101') +
      person('Tobias Hale', 'Curator of Clocks', 'hale@example.org', '') +
      person('Wilhelmina Sorrel', 'Registrar', '', '01632 960103') +
      person('Bo Lind', 'Porter', 'lind@example.org', '01632 960104'),
    'staff',
    ['name', 'role', 'email', 'phone'],
  );
  expect(rows.slice(1, 3)).toEqual([
    { name: 'Tobias Hale', role: 'Curator of Clocks', email: 'hale@example.org' },
    { name: 'Wilhelmina Sorrel', role: 'Registrar', phone: '01632 960103' },
  ]);
});

test('comments have the cited author and a date that is told from now', () => {
  const rows = readList(
    comment('Mara', '2 hours ago', 'So glad.') +
      comment('Piet', '1 hour ago', 'Not before time.<p>It cost enough.') +
      comment('Mara', '50 minutes ago', 'It did.'),
    'comments',
    ['author', 'date', 'text'],
  );
  expect(rows[1]).toEqual({
    author: 'Piet',
    date: '1 hour ago',
    text: 'Not before time. It cost enough.',
  });
});

test('what opens an answer is its question', () => {
  const rows = readList(
    question('When do you open?', '<p>At nine.') +
      question('Can I bring a dog?', '<p>Yes.<p>On a lead.') +
      question('Is there parking?', '<p>Behind the corn hall.'),
    'questions',
    ['question', 'answer'],
  );
  expect(rows[1]).toEqual({ question: 'Can I bring a dog?', answer: 'Yes. On a lead.' });
});

test('the text of a record is found where its class calls it a body, and where the field is called a snippet', () => {
  const texts = ['It stands well.', 'The switch came off.', 'Mind the shelf.'];
  const reviews = readList(texts.map((body) => review(body)).join(''), 'reviews', [
    'title',
    'text',
  ]);
  expect(reviews.map(({ text }) => text)).toEqual(texts);
  const long =
    'A lamp of brass for the desk, with a cable of two metres and a switch that turns, number';
  const hits = [1, 2, 3].map((at) => `<div><a href="/${at}">Lamp ${at}</a><p>${long} ${at}</div>`);
  const results = readList(hits.join(''), 'results', ['url', 'snippet']);
  expect(results[1]).toEqual({ url: 'https://lists.example/2', snippet: `${long} 2` });
});

test('the word before all dates names them, and a month that all share is a part of them', () => {
  const rows = ['Deckhand', 'Night Watch', 'Clockmaker'].map(
    (name, at) => `<li><h3>${name}</h3><span>Posted ${at + 2} May 2026</span></li>`,
  );
  const jobs = readList(`<ul>${rows.join('')}</ul>`, 'jobs', ['title', 'posted']);
  expect(jobs[1]).toEqual({ title: 'Night Watch', posted: '3 May 2026' });
});

test('a day and a month in elements of their own are one date', () => {
  const events = readList(event('Ferry Day', 14) + event('Book Fair', 16), 'events', [
    'title',
    'date',
  ]);
  expect(events).toEqual([
    { title: 'Ferry Day', date: '14 May' },
    { title: 'Book Fair', date: '16 May' },
  ]);
});

const titledTable = (title: string, rows: readonly (readonly string[])[]): string =>
  `<h2>${title}</h2><table><tr><th>Player<th>Goals</tr>${rows.map((row) => `<tr><td>${row.join('<td>')}</tr>`).join('')}</table>`;

const extractAll = (html: string, fields: readonly string[]) => {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  const list = { type: 'array', items: { type: 'object', properties } };
  return extractStructure({
    reading: readPage({ html: `<main>${html}</main>`, url: 'https://lists.example/' }),
    prompt: 'All rows of the tables',
    schema: { type: 'object', properties: { rows: list } },
    detailLevel: 'medium',
  });
};

describe('tables of equal headers', () => {
  const squads =
    titledTable('Keepers of the club', [
      ['Ada Moor', '0'],
      ['Bea Lind', '0'],
    ]) +
    titledTable('Forwards', [
      ['Cleo Falk', '9'],
      ['Dora Rask', '7'],
      ['Eva Holm', '4'],
      ['Fia Berg', '2'],
    ]);
  const seasons =
    titledTable('Season 2023', [
      ['Ada Moor', '3'],
      ['Bea Lind', '1'],
    ]) +
    titledTable('Season 2024', [
      ['Ada Moor', '5'],
      ['Bea Lind', '2'],
    ]);
  test.each(['section', 'category', 'player_group'])(
    'are one list where a field %s takes their headings',
    (field) => {
      const { value, cuts } = extractAll(squads, ['player', 'goals', field]);
      expect(value).toMatchObject({
        rows: [
          { player: 'Ada Moor', [field]: 'Keepers of the club' },
          {},
          { player: 'Cleo Falk', [field]: 'Forwards' },
          {},
          {},
          {},
        ],
      });
      expect(cuts).toEqual([]);
    },
  );

  test('a field named as all of the headings are takes them', () => {
    const { value } = extractAll(seasons, ['season', 'player', 'goals']);
    expect(value).toMatchObject({
      rows: [{ season: 'Season 2023' }, {}, { season: 'Season 2024' }, {}],
    });
  });

  test('without such a field a warning names the headings, whether they were joined or not', () => {
    const apart = extractAll(squads, ['player', 'goals']);
    expect(apart.value).toMatchObject({ rows: [{ player: 'Cleo Falk' }, {}, {}, {}] });
    expect(apart.cuts).toEqual([
      expect.stringMatching(/2 tables .* "Keepers of the club", "Forwards": one was read/),
    ]);
    const joined = extractAll(seasons, ['player', 'goals']);
    expect(joined.value).toMatchObject({ rows: [{}, {}, {}, {}] });
    expect(joined.cuts).toEqual([expect.stringContaining('"Season 2023", "Season 2024"')]);
  });

  test('a column of that name is not a heading', () => {
    const html = squads.replaceAll('Goals', 'Section');
    expect(extractAll(html, ['player', 'section']).value).toMatchObject({
      rows: [{ player: 'Cleo Falk', section: '9' }, {}, {}, {}],
    });
  });
});

const links = (list: number, size: number): string =>
  `<ul class="links-${list}">${Array.from({ length: size }, (_, at) => `<li><a href="/t/${list}/${at}">Topic ${list} of ${at} days</a></li>`).join('')}</ul>`;
const otherLists = Array.from({ length: 12 }, (_, list) => links(list, 4 + list)).join('<hr>');
const menus = (tag: string): string =>
  `<${tag}>${Array.from({ length: 24 }, (_, list) => links(list, 12)).join('')}</${tag}>`;
const lamp = (at: number): string =>
  `<div class="card"><b class="name">Lamp ${at}</b><span class="price">£${at}4.50</span></div>`;
/** One of three says who speaks. */
const talk = (at: number): string =>
  `<div class="talk"><h3>Talk about sails, part ${at}</h3>${at % 3 === 1 ? `<p class="speaker">Ada Reed ${at}</p>` : ''}<time>${1 + (at % 28)} May 2026</time></div>`;
const talks = (size: number): string =>
  `<section>${Array.from({ length: size }, (_, at) => talk(at)).join('')}</section>`;

describe('a page of many lists', () => {
  test.each([3, 9, 31, 75])('gives all %i records of the one that is asked for', (size) => {
    const found = readList(otherLists + talks(size), 'talks', ['title', 'date']);
    expect(found).toHaveLength(size);
    expect(found.at(-1)).toMatchObject({ title: `Talk about sails, part ${size - 1}` });
  });

  test.each([2, 3, 5])('gives a short list of %i records among menus of more text', (size) => {
    const found = readList(menus('nav') + talks(size), 'talks', ['title', 'date']);
    expect(found.map(({ title }) => title)).toEqual(
      Array.from({ length: size }, (_, at) => `Talk about sails, part ${at}`),
    );
  });

  test('gives a short list where the menus are not marked as such', () => {
    const found = readList(menus('div') + talks(3), 'talks', ['title', 'date']);
    expect(found).toHaveLength(3);
  });

  test('gives prices that stand in a few cards below the menus', () => {
    const cards = `<div>${[1, 2, 3].map(lamp).join('')}</div>`;
    const found = readList(menus('div') + cards, 'lamps', ['name', 'price']);
    expect(found.map(({ price }) => price)).toEqual(['£14.50', '£24.50', '£34.50']);
  });

  test('gives a long list before a few records of another kind', () => {
    const cards = [1, 2, 3].map((at) => `<div><b>Lamp ${at}</b><i>£${at}4.50</i></div>`).join('');
    const found = readList(`${menus('nav')}${talks(31)}<aside>${cards}</aside>`, 'talks', [
      'title',
      'date',
    ]);
    expect(found).toHaveLength(31);
  });

  test('gives what only some of the records have', () => {
    const found = readList(otherLists + talks(40), 'talks', ['title', 'speaker', 'date']);
    expect(found.filter(({ speaker }) => typeof speaker === 'string')).toHaveLength(13);
  });
});

/** Rulings as cards, and as a table whose headings are longer than the names of the fields. */
const ruling = (at: number): string =>
  `<div class="ruling"><h3 class="title"><a href="/r/${at}">Ash v. Elm ${at}</a></h3>` +
  `<p class="date">May ${at + 1}, 2024</p><p class="judge">Judge Rowan Hill</p>` +
  `<p class="summary">The court holds that the boundary between both gardens follows the old wall of ${1900 + at}, and no hedge.</p></div>`;
const rulings = (size: number): string =>
  Array.from({ length: size }, (_, at) => ruling(at)).join('');
const rulingTable = (size: number, headings: readonly string[]): string => {
  const rows = Array.from({ length: size }, (_, at) => {
    const cells = [
      `Oak v. Fir ${at}`,
      `June ${at + 1}, 2024`,
      `24-${100 + at}`,
      'Rowan Hill',
      'Reversed',
    ];
    return `<tr><td>${cells.slice(0, headings.length).join('<td>')}`;
  });
  return `<table><tr><th>${headings.join('<th>')}${rows.join('')}</table>`;
};
const threeNames = ['Full Case Name', 'Date Filed There', 'Docket Number of Court'];
const allNames = ['Case Name', 'Date Filed', 'Docket Number', 'Judge', 'Disposition'];

describe('a table whose headings name fields', () => {
  const fields = ['case_name', 'date_filed', 'docket_number', 'judge', 'disposition', 'summary'];
  const nameOfFirst = (html: string): unknown =>
    readList(html, 'rulings', fields)[0]?.['case_name'];

  test.each([12, 8, 30])('is the list beside %i cards where it has most of the fields', (size) => {
    expect(nameOfFirst(rulingTable(12, allNames) + rulings(size))).toBe('Oak v. Fir 0');
  });

  test.each([12, 10])('gives way to %i cards that say more of each record', (size) => {
    expect(nameOfFirst(rulingTable(12, threeNames) + rulings(size))).toBe('Ash v. Elm 0');
  });
});

test('what customers say is no list of anything else, and is one of what they say', () => {
  const said = ['Ada', 'Ben', 'Cyd'].map(
    (name) =>
      `<div class="testimonial item"><h3>${name} Ash of Oakham</h3><p>They did all of the work that we had asked for in no time at all, says ${name}.</p></div>`,
  );
  const page = `<h1>Roofs</h1><div>${said.join('')}</div>`;
  expect(readList(page, 'services', ['name', 'description'])).toEqual([]);
  expect(readList(page, 'testimonials', ['name', 'description'])).toHaveLength(3);
});

const answers = [
  ['Olga', 'Put it in the water for three days, and the planks will swell.'],
  ['Tim', 'Look at the garboard seam first, it is that one nine times of ten.'],
  ['Ida', 'Paint hides a lot, so scrape it off and look again before that.'],
] as const;
const answered = (form: (author: string) => string): string =>
  answers
    .map(([author, text]) => `<div class="post">${form(author)}<p class="text">${text}</p></div>`)
    .join('');

test.each([
  ['a card', (author: string) => `<footer><b class="fn">${author}</b> says:</footer>`],
  [
    'the data of a link',
    (author: string) => `<a class="name" data-username="${author}"><b>${author}</b><i></i></a>`,
  ],
])('who wrote a post is told by %s', (_, form) => {
  const names = readList(answered(form), 'posts', ['author', 'text']).map(({ author }) => author);
  expect(names).toEqual(['Olga', 'Tim', 'Ida']);
});

test('the reputation of who wrote a post is no score of the post', () => {
  const posts = answered(
    (author) => `<a class="author" href="/u">${author}</a><b class="reputation-score">3,124</b>`,
  );
  const found = readList(posts, 'posts', ['author', 'score', 'text']);
  expect(found).toHaveLength(3);
  expect(found.filter(({ score }) => score !== undefined)).toEqual([]);
});

test('a button tells of no likes', () => {
  const posts = answered(
    (author) =>
      `<a class="author" href="/u">${author}</a><a href="/l"><span><bdi>Like</bdi></span></a><a href="/r">Reply</a>`,
  );
  const found = readList(posts, 'posts', ['author', 'likes', 'text']);
  expect(found).toHaveLength(3);
  expect(found.filter(({ likes }) => likes !== undefined)).toEqual([]);
});

test('a title is one with an amount of money in it', () => {
  const titles = [
    'Firm rents out its crane',
    'Ferry, port sign $38B quay deal',
    'Net makers wanted',
  ];
  const rows = titles.map(
    (title, at) => `<li><h3><a href="/n/${at}">${title}</a></h3><p>Told on page ${at}.</p></li>`,
  );
  const found = readList(`<ul>${rows.join('')}</ul>`, 'articles', ['title', 'url']);
  expect(found.map(({ title }) => title)).toEqual(titles);
});

test('a picture in a block is enough for the link around it to lead to its record', () => {
  const shoes = ['Tern', 'Gull', 'Dove'].map(
    (name, at) =>
      `<div class="card"><a href="/s/${at}"><div><img src="${at}.png"></div></a><div class="name">${name} shoe</div><div class="price">$${at + 20}</div></div>`,
  );
  expect(readList(shoes.join(''), 'shoes', ['name', 'price', 'url']).map(({ url }) => url)).toEqual(
    ['https://lists.example/s/0', 'https://lists.example/s/1', 'https://lists.example/s/2'],
  );
});

test('the picture in a link comes before that of the stars, whatever blocks are around it', () => {
  const cards = ['Ash', 'Oak', 'Elm'].map(
    (name) =>
      `<li><a href="/${name}">\n<div><img src="/p/${name}.jpg" alt=""></div>\n</a><h3>${name} tables</h3>` +
      `<div><img src="/stars/${name.length}-${name}.png" alt=""></div><b>$9.50</b></li>`,
  );
  const found = readList(`<ul>${cards.join('')}</ul>`, 'products', ['name', 'price', 'image']);
  expect(found.map(({ image }) => image)).toEqual(
    ['Ash', 'Oak', 'Elm'].map((name) => `https://lists.example/p/${name}.jpg`),
  );
});

/** Parts of an article, of which every second one has a link in its text; or things that all lead somewhere. */
const part = (title: string, at: number, isThing: boolean): string => {
  const link = `<a href="/more/${at}">Read more ${at}</a>`;
  return isThing
    ? `<h3>${title}</h3><p>${link}</p>`
    : `<h3>${title}</h3><p>A tutor gives each pupil the time that she needs, ${at % 3 === 0 ? link : 'as few do'}. She asks much.</p>`;
};
const parts = (isThing: boolean): string =>
  ['Choosing a tutor', 'Patience', 'Homework', 'Learning by heart', 'What it costs']
    .map((title, at) => part(title, at, isThing))
    .join('');

test('headings of which some have a link below are no things with prices and pictures', () => {
  expect(readList(parts(false), 'products', ['name', 'price', 'image'])).toEqual([]);
});

test('headings that all have a link below are the names of things, though nothing else is told', () => {
  expect(readList(parts(true), 'products', ['name', 'price', 'image'])).toHaveLength(5);
});

const told = `<h1>Trifle</h1><p>${'A trifle of berries and cream is made in a bowl of glass. '.repeat(3)}</p>`;
const teasers = (heading: string): string =>
  `<section><h2>${heading}</h2>${['Pot of rice', 'Soup of kale', 'Cake of apples']
    .map((title, at) => `<div class="card"><h3><a href="/${at}">${title}</a></h3></div>`)
    .join('')}</section>`;

test.each([
  ['comments', ['name', 'date', 'text']],
  ['kommentarer', ['navn', 'dato', 'tekst']],
  ['skladniki', ['nazwa', 'ilosc']],
])('below a text teasers that have nothing but a name are no %s', (name, fields) => {
  expect(readList(told + teasers('Read also'), name, fields)).toEqual([]);
});

test('names alone are what is asked for where a heading calls them so, or no text stands before them', () => {
  expect(readList(told + teasers('Retter'), 'retter', ['navn', 'dato', 'tekst'])).toHaveLength(3);
  const shown = `<h1>Dishes</h1>${teasers('All')}`;
  expect(readList(shown, 'retter', ['navn', 'dato', 'tekst'])).toHaveLength(3);
});

const words = (count: number): string => 'Some words of a text. '.repeat(count);

test('a post that is longer than the others is one, with all of its text', () => {
  const sizes = [10, 11, 9, 80, 12, 10];
  const posts = sizes.map(
    (size, at) =>
      `<div class="post"><b class="author">user ${'ABCDEF'[at]}</b><div class="body">${words(size)}<br><br>${words(size)}</div></div>`,
  );
  const rows = readList(posts.join(''), 'posts', ['author', 'text']);
  expect(rows.map((row) => String(row['text']).length)).toEqual(sizes.map((size) => size * 44 - 1));
});

const row = (cells: readonly string[]): string =>
  `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`;

test('a first row of the names of fields is the header of a list of rows, of which each has the value of its own column', () => {
  const rows = ['Ann Oak', 'Bob Elm', 'Cy Ash'].map((name) => row(['York', name, 'Clerk']));
  const html = `<div>${row(['City', 'Name', 'Role'])}${rows.join('')}</div>`;
  expect(readList(html, 'people', ['name', 'role', 'city'])).toEqual([
    { name: 'Ann Oak', role: 'Clerk', city: 'York' },
    { name: 'Bob Elm', role: 'Clerk', city: 'York' },
    { name: 'Cy Ash', role: 'Clerk', city: 'York' },
  ]);
});
