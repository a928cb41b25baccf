import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** An account of the trial, and how to call as it. */
export interface TrialAccount {
  readonly id: string;
  readonly key: string;
  readonly recipes: Readonly<Record<'list' | 'slow', string>>;
}

/** One call, known by its idempotency key until its outcome is certain. */
export interface TrialCall {
  readonly account: TrialAccount;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey: string;
  /** Whether a try of it ended without an answer that tells what became of it. */
  isUncertain: boolean;
}

/** What a server answered, and when it was asked; all moments by one clock. */
export interface TrialAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly credits: number;
  readonly runId: string | undefined;
  readonly runStatus: string | undefined;
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** Asks the servers of a cluster, one at random each time. */
export interface TrialClient {
  /**
   * Makes a call, on any server, again and again with the same key while servers are lost or away or the key is in use. Resolves
   * to `undefined` where the time is over before the outcome is certain.
   */
  make(call: TrialCall, timeoutMs: number): Promise<TrialAnswer | undefined>;
  /** Asks one server once; `undefined` without an answer. */
  ask(input: {
    readonly url: string;
    readonly key: string;
    readonly path: string;
    readonly call?: TrialCall;
  }): Promise<TrialAnswer | undefined>;
  close(): Promise<void>;
}

/** Longer than any call takes that is not held up, and shorter than a process is stopped. */
const answerMs = 8_000;
const pauseMs = 200;

/** Makes a call of an account, with a key of its own. */
export function toCall(
  account: TrialAccount,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): TrialCall {
  return { account, path, body, idempotencyKey: randomUUID(), isUncertain: false };
}

/** Creates a client for the servers that are listed at the moment of each try. */
export function createTrialClient(
  listUrls: () => readonly string[],
  random: () => number,
): TrialClient {
  const dispatcher = new Agent({ connectTimeout: 2_000, connections: 64 });

  async function ask({
    url,
    key,
    path,
    call,
  }: Parameters<TrialClient['ask']>[0]): Promise<TrialAnswer | undefined> {
    const sentMs = performance.now();
    try {
      const response = await request(url + path, {
        method: call === undefined ? 'GET' : 'POST',
        dispatcher,
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'x-api-key': key,
          ...(call === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
          ...(call?.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: call?.body === undefined ? null : JSON.stringify(call.body),
      });
      const answer = (await response.body.json()) as WireAnswer;
      return {
        status: response.statusCode,
        code: answer.error?.code,
        credits: answer.credits_used ?? 0,
        runId: answer.data?.run_id,
        runStatus: answer.data?.run_status,
        sentMs,
        answeredMs: performance.now(),
      };
    } catch {
      // The server was killed, is stopped, or is not there.
      return undefined;
    }
  }

  return {
    ask,
    async make(call, timeoutMs) {
      const endMs = performance.now() + timeoutMs;
      for (;;) {
        const urls = listUrls();
        const url = urls[Math.floor(random() * urls.length)] ?? '';
        const answer = await ask({ url, key: call.account.key, path: call.path, call });
        const isAway = answer === undefined || answer.status >= 500;
        const isInUse = answer?.code === 'conflict';
        if (!isAway && !isInUse) return answer;
        call.isUncertain ||= isAway;
        if (performance.now() >= endMs) return undefined;
        await sleep(pauseMs);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

interface WireAnswer {
  readonly error?: { readonly code: string };
  readonly data?: { readonly run_id?: string; readonly run_status?: string };
  readonly credits_used?: number;
}
