import { expect, test } from 'vitest';
import { judgeStanding } from './answer-standing.ts';

/** How an answer presents the piece in braces. */
function standingOf(answer: string): string {
  const start = answer.indexOf('{');
  return judgeStanding(answer, 0, { start, end: answer.indexOf('}') + 1 });
}

test.each([
  ['{"a": 1}', 'plain'],
  ['Here is the data:\n{"a": 1}', 'plain'],
  ['My earlier answer was:\n{"a": 1}', 'aside'],
  ['I considered {"a": 1}', 'aside'],
  ['{"a": 1} was wrong.', 'aside'],
  ['{"a": 1} would be wrong.', 'aside'],
  ['{"a": 1} was not wrong.', 'plain'],
  ['For example: {"a": 1}', 'unsure'],
  ['Not the rejected one, but the final answer: {"a": 1}', 'plain'],
  ['The shape {"a": 1} is what the page has', 'unsure'],
])('a piece stands as the words around it present it: %s', (answer, standing) => {
  expect(standingOf(answer)).toBe(standing);
});
