import { expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';

const names = ['Ash', 'Birch', 'Cedar', 'Date'];

function readLamps(
  show: (name: string, at: number) => string,
  fields: Readonly<Record<string, object>> = { name: text, description: text },
): readonly unknown[] {
  const cards = names.map(
    (name, at) => `<article><h2><a href="/${name}">${name}</a></h2>${show(name, at)}</article>`,
  );
  return readRows(`<h1>Lamps</h1><main>${cards.join('')}</main>`, fields).map((row) =>
    'description' in row ? row['description'] : row['text'],
  );
}

const first = (name: string): string => `The ${name} lamp stands on three feet of oak.`;
const second = (name: string): string => `People of ${name} have made it for a hundred years.`;
const third = 'It is sold in the old town alone, and never for long.';

test('a text of as many paragraphs in each record has all of them', () => {
  expect(readLamps((name) => `<p>${first(name)}</p><p>${second(name)}</p><p>${third}</p>`)).toEqual(
    names.map((name) => `${first(name)} ${second(name)} ${third}`),
  );
});

test('a paragraph that holds the value of another field is none of the text, and nothing behind it is', () => {
  const show = (name: string, at: number): string =>
    `<p>${first(name)}</p><p>You pay £${at + 20}.50 for it in each of our shops.</p><p>${third}</p>`;
  const fields = { name: text, price: { type: 'number' }, description: text };
  expect(readLamps(show, fields)).toEqual(names.map(first));
});

test.each([
  ['of another class', (name: string) => `<p class="by">${second(name)}</p>`],
  ['behind a picture', (name: string) => `<img src="/${name}.jpg"><p>${second(name)}</p>`],
  ['with a label', (name: string) => `<p>Makers: ${second(name)}</p>`],
  ['that is no sentence', (name: string) => `<p>Shops in ${name} that have it in stock today</p>`],
])('a paragraph %s does not go on with the text', (_, after) => {
  expect(readLamps((name) => `<p>${first(name)}</p>${after(name)}`)).toEqual(names.map(first));
});

test.each(['post-body', 'message', 'richtext'])(
  'all of an element that is called a text (%s) is one, with its lists and short lines',
  (called) => {
    const show = (name: string): string =>
      `<div class="${called}"><p>Dear all, ${name} needs:</p><ul><li>a rope</li><li>a knife</li></ul><p>Thanks from ${name}.</p></div>`;
    expect(readLamps(show)).toEqual(
      names.map((name) => `Dear all, ${name} needs: a rope a knife Thanks from ${name}.`),
    );
  },
);

const showLead = (name: string, at: number): string =>
  `<div class="message"><p>${at === 0 ? '<b><i>The lead.</i></b>' : `No lead of ${name}.`}</p><p>Thanks from ${name}.</p></div>`;

test('a lead in bold is the first paragraph of a text', () => {
  expect(readLamps(showLead)[0]).toBe('The lead. Thanks from Ash.');
});

test.each([
  ['a heading', '<h3>Of oak</h3>'],
  ['an amount', '<p>£20.50</p>'],
  ['who wrote it', '<p>By Ann</p>'],
  ['a quote', '<p>Ann said: <q>Well.</q></p>'],
  ['a list of links', '<ul><li><a href="/s">Share</a></li></ul>'],
  ['a paragraph of another class', '<p class="signature">Ann was here.</p>'],
  ['a part', '<div>More of it</div>'],
])('what is called a text and holds %s is not one text', (_, inner) => {
  const show = (name: string): string =>
    `<div class="card-body">${inner}<p>${first(name)}</p></div>`;
  expect(readLamps(show)).toEqual(names.map(first));
});

test.each([
  ['a list of words', '<ul><li>rope</li><li>knife</li></ul>', 'rope knife'],
  ['what is set as it was typed', '<pre>rope = 2</pre>', 'rope = 2'],
])('%s between the paragraphs of a text is a part of it', (_, inner, said) => {
  const show = (name: string): string =>
    `<div class="body"><p>Dear all, ${name} needs:</p>${inner}<p>Thanks from ${name}.</p></div>`;
  expect(readLamps(show)).toEqual(
    names.map((name) => `Dear all, ${name} needs: ${said} Thanks from ${name}.`),
  );
});

const withLink = (name: string): string =>
  `<div class="body">Write to us on the <a href="/contact">contact page</a> and say ${name}.</div>`;

test('a link in a text does not part it', () => {
  expect(readLamps(withLink)).toEqual(
    names.map((name) => `Write to us on the contact page and say ${name}.`),
  );
});

const withLines = (name: string): string =>
  `<div class="content"><span itemprop="text">Hello <br><br> What is it that ${name} wants?<br><br>Regards.</span></div>`;

test('the lines of what formats all of a text are one text', () => {
  expect(readLamps(withLines)).toEqual(
    names.map((name) => `Hello What is it that ${name} wants? Regards.`),
  );
});
