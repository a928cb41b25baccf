import type { NewDelivery } from '../../contracts/store/delivery-store.ts';
import type { ClientPool } from '../../egress/create-client-pool.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly responseStatus?: number;
  /** Absent when the receiver answered with 2xx. */
  readonly error?: string;
}

/** Posts a webhook, once, without following redirects. Never rejects: what went wrong is the outcome. */
export async function deliverWebhook(
  { url, headers, body }: NewDelivery,
  pool: ClientPool,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  try {
    const target = new URL(url);
    const lease = await pool.lease(target, signal, { isFresh: true });
    try {
      const response = await lease.client.request({
        method: 'POST',
        path: `${target.pathname}${target.search}`,
        headers: { ...dropContentType(headers), 'content-type': 'application/json' },
        body,
        signal,
      });
      const { statusCode } = response;
      // Nobody reads what the receiver says, and it may say a lot.
      response.body.on('error', ignoreCutBody).destroy();
      const isAccepted = statusCode >= 200 && statusCode < 300;
      return {
        responseStatus: statusCode,
        ...(isAccepted ? {} : { error: `The receiver answered with status ${statusCode}.` }),
      };
    } finally {
      lease.discard();
    }
  } catch (error) {
    return { error: describe(error, signal) };
  }
}

/** The body is ours to describe, in whatever case its owner wrote the name. */
function dropContentType(headers: NewDelivery['headers']): NewDelivery['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.filter(([name]) => name.toLowerCase() !== 'content-type'));
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The receiver did not answer in time.';
  return isGleanerError(error) ? error.message : 'The connection to the receiver failed.';
}

function ignoreCutBody(): void {}
