import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  NewDelivery,
} from '../../runtime/contracts/store/delivery-store.ts';
import { type ClientPool, createClientPool } from '../../network/egress/create-client-pool.ts';
import { runWithin, startTimer } from '../../runtime/signals/waiting.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import {
  type ServiceContext,
  type Lease,
  beginLease,
  requireActiveAccount,
} from '../service-context.ts';
import { toSigningKey, toWebhookBody } from './webhook.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Run } from '../../runtime/contracts/store/run-store.ts';
import { createShortId } from '../../core/operations/run-call.ts';
import { unknownEntity } from '../../runtime/errors/store-errors.ts';

/** Sends the webhooks that wait in the store, each once. */
export interface WebhookSender {
  /** Posts a delivery at once and leaves no trace in the log: for a trial. Never rejects. */
  attempt(delivery: NewDelivery): Promise<DeliveryOutcome>;
  /** From now on `wake` sends: a process that only changes something leaves that to the processes that serve. */
  start(): void;
  /** Looks for waiting deliveries; returns at once. */
  wake(): void;
  /** Sends what waits for a second, then no more; attempts under way have three seconds, then they are given up. */
  close(): Promise<void>;
}

/** Slow receivers must not keep the others waiting for long. */
const maxAtOnce = 8;
/** Of one account, so that its slow receivers leave room for those of others. */
const maxOfAccount = 2;
/** What still waits is sent by the next process. */
const lastClaimMs = 1_000;
/** Receivers answer in tens of milliseconds; one that does not may not keep a process from ending. */
const lastAnswerMs = 3_000;

/** Bytes of a receiver's response: its status alone is used. */
const maxReceiverBytes = 65_536;

/** Opens nothing until it is woken. */
export function createWebhookSender(context: ServiceContext): WebhookSender {
  const { store, clock, egress, webhookTimeoutMs, emit, retries } = context;
  const pool = createClientPool(egress);
  const limit = pLimit(maxAtOnce);
  const underWay = new Set<Promise<void>>();
  /** Attempts under way, by account. */
  const busy = new Map<string, number>();
  /** One claim after the other: each has to know what the one before it took. */
  const inOrder = pLimit(1);
  const ending = new AbortController();
  let isStarted = false;
  let isClosed = false;

  async function send(
    { account, runId, recipeId, ...delivery }: ClaimedDelivery,
    lease: Lease,
  ): Promise<void> {
    const { id } = delivery;
    const outcome = await attempt(delivery, lease);
    const { responseStatus: status, error } = outcome;
    emit({ kind: 'delivery', deliveryId: id, account, runId, recipeId, status, error });
    const nowMs = clock.nowMs();
    // Without an outcome in the log the attempt would stay `attempted` for ever.
    await retries.attempt(`record webhook ${id}`, () =>
      store.deliveries.finish({ id, ...outcome, nowMs }).catch(ignoreRecorded),
    );
  }

  /** One deadline for name lookup, connection, TLS and response. */
  async function attempt(delivery: NewDelivery, lease: Lease): Promise<DeliveryOutcome> {
    const signals = [...lease.signals, ending.signal];
    const frame = { clock, timeoutMs: webhookTimeoutMs, signals };
    try {
      return await runWithin(frame, (signal) =>
        deliverWebhook(delivery, pool, { signal, lease, nowMs: clock.nowMs() }),
      );
    } catch {
      if (lease.isLost()) return { error: cutOff };
      if (ending.signal.aborted) return { error: shutDown };
      // Else only the deadline rejects: the attempt itself never does.
      return { error: `The receiver did not answer within ${webhookTimeoutMs / 1_000} s.` };
    }
  }

  async function sendNext(): Promise<void> {
    try {
      // The claim marks the attempt durably, before anything is connected: a crash never leads to a second one.
      for (;;) {
        const lease = beginLease(store);
        const delivery = isClosed ? undefined : await inOrder(claim);
        if (delivery === undefined) return;
        try {
          await withSpan('deliver webhook', { 'gleaner.delivery_id': delivery.id }, () =>
            send(delivery, lease),
          );
        } finally {
          release(delivery.account);
        }
      }
    } catch (error) {
      emit({ kind: 'fault', doing: 'send webhooks', error });
    }
  }

  /** Takes the oldest that waits of an account with less than its share under way. */
  async function claim(): Promise<ClaimedDelivery | undefined> {
    const full = Array.from(busy).filter(([, count]) => count >= maxOfAccount);
    const passOver = full.map(([account]) => account);
    const delivery = await store.deliveries.claim({ nowMs: clock.nowMs(), passOver });
    if (delivery !== undefined) busy.set(delivery.account, countOf(delivery.account) + 1);
    return delivery;
  }

  function release(account: string): void {
    const count = countOf(account) - 1;
    if (count > 0) busy.set(account, count);
    else busy.delete(account);
  }

  function countOf(account: string): number {
    return busy.get(account) ?? 0;
  }

  return {
    async attempt(delivery) {
      return attempt(delivery, beginLease({}));
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
      const cancelLast = clock.after(lastClaimMs, () => (isClosed = true));
      const cancelEnd = clock.after(lastAnswerMs, () => ending.abort());
      await Promise.all(underWay);
      cancelLast();
      cancelEnd();
      isClosed = true;
      await pool.close();
    },
  };
}

const shutDown =
  'The service was shut down before the receiver answered: it may have arrived, and is not sent again.';
