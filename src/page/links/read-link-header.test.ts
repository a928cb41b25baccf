import { expect, test } from 'vitest';
import { readLinkHeader } from './read-link-header.ts';

const read = (header: string | undefined) =>
  readLinkHeader(header, 'https://a.example/p?page=2').map(({ attribs }) => attribs);

test('a header of links is read as elements of links', () => {
  expect(read('</p?page=3>; rel="next", <?page=1>;title="a, <b>"; REL=prev')).toEqual([
    { href: 'https://a.example/p?page=3', rel: 'next' },
    { href: 'https://a.example/p?page=1', rel: 'prev' },
  ]);
});

test('what names no relation or no address is none', () => {
  expect(read(undefined)).toEqual([]);
  expect(read('</a.css>; as=style, next, <https://[>; rel=next')).toEqual([]);
});

test('no more than 50 are read', () => {
  expect(read('</a>;rel=next,'.repeat(100))).toHaveLength(50);
});
