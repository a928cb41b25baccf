import type { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { copyPlainJson } from '../../schema/copy-plain-json.ts';

/** 1 MB, as wherever JSON from outside is read. */
export const maxBodyBytes: number = 1_048_576;
/** JSON.parse reads a depth of a million; what works on the value recurses, and cannot. */
const limits = { maxDepth: 64, maxNodes: 200_000 } as const;

/** Thrown for a body over the limit: HTTP has a status of its own for that. */
export const bodyTooLarge: GleanerError<'invalid_request'> = invalidRequest('read the body', [
  { path: '', message: `It is larger than ${maxBodyBytes} bytes.` },
]);

/**
 * The body of a request as JSON object; `undefined` where there is none. Throws `invalid_request` for what is no JSON
 * object, says so wrongly, or is too large or too deep.
 */
export async function readJsonBody(
  request: Request,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw bodyTooLarge;
  const bytes = await readBytes(request, signal);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers.get('content-type'))) {
    throw refuse('Send it with `Content-Type: application/json`.');
  }
  const { value, issues } = copyPlainJson(parse(bytes), limits);
  if (issues.length > 0) throw invalidRequest('read the body', issues);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('Expected a JSON object.');
  }
  return value as Readonly<Record<string, unknown>>;
}

async function readBytes(request: Request, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBodyBytes) throw bodyTooLarge;
      chunks.push(chunk);
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause === bodyTooLarge) throw cause;
    throw invalidRequest('read the body', [{ path: '', message: 'It broke off.' }], cause);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    // The parser's message repeats the body.
    throw invalidRequest(
      'read the body',
      [{ path: '', message: 'It is no JSON in UTF-8.' }],
      cause,
    );
  }
}

function isJson(contentType: string | null): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

function refuse(message: string): GleanerError<'invalid_request'> {
  return invalidRequest('read the body', [{ path: '', message }]);
}
