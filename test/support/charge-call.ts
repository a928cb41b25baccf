import type { Clock } from '../../src/runtime/contracts/clock.ts';
import type { Ledger } from '../../src/runtime/contracts/ledger.ts';
import type { FakeClock } from '../../src/testing/fake-clock.ts';
import type { RateLimits } from '../../src/runtime/contracts/store/request-store.ts';
import { systemClock } from '../../src/runtime/signals/waiting.ts';
import { runBilled } from '../../src/core/billing/create-billing.ts';
import { ledgerBilling } from '../../src/core/billing/ledger-billing.ts';
import { memoryLedger } from '../../src/core/billing/memory-ledger.ts';

/** The account that calls are charged to. */
export const account: string = 'ada';

/** What calls are charged with. */
export interface Context {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly limits: RateLimits;
}

interface Call {
  readonly account: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export const closing: AbortSignal = new AbortController().signal;
export const unlimited: RateLimits = { requestsPerMinute: Infinity, inFlight: Infinity };
const contexts = new WeakMap<Context, ReturnType<typeof ledgerBilling>>();

/** A ledger with so many credits of `account`, and what goes with it. */
export function contextWith(credits: number, changes: Partial<Context> = {}): Context {
  const ledger = memoryLedger({ accounts: { [account]: credits } });
  const context = { ledger, clock: systemClock(), limits: unlimited, ...changes };
  let id = 0;
  const createId = () => `hold-${(id += 1)}`;
  const limitsOf = () => context.limits;
  contexts.set(context, ledgerBilling({ ...context, createId, limitsOf, closing }));
  return context;
}

export function billingOf(context: Context): ReturnType<typeof ledgerBilling> {
  const billing = contexts.get(context);
  if (billing === undefined) throw new TypeError('Expected a context of `contextWith`.');
  return billing;
}

/** Charges a call for some work; it may take two minutes where `call` says nothing else. */
export async function charge<Value>(
  credits: number,
  call: Call,
  context: Context,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<{ readonly result: Value; readonly creditsRemaining: number }> {
  const { value, creditsRemaining } = await runBilled(
    {
      account: call.account,
      kind: 'call',
      credits,
      idempotencyKey: undefined,
      request: undefined,
      timeoutMs: call.timeoutMs ?? 120_000,
      signals: call.signal === undefined ? [] : [call.signal],
      work: async (signal) => ({ credits, value: await work(signal) }),
    },
    { billing: billingOf(context), clock: context.clock },
  );
  return { result: value, creditsRemaining };
}

/** Lets time pass, and what waited for it go on. */
export async function pass(clock: FakeClock, durationMs: number): Promise<void> {
  clock.advance(durationMs);
  await new Promise((resolve) => setImmediate(resolve));
}
