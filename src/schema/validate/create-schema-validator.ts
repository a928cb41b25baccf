import { LRUCache } from 'lru-cache';
import type { Issue } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { compileSchema, type CompiledSchema } from './compile-schema.ts';
import { copyPlainJson } from '../json/copy-plain-json.ts';
import { createValidationPool } from './create-validation-pool.ts';
import type { UsableSchema } from '../parse/parse-schema.ts';
import { isCheap, weighSchema, weighValue, type SchemaWeight } from './weigh-schema.ts';

/** Checks values against schemas of strangers: never hangs, never takes the process down. */
export interface SchemaValidator {
  /**
   * What is wrong with the value; empty when it is valid. Rejects with `invalid_request` when the schema takes
   * too long, and with `signal.reason` once that aborts.
   */
  validate(schema: UsableSchema, value: unknown, signal: AbortSignal): Promise<readonly Issue[]>;
  /** Ends the threads; what still runs is rejected. */
  close(): Promise<void>;
}

export interface SchemaValidatorOptions {
  /** Compiling and checking together, for schemas that are not plainly cheap. @default 2000 */
  readonly timeoutMs?: number;
  /** Threads for such schemas; started on first need. @default 2 */
  readonly maxThreads?: number;
}

/** A page's worth of data is far below; a value beyond it cannot be an answer. */
const valueLimits = { maxDepth: 256, maxNodes: 1_000_000 } as const;

/** Schemas that are cheap to check run at once, all others in a thread that is killed when it takes too long. */
export function createSchemaValidator(options: SchemaValidatorOptions = {}): SchemaValidator {
  const pool = createValidationPool({
    timeoutMs: options.timeoutMs ?? 2_000,
    maxThreads: options.maxThreads ?? 2,
  });
  const weights = new LRUCache<string, SchemaWeight>({ max: 500 });
  const compiled = new LRUCache<string, CompiledSchema>({ max: 100 });

  return {
    async validate(usable, value, signal) {
      signal.throwIfAborted();
      const copy = copyPlainJson(value, valueLimits);
      if (copy.issues.length > 0) return copy.issues;
      const { hash, schema } = usable;
      let weight = weights.get(hash);
      if (weight === undefined) {
        weight = weighSchema(schema);
        weights.set(hash, weight);
      }
      if (!isCheap(weight, weighValue(copy.value))) {
        return pool.run({ hash, schema, value: copy.value }, signal);
      }
      try {
        let check = compiled.get(hash);
        if (check === undefined) {
          check = compileSchema(schema);
          compiled.set(hash, check);
        }
        return check(copy.value);
      } catch (cause) {
        const message = 'cannot be compiled; simplify it';
        throw new GleanerError('invalid_request', `The schema ${message}.`, {
          details: { issues: [{ path: '/schema', message }] },
          cause,
        });
      }
    },
    close: () => pool.close(),
  };
}
