import { deserialize, serialize } from 'node:v8';
import type { Ledger } from '../contracts/ledger.ts';
import type { ChargeContext } from '../operations/charge.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { PaidCall, PaidResult, Payer, Receipt } from '../operations/payer.ts';
import { chargeWithReceipt } from '../operations/run-paid-call.ts';
import { requireSpender } from './require-account.ts';
import type { ServiceContext } from './service-context.ts';

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
  const options = { account, signal, timeoutMs };

  return {
    pay<Result>(paid: PaidCall, work: Work<Result>): Promise<PaidResult<Result>> {
      if (key === undefined) return chargeCall(paid, work);
      const asked = { account, key, question: paid.question, signal };
      return context.answers.answerOnce(asked, {
        recall: (value) => recall<Result>(value),
        work: () => chargeAndKeep(paid, key, work),
      });
    },
  };

  async function chargeCall<Result>(
    paid: PaidCall,
    work: Work<Result>,
  ): Promise<PaidResult<Result>> {
    return chargeWithReceipt(paid.credits, options, await openCharge(), work);
  }

  async function openCharge(): Promise<ChargeContext> {
    const { plan } = await requireSpender(account, context);
    return {
      ...context.engine,
      closing: context.stopping,
      ledger: store.ledger,
      throttle: context.throttle,
      capsOf: () => plan,
    };
  }

  async function recall<Result>(value: unknown): Promise<PaidResult<Result>> {
    const { balance, held } = await store.ledger.balance(account);
    const { result, receipt } = fromStored(value);
    // Kept under a digest of the same question, asked through the same code.
    return { result: result as Result, receipt: { ...receipt, creditsRemaining: balance - held } };
  }

  /** Keeps the answer in the very transaction that posts its hold, so that no crash makes a second try pay again. */
  async function chargeAndKeep<Result>(
    paid: PaidCall,
    key: string,
    work: Work<Result>,
  ): Promise<PaidResult<Result>> {
    const charging = await openCharge();
    const { ledger } = store;
    const startedMs = clock.monotonicMs();
    const first = { requestId: charging.createId(), latencyMs: 0 };
    let result: Result | undefined;
    const keeping: Ledger = {
      name: ledger.name,
      hold: (request) => ledger.hold(request),
      extend: (holdId, credits) => ledger.extend(holdId, credits),
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
    const charged = await chargeWithReceipt(
      paid.credits,
      options,
      { ...charging, ledger: keeping },
      async (workSignal) => (result = await work(workSignal)),
    );
    return { result: charged.result, receipt: { ...charged.receipt, ...first } };
  }
}

/** Answers may hold bytes, which JSON has none of. */
function toStored(answer: KeptAnswer<unknown>): string {
  return serialize(answer).toString('base64');
}

function fromStored(value: unknown): KeptAnswer<unknown> {
  return deserialize(Buffer.from(String(value), 'base64')) as KeptAnswer<unknown>;
}
