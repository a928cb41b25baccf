import { expect, test } from 'vitest';
import type { Answer } from '../check-answer.ts';
import { fuzzService } from './fuzz-service.ts';

test('whatever is asked in whatever state, answers and books keep to the document that the server serves', async () => {
  const { answers, changes } = await fuzzService({ seed: 1, requests: 600 });
  const statuses = new Map<string, number>();
  for (const [name, count] of answers) {
    const status = name.slice(-3);
    statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  // The requests are worth something: they get through as well as not, in every standing.
  const wanted = ['200', '202', '400', '401', '402', '403', '404', '409', '422', '429'];
  expect(wanted.filter((status) => !statuses.has(status))).toEqual([]);
  expect(statuses.get('200')).toBeGreaterThan(40);
  expect([...changes.keys()].toSorted()).toEqual([
    'account resumed',
    'account suspended',
    'address confirmed',
    'credits granted',
    'deletion cancelled',
    'deletion requested',
    'key revoked',
    'list changed',
    'sent at once with one key',
    'site changed',
    'site mended',
    'time passed',
  ]);
});

const withBody = (answer: Answer, body: object): Answer => ({
  ...answer,
  body: { ...answer.body, ...body },
});

test.each<[string, (answer: Answer) => Answer]>([
  [
    'a price that nobody paid',
    (answer) =>
      answer.body.status === 'completed' && answer.body.credits_used > 0
        ? withBody(answer, { credits_used: answer.body.credits_used + 1 })
        : answer,
  ],
  [
    'credits that are not there',
    (answer) =>
      answer.body.status === 'completed' && answer.body.credits_used > 0
        ? withBody(answer, { credits_remaining: answer.body.credits_remaining + 1 })
        : answer,
  ],
  ['an unknown member', (answer) => withBody(answer, { took_ms: 3 })],
  [
    'a status that the document has not',
    (answer) => (answer.status === 401 ? { ...answer, status: 418 } : answer),
  ],
  [
    'a poll without its state',
    (answer) => {
      if (answer.body.data?.['run_status'] === undefined) return answer;
      const { run_status: _state, ...data } = answer.body.data;
      return withBody(answer, { data });
    },
  ],
  ['another id', (answer) => withBody(answer, { request_id: 'other-request' })],
])('a server that answers %s is caught', async (_name, tamper) => {
  await expect(fuzzService({ seed: 3, requests: 150, tamper })).rejects.toThrow(
    /^Request \d+ of seed 3 broke the contract/,
  );
});
