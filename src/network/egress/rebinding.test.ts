import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientPool } from './create-client-pool.ts';
import { createEgress, type Egress } from './create-egress.ts';
import { createFilteringProxy } from './create-filtering-proxy.ts';

/** Stands for a public address. */
const open = '127.0.0.2';
const closed = '127.0.0.1';
const turns = 12;
const hits = { [open]: 0, [closed]: 0 };
const servers: Server[] = [];
let port = 0;

beforeAll(async () => {
  for (const address of [open, closed] as const) {
    const server = createServer((_request, response) => {
      hits[address] += 1;
      response.writeHead(200, { connection: 'close' }).end(address);
    });
    servers.push(server);
    server.listen(port, address);
    await once(server, 'listening');
    const bound = server.address();
    port = bound !== null && typeof bound === 'object' ? bound.port : 0;
  }
});
afterAll(() => {
  for (const server of servers) server.close();
});

test.each([
  ['in the clear through the proxy of the browser', askProxy('GET')],
  ['in a tunnel through the proxy of the browser', askProxy('CONNECT')],
  ['by the pool of webhooks and fetchers', askPool],
])(
  'a name whose addresses change from answer to answer leads to checked ones alone, %s',
  async (_way, ask) => {
    hits[open] = hits[closed] = 0;
    let answers = 0;
    const egress = createEgress({
      allowPrivate: [`${open}/32:${port}`],
      lookup: async () => {
        answers += 1;
        return [{ address: answers % 2 === 1 ? open : closed, family: 4 }];
      },
    });
    const outcomes: boolean[] = [];
    for (let turn = 0; turn < turns; turn += 1) outcomes.push(await ask(egress));
    expect(outcomes).toEqual(Array.from({ length: turns }, (_, turn) => turn % 2 === 0));
    expect(answers).toBe(turns);
    expect(hits[closed]).toBe(0);
  },
);

test('the closed address is reached by whoever is not guarded', async () => {
  hits[closed] = 0;
  const sent = request({ host: closed, port }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(hits[closed]).toBe(1);
});

function askProxy(method: 'GET' | 'CONNECT'): (egress: Egress) => Promise<boolean> {
  return async (egress) => {
    const proxy = await createFilteringProxy({ egress, ownHost: 'own.invalid', maxBytes: 100_000 });
    const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
    const authority = `rebinding.example:${port}`;
    const sent = request({
      host: '127.0.0.1',
      port: proxy.port,
      method,
      path: method === 'GET' ? `http://${authority}/` : authority,
      agent: false,
      headers: { 'proxy-authorization': `Basic ${credentials}` },
    }).end();
    const [answer] = (await once(sent, method === 'GET' ? 'response' : 'connect')) as [
      IncomingMessage,
    ];
    answer.destroy();
    proxy.close();
    return answer.statusCode === 200;
  };
}

async function askPool(egress: Egress): Promise<boolean> {
  const pool = createClientPool(egress);
  const signal = AbortSignal.timeout(10_000);
  try {
    const lease = await pool.lease(egress.parseUrl(`http://rebinding.example:${port}/`), signal);
    const { body } = await lease.send({
      method: 'POST',
      path: '/',
      headers: {},
      body: 'x',
      maxResponseBytes: 10_000,
      signal,
    });
    return (await body.text()) === open;
  } catch {
    return false;
  } finally {
    await pool.close();
  }
}
