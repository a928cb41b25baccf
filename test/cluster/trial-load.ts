import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../src/service/create-service.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import {
  toCall,
  type TrialAccount,
  type TrialAnswer,
  type TrialCall,
  type TrialClient,
} from './trial-client.ts';

/** What the clients of a trial were told, to be held against the books. */
export interface TrialTold {
  /** Credits of calls that are no runs, by account. */
  readonly credits: Map<string, number>;
  /** Calls whose outcome is not certain yet. */
  readonly uncertain: Set<TrialCall>;
  /** Runs that were acknowledged, and the account of each. */
  readonly runs: Map<string, string>;
  /** The final states that were seen of each run. */
  readonly ends: Map<string, Set<string>>;
  /** Runs whose cancelling was acknowledged. */
  readonly cancelled: Set<string>;
  /** When requests of the account with small limits were certainly begun: at some moment of each span. */
  readonly spans: { readonly fromMs: number; readonly toMs: number }[];
  /** What was seen to be wrong at once. */
  readonly wrong: string[];
  /** How often what came of what. */
  readonly counts: Map<string, number>;
}

export interface TrialLoad {
  readonly told: TrialTold;
  /** Resolves when the signal aborts and nothing is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Asks about every uncertain call until its outcome is certain. */
  settle(): Promise<void>;
}

export interface TrialLoadInput {
  readonly client: TrialClient;
  /** In this process, on the same database: for what is no call of the contract. */
  readonly service: Service;
  readonly accounts: readonly TrialAccount[];
  readonly limited: TrialAccount;
  readonly origin: string;
  readonly listUrls: () => readonly string[];
  readonly random: () => number;
  readonly callers: number;
}

const callMs = 20_000;
const settleMs = 60_000;
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
};

