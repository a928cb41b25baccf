import { z } from 'zod';
import type { Webhook } from '../../contracts/store/delivery-store.ts';
import type { Egress } from '../../egress/create-egress.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { collectIssues, parseInput } from '../../operations/parse-input.ts';

/** The URL to which the ends of runs are posted. */
export interface WebhookInput {
  /** Absolute http or https URL. */
  readonly url: string;
  /** Request headers of every delivery. Their values are never shown again. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The events that are posted. @default all */
  readonly events?: readonly ('completed' | 'failed' | 'cancelled')[] | undefined;
}

/** A webhook with the names of its headers instead of their values. */
export interface WebhookView extends Omit<Webhook, 'headers'> {
  readonly headers: readonly string[];
}

const shape = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  events: z.array(z.enum(['completed', 'failed', 'cancelled'])).optional(),
});

/** Returns the webhook of an input; throws `invalid_request` with all its problems, which quote no header value. */
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

/** Returns a webhook without the values of its headers, which only the receiver may know. */
export function toWebhookView({ url, headers, events }: Webhook): WebhookView {
  return { url, headers: Object.keys(headers), events };
}

/**
 * The input with the headers of the webhook that it replaces, where it names none: they cannot be read back to be sent
 * again. A receiver at another origin never gets them.
 */
export function withKnownHeaders(input: WebhookInput, known: Webhook | undefined): WebhookInput {
  if (known === undefined || input.headers !== undefined) return input;
  if (!URL.canParse(input.url) || new URL(input.url).origin !== new URL(known.url).origin) {
    return input;
  }
  return { ...input, headers: known.headers };
}
