import pLimit from 'p-limit';
import type { NewDelivery } from '../../contracts/store/delivery-store.ts';
import { createClientPool } from '../../egress/create-client-pool.ts';
import { runWithin } from '../../signals/run-within.ts';
import { withSpan } from '../../tracing/with-span.ts';
import { deliverWebhook, type DeliveryOutcome } from './deliver-webhook.ts';
import type { ServiceContext } from '../service-context.ts';

/** Sends the webhooks that wait in the store, each once. */
export interface WebhookSender {
  /** From now on `wake` sends: a process that only changes something leaves that to those that serve. */
  start(): void;
  /** Looks for waiting deliveries; returns at once. */
  wake(): void;
  /** Sends what waits for as long as one receiver may take, then no more, and waits for those under way. */
  close(): Promise<void>;
}

/** Receivers are strangers, and slow ones must not keep the others waiting for long. */
const maxAtOnce = 8;

/** Opens nothing until it is woken. */
export function createWebhookSender(context: ServiceContext): WebhookSender {
  const { store, clock, egress, webhookTimeoutMs, tell } = context;
  const pool = createClientPool(egress);
  const limit = pLimit(maxAtOnce);
  const underWay = new Set<Promise<void>>();
  let isStarted = false;
  let isClosed = false;

  async function send(delivery: NewDelivery): Promise<void> {
    const outcome = await attempt(delivery);
    await store.deliveries.finish({ id: delivery.id, ...outcome, nowMs: clock.nowMs() });
    const { responseStatus: status, error } = outcome;
    tell({ kind: 'delivery', deliveryId: delivery.id, status, error });
  }

  /** One deadline for names, connection, TLS and answer. */
  async function attempt(delivery: NewDelivery): Promise<DeliveryOutcome> {
    try {
      return await runWithin({ clock, timeoutMs: webhookTimeoutMs, signals: [] }, (signal) =>
        deliverWebhook(delivery, pool, signal),
      );
    } catch {
      // Only the deadline rejects: the attempt itself never does.
      return { error: `The receiver did not answer within ${webhookTimeoutMs / 1_000} s.` };
    }
  }

  async function sendNext(): Promise<void> {
    try {
      // The claim marks the attempt durably, before anything is connected: a crash never leads to a second one.
      for (;;) {
        const delivery = isClosed
          ? undefined
          : await store.deliveries.claim({ nowMs: clock.nowMs() });
        if (delivery === undefined) return;
        await withSpan('deliver webhook', { 'gleaner.delivery_id': delivery.id }, () =>
          send(delivery),
        );
      }
    } catch (error) {
      tell({ kind: 'fault', doing: 'send webhooks', error });
    }
  }

  return {
    start() {
      isStarted = true;
    },
    wake() {
      // Those that wait for their turn will find what there is.
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
