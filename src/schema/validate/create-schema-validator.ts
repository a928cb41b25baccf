import { LRUCache } from 'lru-cache';
import type { Issue } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import { ThreadFailure } from '../../threads/thread-failure.ts';
import type { CompiledSchema } from './compile-schema.ts';
import { loadOnce } from '../../signals/load-once.ts';
import { copyPlainJson } from '../copy-plain-json.ts';
import type { ValidationJob } from './schema-thread.ts';
import type { UsableSchema } from '../parse/parse-schema.ts';
import { isCheap, weighSchema, weighValue, type SchemaWeight } from './weigh-schema.ts';
import { toThreadScript } from '../../threads/to-thread-script.ts';

/** Checks values against schemas that callers give. It neither hangs nor ends the process, whatever the schema. */
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

/** An answer cannot hold more values than a page has nodes; 300,000 take 50 ms to copy. */
const valueLimits = { maxDepth: 256, maxNodes: 300_000 } as const;
/** For the heap of a thread; a schema that needs more to be compiled is refused. */
const maxMemoryMb = 256;
/** Loading Ajv takes 0.1 to 0.3 s: a thread is kept for the validations of a run, pages apart. */
const idleMs = 30_000;

/** Loaded on first use: processes without such schemas never load Ajv. */
const loadCompiler = loadOnce(() => import('./compile-schema.ts'));

/** Schemas that are cheap to check run at once, all others on a thread that is ended when it takes too long. */
export function createSchemaValidator({
  timeoutMs = 2_000,
  maxThreads = 2,
}: SchemaValidatorOptions = {}): SchemaValidator {
  const threads = createThreadPool<ValidationJob, readonly Issue[]>({
    script: toThreadScript('./schema-thread', import.meta.url),
    maxMemoryMb,
    idleMs,
    maxThreads,
  });
  const weights = new LRUCache<string, SchemaWeight>({ max: 500 });
  const compiled = new LRUCache<string, CompiledSchema>({ max: 100 });

  function weigh({ hash, schema }: UsableSchema): SchemaWeight {
    const weight = weights.get(hash) ?? weighSchema(schema);
    weights.set(hash, weight);
    return weight;
  }

  async function checkHere(
    { hash, schema }: UsableSchema,
    value: unknown,
  ): Promise<readonly Issue[]> {
    const { compileSchema } = await loadCompiler();
    try {
      const check = compiled.get(hash) ?? compileSchema(schema);
      compiled.set(hash, check);
      return check(value);
    } catch (cause) {
      throw refusal('cannot be compiled; simplify it', cause);
    }
  }

  async function checkOnThread(
    { hash, schema }: UsableSchema,
    value: unknown,
    signal: AbortSignal,
  ): Promise<readonly Issue[]> {
    try {
      return await threads.run({ hash, schema, value }, { signal, timeoutMs });
    } catch (error) {
      throw error instanceof ThreadFailure ? toError(error, timeoutMs) : error;
    }
  }

  return {
    async validate(schema, value, signal) {
      signal.throwIfAborted();
      const copy = copyPlainJson(value, valueLimits);
      if (copy.issues.length > 0) return copy.issues;
      return isCheap(weigh(schema), weighValue(copy.value))
        ? checkHere(schema, copy.value)
        : checkOnThread(schema, copy.value, signal);
    },
    close: () => threads.close(),
  };
}

function toError(failure: ThreadFailure, timeoutMs: number): Error {
  const { kind, stage } = failure;
  if (kind === 'closed') {
    return new TypeError('The schema validator is closed; make a new one.');
  }
  if (kind === 'start') {
    return new GleanerError('internal_error', 'The thread that checks schemas did not start.', {
      cause: failure,
    });
  }
  if (kind !== 'time') {
    return refusal('needs too much memory, or is too complicated to compile; simplify it', failure);
  }
  return refusal(
    // The stage that `schema-thread.ts` enters once the schema is compiled.
    stage === 'check'
      ? `takes longer than ${timeoutMs} ms to check a value against; simplify it, e.g. "uniqueItems" on long lists or nested alternatives`
      : `takes longer than ${timeoutMs} ms to compile; simplify it`,
    failure,
  );
}

function refusal(message: string, cause: unknown): GleanerError<'invalid_request'> {
  return new GleanerError('invalid_request', `The schema ${message}.`, {
    details: { issues: [{ path: '/schema', message }] },
    cause,
  });
}
