import { z } from 'zod';
import type { Webhook, WebhookChange } from '../../runtime/contracts/store/delivery-store.ts';
import { type Egress, findHeaderIssues } from '../../network/egress/create-egress.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { collectIssues, parseInput } from '../../core/operations/parse-input.ts';
import type { Run, RunEnding } from '../../runtime/contracts/store/run-store.ts';
import { type AdapterWords, toAdapterText } from '../../runtime/errors/to-adapter-error.ts';
import { clientAdvice } from '../client-advice.ts';

/** The URL to which the ends of runs are posted. */
export interface WebhookInput {
  /** Absolute http or https URL. */
  readonly url: string;
  /** Request headers of every delivery. Their values are never shown again. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The events that are posted. @default all */
  readonly events?: readonly ('completed' | 'failed' | 'cancelled')[] | undefined;
  /** Signs every delivery: `whsec_` and 24 to 64 random bytes in Base64. Never shown again; `null` removes it. @default deliveries are not signed */
  readonly signingSecret?: string | null | undefined;
}

/** A webhook with the names of its headers instead of their values, and without its secret. */
export interface WebhookView extends Omit<Webhook, 'headers' | 'signingSecret'> {
  readonly headers: readonly string[];
  /** Present where its deliveries are signed. */
  readonly isSigned?: true;
}

const shape = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  events: z.array(z.enum(['completed', 'failed', 'cancelled'])).optional(),
  signingSecret: z.string().nullable().optional(),
});

/** As in Standard Webhooks, whose libraries verify what is signed by it. */
const secretPattern = /^whsec_[A-Za-z\d+/]{32,88}={0,2}$/;
const secretBytes = { least: 24, most: 64 } as const;

/** Returns the webhook that an input sets; throws `invalid_request` with all its problems, which quote no header value. */
export function parseWebhook(input: unknown, egress: Egress): WebhookChange {
  const { fields, readable, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...findHeaderIssues(readable.headers ?? {})];
  const { url, signingSecret } = readable;
  if (typeof signingSecret === 'string' && !isSecret(signingSecret)) {
    const message = 'Expected `whsec_` and 24 to 64 random bytes in Base64.';
    issues.push({ path: '/signingSecret', message });
  }
  const parsed = url === undefined ? undefined : collectIssues(() => egress.parseUrl(url), issues);
  if (fields === undefined || parsed === undefined || issues.length > 0) {
    throw invalidRequest('set the webhook', issues);
  }
  return {
    url: parsed.href,
    headers: fields.headers,
    events: fields.events ?? [],
    signingSecret: fields.signingSecret,
  };
}

function isSecret(text: string): boolean {
  const { length } = toSigningKey(text);
  return secretPattern.test(text) && length >= secretBytes.least && length <= secretBytes.most;
}

/** The key of a secret. */
export function toSigningKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** Returns a webhook without the values of its headers, which only the receiver may know. */
export function toWebhookView({ url, headers, events, signingSecret }: Webhook): WebhookView {
  return {
    url,
    headers: Object.keys(headers),
    events,
    ...(signingSecret === undefined ? {} : { isSigned: true }),
  };
}

/** How a run ended, before its webhook is known. */
export type RunOutcome =
  | Omit<Extract<RunEnding, { status: 'completed' }>, 'id' | 'delivery' | 'nowMs'>
  | Omit<Extract<RunEnding, { status: 'failed' | 'cancelled' }>, 'id' | 'delivery' | 'nowMs'>;

/** A run has no fields whose names would differ. */
const words: AdapterWords = { advice: clientAdvice, fields: {} };

/** The flat body of a webhook, as section 6 of the HTTP contract lists it: the one place where the service writes wire names. */
export function toWebhookBody(run: Run, outcome: RunOutcome, nowMs: number): object {
  const isCompleted = outcome.status === 'completed';
  return {
    event: outcome.status,
    timestamp: new Date(nowMs).toISOString(),
    run_id: run.id,
    recipe_id: run.recipeId,
    status: outcome.status,
    pages_extracted: outcome.pagesExtracted,
    items_extracted: outcome.itemsExtracted,
    credits_used: isCompleted ? outcome.credits : 0,
    mode: isCompleted ? outcome.result.mode : '',
    drift: isCompleted ? outcome.result.drift : 0,
    warnings: isCompleted ? outcome.result.warnings.map(toClientText) : [],
    error: isCompleted ? '' : toClientText(outcome.error),
  };
}

function toClientText(text: string): string {
  return toAdapterText(text, words);
}
