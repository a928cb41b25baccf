import { expect, test } from 'vitest';
import { dropRepeats } from './select-blocks.ts';

test('the second of two equal texts is left out', () => {
  const kept = Uint8Array.from([1, 1, 1]);
  const dropped = dropRepeats({ words: [9, 12, 9], hash: [7, 8, 7] }, [], kept);
  expect([...kept]).toEqual([1, 1, 0]);
  expect([...dropped]).toEqual([2]);
});

test('short texts may be repeated', () => {
  const kept = Uint8Array.from([1, 1]);
  expect(dropRepeats({ words: [7, 7], hash: [7, 7] }, [], kept).size).toBe(0);
  expect([...kept]).toEqual([1, 1]);
});

test('a text stays where only a removed block said it before', () => {
  const kept = Uint8Array.from([0, 1]);
  expect(dropRepeats({ words: [9, 9], hash: [7, 7] }, [], kept).size).toBe(0);
});

test('texts of other lengths are other texts, whatever their hash', () => {
  const kept = Uint8Array.from([1, 1]);
  expect(dropRepeats({ words: [9, 10], hash: [7, 7] }, [], kept).size).toBe(0);
});

test('short texts that come again in the same order are a copy', () => {
  const words = [7, 7, 7, 12, 7, 7, 7, 12];
  const kept = new Uint8Array(8).fill(1);
  const dropped = dropRepeats({ words, hash: [1, 2, 3, 9, 1, 2, 3, 8] }, [], kept);
  expect([...dropped]).toEqual([4, 5, 6]);
  expect([...kept]).toEqual([1, 1, 1, 1, 0, 0, 0, 1]);
});

test('short texts that come again in another order, or one by one, stay', () => {
  const words = [7, 7, 7, 7, 7, 7, 7, 7];
  const hash = [1, 2, 3, 4, 3, 2, 1, 4];
  expect(dropRepeats({ words, hash }, [], new Uint8Array(8).fill(1)).size).toBe(0);
  const alternating = [1, 2, 5, 3, 1, 2, 6, 3];
  expect(dropRepeats({ words, hash: alternating }, [], new Uint8Array(8).fill(1)).size).toBe(0);
});
