import { expect, test } from 'vitest';
import { z } from 'zod';
import { defaultLimits } from './exchange.ts';
import {
  type AnyRoute,
  type RoutesOf,
  createRouteTable,
  readInput,
  toLineResponse,
  unionBy,
} from './route.ts';

type Move =
  | { readonly kind: 'go'; readonly metres: number }
  | { readonly kind: 'turn'; readonly to: 'left' | 'right' };

interface Api {
  'POST /robots/{id}/moves': {
    readonly query: { readonly dry?: string | undefined };
    readonly body: { readonly moves: readonly Move[] };
    readonly data: { readonly robot: string; readonly count: number };
  };
  'PUT /robots/{id}/move': { readonly body: Move; readonly data: Move };
  'DELETE /robots/{id}': { readonly data: { readonly robot: string } };
}

const move = unionBy<Move, 'kind'>('kind', {
  go: z.strictObject({ metres: z.number().max(10) }),
  turn: z.strictObject({ to: z.enum(['left', 'right']) }),
});

const robotRoutes: RoutesOf<Api, keyof Api, object, object> = {
  'POST /robots/{id}/moves': {
    action: 'move the robot',
    query: z.strictObject({ dry: z.string().optional() }),
    body: z.strictObject({ moves: z.array(move) }),
    call: ({ parameters, body }) => ({ robot: parameters.id, count: body.moves.length }),
  },
  'PUT /robots/{id}/move': { body: move, call: ({ body }) => body },
  'DELETE /robots/{id}': { call: ({ parameters }) => ({ robot: parameters.id }) },
};
const table = createRouteTable<AnyRoute<object, object>>(
  '/api',
  robotRoutes,
  'There is no such call.',
);

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const request = new Request(`https://robots.test/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { target, parameters } = table.require(request);
  const input = await readInput(request, target.route, defaultLimits);
  return target.route.call({ ...input, parameters });
}

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    ({ code, message, details }: { code: string; message: string; details?: object }) => ({
      code,
      message,
      ...details,
    }),
  );

test('a route gets its parameters, its query and its body in the shapes that it declares', async () => {
  const moves = [
    { kind: 'go', metres: 2 },
    { kind: 'turn', to: 'left' },
  ];
  expect(await ask('POST', '/robots/r%202/moves?dry=yes', { moves })).toEqual({
    robot: 'r 2',
    count: 2,
  });
  expect(await ask('PUT', '/robots/1/move', moves[0])).toEqual(moves[0]);
});

test('what is wrong in a body is told by path, with the action, the kinds that there are, and the names of that kind', async () => {
  const moves = [{ kind: 'go', meters: 2 }, { kind: 'fly' }, { kind: 'turn', to: 'up' }];
  expect(await refusalOf(ask('POST', '/robots/1/moves', { moves }))).toEqual({
    code: 'invalid_request',
    message: expect.stringContaining('move the robot') as string,
    issues: [
      { path: '/moves/0/metres', message: 'It is missing: expected a number.' },
      { path: '/moves/0/meters', message: expect.stringContaining('metres') as string },
      { path: '/moves/1/kind', message: 'Expected one of go, turn.' },
      { path: '/moves/2/to', message: 'Expected "left" or "right", got "up".' },
    ],
  });
  expect(
    await refusalOf(ask('PUT', '/robots/1/move', { kind: 'turn', too: 'left' })),
  ).toMatchObject({
    issues: [{ path: '/to' }, { path: '/too', message: expect.stringContaining('"to"') as string }],
  });
});

test('a query that has other names is refused, and one of a route that declares none is not looked at', async () => {
  const refused = await refusalOf(ask('POST', '/robots/1/moves?fast=1', { moves: [] }));
  expect(refused).toMatchObject({ issues: [{ path: '/fast' }] });
  expect(await ask('DELETE', '/robots/1?fast=1')).toEqual({ robot: '1' });
});

test('a body that a route does not declare is not read', async () => {
  expect(await ask('DELETE', '/robots/1', 'no object')).toEqual({ robot: '1' });
});

test('an unknown path is not found, and a method that a known path does not have is told those that it has', async () => {
  expect(await refusalOf(ask('GET', '/cars'))).toMatchObject({
    code: 'not_found',
    message: 'There is no such call.',
  });
  expect(await refusalOf(ask('PATCH', '/robots/1'))).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('use DELETE') as string,
  });
});

async function* count(): AsyncGenerator<object> {
  yield { n: 1 };
  yield { n: 2 };
}

test('lines are sent one by one, past proxies that would keep them back, written already or not', async () => {
  const written = new Blob(['{"n":1}\n{"n":2}\n']).stream();
  for (const lines of [count(), written]) {
    const response = await toLineResponse(lines, { requestId: 'r1' });
    expect(await response.text()).toBe('{"n":1}\n{"n":2}\n');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
      'x-request-id': 'r1',
    });
  }
});

test('a HEAD request gets the headers alone, and its lines end at once', async () => {
  const ended: string[] = [];
  async function* countForEver(): AsyncGenerator<object> {
    try {
      for (;;) yield {};
    } finally {
      ended.push('generator');
    }
  }
  const written = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => void ended.push('stream'),
  });
  for (const lines of [countForEver(), written]) {
    const response = await toLineResponse(lines, { requestId: 'r1' }, 'HEAD');
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    expect(response.body).toBe(null);
  }
  expect(ended).toEqual(['generator', 'stream']);
});
