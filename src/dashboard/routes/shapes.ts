import { z } from 'zod';
import type { ListQuery } from '../api/request-bodies.ts';
import type { WebhookInput } from '../../service/webhooks/parse-webhook.ts';
import type { ShapeOf } from './route.ts';

/** Longest id or other short text of a query, in characters. */
const maxTextLength = 200;

/** A short text, e.g. an id. */
export const shortText: z.ZodString = z.string().max(maxTextLength);

/** Numbers of a query come as text. */
export const limit: z.ZodType<number | undefined> = z.coerce
  .number()
  .int()
  .min(1)
  .max(200)
  .optional();

export const listQuery: ShapeOf<ListQuery> = z.strictObject({
  limit,
  before: shortText.optional(),
});

export const webhookBody: ShapeOf<WebhookInput> = z.strictObject({
  url: z.string().max(2_000),
  headers: z.record(z.string().max(maxTextLength), z.string().max(4_000)).optional(),
  events: z
    .array(z.enum(['completed', 'failed', 'cancelled']))
    .max(3)
    .optional(),
});

/** Entries of a list, where the query does not say. */
export const defaultLimit = 50;

/** The page that a query asks for. */
export function toPage({ limit: most = defaultLimit, before }: ListQuery): {
  readonly limit: number;
  readonly before?: string;
} {
  return { limit: most, ...(before === undefined ? {} : { before }) };
}
