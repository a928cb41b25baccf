import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { readMetadata } from './read-metadata.ts';

const read = (html: string): unknown =>
  readMetadata(readPage({ html: `${html}<p>A lamp.</p>`, url: 'https://a.example/' }));

test.each([
  ['<html lang="de-CH"><meta property="og:locale" content="pt_BR">', 'de-CH'],
  ['<html lang=""><meta property="og:locale" content="pt_BR">', 'pt_BR'],
  ['<html lang=" " xml:lang="fr">', 'fr'],
  ['<html lang="de" xml:lang="fr">', 'de'],
  ['<meta http-equiv="Content-Language" content="nl">', 'nl'],
  ['<meta http-equiv="Content-Language" content="nl, en">', null],
  [
    '<meta http-equiv="Content-Language" content="nl, en"><meta property="og:locale" content="nl_BE">',
    'nl_BE',
  ],
  ['<meta name="language" content="German">', null],
  ['<meta name="language" content="de">', 'de'],
])('the language of %s is %j', (html, language) => {
  expect(read(html)).toMatchObject({ language });
});

test.each([
  ['<div itemscope><meta itemprop="description" content="A"></div>', null],
  ['<body itemscope><meta itemprop="description" content="A">', 'A'],
  ['<meta itemprop="description" content="A">', 'A'],
])('the description of %s is %j', (html, description) => {
  expect(read(html)).toMatchObject({ description });
});

test.each([
  ['<meta name="title" content="A"><title>B</title>', 'B'],
  ['<meta name="title" content="A"><meta property="og:title" content="B">', 'B'],
  ['<meta name="title" content="A">', 'A'],
  ['<meta name="title" content=" "><meta name="DC.title" content="B">', 'B'],
])('the title of %s is %j', (html, title) => {
  expect(read(html)).toMatchObject({ title });
});
