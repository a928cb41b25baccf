import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import * as undici from 'undici';
import { expect, test } from 'vitest';
import { serve, writeResponse } from './serve.ts';

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

/** Says that `/often` was called too often. */
async function handler(request: Request): Promise<Response> {
  return new Response(null, { status: new URL(request.url).pathname === '/often' ? 429 : 200 });
}

test('one that calls too often hears so a moment later, and others are answered meanwhile', async () => {
  await using server = await serve({ handler });
  const ask = async (path: string): Promise<number> => {
    const { statusCode, body } = await undici.request(new URL(path, server.url));
    await body.dump();
    return statusCode;
  };
  const beganMs = performance.now();
  const often = ask('/often').then((status) => ({ status, tookMs: performance.now() - beganMs }));
  expect(await ask('/other')).toBe(200);
  const { status, tookMs } = await often;
  expect(status).toBe(429);
  // A timer may fire a little early.
  expect(tookMs).toBeGreaterThan(150);
});
