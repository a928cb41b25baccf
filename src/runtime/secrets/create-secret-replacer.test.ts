import { describe, expect, test } from 'vitest';
import { createSecretReplacer } from './create-secret-replacer.ts';

const value = 'Tulip "Garden" 9x';
const replacer = createSecretReplacer(/(?!)/);
replacer.add(value, 'PLACE');
const codes = Array.from(value, (character) => character.codePointAt(0) ?? 0);

describe('a value is found', () => {
  test.each([
    ['as it is', value],
    ['in JSON', JSON.stringify({ a: value })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ a: value }))],
    ['in decimal entities', codes.map((code) => `&#${code};`).join('')],
    ['in hexadecimal entities', codes.map((code) => `&#x${code.toString(16)};`).join('')],
    ['in a URL', `https://shop.test/?q=${encodeURIComponent(value)}`],
  ])('%s', (_how, text) => {
    expect(replacer.text(`before ${text} after`)).toMatch(/^before .*PLACE.* after$/);
  });
});

test.each([
  ['backwards', Array.from(value).toReversed().join('')],
  ['letter by letter', Array.from(value).join(' ')],
  ['as a slug', 'tulip-garden-9x'],
  ['only in part', 'Tulip "Garden"'],
])('a value that stands %s is not found, as the guide says', (_how, text) => {
  expect(replacer.text(text)).toBe(text);
});
