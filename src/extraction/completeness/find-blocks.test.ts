import { describe, expect, test } from 'vitest';
import { card, hold, names, products, row } from '../../../test/support/list-coverage.ts';

function showPost(at: number, level: string): string {
  return `<article class="post ${level}"><b>user ${at}</b><time>May ${at}, 2024</time><p>Post number ${at} says something.</p></article>`;
}

function showReplies(...all: readonly number[]): string {
  return `<div class="replies">${all.map((at) => showPost(at, 'level-1')).join('')}</div>`;
}

function showEdited(author: string, body: string): string {
  return `<article class="post"><b>${author}</b><time>May 2, 2024</time><div>${body} <i>Last edited by a moderator</i></div></article>`;
}

function line(label: string, cells: readonly (number | string)[]): string {
  return `<tr><th>${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

describe('blocks among the records', () => {
  test('of another class and the same build are of the list; adverts, headings and empty ones are not', () => {
    const blocks = [
      '<h2>New</h2>',
      ...names.slice(0, 5).map((name) => card(name)),
      '<div class="advert"><p>Win a car</p></div>',
      '<div class="card"></div>',
      ...names.slice(5, 8).map((name) => card(name, 'offer')),
      '<div class="sign-up"><form><label>Mail <input></label></form></div>',
      ...names.slice(8).map((name) => card(name)),
    ];
    const value = products([...names.slice(0, 5), ...names.slice(8)]);
    expect(hold(value, `<div class="grid">${blocks.join('')}</div>`).lists).toEqual([
      {
        path: '/products',
        returned: 9,
        shown: 12,
        skipped: [
          { reason: 'left out', count: 3, snippet: 'Fir lamp £89.50' },
          { reason: 'header', count: 1, snippet: 'New' },
          { reason: 'advert', count: 1, snippet: 'Win a car' },
          { reason: 'empty', count: 1 },
          { reason: 'other kind', count: 1, snippet: 'Mail' },
        ],
      },
    ]);
  });

  test('that stand in rows of a few are counted one by one', () => {
    const rows = [0, 3, 6, 9].map(
      (at) =>
        `<div class="row">${names
          .slice(at, at + 3)
          .map((name) => card(name))
          .join('')}</div>`,
    );
    expect(
      hold(products(['Ash lamp', 'Elm lamp', 'Iroko lamp', 'Juniper lamp']), rows.join('')).lists,
    ).toMatchObject([{ returned: 4, shown: 12 }]);
  });

  test('that are shown twice count once', () => {
    const page = `<div class="grid">${[...names, ...names.slice(0, 4)].map((name) => card(name)).join('')}</div>`;
    expect(hold(products(names), page).lists).toMatchObject([
      { returned: 12, shown: 12, skipped: [{ reason: 'duplicate', count: 4 }] },
    ]);
  });

  test('without an element around each are counted by their first elements', () => {
    const page = `<section>${names.map((name) => `<h3>${name}</h3><p>made of wood</p><p>£${name.length}9.50</p>`).join('')}</section>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });
});

const isTold = (value: unknown, body: string): boolean => hold(value, body).warnings.length > 0;
const recordInText = (name: string, at: number): string =>
  `From 0${(at % 9) + 1}/05/2024<br><a href="/${name}">${name}</a><br>Made in town ${at}<br><br>`;

describe('links among loose text', () => {
  const menu = ['New today', 'New this week', 'Search the shop', 'Feed of new lamps'];
  const links = menu.map((title) => `<a href="/${title.length}">${title}</a><br>`).join('');

  test('are no records where the records have text beside them and these have none', () => {
    const body = `<h1>Lamps</h1>${links}<hr><br>${names.map(recordInText).join('')}`;
    expect(isTold(products(names), body)).toBe(false);
    expect(isTold(products(names.slice(0, 6)), body)).toBe(true);
    expect(isTold(products(names.slice(3)), body)).toBe(true);
  });

  test('are records where none has text beside it', () => {
    const bare = names.map((name) => `<a href="/${name}">${name}</a><br>`).join('');
    expect(isTold(products(names), `<h1>Lamps</h1>${bare}`)).toBe(false);
    expect(isTold(products(names.slice(0, 6)), `<h1>Lamps</h1>${bare}`)).toBe(true);
  });
});

test('of records that stand side by side the rows of the table are none', () => {
  const html =
    `<table>${line('', ['Basic', 'Pro', 'Team'])}${line('Price', ['$9', '$19', '$49'])}` +
    `${line('Storage', ['10 GB', '100 GB', '1 TB'])}${line('Seats', [2, 3, 20])}</table>`;
  const plans = [
    { name: 'Basic', price: 9, storage: '10 GB', seats: 2 },
    { name: 'Pro', price: 19, storage: '100 GB', seats: 3 },
    { name: 'Team', price: 49, storage: '1 TB', seats: 20 },
  ];
  expect(hold({ plans }, html)).toEqual({ lists: [], warnings: [] });
});

