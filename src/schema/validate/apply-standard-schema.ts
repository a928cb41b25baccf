import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Issue } from '../../errors/error-codes.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { toJsonPointer } from '../json-pointer.ts';

/** The library's output value, or its issues. */
export type StandardOutcome<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/**
 * Passes a value that fulfils the JSON Schema through the library's own validation: refinements hold, transforms and
 * defaults apply. Rejects with `signal.reason` once that aborts, even if the library's validation never ends.
 */
export async function applyStandardSchema<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
  signal: AbortSignal,
): Promise<StandardOutcome<StandardSchemaV1.InferOutput<Schema>>> {
  const outcome = await raceSignal(Promise.resolve(schema['~standard'].validate(value)), signal);
  if (outcome.issues === undefined) {
    return { value: outcome.value as StandardSchemaV1.InferOutput<Schema> };
  }
  return {
    issues: outcome.issues.map(({ message, path }) => ({
      path: toJsonPointer((path ?? []).map(toSegment)),
      message,
    })),
  };
}

function toSegment(segment: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}