/** Creates the load of a trial: a mix of everything that clients do. */
export function createTrialLoad(input: TrialLoadInput): TrialLoad {
  const { client, service, accounts, limited, origin, listUrls, random, callers } = input;
  const told: TrialTold = {
    credits: new Map(),
    uncertain: new Set(),
    runs: new Map(),
    ends: new Map(),
    cancelled: new Set(),
    spans: [],
    wrong: [],
    counts: new Map(),
  };
  const answered: { readonly call: TrialCall; readonly answer: TrialAnswer }[] = [];
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)];
  const count = (name: string): void =>
    void told.counts.set(name, (told.counts.get(name) ?? 0) + 1);
  const nextAccount = (): TrialAccount => one(accounts) ?? limited;

  const extraction = (account: TrialAccount): TrialCall =>
    toCall(account, '/smartscraper', {
      website_url: `${origin}/lamps/${below(1_000)}`,
      user_prompt: 'The name and the price',
      output_schema: schema,
    });
  const scrape = (account: TrialAccount): TrialCall =>
    toCall(account, '/scrape', {
      website_url: `${origin}/lamps/${below(1_000)}`,
      format: 'markdown',
    });
  /** Makes a call, and keeps what it was told. */
  async function make(call: TrialCall, timeoutMs = callMs): Promise<TrialAnswer | undefined> {
    told.uncertain.add(call);
    const answer = await client.make(call, timeoutMs);
    if (answer === undefined) return undefined;
    const isGood = answer.status < 300;
    // A try that was lost may still be on its way in a process that is stopped.
    if (!isGood && call.isUncertain) return answer;
    told.uncertain.delete(call);
    count(`${call.path.split('/')[1]} ${answer.code ?? answer.status}`);
    if (!isGood) return answer;
    const { id } = call.account;
    if (answer.runId === undefined) {
      told.credits.set(id, (told.credits.get(id) ?? 0) + answer.credits);
    } else {
      told.runs.set(answer.runId, id);
    }
    if (id !== limited.id && answered.length < 10_000) answered.push({ call, answer });
    return answer;
  }

  async function repeat(): Promise<void> {
    const known = one(answered);
    if (known === undefined) return;
    const again = await client.make(known.call, callMs);
    if (again === undefined) return;
    count('repeats');
    const { credits, runId, status } = known.answer;
    if (again.status !== status || again.credits !== credits || again.runId !== runId) {
      told.wrong.push(
        `A repeated request got ${JSON.stringify(again)}, not ${JSON.stringify(known.answer)}.`,
      );
    }
  }

  async function poll(): Promise<void> {
    const [runId, id] = one([...told.runs].slice(-40)) ?? [];
    const account = [...accounts, limited].find((each) => each.id === id);
    if (runId === undefined || account === undefined) return;
    const { key } = account;
    const answer = await client.ask({
      url: one(listUrls()) ?? '',
      key,
      path: `/smartbrowse/runs/${runId}`,
    });
    if (answer === undefined || answer.status >= 500) return;
    count('polls');
    const { runStatus, status } = answer;
    if (status !== 200) told.wrong.push(`The poll of run ${runId} was answered with ${status}.`);
    if (runStatus !== undefined && isFinal(runStatus)) {
      told.ends.set(runId, (told.ends.get(runId) ?? new Set()).add(runStatus));
    }
  }

  /** A run that waits for a slow page is cancelled by another process than the one that works on it. */
  async function cancel(): Promise<void> {
    const account = nextAccount();
    const answer = await make(dispatch(account, 'slow'));
    if (answer?.runId === undefined) return;
    await sleep(below(3_000));
    try {
      await service.cancelRun({ account: account.id, id: answer.runId });
      told.cancelled.add(answer.runId);
      count('cancelled');
    } catch (error) {
      // It has ended, or the database is away.
      if (!isGleanerError(error)) throw error;
    }
  }

  /** A key that was revoked is refused by every server from then on. */
  async function revoke(): Promise<void> {
    const { id: account } = nextAccount();
    try {
      const created = await service.keys.create({ account, label: 'for a moment' });
      await service.keys.revoke({ account, id: created.id });
      for (const url of listUrls()) {
        const answer = await client.ask({ url, key: created.key, path: '/smartbrowse/usage' });
        if (answer !== undefined && answer.status !== 401 && answer.status < 500) {
          told.wrong.push(`A revoked key was answered with ${answer.status}.`);
        }
      }
      count('revocations');
    } catch (error) {
      if (!isGleanerError(error, 'service_unavailable')) throw error;
    }
  }

  const mix: readonly (readonly [weight: number, act: () => Promise<unknown>])[] = [
    [30, () => make(extraction(nextAccount()))],
    [20, () => make(scrape(nextAccount()))],
    [10, () => make(dispatch(nextAccount()))],
    [12, repeat],
    [20, poll],
    [2, cancel],
    [2, revoke],
  ];
  const total = mix.reduce((sum, [weight]) => sum + weight, 0);

  async function keepCalling(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let left = random() * total;
      const [, act] = mix.find(([weight]) => (left -= weight) < 0) ?? [];
      await act?.();
      await sleep(below(200));
    }
  }

  /** Asks for much more than the limits of its account allow. */
  async function keepPressing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const call = random() < 0.2 ? dispatch(limited) : scrape(limited);
      const answer = await make(call, callMs);
      if (answer !== undefined && answer.status < 300 && !call.isUncertain) {
        told.spans.push({ fromMs: answer.sentMs, toMs: answer.answeredMs });
      }
      await sleep(below(300));
    }
  }

  return {
    told,
    async run(signal) {
      await Promise.all([
        ...Array.from({ length: callers }, () => keepCalling(signal)),
        ...Array.from({ length: 4 }, () => keepPressing(signal)),
      ]);
    },
    async settle() {
      const left = [...told.uncertain];
      const settleNext = async (): Promise<void> => {
        for (let call = left.pop(); call !== undefined; call = left.pop()) {
          call.isUncertain = false;
          await make(call, settleMs);
        }
      };
      await Promise.all(Array.from({ length: 4 }, settleNext));
    },
  };
}

/** Whether a run in this state has ended. */
export function isFinal(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function dispatch(account: TrialAccount, recipe: 'list' | 'slow' = 'list'): TrialCall {
  return toCall(account, `/smartbrowse/recipes/${account.recipes[recipe]}/run`);
}
