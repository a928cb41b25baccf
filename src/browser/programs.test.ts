import { expect, test } from 'vitest';
import { pageProgram, readingProgram, runProgram } from './programs.ts';

test('the programs of runs hold nothing of what a person’s pointing needs, and readings less still', () => {
  expect(pageProgram).toContain('function pickLists');
  expect(runProgram).not.toContain('function pickLists');
  expect(runProgram).toContain('function scrollList');
  expect(readingProgram).not.toContain('function scrollList');
  expect(runProgram.length).toBeLessThan(0.75 * pageProgram.length);
  expect(readingProgram.length).toBeLessThan(0.6 * runProgram.length);
});
