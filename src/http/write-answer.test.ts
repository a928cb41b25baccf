import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeAnswer } from './write-answer.ts';

function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

const answer = { status: 200, headers: { 'x-request-id': 'one' }, body: '{}' };

test('answers of one turn are sent together at its end', async () => {
  const [one, other] = [createResponse(), createResponse()];
  writeAnswer(one, answer);
  writeAnswer(other, answer);
  expect([one.headersSent, other.headersSent]).toEqual([false, false]);
  await setImmediate();
  expect([one.writableEnded, other.writableEnded]).toEqual([true, true]);
});

test('one that cannot be sent loses its connection, and the others are sent all the same', async () => {
  const [one, other] = [createResponse(), createResponse()];
  writeAnswer(one, { ...answer, headers: { 'x-request-id': 'line\nbreak' } });
  writeAnswer(other, answer);
  await setImmediate();
  expect(one.destroyed).toBe(true);
  expect(other.writableEnded).toBe(true);
});
