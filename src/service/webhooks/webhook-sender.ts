import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { ClaimedDelivery, NewDelivery } from '../../contracts/store/delivery-store.ts';
import { createClientPool, type ClientPool } from '../../egress/create-client-pool.ts';
import { runWithin } from '../../signals/run-within.ts';
import { startTimer } from '../../signals/start-timer.ts';
import { withSpan } from '../../tracing/with-span.ts';
import type { ServiceContext } from '../service-context.ts';
import { beginTenure, type Tenure } from '../begin-tenure.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';

/** Sends the webhooks that wait in the store, each once. */
export interface WebhookSender {
  /** Posts a delivery at once and leaves no trace in the log: for a trial. Never rejects. */
  attempt(delivery: NewDelivery): Promise<DeliveryOutcome>;
  /** From now on `wake` sends: a process that only changes something leaves that to the processes that serve. */
  start(): void;
  /** Looks for waiting deliveries; returns at once. */
  wake(): void;
  /** Sends what waits for as long as one receiver may take, then no more, and waits for the attempts under way. */
  close(): Promise<void>;
}

/** Slow receivers must not keep the others waiting for long. */
const maxAtOnce = 8;

/** Bytes of a receiver's response: its status alone is used. */
const maxReceiverBytes = 65_536;

/** Opens nothing until it is woken. */
export function createWebhookSender(context: ServiceContext): WebhookSender {
  const { store, clock, egress, webhookTimeoutMs, emit, retries } = context;
  const pool = createClientPool(egress);
  const limit = pLimit(maxAtOnce);
  const underWay = new Set<Promise<void>>();
  let isStarted = false;
  let isClosed = false;

  async function send(
    { account, runId, recipeId, ...delivery }: ClaimedDelivery,
    tenure: Tenure,
  ): Promise<void> {
    const { id } = delivery;
    const outcome = await attempt(delivery, tenure);
    const { responseStatus: status, error } = outcome;
    emit({ kind: 'delivery', deliveryId: id, account, runId, recipeId, status, error });
    const nowMs = clock.nowMs();
    // Without an outcome in the log the attempt would stay `attempted` for ever.
    await retries.attempt(`record webhook ${id}`, () =>
      store.deliveries.finish({ id, ...outcome, nowMs }).catch(ignoreRecorded),
    );
  }

  /** One deadline for name lookup, connection, TLS and response. */
  async function attempt(delivery: NewDelivery, tenure: Tenure): Promise<DeliveryOutcome> {
    const frame = { clock, timeoutMs: webhookTimeoutMs, signals: tenure.signals };
    try {
      return await runWithin(frame, (signal) => deliverWebhook(delivery, pool, signal, tenure));
    } catch {
      if (tenure.isLost()) return { error: cutOff };
      // Else only the deadline rejects: the attempt itself never does.
      return { error: `The receiver did not answer within ${webhookTimeoutMs / 1_000} s.` };
    }
  }

  async function sendNext(): Promise<void> {
    try {
      // The claim marks the attempt durably, before anything is connected: a crash never leads to a second one.
      for (;;) {
        const tenure = beginTenure(store);
        const delivery = isClosed
          ? undefined
          : await store.deliveries.claim({ nowMs: clock.nowMs() });
        if (delivery === undefined) return;
        await withSpan('deliver webhook', { 'gleaner.delivery_id': delivery.id }, () =>
          send(delivery, tenure),
        );
      }
    } catch (error) {
      emit({ kind: 'fault', doing: 'send webhooks', error });
    }
  }

  return {
    async attempt(delivery) {
      return attempt(delivery, beginTenure({}));
    },
    start() {
      isStarted = true;
    },
    wake() {
      // A look that is already waiting will find this delivery too.
      if (!isStarted || isClosed || limit.pendingCount > 0) return;
      const sending = limit(sendNext);
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    async close() {
      const cancelLast = clock.after(webhookTimeoutMs, () => (isClosed = true));
      await Promise.all(underWay);
      cancelLast();
      isClosed = true;
      await pool.close();
    },
  };
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly responseStatus?: number;
  /** The first 4,096 bytes of the answer, as text; absent without an answer. */
  readonly responseBody?: string;
  /** Absent when the receiver responded with 2xx. */
  readonly error?: string;
}

const cutOff = 'The service was cut off from its store before it could post.';

/** Posts a webhook, once, without following redirects. Never rejects: what went wrong is the outcome. */
async function deliverWebhook(
  { url, headers, body }: NewDelivery,
  pool: ClientPool,
  signal: AbortSignal,
  tenure: Tenure,
): Promise<DeliveryOutcome> {
  try {
    const target = new URL(url);
    const lease = await pool.lease(target, signal, { isFresh: true });
    try {
      // Others have recorded by now that this attempt was lost.
      if (tenure.isLost()) return { error: cutOff };
      const response = await lease.send({
        method: 'POST',
        path: `${target.pathname}${target.search}`,
        headers: { ...dropContentType(headers), 'content-type': 'application/json' },
        body,
        maxResponseBytes: maxReceiverBytes,
        signal,
      });
      const { statusCode } = response;
      const responseBody = await readStart(response.body);
      const isAccepted = statusCode >= 200 && statusCode < 300;
      return {
        responseStatus: statusCode,
        responseBody,
        ...(isAccepted ? {} : { error: `The receiver answered with status ${statusCode}.` }),
      };
    } finally {
      lease.discard();
    }
  } catch (error) {
    return { error: describe(error, signal) };
  }
}

/** The service sets the content type, in whatever case the owner's header is written. */
function dropContentType(headers: NewDelivery['headers']): NewDelivery['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.filter(([name]) => name.toLowerCase() !== 'content-type'));
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The receiver did not answer in time.';
  return isGleanerError(error) ? error.message : 'The connection to the receiver failed.';
}

/** Bytes of a receiver's answer that its log shows. */
const keptBytes = 4_096;
/** The status has come and decides: what more the receiver says is waited for no longer than this. */
const bodyMs = 1_000;

/** The start of a receiver's answer. Never rejects: what broke off is kept as far as it came. */
async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const cancelTimer = startTimer(bodyMs, () => body.destroy());
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // Cut off, by the receiver or by the timer.
  } finally {
    cancelTimer();
    body.on('error', ignoreCutBody).destroy();
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString();
}

function ignoreCutBody(): void {}

/** Another process ended the attempt, because this one seemed to have ended, or has deleted it since. */
function ignoreRecorded(error: unknown): void {
  if (!isGleanerError(error, 'conflict') && !isGleanerError(error, 'not_found')) throw error;
}
