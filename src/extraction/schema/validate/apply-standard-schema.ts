import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { toJsonPointer } from '../../../runtime/plain-json.ts';
import { unusableSchema } from '../parse/to-issues.ts';

type StandardOutcome<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** A list of 10,000 wrong rows needs no 10,000 lines; as many as of our own validation. */
const maxIssues = 1_000;
const maxMessageLetters = 1_000;
const maxPathLength = 256;

/**
 * Applies a library's own refinements, transforms and defaults; throws `invalid_request` for what is no outcome, rejects with
 * `signal.reason` on abort.
 */
export async function applyStandardSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
  signal: AbortSignal,
): Promise<StandardOutcome<StandardSchemaV1.InferOutput<Schema>>> {
  // In a function of its own, so that what it throws at once is handled like what it rejects with.
  const validate = async (): Promise<unknown> => schema['~standard'].validate(value);
  const outcome = validate().catch((cause: unknown) => {
    throw unusableSchema('failed while it validated the result', cause);
  });
  return readOutcome(await raceSignal(outcome, signal));
}

function readOutcome<Output>(outcome: unknown): StandardOutcome<Output> {
  try {
    // Of its type only the library can know more than that it is an outcome.
    return parseOutcome(outcome) as StandardOutcome<Output>;
  } catch (cause) {
    throw unusableSchema(
      'gave no outcome of a Standard Schema for the result, which is { value } or { issues: [{ message, path? }] }',
      cause,
    );
  }
}

/** Throws whatever comes for what is no outcome: a proxy's traps may throw as well. */
function parseOutcome(outcome: unknown): StandardOutcome<unknown> {
  const { issues } = outcome as { readonly issues?: unknown };
  if (issues !== undefined && issues !== null) {
    if (!Array.isArray(issues)) throw new TypeError('Its issues are no list.');
    // Copied by index, because a list may claim any length.
    const shown = Array.from({ length: Math.min(issues.length, maxIssues) }, (_, at) => at)
      .filter((at) => at in issues)
      .map((at) => toIssue(issues[at]));
    return { issues: shown.length > 0 ? shown : [{ path: '', message: 'is not valid' }] };
  }
  if (!('value' in (outcome as object))) throw new TypeError('It has neither a value nor issues.');
  const { value } = outcome as { readonly value: unknown };
  const isPromise = typeof value === 'object' && value !== null && 'then' in value;
  if (isPromise && typeof value.then === 'function') throw new TypeError('Its value is a promise.');
  return { value };
}

function toIssue(given: unknown): Issue {
  const { message, path = [] } = given as { readonly message: unknown; readonly path?: unknown };
  if (typeof message !== 'string') throw new TypeError('An issue has no message.');
  if (!Array.isArray(path)) throw new TypeError('The path of an issue is no list.');
  return {
    path: toJsonPointer(path.slice(0, maxPathLength).map(toSegment)),
    message: message.slice(0, maxMessageLetters),
  };
}

function toSegment(segment: unknown): string {
  const isObject = typeof segment === 'object' && segment !== null;
  const key: unknown = isObject ? (segment as { readonly key: unknown }).key : segment;
  if (typeof key === 'string' || typeof key === 'number' || typeof key === 'symbol') {
    return String(key);
  }
  throw new TypeError('A segment of a path is no key.');
}
