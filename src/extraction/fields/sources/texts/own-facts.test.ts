import { expect, test } from 'vitest';
import { extractFields, text } from '../../../../../test/support/extract-fields.ts';

const valueOf = (name: string, body: string): unknown =>
  (extractFields(body, { [name]: text }).value as Readonly<Record<string, unknown>>)[name];

test('the icon of a site is the one that its pages link to', () => {
  const head = '<link rel="shortcut icon" href="/f.ico"><link rel=stylesheet href="/f.css">';
  expect(valueOf('favicon', `${head}<h1>Ash</h1>`)).toBe('https://a.example/f.ico');
  expect(valueOf('image', `${head}<h1>Ash</h1>`)).toBe(undefined);
});

test('the address of a page is the one that it calls its own, else the one that was asked for', () => {
  expect(valueOf('url', '<link rel=canonical href="/own"><h1>Ash</h1>')).toBe(
    'https://a.example/own',
  );
  expect(valueOf('url', '<h1>Ash</h1>')).toBe('https://a.example/x');
});

test('the language of a page is the one that it states', () => {
  expect(valueOf('language', '<h1>Ash</h1>')).toBe('en');
});
