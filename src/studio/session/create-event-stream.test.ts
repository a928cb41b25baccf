import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake-clock.ts';
import type { StudioEvent } from '../api/studio-event.ts';
import { createEventOutlet } from './create-studio-sessions.ts';
import { createEventStream } from './create-event-stream.ts';

const draft = (revision: number): StudioEvent => ({
  type: 'draft',
  draft: {
    id: 'draft',
    revision,
    document: undefined,
    variables: [],
    source: undefined,
    isSaved: false,
    canUndo: false,
    canRedo: false,
  },
});
const notice = (message: string): StudioEvent => ({ type: 'notice', code: 'tab_refused', message });
const end = { type: 'ended', reason: 'closed', message: 'The session was closed.' } as const;

/** All that a stream still holds, as its client reads it. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<readonly string[]> {
  const text = await new Response(body).text();
  return text.trimEnd().split('\n');
}

test('a client that reads slowly gets the newest draft alone, and every notice in order', async () => {
  const stream = createEventStream({ clock: fakeClock(), onLeft: () => {} });
  const events = [draft(1), notice('one'), draft(2), notice('two'), draft(3)];
  for (const event of events) stream.send(event);
  stream.end(end);
  expect((await readAll(stream.body)).map((line) => JSON.parse(line) as unknown)).toEqual(
    [notice('one'), notice('two'), draft(3), end].map((event) => JSON.parse(JSON.stringify(event))),
  );
});

test('a stream on which nothing happens says so with a blank line every 30 seconds', async () => {
  const clock = fakeClock();
  const stream = createEventStream({ clock, onLeft: () => {} });
  const reader = stream.body.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  const first = read();
  clock.advance(29_999);
  stream.send(notice('in time'));
  expect(await first).toContain('in time');
  const second = read();
  clock.advance(30_000);
  expect(await second).toBe('\n');
});

test('what is reported while nothing reads waits for the next client, and is forgotten with the session', async () => {
  const left: string[] = [];
  const clock = fakeClock();
  const outlet = createEventOutlet({
    clock,
    onReadChange: () => left.push(outlet.isRead() ? 'read' : 'left'),
    onDisconnected: () => left.push('disconnected'),
  });
  const moved = { ...end, reason: 'moved' } as const;
  outlet.emit(notice('early'));
  outlet.emit(draft(1));
  outlet.emit(draft(2));
  const first = outlet.open(draft(0), moved);
  const second = outlet.open(notice('begin'), moved);
  expect(await readAll(first)).toEqual([
    JSON.stringify(notice('early')),
    JSON.stringify(draft(2)),
    JSON.stringify(moved),
  ]);
  await second.cancel();
  clock.advance(30_000);
  expect(left).toEqual(['read', 'read', 'left', 'disconnected']);
});
