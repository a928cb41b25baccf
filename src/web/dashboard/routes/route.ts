import { z } from 'zod';
import type { SignedIn } from '../../../runtime/contracts/store/sign-in-store.ts';
import type { Service } from '../../../service/create-service.ts';
import type { DashboardAnswer, DashboardApi, DashboardRoute, ListQuery } from '../dashboard-api.ts';
import type { Access } from '../../sign-in/check-access.ts';
import type { Visit } from '../../sign-in/create-sign-in-controller.ts';
import type { WebhookInput } from '../../../service/webhooks/webhook.ts';

/** A request to a route, whose caller may call it and whose query and body have their shapes. */
export interface RouteRequest<Query, Body> {
  readonly service: Service;
  /** Whose request it is; empty on routes that no account is needed for. */
  readonly account: string;
  /** Without an account it is the operator's; `undefined` before the sign-in. */
  readonly signedIn: SignedIn | undefined;
  readonly visit: Visit;
  /** Whether this dashboard has a studio. */
  readonly hasStudio: boolean;
  /** Percent-decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** The shape of an object with these members and no others. */
export type ShapeOf<Value> = z.ZodObject<
  { readonly [Name in keyof Required<Value>]: z.ZodType<Value[Name & keyof Value]> },
  z.core.$strict
>;

type QueryOf<Call> = Call extends { readonly query: infer Query } ? Query : undefined;
type BodyOf<Call> = Call extends { readonly body: infer Body } ? Body : undefined;

/** What a call of the API does. `'as sent'` leaves the checks of a body to the operation. */
type RouteOf<Name extends DashboardRoute> = {
  readonly access: Access;
  /** Its body holds a recipe, and may be as large as the account's plan lets that be. */
  readonly takesRecipe?: true;
  call(
    request: RouteRequest<QueryOf<DashboardApi[Name]>, BodyOf<DashboardApi[Name]>>,
  ): Promise<DashboardAnswer<Name>> | DashboardAnswer<Name>;
} & (DashboardApi[Name] extends { readonly query: infer Query }
  ? { readonly query: ShapeOf<Query> }
  : { readonly query?: undefined }) &
  (DashboardApi[Name] extends { readonly body: infer Body }
    ? { readonly body: ShapeOf<Body> | 'as sent' }
    : { readonly body?: undefined });

/** Routes by method and path. */
export type Routes<Name extends DashboardRoute> = { readonly [Key in Name]: RouteOf<Key> };

/** Any route, as the handler calls it once it has checked query and body by the route's own shapes. */
export interface AnyRoute {
  readonly access: Access;
  readonly takesRecipe?: true;
  readonly query?: z.ZodObject<z.ZodRawShape, z.core.$strict> | undefined;
  readonly body?: z.ZodObject<z.ZodRawShape, z.core.$strict> | 'as sent' | undefined;
  call(
    request: RouteRequest<unknown, unknown>,
  ): Promise<object | AsyncIterable<object>> | object | AsyncIterable<object>;
}

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
