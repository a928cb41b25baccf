import type * as doors from '../../src/index.ts';
import type { PageRequest } from '../../src/index.ts';
import type { AttackOperation } from './attack-operations.ts';
import { deadlineMs } from './hostile-page.ts';
import { ordinaryPage } from './ordinary-page.ts';
import { plainModel } from '../support/plain-model.ts';
import { watchLoop } from './watch-loop.ts';

/** What of the package is attacked: of the sources, or as it is built. */
export type AttackedDoors = Pick<
  typeof doors,
  'createEgress' | 'createGleaner' | 'httpFetcher' | 'isGleanerError' | 'memoryLedger'
>;

/** A response, or what a model answers, as the attacker sends it. */
export interface AttackInput {
  readonly body: string | Uint8Array;
  /** Of a server on loopback that sends the page in the place of `body`. */
  readonly url?: string | undefined;
  readonly contentType: string;
  readonly status: number;
  /** What the model answers each time; `undefined` is a plausible answer that needs one repair. */
  readonly answer: string | undefined;
}

/** How a call fared, as seen from inside its process. */
export interface TrialReport {
  /** `ok`, `code` or `code/reason`; for anything else `untyped: ` and the error. */
  readonly outcome: string;
  readonly ms: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** The most CPU time that the calling thread took without a pause. */
  readonly busyMaxMs: number;
  /** Of all threads of the process. */
  readonly cpuMs: number;
  /** Credits that the call was charged. */
  readonly credits: number;
  /** Credits that are still held after the call. */
  readonly held: number;
  /** Time of the ordinary call that follows, and what such calls took before the attack. */
  readonly nextMs: number;
  readonly usualMs: number;
  /** Why the result cannot be passed on as JSON, or pollutes what it is merged into; `undefined` for a sound one. */
  readonly unsound: string | undefined;
  /** Errors that nothing caught. */
  readonly uncaught: readonly string[];
}

/** An engine under attack. */
export interface Target {
  /** Makes ordinary calls until they take as long as ever, and notes their time. */
  warmUp(): Promise<void>;
  /** Makes one call, and an ordinary one after it. */
  attack(input: AttackInput, operation: AttackOperation): Promise<TrialReport>;
  close(): Promise<void>;
}

const account = 'attacked';
const hostileUrl = 'https://hostile.example/';
const ordinaryUrl = 'https://shop.example/';
const warmUpCalls = 20;
const measuredCalls = 9;
const ordinaryBody = Buffer.from(ordinaryPage());

/** Creates an engine with a finite account, whose pages and model are those of the attack. */
export function createTarget({
  createEgress,
  createGleaner,
  httpFetcher,
  isGleanerError,
  memoryLedger,
}: AttackedDoors): Target {
  const ledger = memoryLedger({ accounts: { [account]: 1_000_000 } });
  let input: AttackInput | undefined;
  let body: Uint8Array = new Uint8Array();
  let modelCalls = 0;
  let usualMs = 0;
  const uncaught: string[] = [];
  const note = (error: unknown): void => void uncaught.push(String(error));
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);

  const egress = { allowPrivate: ['127.0.0.1/32'] };
  const remote = httpFetcher({ egress: createEgress(egress) });
  const parts = {
    ledger,
    egress,
    browser: false,
    limits: { requestsPerMinute: Infinity, inFlight: Infinity },
    fetcher: {
      name: 'attack',
      fetch: async (request: PageRequest) =>
        input !== undefined && request.url === input.url
          ? remote.fetch(request)
          : {
              url: request.url,
              status: input?.status ?? 200,
              headers: { 'content-type': input?.contentType ?? 'text/html; charset=utf-8' },
              // A copy: the receiver may transfer the bytes to another thread.
              body: new Uint8Array(input === undefined ? ordinaryBody : body),
            },
    },
  } as const;
  const model = plainModel(() => {
    modelCalls += 1;
    return input?.answer ?? (modelCalls === 1 && input !== undefined ? badAnswer : answer);
  });
  const engines = {
    withModel: createGleaner({ ...parts, model }),
    withoutModel: createGleaner(parts),
  };
  const call = { account, timeoutMs: deadlineMs };

  async function timeOrdinaryCall(): Promise<number> {
    input = undefined;
    const startedMs = performance.now();
    await engines.withoutModel.scrape({ url: ordinaryUrl, format: 'markdown' }, call);
    await engines.withModel.extract(
      { url: ordinaryUrl, prompt: 'The product', schema: { type: 'object' } },
      call,
    );
    return performance.now() - startedMs;
  }

  return {
    async warmUp() {
      for (let count = 0; count < warmUpCalls; count += 1) await timeOrdinaryCall();
      const times: number[] = [];
      while (times.length < measuredCalls) times.push(await timeOrdinaryCall());
      usualMs = times.sort((a, b) => a - b)[Math.floor(measuredCalls / 2)] ?? 0;
    },

    async attack(hostile, operation) {
      input = hostile;
      body = typeof hostile.body === 'string' ? Buffer.from(hostile.body) : hostile.body;
      modelCalls = 0;
      uncaught.length = 0;
      const { balance: before } = await ledger.balance(account);
      const endWatch = watchLoop();
      const cpu = process.cpuUsage();
      const startedMs = performance.now();
      const ended = await operation.run(engines, hostile.url ?? hostileUrl, call).then(
        (result) => ({ outcome: 'ok', result }),
        (error: unknown) => ({ outcome: toOutcome(error), result: undefined }),
      );
      const ms = performance.now() - startedMs;
      const loop = endWatch();
      const { user, system } = process.cpuUsage(cpu);
      const { balance, held } = await ledger.balance(account);
      const nextMs = await timeOrdinaryCall().catch((error: unknown) => {
        note(error);
        return Infinity;
      });
      return {
        outcome: ended.outcome,
        ms,
        loopP99Ms: loop.p99Ms,
        loopMaxMs: loop.maxMs,
        busyMaxMs: loop.busyMaxMs,
        cpuMs: (user + system) / 1_000,
        credits: before - balance,
        held,
        nextMs,
        usualMs,
        unsound: findFault(ended.result),
        uncaught: [...uncaught],
      };
    },

    async close() {
      process.off('uncaughtException', note);
      process.off('unhandledRejection', note);
      await engines.withModel.close();
      await engines.withoutModel.close();
      await remote.close?.();
    },
  };

  function toOutcome(error: unknown): string {
    if (!isGleanerError(error)) return `untyped: ${String(error).slice(0, 200)}`;
    const reason =
      error.details !== undefined && 'reason' in error.details ? error.details.reason : '';
    return [error.code, reason].filter(Boolean).join('/');
  }
}

/** Why a result cannot be passed on, or `undefined`. */
function findFault(result: unknown): string | undefined {
  if ('polluted' in {}) return 'Object.prototype was polluted';
  try {
    JSON.stringify(result);
  } catch (error) {
    return String(error).slice(0, 200);
  }
  const rest: unknown[] = [result];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    if (Object.hasOwn(value, '__proto__')) return 'a member is named __proto__';
    for (const member of Object.values(value)) rest.push(member);
  }
  return undefined;
}

/** Needs one repair: the price is missing. */
const badAnswer = '{"name":"Brass lamp","tags":["lamp"]}';
const answer = JSON.stringify({
  name: 'Brass lamp',
  price: 51.77,
  tags: ['lamp', 'brass', 'night'],
  items: Array.from({ length: 50 }, (_, at) => ({ name: `Lamp ${at}`, price: at })),
});
