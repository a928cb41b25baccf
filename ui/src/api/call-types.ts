import type { ParameterName } from '../../../src/web/exchange/route.ts';

type Part<Name extends string, Value> = { readonly [Key in Name]: Value };

/** What a call takes, by an API's table and its route: the values of the path's parameters, the query and the body. */
export type InputOf<Api, Route extends keyof Api> = ([ParameterName<Route>] extends [never]
  ? unknown
  : Part<'parameters', Readonly<Record<ParameterName<Route>, string>>>) &
  (Api[Route] extends { readonly body: infer Body } ? Part<'body', Body> : unknown) &
  (Api[Route] extends { readonly query: infer Query } ? { readonly query?: Query } : unknown);

/** The input as arguments: it may be left out where nothing in it is required. */
export type ArgumentsOf<Api, Route extends keyof Api> =
  object extends InputOf<Api, Route> ? [input?: InputOf<Api, Route>] : [input: InputOf<Api, Route>];

/** What a call resolves to. */
export type DataOf<Api, Route extends keyof Api> = Api[Route] extends {
  readonly data: infer Data;
}
  ? Data
  : never;
