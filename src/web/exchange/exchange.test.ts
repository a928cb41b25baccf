import { expect, test } from 'vitest';
import { createPathTable, readJsonBody } from './exchange.ts';

function createTable() {
  const table = createPathTable<string>('There is no such path.');
  table.add('GET', '/runs', 'list');
  table.add('GET', '/runs/{id}', 'show');
  table.add('DELETE', '/runs/{id}', 'remove');
  table.add('POST', '/recipes/{id}/run', 'run');
  return table;
}

test('a path is found with the methods it has', () => {
  const table = createTable();
  expect(table.find('/runs')).toEqual({ targets: new Map([['GET', 'list']]), parameters: {} });
  expect([...(table.find('/runs/a')?.targets.keys() ?? [])]).toEqual(['GET', 'DELETE']);
});

test('parameters are whole segments, percent-decoded where that is possible', () => {
  const table = createTable();
  const idOf = (path: string) => table.find(path)?.parameters['id'];
  expect(idOf('/runs/a%2Fb')).toBe('a/b');
  expect(idOf('/runs/%zz')).toBe('%zz');
  expect(idOf('/recipes/__proto__/run')).toBe('__proto__');
});

test.each(['', '/', '/runs/', '/runs/a/b', '/recipes//run', '/recipes/a', '/RUNS', '/runs?a'])(
  'any other path is not found: "%s"',
  (path) => {
    expect(createTable().find(path)).toBeUndefined();
  },
);

test('a body of a named length is read as a whole, without a stream of it', async () => {
  const request = toRequest('{"a":1}', { 'content-length': '7' });
  Object.defineProperty(request, 'body', { value: 'no stream' });
  expect(await read(request)).toEqual({ a: 1 });
});

test.each([
  ['of no named length', {}],
  ['of another length than it names', { 'content-length': '9' }],
])('a body that is too large is refused, also one %s', async (_, headers) => {
  const body = JSON.stringify({ a: 'x'.repeat(20) });
  await expect(read(toRequest(body, headers))).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await read(toRequest('{"a":"x"}', headers))).toEqual({ a: 'x' });
});

function toRequest(body: string, headers: Readonly<Record<string, string>>): Request {
  return new Request('https://service.test/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

function read(request: Request, maxBytes = 10): ReturnType<typeof readJsonBody> {
  return readJsonBody(request, new AbortController().signal, { maxBytes, maxNodes: 10 });
}

test('a body that is no JSON is refused with its place, and with nothing of what stands there', async () => {
  const secret = toRequest('{"a": 1,\n"b": hunter2}', {});
  await expect(read(secret, 100)).rejects.toThrow(
    'It is no JSON: line 2, column 6: expected a value.',
  );
  const latin1 = new Request('http://a.example/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Uint8Array.of(0x7b, 0xff, 0x7d),
  });
  await expect(read(latin1)).rejects.toThrow('It is not in UTF-8.');
});
