import { z } from 'zod';
import { parseInput } from '../../core/operations/parse-input.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import {
  type BodyLimits,
  type Exchange,
  type PathTable,
  createPathTable,
  readJsonBody,
} from './exchange.ts';

/** What a request brings to a route, in the shapes that the route declares. */
export interface RouteInput<Query, Body, Parameter extends string = never> {
  /** Percent-decoded. */
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** The names in braces of a path. */
export type ParameterName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** The shape of an object with these members and no others; of a union, that of one of its kinds. */
export type ShapeOf<Value> = Value extends unknown
  ? z.ZodObject<
      { readonly [Name in keyof Required<Value>]: z.ZodType<Value[Name & keyof Value]> },
      z.core.$strict
    >
  : never;

/** The shape of objects that a member tells apart. */
export type UnionShape<Value> = z.ZodType<Value> & { readonly options: readonly z.ZodType[] };

type OfKind<Value, Member extends keyof Value, Kind> = Value extends unknown
  ? Kind extends Value[Member]
    ? Value
    : never
  : never;

/** The shapes of objects without the member that tells them apart, by its values. */
type ShapesBy<Value, Member extends keyof Value> = {
  readonly [Kind in Value[Member] & string]: ShapeOf<Omit<OfKind<Value, Member, Kind>, Member>>;
};

/** Makes the shape of a union: a kind of it without a shape does not compile. */
export function unionBy<Value extends object, Member extends keyof Value & string>(
  member: Member,
  shapes: ShapesBy<Value, Member>,
): UnionShape<Value> {
  const kinds = Object.entries<z.ZodObject<z.ZodRawShape, z.core.$strict>>(shapes);
  const options = kinds.map(([kind, shape]) => shape.extend({ [member]: z.literal(kind) }));
  type Options = [(typeof options)[number], ...typeof options];
  const union: z.ZodType = z.discriminatedUnion(member, options as Options);
  // The compiler cannot see that a shape and its name make one kind of the union.
  return union as UnionShape<Value>;
}

type QueryOf<Call> = Call extends { readonly query: infer Query } ? Query : undefined;
type BodyOf<Call> = Call extends { readonly body: infer Body } ? Body : undefined;

/** What a call resolves to: JSON, lines of JSON, or a response of its own. */
export type AnswerOf<Call> = Call extends { readonly data: infer Data }
  ? Data
  : Call extends { readonly stream: infer Line }
    ? AsyncIterable<Line>
    : Call extends { readonly file: true }
      ? Response
      : never;

/** What a route gives: lines may be written already. */
type GivenOf<Call> =
  | AnswerOf<Call>
  | (Call extends { readonly stream: object } ? ReadableStream<Uint8Array> : never);

/**
 * What a call of an API does. `Call` is its row in the table of the API, `Caller` what is known of who calls, `Rule` what the API asks
 * of a caller. `'as sent'` leaves the checks of a body to the operation.
 */
type RouteOf<Call, Name, Caller, Rule> = Rule & {
  /** What the caller wants, as it is told that it cannot be done. @default 'read the body' */
  readonly action?: string;
  call(
    request: Caller & RouteInput<QueryOf<Call>, BodyOf<Call>, ParameterName<Name>>,
  ): Promise<GivenOf<Call>> | GivenOf<Call>;
} & (Call extends { readonly query: infer Query }
    ? { readonly query: ShapeOf<Query> }
    : { readonly query?: undefined }) &
  (Call extends { readonly body: infer Body }
    ? { readonly body: ShapeOf<Body> | UnionShape<Body> | 'as sent' }
    : { readonly body?: undefined });

/** Routes of an API by method and path: one that its table has and that is not here does not compile. */
export type RoutesOf<Api, Name extends keyof Api, Caller, Rule> = {
  readonly [Key in Name]: RouteOf<Api[Key], Key, Caller, Rule>;
};

/** Any route, as it is called once query and body were checked by the route's own shapes. */
export type AnyRoute<Caller, Rule> = Rule & {
  readonly action?: string;
  readonly query?: z.ZodType<object> | undefined;
  readonly body?: z.ZodType<object> | 'as sent' | undefined;
  call(request: Caller & RouteInput<unknown, unknown, string>): Promise<object> | object;
};

/** A route and where it is. */
export interface RouteTarget<Route> {
  /** Method and path below the API. */
  readonly name: string;
  /** Below the API, with names in place of parameters. */
  readonly below: string;
  /** The whole path. */
  readonly path: string;
  readonly route: Route;
}

/** Puts routes, by method and path, below the path of their API; `unknown` is said of any other path there. */
export function createRouteTable<Route>(
  basePath: string,
  routes: Readonly<Record<string, Route>>,
  unknown: string,
): PathTable<RouteTarget<Route>> {
  const table = createPathTable<RouteTarget<Route>>(unknown);
  for (const [name, route] of Object.entries(routes)) {
    const [method = '', below = ''] = name.split(' ');
    const path = basePath + below;
    table.add(method, path, { name, below, path, route });
  }
  return table;
}

/** Reads what a request brings to a route. Throws `invalid_request` with all that is wrong. */
export async function readInput(
  request: Request,
  {
    query,
    body,
    action = 'read the body',
  }: Pick<AnyRoute<unknown, unknown>, 'query' | 'body' | 'action'>,
  limits: BodyLimits,
): Promise<Omit<RouteInput<unknown, unknown>, 'parameters'>> {
  const { signal } = request;
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const asked = query === undefined ? {} : parse(query, given, 'read the query');
  if (body === undefined) return { query: asked, body: {}, signal };
  const sent = (await readJsonBody(request, signal, limits)) ?? {};
  return { query: asked, body: body === 'as sent' ? sent : parse(body, sent, action), signal };
}

function parse(shape: z.ZodType<object>, input: unknown, action: string): object {
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined) throw invalidRequest(action, issues);
  return fields;
}

/** A response of a JSON text a line (`application/x-ndjson`), sent as they come; the source ends when the client leaves, and at once for HEAD. */
export async function toLineResponse(
  lines: AsyncIterable<object> | ReadableStream<Uint8Array>,
  { requestId }: Pick<Exchange, 'requestId'>,
  method = 'GET',
): Promise<Response> {
  const stream = lines instanceof ReadableStream ? lines : toLineStream(lines);
  if (method === 'HEAD') {
    const reader = stream.getReader();
    // A generator that was never begun would not give back what it holds.
    await reader.read();
    await reader.cancel();
  }
  return new Response(method === 'HEAD' ? null : stream, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      // nginx would keep lines back until it has some KB of them.
      'x-accel-buffering': 'no',
    },
  });
}

function toLineStream(lines: AsyncIterable<object>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done = false, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
