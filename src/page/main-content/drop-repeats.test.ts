import { expect, test } from 'vitest';
import { dropRepeats } from './drop-repeats.ts';

test('the second of two equal texts is left out', () => {
  const kept = Uint8Array.from([1, 1, 1]);
  const dropped = dropRepeats({ words: [9, 12, 9], hash: [7, 8, 7] }, kept);
  expect([...kept]).toEqual([1, 1, 0]);
  expect([...dropped]).toEqual([2]);
});

test('short texts may be repeated', () => {
  const kept = Uint8Array.from([1, 1]);
  expect(dropRepeats({ words: [7, 7], hash: [7, 7] }, kept).size).toBe(0);
  expect([...kept]).toEqual([1, 1]);
});

test('a text stays where only a removed block said it before', () => {
  const kept = Uint8Array.from([0, 1]);
  expect(dropRepeats({ words: [9, 9], hash: [7, 7] }, kept).size).toBe(0);
});

test('texts of other lengths are other texts, whatever their hash', () => {
  const kept = Uint8Array.from([1, 1]);
  expect(dropRepeats({ words: [9, 10], hash: [7, 7] }, kept).size).toBe(0);
});
