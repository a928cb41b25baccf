import { runBilled } from '../billing/create-billing.ts';
import {
  type FailureReason,
  GleanerError,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { toShownUrl } from '../../runtime/errors/shown-text.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type { CreateId } from '../../runtime/contracts/clock.ts';

/** What every call that costs credits reports. */
export interface Receipt {
  readonly creditsUsed: number;
  /** Credits that the account can still spend; `Infinity` where nothing limits them, e.g. without a ledger. */
  readonly creditsRemaining: number;
  readonly requestId: string;
  /** Milliseconds from the call to its result, a whole number. */
  readonly latencyMs: number;
}

/** A call whose input has been checked. `Work` is what its work gives, `Result` what the caller is handed. */
interface PricedCall<Work, Result extends object> {
  readonly credits: number;
  /** The URL of the page; `undefined` for one that the caller gave. */
  readonly pageUrl: string | undefined;
  /** The whole request, as JSON-like data. */
  readonly request: { readonly operation: 'extract' | 'scrape' };
  readonly toResult: (work: Work) => Result;
}

/** What running a call takes. */
export type RunCallContext = Pick<
  OperationContext,
  'billing' | 'clock' | 'closing' | 'createId' | 'maxCallMs'
>;

/** Does the work of a call, once for each idempotency key, charges for it, and returns the result with its receipt. */
export async function runCall<Work, Result extends object>(
  { credits, pageUrl, request, toResult }: PricedCall<Work, Result>,
  call: CallOptions,
  context: RunCallContext,
  work: (signal: AbortSignal) => Promise<Work>,
): Promise<Result & Receipt> {
  const { clock, closing, createId, maxCallMs } = context;
  const startedMs = clock.monotonicMs();
  const billed = runBilled(
    {
      account: call.account,
      kind: 'call',
      callName: request.operation,
      credits,
      idempotencyKey: call.idempotencyKey,
      request,
      timeoutMs: Math.min(call.timeoutMs ?? maxCallMs, maxCallMs),
      signals: call.signal === undefined ? [closing] : [call.signal, closing],
      async work(signal) {
        const result = await work(signal);
        const latencyMs = Math.round(clock.monotonicMs() - startedMs);
        const receipt = { creditsUsed: credits, requestId: createId('request'), latencyMs };
        call.beforeCharge?.({ ...toResult(result), ...receipt });
        return { credits, value: { result, receipt } };
      },
    },
    context,
  );
  const { value, creditsRemaining } = await billed.catch((error: unknown) => {
    // The reason of the caller's own signal comes back as it is.
    const isOurs = error !== call.signal?.reason;
    throw isOurs && pageUrl !== undefined ? withPageUrl(error, pageUrl) : error;
  });
  return { ...toResult(value.result), ...value.receipt, creditsRemaining };
}

/** What keeps a page from being loaded or read; other failures are of the answer, not of the page. */
const pageReasons: ReadonlySet<FailureReason> = new Set([
  'fetch_failed',
  'page_blocked',
  'login_required',
  'page_too_large',
  'page_too_heavy',
  'unsupported_content',
  'empty_page',
  'browser_needed',
  'timed_out',
]);

/** The same error with its page named first: in the log of a thousand calls, which page is what one looks for. */
function withPageUrl(error: unknown, url: string): unknown {
  if (!isGleanerError(error, 'validation_failed') || !pageReasons.has(error.details.reason)) {
    return error;
  }
  const { message, details, cause } = error;
  // A cassette names the request that it lacks.
  if (message.includes(url)) return error;
  return new GleanerError('validation_failed', `${toShownUrl(url)}: ${message}`, {
    details,
    cause,
  });
}

/** A UUID for a request, 11 base62 characters for a run. */
export const createId: CreateId = (kind) => (kind === 'run' ? createShortId() : randomUUID());

/** 62^11 ids are 65 bits: among a thousand million of them, the chance that any two are alike is 1 in 100. */
const length = 11;

/** An opaque id of 11 base62 characters. */
export function createShortId(): string {
  return createRandomBase62(length);
}

/** The digits of ids and keys, in order of their values. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** So many base62 digits from the system's random source, without modulo bias. */
export function createRandomBase62(length: number): string {
  return Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join('');
}
