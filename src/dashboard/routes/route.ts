import type { z } from 'zod';
import type { SignedIn } from '../../contracts/store/sign-in-store.ts';
import type { Service } from '../../service/create-service.ts';
import type { DashboardAnswer, DashboardApi, DashboardRoute } from '../api/dashboard-api.ts';
import type { Access } from '../sign-in/check-access.ts';
import type { Visit } from '../sign-in/create-sign-in-desk.ts';

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
export type RouteOf<Name extends DashboardRoute> = {
  readonly access: Access;
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
  readonly query?: z.ZodObject<z.ZodRawShape, z.core.$strict> | undefined;
  readonly body?: z.ZodObject<z.ZodRawShape, z.core.$strict> | 'as sent' | undefined;
  call(
    request: RouteRequest<unknown, unknown>,
  ): Promise<object | AsyncIterable<object>> | object | AsyncIterable<object>;
}
