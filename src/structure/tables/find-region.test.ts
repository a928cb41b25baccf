import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../extract-structure.ts';

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
