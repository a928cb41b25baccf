import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeResponse } from './serve.ts';

function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

const sent = { status: 200, headers: { 'x-request-id': 'one' }, body: '{}' };

test('responses of one turn are sent together at its end', async () => {
  const [one, other] = [createResponse(), createResponse()];
  writeResponse(one, sent);
  writeResponse(other, sent);
  expect([one.headersSent, other.headersSent]).toEqual([false, false]);
  await setImmediate();
  expect([one.writableEnded, other.writableEnded]).toEqual([true, true]);
});

test('one that cannot be sent loses its connection, and the others are sent all the same', async () => {
  const [one, other] = [createResponse(), createResponse()];
  writeResponse(one, { ...sent, headers: { 'x-request-id': 'line\nbreak' } });
  writeResponse(other, sent);
  await setImmediate();
  expect(one.destroyed).toBe(true);
  expect(other.writableEnded).toBe(true);
});
