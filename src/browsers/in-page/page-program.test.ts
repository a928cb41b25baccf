import { expect, test } from 'vitest';
import { pageProgram, readingProgram, runProgram } from './page-program.ts';

test('the programs of runs hold nothing of what a person’s pointing needs, and readings less still', () => {
  expect(pageProgram).toContain('function createListPicker');
  expect(runProgram).not.toContain('function createListPicker');
  expect(runProgram).toContain('function createMover');
  expect(readingProgram).not.toContain('function createMover');
  expect(runProgram.length).toBeLessThan(0.75 * pageProgram.length);
  expect(readingProgram.length).toBeLessThan(0.6 * runProgram.length);
});
