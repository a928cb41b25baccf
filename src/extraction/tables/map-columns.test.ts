import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { readRows } from '../../../test/support/extract-list.ts';
const text = { type: 'string' };

test('a header is short for the one field that it begins', () => {
  const names = ['Pos', 'Player', 'Pts'];
  expect(readTable(names, ['position', 'player'])).toMatchObject([
    { position: '1', player: 'Ada Moor' },
    {},
  ]);
  expect(readTable(names, ['position', 'posture', 'player'])).not.toMatchObject([
    { posture: '1' },
    {},
  ]);
});

test('a repeated header is named by its number, one of an empty column is not counted', () => {
  expect(readTable(['Player', 'Goals', 'Goals'], ['player', 'goals', 'goals2'])).toMatchObject([
    { player: 'Ada Moor', goals: '1', goals2: '3' },
    {},
  ]);
});

test('a link and the text that it stands in have one cell', () => {
  expect(
    readTable(
      ['Rank', 'Player', 'Goals'],
      ['player', 'url'],
      (text) => `<a href="/p/${text}">${text}</a>`,
    ),
  ).toMatchObject([{ player: 'Ada Moor', url: expect.stringContaining('/p/Ada%20Moor') }, {}]);
});

test('a column is given to one field alone', () => {
  const [row] = readTable(['Rank', 'Player', 'Goals'], ['player', 'goals', 'goals_total']);
  expect(row).toMatchObject({ player: 'Ada Moor', goals: '3' });
  expect(row?.['goals_total'] ?? null).toBeNull();
});

function readTable(
  headers: readonly string[],
  fields: readonly string[],
  toCell = (text: string): string => text,
): readonly Readonly<Record<string, unknown>>[] {
  const rows = ['Ada Moor', 'Bea Lind'].map((player, at) => {
    const cells = headers.map((header, column) =>
      header !== 'Player'
        ? String(column === 0 ? at + 1 : at + column + (column === 1 ? 0 : 1))
        : toCell(player),
    );
    return `<tr><td>${cells.join('<td>')}</tr>`;
  });
  const html = `<main><table><tr><th>${headers.join('<th>')}</tr>${rows.join('')}</table></main>`;
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
  const list = { type: 'array', items: { type: 'object', properties } };
  const { value } = extractStructure({
    reading: readPage({ html, url: 'https://lists.example/' }),
    prompt: 'All players.',
    schema: { type: 'object', properties: { players: list } },
    detailLevel: 'medium',
  });
  return (
    (value as { readonly players?: readonly Readonly<Record<string, unknown>>[] } | undefined)
      ?.players ?? []
  );
}

const posts = [
  ['Rain again', 'ada'],
  ['Snow at last', 'ben'],
  ['Wind all week', 'ada'],
  ['No clouds now', 'cyd'],
] as const;

test('the address of a record is where its name leads, and not its author', () => {
  const list = posts.map(
    ([title, author], at) =>
      `<div class="post"><h3><a href="/posts/${at}">${title}</a></h3><p class="by">By <a class="author link" href="/people/${author}">${author}</a></p></div>`,
  );
  const links = readList(list, { title: text, url: text }).map(({ url }) => url);
  expect(links).toEqual(posts.map((_, at) => `https://table.example/posts/${at}`));
  const authors = readList(list, { title: text, author_url: text }).map((row) => row['author_url']);
  expect(authors[1]).toBe('https://table.example/people/ben');
});

test('the address of a record is that of the link around its name', () => {
  const list = posts.map(
    ([title, author], at) =>
      `<div class="post"><p><a href="/people/${author}">View profile</a></p><a href="/posts/${at}"><h3>${title}</h3><p>Read in ${at + 2} minutes</p></a></div>`,
  );
  const links = readList(list, { title: text, url: text }).map(({ url }) => url);
  expect(links).toEqual(posts.map((_, at) => `https://table.example/posts/${at}`));
});

