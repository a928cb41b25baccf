import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { Pool } from 'undici';
import { attack } from '../test/http/attack.ts';
import { toMedianFigure } from './run-bench.ts';

/** What the HTTP side takes, with pages and a model that cost nothing: only our own work is left. */
const options = new Command('bench:http')
  .description('Requests a second under load, against the least a server can do, and under attack.')
  .option('--seconds <n>', 'of load, in all', Number, 30)
  .option('--callers <n>', 'callers at once', Number, 200)
  .option('--store <name>', 'memory or sqlite', 'sqlite')
  .option('--attack', 'malformed requests and slow sockets as well')
  .option('--malformed <n>', 'malformed requests of the attack', Number, 20_000)
  .option('--slow <n>', 'slow sockets of the attack', Number, 1_000)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    seconds: number;
    callers: number;
    store: string;
    attack?: boolean;
    malformed: number;
    slow: number;
    json?: boolean;
  }>();

/** The contract's figures. */
const extractionsTarget = 300;
const ratioTarget = 0.5;
const attackP99TargetMs = 200;
/** Long against the timer, and short enough that a slow moment of the machine hits all that is compared. */
const sliceMs = 1_000;

const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-bench-'));
const own = start('http-process.ts', options.store === 'sqlite' ? [folder] : []);
const bare = start('bare-process.ts', []);
const replacing = start('bare-process.ts', ['replace']);
const server = (await readLine(own)) as {
  readonly url: string;
  readonly key: string;
  readonly runId: string;
};
const ownPool = new Pool(server.url, { connections: options.callers });
const barePool = await openPool(bare);
const replacingPool = await openPool(replacing);
const keyHeader = { 'x-api-key': server.key };
const extraction = {
  method: 'POST',
  path: '/v1/smartscraper',
  headers: { ...keyHeader, 'content-type': 'application/json' },
  body: JSON.stringify({
    website_url: 'https://shop.test/lamp',
    user_prompt: 'the price',
    output_schema: {
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number' } },
    },
  }),
} as const;
const poll = {
  method: 'GET',
  path: `/v1/smartbrowse/runs/${server.runId}`,
  headers: keyHeader,
} as const;
const usage = { method: 'GET', path: '/v1/smartbrowse/usage', headers: keyHeader } as const;
const hello = { method: 'GET', path: '/', headers: {} } as const;

type Asked = typeof extraction | typeof poll | typeof usage | typeof hello;

let extractions = 0;
let errors = 0;
const latenciesMs: number[] = [];
const rounds: Record<'extract' | 'poll' | 'usage' | 'bare' | 'replacing', number>[] = [];

await slice(extraction, ownPool, sliceMs);
await slice(poll, ownPool, sliceMs / 2);
await slice(usage, ownPool, sliceMs / 2);
await slice(hello, barePool, sliceMs / 2);
await slice(hello, replacingPool, sliceMs / 2);
latenciesMs.length = 0;
// Two thirds of the time for extractions, the rest for what is compared with the bare server.
for (let spentMs = 0; spentMs < options.seconds * 1_000; spentMs += 3 * sliceMs) {
  rounds.push({
    extract: await slice(extraction, ownPool, 2 * sliceMs),
    poll: await slice(poll, ownPool, sliceMs / 4),
    bare: await slice(hello, barePool, sliceMs / 4),
    usage: await slice(usage, ownPool, sliceMs / 4),
    replacing: await slice(hello, replacingPool, sliceMs / 4),
  });
}
await Promise.all([ownPool.close(), barePool.close(), replacingPool.close()]);

const attacked =
  options.attack === true
    ? await attack({
        url: server.url,
        malformedRequests: options.malformed,
        slowSockets: options.slow,
      })
    : undefined;
for (const { child } of [own, bare, replacing]) child.stdin.end();
const books = (await readLine(own)) as {
  readonly spent: number;
  readonly held: number;
  readonly uncaught: readonly string[];
};
await once(own.child, 'close');
rmSync(folder, { recursive: true });

latenciesMs.sort((a, b) => a - b);
// Five credits for each, and not one for anything else.
const wrongCredits = Math.abs(books.spent - 5 * extractions) + books.held;
const figures = {
  'extractions per second': toMedianFigure(
    rounds.map(({ extract }) => extract),
    extractionsTarget,
  ),
  'p99 of an extraction in ms': toMedianFigure([share(latenciesMs, 0.99)]),
  'poll / bare server': toMedianFigure(
    rounds.map((round) => round.poll / round.bare),
    ratioTarget,
  ),
  'usage / bare server': toMedianFigure(
    rounds.map((round) => round.usage / round.bare),
    ratioTarget,
  ),
  'poll / bare server that replaces the global Response': toMedianFigure(
    rounds.map((round) => round.poll / round.replacing),
  ),
  'usage / bare server that replaces the global Response': toMedianFigure(
    rounds.map((round) => round.usage / round.replacing),
  ),
  'polls per second': toMedianFigure(rounds.map((round) => round.poll)),
  'bare answers per second': toMedianFigure(rounds.map((round) => round.bare)),
  errors: toMedianFigure([errors], 0, true),
  'credits that the books are wrong by': toMedianFigure([wrongCredits], 0, true),
  ...(attacked === undefined
    ? {}
    : {
        'p99 of a good request under attack in ms': toMedianFigure(
          [share(attacked.goodMs, 0.99)],
          attackP99TargetMs,
          true,
        ),
        'good requests that failed under attack': toMedianFigure(
          [attacked.badStatuses.length],
          0,
          true,
        ),
        'malformed requests without a right answer': toMedianFigure(
          [attacked.wrongAnswers.length],
          0,
          true,
        ),
        'uncaught exceptions': toMedianFigure([books.uncaught.length], 0, true),
      }),
};
for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(
    `${name.padEnd(54)} ${value.toFixed(2)} [${range}]${target === null ? '' : `  target ${target}`}`,
  );
}
for (const fault of [...(attacked?.wrongAnswers.slice(0, 5) ?? []), ...books.uncaught])
  console.log(fault);
if (options.json === true) console.log(JSON.stringify({ bench: 'http', figures }));

interface Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
}

function start(script: string, parameters: readonly string[]): Server {
  const file = path.join(import.meta.dirname, '../test/servers', script);
  const child = spawn(execPath, [file, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function openPool(server: Server): Promise<Pool> {
  const { url } = (await readLine(server)) as { readonly url: string };
  return new Pool(url, { connections: options.callers });
}

async function readLine({ lines }: Server): Promise<unknown> {
  const { value } = await lines.next();
  return JSON.parse(String(value));
}

/** Asks the same again and again, from all callers, and gives the answers a second. */
async function slice(asked: Asked, pool: Pool, durationMs: number): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  let answers = 0;
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < endMs) {
        const beginMs = performance.now();
        const { statusCode, body } = await pool.request(asked);
        await body.dump();
        answers += 1;
        if (statusCode !== 200) errors += 1;
        if (asked !== extraction) continue;
        latenciesMs.push(performance.now() - beginMs);
        if (statusCode === 200) extractions += 1;
      }
    }),
  );
  return (answers * 1_000) / (performance.now() - startedMs);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}
