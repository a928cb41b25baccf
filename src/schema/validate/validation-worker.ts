import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { compileSchema, type CompiledSchema } from './compile-schema.ts';

/** What the thread is asked. */
export interface ValidationJob {
  readonly hash: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

/** What it says: `ready` once, then `compiled` and one of the others for each job. */
export type ValidationReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'compiled' }
  | { readonly kind: 'checked'; readonly issues: readonly Issue[] }
  | { readonly kind: 'failed'; readonly message: string };

const compiled = new LRUCache<string, CompiledSchema>({ max: 50 });

function report(message: ValidationReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

parentPort?.on('message', ({ hash, schema, value }: ValidationJob) => {
  try {
    const check = compiled.get(hash) ?? compileSchema(schema);
    compiled.set(hash, check);
    report({ kind: 'compiled' });
    report({ kind: 'checked', issues: check(value) });
  } catch (error) {
    report({ kind: 'failed', message: String(error).slice(0, 1_000) });
  }
});
report({ kind: 'ready' });
