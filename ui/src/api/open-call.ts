import { CallFailure } from './call-failure.ts';
import { type CallIssue, toFormWords } from './to-form-words.ts';

/** What any call takes: values of the path's parameters, the query and the body. */
export interface AnyCallInput {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * Sends a call (`GET /runs/{id}`) to an API in a folder beside this page, and resolves to its response once that is known to be
 * good; rejects with a `CallFailure`.
 */
export async function openCall(
  folder: string,
  route: string,
  { parameters = {}, query = {}, body }: AnyCallInput,
  signal?: AbortSignal,
): Promise<Response> {
  const [method = 'GET', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const url = new URL(`./${folder}${path}`, document.baseURI);
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
    throw new CallFailure({
      code: 'offline',
      message: 'The service did not answer. Check the connection, then try again.',
    });
  });
  if (!response.ok) throw await toFailure(response);
  return response;
}

/** Reads the JSON of an answer; rejects with a `CallFailure` where it broke off. */
export async function readAnswer(response: Response): Promise<unknown> {
  return response.json().catch(() => {
    throw new CallFailure({
      code: 'offline',
      message: 'The answer of the service broke off. Try again.',
    });
  });
}

async function toFailure(response: Response): Promise<CallFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body = (await response.json().catch(() => ({}))) as {
    readonly error?: {
      readonly code?: string;
      readonly message?: string;
      readonly details?: { readonly issues?: readonly CallIssue[] };
    };
  };
  const { message, details } = body.error ?? {};
  return new CallFailure({
    code: body.error?.code ?? 'internal_error',
    message:
      message === undefined
        ? `The service failed with status ${response.status}. Try again later.`
        : toFormWords(message, details?.issues ?? []),
    requestId,
  });
}
