import type { DashboardApi, DashboardRoute } from '../../../src/dashboard/api/dashboard-api.ts';
import { texts } from '../texts/en.ts';
import { CallFailure } from './call-failure.ts';

type ParameterName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

type Part<Name extends string, Value> = { readonly [Key in Name]: Value };

/** What a call takes by its route: the values of the path's parameters, the query and the body. */
export type CallInput<Route extends DashboardRoute> = ([ParameterName<Route>] extends [never]
  ? unknown
  : Part<'parameters', Readonly<Record<ParameterName<Route>, string>>>) &
  (DashboardApi[Route] extends { readonly body: infer Body } ? Part<'body', Body> : unknown) &
  (DashboardApi[Route] extends { readonly query: infer Query }
    ? { readonly query?: Query }
    : unknown);

/** The input as arguments: it may be left out where nothing in it is required. */
export type CallArguments<Route extends DashboardRoute> =
  object extends CallInput<Route> ? [input?: CallInput<Route>] : [input: CallInput<Route>];

/** What a call resolves to. */
export type CallData<Route extends DashboardRoute> = DashboardApi[Route] extends {
  readonly data: infer Data;
}
  ? Data
  : never;

interface AnyInput {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Calls the dashboard's API, below the folder of this page; rejects with a `CallFailure`. */
export async function callApi<Route extends DashboardRoute>(
  route: Route,
  ...[input]: CallArguments<Route>
): Promise<CallData<Route>> {
  const response = await openCall(route, input ?? {});
  const { data } = (await readAnswer(response)) as { readonly data: CallData<Route> };
  return data;
}

/** Sends a call and resolves to its response once that is known to be good. */
export async function openCall(
  route: DashboardRoute,
  { parameters = {}, query = {}, body }: AnyInput,
  signal?: AbortSignal,
): Promise<Response> {
  const [method = 'GET', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const url = new URL(`./dashboard/api${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new CallFailure({ code: 'offline', message: texts.common.noAnswer });
  });
  if (!response.ok) throw await toFailure(response);
  return response;
}

async function readAnswer(response: Response): Promise<unknown> {
  return response.json().catch(() => {
    throw new CallFailure({ code: 'offline', message: texts.common.brokenAnswer });
  });
}

async function toFailure(response: Response): Promise<CallFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body = (await response.json().catch(() => ({}))) as {
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  return new CallFailure({
    code: body.error?.code ?? 'internal_error',
    message: body.error?.message ?? texts.common.failedWith(response.status),
    requestId,
  });
}
