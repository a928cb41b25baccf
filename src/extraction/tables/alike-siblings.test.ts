import { describe, expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';

const texts = { type: 'array', items: text };

function readPosts(
  show: (name: string, at: number) => string,
  field: Readonly<Record<string, object>>,
): readonly unknown[] {
  const posts = ['One', 'Two', 'Six'].map(
    (name, at) =>
      `<article class="post"><h2><a href="/${name}">${name} is a post</a></h2>${show(name, at)}</article>`,
  );
  const [key = ''] = Object.keys(field);
  return readRows(`<h1>Posts</h1>${posts.join('')}`, { title: text, ...field }).map(
    (row) => row[key],
  );
}

const showAuthors = (name: string): string =>
  `<p>by <i class="author">Ann ${name}</i> and <i class="author">Bo ${name}</i></p>`;
const showPictures = (name: string): string =>
  `<div><img src="/${name}a.jpg"><img src="/${name}b.jpg"></div>`;
const showTags = (_: string, at: number): string =>
  `<div class="tags"><a class="tag" href="/o">oak</a>${at === 1 ? '' : '<a class="tag" href="/a">ash</a>'}</div>`;

const showOthers = (): string =>
  '<p><i class="tag">oak</i>, <i class="tag">ash</i>, unlike that of <i class="tag">elm</i></p>';

const oakAndAsh = [
  ['oak', 'ash'],
  ['oak', 'ash'],
  ['oak', 'ash'],
];

describe('a list in a record', () => {
  test.each([
    ['links of a class', '<a class="tag" href="/o">oak</a> <a class="tag" href="/a">ash</a>'],
    ['texts of a class', '<span class="tag">oak</span>, <span class="tag">ash</span>'],
    [
      'links with an element around each',
      '<p><a class="tag" href="/o">oak</a></p><p><a class="tag" href="/a">ash</a></p>',
    ],
  ])('has all of them where they are %s', (_, items) => {
    expect(readPosts(() => `<div class="tags">${items}</div>`, { tags: texts })).toEqual(oakAndAsh);
  });

  test('has those in a line', () => {
    expect(readPosts(showAuthors, { authors: texts })[0]).toEqual(['Ann One', 'Bo One']);
  });

  test('has the pictures beside each other', () => {
    expect(readPosts(showPictures, { images: texts })[1]).toEqual([
      'https://lists.example/Twoa.jpg',
      'https://lists.example/Twob.jpg',
    ]);
  });

  test('may have one', () => {
    expect(readPosts(showTags, { tags: texts })[1]).toEqual(['oak']);
  });

  test.each([
    ['links of no name', '<p><a href="/o">oak</a> <a href="/a">Ann Lee</a></p>', 'tags'],
    [
      'links of another name',
      '<p class="meta"><a href="/o">oak</a> <a href="/a">Ann</a></p>',
      'tags',
    ],
    ['a picture and a mark', '<p><img src="/a.jpg"><img src="/b.gif"><i>New</i></p>', 'images'],
  ])('has none of %s', (_, items, field) => {
    const found = readPosts(() => items, { [field]: texts })[0];
    expect(Array.isArray(found) ? found.length : 1).toBe(1);
  });

  test('has none of what stands behind other words', () => {
    expect(readPosts(showOthers, { tags: texts })).toEqual(oakAndAsh);
  });
});
