import { z } from 'zod';
import type { SignedIn } from '../../../runtime/contracts/store/sign-in-store.ts';
import type { Service } from '../../../service/create-service.ts';
import type { DashboardApi, DashboardRoute, Done, ListQuery } from '../dashboard-api.ts';
import type { RoutesOf, ShapeOf } from '../../exchange/route.ts';
import type { Access } from '../../sign-in/create-gate.ts';
import type { Visit } from '../../sign-in/create-sign-in-controller.ts';
import type { WebhookInput } from '../../../service/webhooks/webhook.ts';

/** Who calls, what is known of the request, and what it works on. */
export interface DashboardCaller {
  readonly service: Service;
  /** Whose request it is; empty on routes that no account is needed for. */
  readonly account: string;
  /** Without an account it is the operator's; `undefined` before the sign-in. */
  readonly signedIn: SignedIn | undefined;
  readonly visit: Visit;
  /** Whether this dashboard has a studio. */
  readonly hasStudio: boolean;
}

/** What a call of the dashboard asks of its caller. */
export interface DashboardRule {
  readonly access: Access;
  /** Its body holds a recipe, and may be as large as the account's plan lets that be. */
  readonly takesRecipe?: true;
}

/** Routes of the dashboard by method and path. */
export type Routes<Name extends DashboardRoute> = RoutesOf<
  DashboardApi,
  Name,
  DashboardCaller,
  DashboardRule
>;

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
  signingSecret: z.string().max(maxTextLength).nullable().optional(),
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

export const done: Done = { done: true };