test('records that begin in a row of their own are the rows up to the next one', () => {
  const stories = names.slice(0, 6).map((name, at) => ({ name, points: 120 + at, by: `ann${at}` }));
  const html = stories
    .map(
      ({ name, points, by }, at) =>
        `<tr><td>${at + 1}.</td><td><a href="/${at}">${name}</a></td></tr>` +
        `<tr><td></td><td>${points} points by ${by} ${at + 2} hours ago</td></tr>`,
    )
    .join('');
  const whole = hold({ stories }, `<table>${html}</table>`);
  expect(whole.warnings).toEqual([]);
  expect(whole.lists[0]).toMatchObject({ returned: 6, shown: 6 });
  const some = hold({ stories: stories.slice(0, 4) }, `<table>${html}</table>`);
  expect(some.lists[0]).toMatchObject({ returned: 4, shown: 6 });
});

test('the second row of each record is not left out', () => {
  const stories = [1, 2, 3, 4].map((at) => ({ title: `Story ${at} of today`, points: at }));
  const rows = stories.map(
    ({ title, points }) =>
      `<tr><td>${points}.</td><td><a href="/${points}">${title}</a></td></tr><tr><td></td><td><span class="score">${points} points</span> by <a class="user">u${points}</a></td></tr>`,
  );
  const page = `<table>${rows.join('')}</table>`;
  expect(hold({ stories }, page).lists).toMatchObject([{ returned: 4, shown: 4, skipped: [] }]);
  const plain = stories.map(({ title }) => `<tr><td>${title}</td></tr><tr><td>Other</td></tr>`);
  expect(hold({ stories }, `<table>${plain.join('')}</table>`).warnings).toHaveLength(1);
});

test('a post that a later one quotes is not left out', () => {
  const quote = '<blockquote><b>ann</b> said: <p>It flickers at night.</p></blockquote>';
  const posts = [
    { author: 'ann', date: 'May 2, 2024', text: 'It flickers at night.' },
    { author: 'bob', date: 'May 2, 2024', text: 'Change the bulb then.' },
    { author: 'ann', date: 'May 2, 2024', text: 'I did so.' },
  ];
  const page = `<main>${showEdited('ann', 'It flickers at night.')}${showEdited('bob', `${quote}Change the bulb then.`)}${showEdited('ann', 'I did so.')}</main>`;
  expect(hold({ posts }, page).lists).toMatchObject([{ returned: 3, shown: 3, skipped: [] }]);
});

test('replies in a part below the post that they answer are left out', () => {
  const page = `<main>${showPost(1, 'root')}${showPost(2, 'root')}${showReplies(3, 4)}${showPost(5, 'root')}${showReplies(6)}</main>`;
  const posts = [1, 2, 5].map((at) => ({
    author: `user ${at}`,
    date: `May ${at}, 2024`,
    text: `Post number ${at} says something.`,
  }));
  expect(hold({ posts }, page).lists).toMatchObject([
    { returned: 3, shown: 6, skipped: [{ reason: 'left out', count: 3 }] },
  ]);
});

test.each([
  [
    'rows with a name in bold',
    'table',
    (name: string) => `<tr><td><b>${name}</b></td><td>£${name.length}9.50</td></tr>`,
    row,
  ],
  [
    'cards with a mark',
    'div',
    (name: string) =>
      `<div class="card sale"><b>Sale</b><h2>${name}</h2><p>£${name.length}9.50</p></div>`,
    (name: string) => `<div class="card"><h2>${name}</h2><p>£${name.length}9.50</p></div>`,
  ],
  [
    'messages of the other side',
    'div',
    (name: string) =>
      `<div class="msg out"><span class="who">${name}</span><p>£${name.length}9.50</p><i>read</i></div>`,
    (name: string) =>
      `<div class="msg in"><img src="/a.png"><span class="who">${name}</span><p>£${name.length}9.50</p></div>`,
  ],
])('every other record is left out where these are %s', (_, tag, showOther, show) => {
  const page = names.slice(0, 6).map((name, at) => (at % 2 === 0 ? show(name) : showOther(name)));
  const value = products(names.slice(0, 6).filter((_name, at) => at % 2 === 0));
  expect(hold(value, `<${tag}>${page.join('')}</${tag}>`).lists).toMatchObject([
    { returned: 3, shown: 6, skipped: [{ reason: 'left out', count: 3 }] },
  ]);
});

test.each([
  ['a class of many things', '<p>Text</p><h2>Heading</h2>', '<div class="cell">Other</div>'],
  ['a class and no part', '<b>Text</b>', ''],
])('what has only %s in common with the records is none of them', (_, inner, other) => {
  const items = names.map((title, at) => ({ title, text: `Takes ${at} hours.` }));
  const blocks = items.map(
    ({ title, text }) => `<div class="cell"><h2>${title}</h2><p>${text}</p></div>`,
  );
  const nested = `<section><div class="cell">${inner}</div></section>`;
  const page = `<main><div>${blocks.slice(0, 6).join('')}${nested}</div><div>${blocks.slice(6).join('')}</div></main>${other.repeat(20)}`;
  expect(hold({ items }, page).lists).toMatchObject([{ returned: 12, shown: 12 }]);
});