test('the name of a record in a linked line is its link, without what stands behind it', () => {
  const list = posts.map(
    ([title, author], at) =>
      `<p><span class="titleline"><a href="/posts/${at}">${title}</a> <span>(<a href="/s/${author}">${author}.example</a>)</span></span></p>`,
  );
  expect(readList(list, { title: text, url: text }).map(({ title }) => title)).toEqual(
    posts.map(([title]) => title),
  );
});

test('a summary is neither the whole record, nor a count, nor the same in each', () => {
  for (const body of [
    (at: number) => `<p class="description">(${at + 11})</p>`,
    () => '<p class="description">Compare</p>',
    (at: number) => `<img class="description" src="/${at}.png" alt="A ${'ABCD'[at]} in the rain">`,
  ]) {
    const list = posts.map(([title], at) => `<div><h3>${title}</h3>${body(at)}</div>`);
    expect(readList(list, { title: text, summary: text })).toEqual(
      posts.map(([title]) => ({ title })),
    );
  }
});

test('the maker of a thing is not its name, and a word before every author is none', () => {
  const list = posts.map(
    ([title, author], at) =>
      `<div><a href="/p/${at}"><span class="title__brand">Makers ${author}</span><span class="title__name">${title}</span></a><p>Joined</p><p>${author}</p></div>`,
  );
  expect(readList(list, { title: text }).map(({ title }) => title)).toEqual(
    posts.map(([title]) => title),
  );
  expect(JSON.stringify(readList(list, { title: text, author: text }))).not.toContain('Joined');
});

function readList(
  items: readonly string[],
  properties: Readonly<Record<string, object>>,
): readonly Readonly<Record<string, unknown>>[] {
  const reading = readPage({
    html: `<main><h1>All</h1><div>${items.join('')}</div></main>`,
    url: 'https://table.example/',
  });
  const schema = { type: 'array', items: { type: 'object', properties } };
  const { value } = extractStructure({ reading, prompt: 'All.', schema, detailLevel: 'medium' });
  return value as readonly Readonly<Record<string, unknown>>[];
}

test('the date of a record is the one that is marked, and not that of what it tells of', () => {
  const people = ['Ada Moor', 'Bea Lind', 'Cy Fox'];
  const reviews = people.map(
    (author, at) =>
      `<li><b class="author">${author}</b> <time datetime="2024-03-0${at + 1}">March ${at + 1}, 2024</time><p>We were there for ${at + 2} days and liked it well.</p><p><b>Date of experience:</b> <span>February 2${at}, 2024</span></p></li>`,
  );
  const html = `<main><h1>Inn</h1><ul>${reviews.join('')}</ul></main>`;
  const read = (field: string): unknown => {
    const properties = { author: { type: 'string' }, [field]: { type: 'string' } };
    const schema = { type: 'array', items: { type: 'object', properties } };
    const reading = readPage({ html, url: 'https://lists.example/' });
    return extractStructure({ reading, prompt: 'All.', schema, detailLevel: 'medium' }).value;
  };
  expect(read('date')).toMatchObject([1, 2, 3].map((day) => ({ date: `March ${day}, 2024` })));
  expect(read('date_of_experience')).toMatchObject(
    [20, 21, 22].map((day) => ({ date_of_experience: `February ${day}, 2024` })),
  );
});

test('the only other text of things with a price is what they are called', () => {
  const names = ['Oak table', 'Tin box', 'Wool rug', 'Brass lamp', 'Blue kettle'];
  const toBody = (note: (at: number) => string): string =>
    names
      .map(
        (name, at) =>
          `<div class="c"><div class="a">${name}</div><div class="b">$${at + 9}.50</div>${note(at)}</div>`,
      )
      .join('');
  const properties = { name: text, price: { type: 'number' } };
  const rows = names.map((name, at) => ({ name, price: at + 9.5 }));
  expect(
    readRows(
      toBody(() => ''),
      properties,
    ),
  ).toEqual(rows);
  // Of two texts none is.
  const [row] = readRows(
    toBody((at) => `<div class="n">Row ${'abcde'[at]}</div>`),
    properties,
  );
  expect(row?.['name']).toBeUndefined();
});
