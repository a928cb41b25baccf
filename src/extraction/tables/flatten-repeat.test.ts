import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' } as const;
const fields: JsonSchema = { author: text, date: text, text };

function listComments(html: string, properties: JsonSchema = fields): readonly unknown[] {
  const items: JsonSchema = { type: 'object', properties };
  const { value } = extractStructure({
    reading: readPage({ html: `<main>${html}</main>`, url: 'https://blog.example/bread' }),
    prompt: 'All comments.',
    schema: { type: 'object', properties: { comments: { type: 'array', items } } },
    detailLevel: 'medium',
  });
  return (value as { readonly comments?: readonly unknown[] }).comments ?? [];
}

const said = [
  ['Ruby', 'May 2, 2023', 'Works for rye too, five days at least.'],
  ['Anne', 'May 3, 2023', 'Rye keeps longer than wheat anyway.'],
  ['Ida', 'May 4, 2023', 'True, and it tastes better on the third day.'],
  ['Tom', 'June 1, 2023', 'My box grew mould within a week, what now?'],
] as const;
const write = (at: number, depth: number, replies = ''): string => {
  const [author, date, text] = said[at] ?? ['', '', ''];
  return (
    `<li class="comment depth-${depth}"><article class="comment-body"><a class="author" href="/u">${author}</a>` +
    `<time>${date}</time><p class="comment-text">${text}</p></article>${replies}</li>`
  );
};
const inList = (items: string): string => `<ol class="children">${items}</ol>`;

test('replies are records as the comments that hold them, in the order of the page', () => {
  const thread = write(0, 1, inList(write(1, 2, inList(write(2, 3))))) + write(3, 1);
  expect(listComments(`<ol class="comment-list">${thread}</ol>`)).toEqual(
    said.map(([author, date, text]) => ({ author, date, text })),
  );
});

const writeThread = (author: string, answers: readonly string[] = []): string =>
  `<div class="comment"><b class="author">${author}</b><p class="text">${author} walked around the lake.</p>` +
  `<div class="replies">${answers.map((name) => writeThread(name)).join('')}</div></div>`;
const toComment = (author: string) => ({ author, text: `${author} walked around the lake.` });

test('replies that are asked for as a part of their comments are no comments beside these', () => {
  const thread =
    writeThread('Ruby', ['Anne']) + writeThread('Ida', ['Tom', 'Olga']) + writeThread('Max');
  const parts = { author: text, text };
  const replies: JsonSchema = { type: 'array', items: { type: 'object', properties: parts } };
  expect(listComments(thread, { ...parts, replies })).toEqual([
    { ...toComment('Ruby'), replies: ['Anne'].map(toComment) },
    { ...toComment('Ida'), replies: ['Tom', 'Olga'].map(toComment) },
    { ...toComment('Max'), replies: [] },
  ]);
});

test('a comment that quotes a list keeps it', () => {
  const quoted = write(
    0,
    1,
    '<ul><li class="point">Keep it dry</li><li class="point">Turn it</li></ul>',
  );
  expect(listComments(`<ol class="comment-list">${quoted + write(3, 1)}</ol>`)).toHaveLength(2);
});

const card = (kind: string, name: string, price: number, rest = ''): string =>
  `<div class="product ${kind}"><div class="head"><h2>${name}</h2><b class="price">$${price}</b></div>${rest}</div>`;

test('a card of another name inside of a card is none of the list', () => {
  const phones = [1, 2, 3].map((at) =>
    card('card', `Phone ${at}`, 100 + at, card('mini', `Case ${at}`, 19)),
  );
  const properties = { name: { type: 'string' }, price: { type: 'number' } } as const;
  const { value } = extractStructure({
    reading: readPage({ html: `<main>${phones.join('')}</main>`, url: 'https://shop.example/' }),
    prompt: 'All products.',
    schema: {
      type: 'object',
      properties: { products: { type: 'array', items: { type: 'object', properties } } },
    },
    detailLevel: 'medium',
  });
  expect(value).toEqual({
    products: [1, 2, 3].map((at) => ({ name: `Phone ${at}`, price: 100 + at })),
  });
});
