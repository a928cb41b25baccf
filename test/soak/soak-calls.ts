import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';

/** An account of the soak, and how to call as it. */
export interface SoakCaller {
  readonly account: string;
  readonly key: string;
  readonly recipes: Readonly<Record<'list' | 'loop', string>>;
}

/** One call, known by its idempotency key until its outcome is certain. */
export interface SoakCall {
  readonly caller: SoakCaller;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey: string;
  /** Whether the call dispatches a run, which has to be polled. */
  readonly isRun: boolean;
}

/** What came of a call: the credits it was charged, and how it ended. */
export interface SoakOutcome {
  readonly credits: number;
  /** `completed`, or the code of the error; of a run its status. */
  readonly ended: string;
}

/** Asks the server and keeps what it was told; the server may be replaced by a new process. */
export interface SoakClient {
  url: string;
  /** Resolves to `undefined` when no response came, so that the outcome is unknown. */
  make(call: SoakCall, signal: AbortSignal): Promise<SoakOutcome | undefined>;
  close(): Promise<void>;
}

const pollMs = 250;

export function createSoakClient(url: string): SoakClient {
  const dispatcher = new Agent({ headersTimeout: 200_000, bodyTimeout: 200_000 });
  const client: SoakClient = {
    url,
    async make(call, signal) {
      try {
        return await send(call, signal);
      } catch {
        // Aborted, or the server was lost: to be asked again with the same key.
        return undefined;
      }
    },
    close: () => dispatcher.close(),
  };

  async function ask(
    call: SoakCall,
    path: string,
    method: Dispatcher.HttpMethod,
    signal: AbortSignal,
  ): Promise<Answer> {
    const response = await request(client.url + path, {
      method,
      dispatcher,
      signal,
      headers: {
        'x-api-key': call.caller.key,
        ...(method === 'GET' ? {} : { 'idempotency-key': call.idempotencyKey }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: method === 'GET' || call.body === undefined ? null : JSON.stringify(call.body),
    });
    return (await response.body.json()) as Answer;
  }

  async function send(call: SoakCall, signal: AbortSignal): Promise<SoakOutcome> {
    for (;;) {
      const answer = await ask(call, call.path, 'POST', signal);
      const code = answer.error?.code;
      // The process that the key's first call was made to still works on it, or died with it.
      const isUnderWay = code === 'conflict';
      if (isUnderWay) {
        await sleep(pollMs, undefined, { signal });
        continue;
      }
      if (answer.status === 'queued') return await followRun(call, answer, signal);
      return { credits: answer.credits_used ?? 0, ended: code ?? answer.status };
    }
  }

  async function followRun(
    call: SoakCall,
    { data }: Answer,
    signal: AbortSignal,
  ): Promise<SoakOutcome> {
    for (;;) {
      const answer = await ask(
        call,
        `/smartbrowse/runs/${String(data?.['run_id'])}`,
        'GET',
        signal,
      );
      const status = String(answer.data?.['run_status']);
      if (['completed', 'failed', 'cancelled'].includes(status)) {
        return { credits: Number(answer.data?.['credits_used']), ended: `run ${status}` };
      }
      await sleep(pollMs, undefined, { signal });
    }
  }

  return client;
}

interface Answer {
  readonly status: string;
  readonly error?: { readonly code: string };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly credits_used?: number;
}

/** Makes the next call of the mix: mostly what users do, now and then what they had better not. */
export function chooseCall(caller: SoakCaller, origin: string, random: () => number): SoakCall {
  const number = Math.floor(random() * 500);
  const [, make] = pick(mix, random);
  const { path, isRun = false, ...rest } = make(caller, origin, number);
  const body = 'body' in rest ? rest.body : undefined;
  return { caller, path, body, isRun, idempotencyKey: randomUUID() };
}

/** Makes a call that runs the recipe of the list. */
export function toRun(caller: SoakCaller): SoakCall {
  const { path } = run('list')(caller);
  return { caller, path, body: undefined, isRun: true, idempotencyKey: randomUUID() };
}

interface MixedCall {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly isRun?: boolean;
}

type Mix = readonly (readonly [
  weight: number,
  make: (caller: SoakCaller, origin: string, number: number) => MixedCall,
])[];

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
};

const scrape =
  (format: string, page: string) => (_: SoakCaller, origin: string, number: number) => ({
    path: '/scrape',
    body: { website_url: `${origin}/${page}/${number}`, format },
  });
const extract =
  (page: string, more: object) => (_: SoakCaller, origin: string, number: number) => ({
    path: '/smartscraper',
    body: {
      website_url: `${origin}/${page}/${number}`,
      user_prompt: 'The name and the price',
      ...more,
    },
  });
const run = (name: 'list' | 'loop') => (caller: SoakCaller) => ({
  path: `/smartbrowse/recipes/${caller.recipes[name]}/run`,
  isRun: true,
});

const mix: Mix = [
  [20, scrape('markdown', 'lamps')],
  [6, scrape('html', 'lamps')],
  [4, scrape('pdf', 'lamps')],
  [4, scrape('markdown', 'app')],
  [8, scrape('markdown', 'hostile')],
  [2, scrape('markdown', 'gone')],
  [12, extract('lamps', { output_schema: schema })],
  [6, extract('lamps', {})],
  [3, extract('app', { output_schema: schema })],
  [5, extract('hostile', { output_schema: schema })],
  [3, extract('lamps', { max_age: 60, output_schema: schema })],
  [6, run('list')],
  [0.3, run('loop')],
  [0.2, scrape('markdown', 'memory')],
  [2, () => ({ path: '/scrape', body: { website_url: 'not a URL' } })],
];

function pick<Weighted extends readonly [number, ...unknown[]]>(
  from: readonly Weighted[],
  random: () => number,
): Weighted {
  let left = random() * from.reduce((sum, [weight]) => sum + weight, 0);
  for (const each of from) {
    left -= each[0];
    if (left < 0) return each;
  }
  const last = from.at(-1);
  if (last === undefined) throw new Error('There is nothing to pick from.');
  return last;
}
