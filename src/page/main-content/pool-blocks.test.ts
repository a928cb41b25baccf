import { expect, test } from 'vitest';
import { poolBlocks, toBlocks } from './select-blocks.ts';

test('runs of blocks are units with the mean chance of their words, other blocks units of their own', () => {
  const runs = [
    { start: 1, end: 3 },
    { start: 3, end: 5 },
  ];
  const chances = Float32Array.from([0.5, 1, 0, 0.25, 0.25, 0.75]);
  const units = poolBlocks([2, 30, 10, 5, 5, 1], chances, runs);
  expect([...units.start]).toEqual([0, 1, 3, 5, 6]);
  expect([...units.words]).toEqual([2, 40, 10, 1]);
  expect([...units.chances]).toEqual([0.5, 0.75, 0.25, 0.75]);
  expect([...toBlocks(units, Uint8Array.from([0, 1, 0, 1]))]).toEqual([0, 1, 1, 0, 0, 1]);
});

test('a page without blocks has no units', () => {
  const units = poolBlocks([], new Float32Array(0), []);
  expect([units.words.length, toBlocks(units, new Uint8Array(0)).length]).toEqual([0, 0]);
});
