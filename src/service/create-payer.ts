import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Ledger } from '../contracts/ledger.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import type { ChargeContext } from '../operations/charge.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import {
  chargeWithReceipt,
  type PaidCall,
  type PaidResult,
  type Payer,
  type Receipt,
} from '../operations/run-paid-call.ts';
import { findSpender } from './find-spender.ts';
import type { ServiceContext } from './service-context.ts';

/** How long an idempotency key is kept: 24 hours. */
export const answerKeptMs: number = 24 * 60 * 60 * 1_000;

export interface PayerOptions {
  readonly account: string;
  readonly call: Pick<CallOptions, 'signal' | 'timeoutMs' | 'idempotencyKey'>;
}

/** What is kept of an answer, to be given again. */
interface KeptAnswer<Result> {
  readonly result: Result;
  readonly receipt: Omit<Receipt, 'creditsRemaining'>;
}

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/** Pays for a call with the credits of an account of the store: its standing first, then its caps, then its credits. */
export function createPayer({ account, call }: PayerOptions, context: ServiceContext): Payer {
  const { store, clock } = context;
  const { signal, timeoutMs, idempotencyKey: key } = call;

  return {
    async pay<Result>(paid: PaidCall, work: Work<Result>): Promise<PaidResult<Result>> {
      const { plan } = await findSpender(account, context);
      const charging: ChargeContext = {
        ...context.gleaner.parts,
        ledger: store.ledger,
        throttle: context.throttle,
        capsOf: () => plan,
      };
      const options = { account, signal, timeoutMs };
      if (key === undefined) return chargeWithReceipt(paid.credits, options, charging, work);

      const digest = digestOf(paid.question);
      const nowMs = clock.nowMs();
      const begun = { account, key, digest, nowMs, expiresAtMs: nowMs + answerKeptMs };
      const state = await store.answers.begin(begun);
      if (state.state === 'busy') throw underWay();
      if (state.state === 'answered') {
        const { balance, held } = await store.ledger.balance(account);
        const { result, receipt } = fromStored(state.value);
        // Kept under a digest of the same question, asked through the same code.
        return {
          result: result as Result,
          receipt: { ...receipt, creditsRemaining: balance - held },
        };
      }
      try {
        return await chargeAndKeep({ key, credits: paid.credits, options, charging, work });
      } catch (error) {
        await store.answers.forget({ account, key });
        throw error;
      }
    },
  };

  /** Keeps the answer in the very transaction that posts its hold, so that no crash makes a second try pay again. */
  async function chargeAndKeep<Result>({
    key,
    credits,
    options,
    charging,
    work,
  }: KeptCall<Result>): Promise<PaidResult<Result>> {
    const { ledger } = store;
    const startedMs = clock.monotonicMs();
    const first = { requestId: charging.createId(), latencyMs: 0 };
    let result: Result | undefined;
    const keeping: Ledger = {
      name: ledger.name,
      hold: (request) => ledger.hold(request),
      void: (holdId) => ledger.void(holdId),
      balance: (id) => ledger.balance(id),
      grant: (id, granted) => ledger.grant(id, granted),
      post(holdId, creditsUsed) {
        first.latencyMs = Math.round(clock.monotonicMs() - startedMs);
        const value = toStored({ result, receipt: { ...first, creditsUsed } });
        return store.answers.complete({
          account,
          key,
          value,
          post: { holdId, credits: creditsUsed },
        });
      },
    };
    const paid = await chargeWithReceipt(
      credits,
      options,
      { ...charging, ledger: keeping },
      async (workSignal) => (result = await work(workSignal)),
    );
    return { result: paid.result, receipt: { ...paid.receipt, ...first } };
  }
}

interface KeptCall<Result> {
  readonly key: string;
  readonly credits: number;
  readonly options: CallOptions;
  readonly charging: ChargeContext;
  readonly work: Work<Result>;
}

/** Answers may hold bytes, which JSON has none of. */
function toStored(answer: KeptAnswer<unknown>): string {
  return serialize(answer).toString('base64');
}

function fromStored(value: unknown): KeptAnswer<unknown> {
  return deserialize(Buffer.from(String(value), 'base64')) as KeptAnswer<unknown>;
}

/** What tells one question from another under the same idempotency key. */
export function digestOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64');
}

/** The error for a key whose first try has not ended. */
export function underWay(): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    'A request with this idempotency key is under way: wait for its answer, then ask again.',
  );
}