const cutOff = 'The service was cut off from its store before it could post.';

/** Posts a webhook, once, without following redirects. Never rejects: what went wrong is the outcome. */
async function deliverWebhook(
  delivery: NewDelivery,
  pool: ClientPool,
  { signal, lease, nowMs }: Attempt,
): Promise<DeliveryOutcome> {
  try {
    const target = new URL(delivery.url);
    const client = await pool.lease(target, signal, { isFresh: true });
    try {
      // Others have recorded by now that this attempt was lost.
      if (lease.isLost()) return { error: cutOff };
      const response = await client.send({
        method: 'POST',
        path: `${target.pathname}${target.search}`,
        headers: toDeliveryHeaders(delivery, nowMs),
        body: delivery.body,
        maxResponseBytes: maxReceiverBytes,
        signal,
      });
      const { statusCode } = response;
      const responseBody = await readStart(response.body);
      const isAccepted = statusCode >= 200 && statusCode < 300;
      return {
        responseStatus: statusCode,
        responseBody,
        error: isAccepted ? undefined : `The receiver answered with status ${statusCode}.`,
      };
    } finally {
      client.discard();
    }
  } catch (error) {
    return { error: describe(error, signal) };
  }
}

interface Attempt {
  readonly signal: AbortSignal;
  readonly lease: Lease;
  readonly nowMs: number;
}

/** Headers that the service sets, in whatever case the owner's are written: what a receiver trusts must not be made up by others. */
const ownNames: ReadonlySet<string> = new Set([
  'content-type',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

/** The owner's headers, and those of Standard Webhooks: id, moment in seconds, and where there is a secret the HMAC-SHA256 over both and the body. */
function toDeliveryHeaders(
  { id, headers, body, signingSecret }: NewDelivery,
  nowMs: number,
): NewDelivery['headers'] {
  const entries = Object.entries(headers);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const sign = (secret: string): string =>
    createHmac('sha256', toSigningKey(secret))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    ...Object.fromEntries(entries.filter(([name]) => !ownNames.has(name.toLowerCase()))),
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signingSecret === undefined ? {} : { 'webhook-signature': `v1,${sign(signingSecret)}` }),
  };
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The receiver did not answer in time.';
  return isGleanerError(error) ? error.message : 'The connection to the receiver failed.';
}

/** Bytes of a receiver's answer that its log shows. */
const maxShownBytes = 4_096;
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
      if (length >= maxShownBytes) break;
    }
  } catch {
    // Cut off, by the receiver or by the timer.
  } finally {
    cancelTimer();
    body.on('error', ignoreCutBody).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxShownBytes).toString();
}

function ignoreCutBody(): void {}

/** Another process ended the attempt, because this one seemed to have ended, or has deleted it since. */
function ignoreRecorded(error: unknown): void {
  if (!isGleanerError(error, 'conflict') && !isGleanerError(error, 'not_found')) throw error;
}

/** Which webhook to try: the recipe's own, else the account's. */
export interface WebhookTrial {
  readonly account: string;
  readonly recipeId?: string | undefined;
}

/** How a trial of a webhook went. */
export interface WebhookTrialResult extends DeliveryOutcome {
  readonly url: string;
  readonly requestBody: string;
  readonly durationMs: number;
}

/** Posts the event of a run that never was, at once and by the guard and the deadline of every delivery. */
export async function testWebhook(
  { account, recipeId }: WebhookTrial,
  sender: Pick<WebhookSender, 'attempt'>,
  context: ServiceContext,
): Promise<WebhookTrialResult> {
  const { store, clock, freeCalls } = context;
  const owner = await requireActiveAccount(account, context);
  const recipe =
    recipeId === undefined ? undefined : await store.recipes.find({ account, id: recipeId });
  if (recipeId !== undefined && recipe === undefined) throw unknownEntity('recipe', recipeId);
  const webhook = recipe?.webhook ?? owner.webhook;
  if (webhook === undefined) {
    throw new GleanerError('not_found', 'There is no webhook to try: set its URL first.');
  }
  // The receiver is somebody's server: a person tries a webhook now and then.
  const limits = { requestsPerMinute: owner.plan.webhookTestsPerMinute, inFlight: 1 };
  const leave = await freeCalls.take('webhook-test', account, limits);
  try {
    const { url, events: _events, ...sent } = webhook;
    const nowMs = clock.nowMs();
    const requestBody = JSON.stringify(
      toWebhookBody(sampleRun(account, recipeId, nowMs), sample, nowMs),
    );
    const startedMs = clock.monotonicMs();
    const outcome = await sender.attempt({
      ...sent,
      id: createShortId(),
      url,
      body: requestBody,
    });
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    return { url, requestBody, ...outcome, durationMs };
  } finally {
    leave();
  }
}

const sample = {
  status: 'completed',
  pagesExtracted: 1,
  itemsExtracted: 1,
  credits: 0,
  clampedByCredits: false,
  result: { pages: [], mode: 'replay', drift: 0, warnings: ['This is a test delivery.'] },
} as const;

function sampleRun(account: string, recipeId = 'test', nowMs: number): Run {
  return {
    id: 'test',
    account,
    recipeId,
    status: 'completed',
    variables: {},
    effectiveCap: 1,
    clampedByCredits: false,
    creditsPerPage: 0,
    pagesExtracted: 1,
    itemsExtracted: 1,
    creditsUsed: 0,
    createdAtMs: nowMs,
  };
}
