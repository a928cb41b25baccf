import { LRUCache } from 'lru-cache';
import { GleanerError, type Issue } from '../../../runtime/errors/gleaner-error.ts';
import {
  ThreadFailure,
  createThreadPool,
  threadNotStarted,
} from '../../../runtime/threads/create-thread-pool.ts';
import type { CompiledSchema } from './compile-schema.ts';
import { loadOnce } from '../../../runtime/signals/waiting.ts';
import { copyPlainJson } from '../../../runtime/plain-json.ts';
import type { ValidationJob } from './schema-thread.ts';
import type { UsableSchema } from '../parse/parse-schema.ts';
import { toThreadScript } from '../../../runtime/threads/start-worker.ts';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { keywordsByDialect, listChildren } from '../parse/index-schema.ts';
import { weighPattern } from '../parse/weigh-pattern.ts';
import { type SchemaObject, findReferenced, isSchemaObject } from '../list-schema-fields.ts';

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
    return threadNotStarted('checks schemas', failure);
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

/** An upper bound of what a schema costs, read off it without running anything. */
export interface SchemaWeight {
  readonly subschemas: number;
  /** Checks on one value and everything in it, every `$ref` followed; infinite for recursive schemas. */
  readonly checks: number;
  readonly hasReferences: boolean;
  readonly comparesItems: boolean;
}

// 200,000 steps took 120 ms where every check fails (2 busy cores, cold code); the event loop may stand still for 50 ms.
const maxInlineSteps = 50_000;
/** Ajv copies all errors so far at every `$ref`: the time may grow with the square of the checks. */
const maxInlineStepsWithReferences = 20_000;
/** Compiling takes up to 0.4 ms for each, in cold code. */
const maxInlineSubschemas = 100;
const charactersPerStep = 16;

export function weighSchema(schema: JsonSchema): SchemaWeight {
  const known = new Map<SchemaObject, number>();
  const open = new Set<SchemaObject>();
  let comparesItems = false;
  let hasReferences = false;

  function weigh(current: unknown): number {
    if (!isSchemaObject(current)) return 1;
    const weight = known.get(current);
    if (weight !== undefined) return weight;
    if (open.has(current)) return Number.POSITIVE_INFINITY;
    open.add(current);
    comparesItems ||= current['uniqueItems'] === true;
    let sum = 1 + weighOwn(current);
    for (const [[keyword], child] of listChildren(current, keywordsByDialect['2020-12'])) {
      // Definitions count where they are used.
      if (keyword !== '$defs') sum += weigh(child);
    }
    const referenced = findReferenced(schema, current);
    if (referenced !== undefined) {
      hasReferences = true;
      sum += weigh(referenced);
    }
    open.delete(current);
    known.set(current, sum);
    return sum;
  }

  const checks = weigh(schema);
  return { subschemas: known.size, checks, hasReferences, comparesItems };
}

/** Whether compiling and checking are bound to be quick: then they need no thread that can be killed. */
export function isCheap(schema: SchemaWeight, valueWeight: number): boolean {
  if (schema.subschemas > maxInlineSubschemas || schema.checks > maxInlineSteps) return false;
  const pairs = schema.comparesItems ? valueWeight ** 2 : 0;
  const maxSteps = schema.hasReferences ? maxInlineStepsWithReferences : maxInlineSteps;
  return schema.checks * valueWeight + pairs <= maxSteps;
}

/** The size of a JSON value in steps: what is in it, and its text. */
export function weighValue(value: unknown): number {
  let steps = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    steps += 1;
    if (typeof next === 'string') steps += next.length / charactersPerStep;
    else if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isSchemaObject(next)) {
      for (const [name, item] of Object.entries(next)) {
        steps += name.length / charactersPerStep;
        pending.push(item);
      }
    }
  }
  return steps;
}

function weighOwn(schema: SchemaObject): number {
  let steps = 0;
  for (const keyword of ['enum', 'const']) {
    const members = schema[keyword];
    if (members !== undefined) steps += JSON.stringify(members).length / charactersPerStep;
  }
  if (Array.isArray(schema['required'])) steps += schema['required'].length;
  if (typeof schema['pattern'] === 'string') steps += weighPattern(schema['pattern']);
  const byPattern = schema['patternProperties'];
  if (isSchemaObject(byPattern))
    for (const name of Object.keys(byPattern)) steps += weighPattern(name);
  // Keeping account of what alternatives evaluated doubles the work of each level.
  if (schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined) {
    return Number.POSITIVE_INFINITY;
  }
  return steps;
}
