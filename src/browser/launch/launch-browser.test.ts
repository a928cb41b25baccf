import { expect, test } from 'vitest';
import { isMemoryFull } from './launch-browser.ts';

test.each([
  ['the trap of a full heap', { status: 'crashed', errorCode: 5 }],
  ['what the browser calls the end of its memory', { status: 'oom', errorCode: 9 }],
])('a renderer that ends by %s has filled its memory', (_, end) => {
  expect(isMemoryFull(end)).toBe(true);
});

test.each([
  ['a fault of the memory map', { status: 'crashed', errorCode: 11 }],
  ['an abort', { status: 'crashed', errorCode: 6 }],
  ['the signal of another process', { status: 'killed', errorCode: 9 }],
])('a renderer that ends by %s has not', (_, end) => {
  expect(isMemoryFull(end)).toBe(false);
});
