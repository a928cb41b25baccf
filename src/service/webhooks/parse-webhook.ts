import { z } from 'zod';
import type { Webhook } from '../../contracts/store/delivery-store.ts';
import type { Egress } from '../../egress/create-egress.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { collectIssues, parseInput } from '../../operations/parse-input.ts';

/** Where the ends of runs are to be reported, and which of them. */
export interface WebhookInput {
  /** Absolute http or https URL. */
  readonly url: string;
  /** Sent with every delivery; never shown again. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default all */
  readonly events?: readonly ('completed' | 'failed' | 'cancelled')[] | undefined;
}

/** Webhook settings as they are shown: the names of the headers, never their values. */
export interface WebhookView extends Omit<Webhook, 'headers'> {
  readonly headers: readonly string[];
}

const shape = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  events: z.array(z.enum(['completed', 'failed', 'cancelled'])).optional(),
});

/** Reads webhook settings; throws `invalid_request` with all their problems at once, which quote no header value. */
export function parseWebhook(input: unknown, egress: Egress): Webhook {
  const { fields, readable, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...findHeaderIssues(readable.headers ?? {})];
  const { url } = readable;
  const parsed = url === undefined ? undefined : collectIssues(() => egress.parseUrl(url), issues);
  if (fields === undefined || parsed === undefined || issues.length > 0) {
    throw invalidRequest('set the webhook', issues);
  }
  return { url: parsed.href, headers: fields.headers ?? {}, events: fields.events ?? [] };
}

/** Settings without the values of their headers, which only the receiver may know. */
export function toWebhookView({ url, headers, events }: Webhook): WebhookView {
  return { url, headers: Object.keys(headers), events };
}
