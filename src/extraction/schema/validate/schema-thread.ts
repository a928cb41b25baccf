import { LRUCache } from 'lru-cache';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { serveJobs } from '../../../runtime/threads/serve-jobs.ts';
import { compileSchema, type CompiledSchema } from './compile-schema.ts';

export interface ValidationJob {
  /** Digest of the schema, under which the thread keeps what it compiled. */
  readonly hash: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

const compiled = new LRUCache<string, CompiledSchema>({ max: 50 });

serveJobs<ValidationJob, readonly Issue[]>(({ hash, schema, value }, enterStage) => {
  const check = compiled.get(hash) ?? compileSchema(schema);
  compiled.set(hash, check);
  enterStage('check');
  return check(value);
});
