import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { sqlStore, type SqlStoreParts } from '../../src/storage/stores/sql/sql-store.ts';
import { openReader } from '../../src/storage/stores/sqlite/open-database.ts';
import { openWriter } from '../../src/storage/stores/sqlite/writer-thread.ts';
import { toError } from '../../src/storage/stores/sqlite/to-store-error.ts';

/** The SQLite store without its thread, whose start takes a hundred times as long as a check. */
export function inlineSqliteStore(folder: string): Store {
  const file = path.join(folder, 'gleaner.db');
  const writer = openWriter({
    owner: randomUUID(),
    folder,
    file,
    busyTimeoutMs: 5_000,
    maxBytes: undefined,
  });
  const reader = openReader(file, 5_000);
  let queue: Promise<unknown> = Promise.resolve();

  const write = async (name: string, input: unknown): Promise<unknown> => {
    const turn = queue.then(() => writer.commit([{ id: 1, name, input }]));
    queue = turn;
    const [outcome] = await turn;
    if (outcome === undefined || 'error' in outcome) throw toError(outcome?.error ?? lost);
    return outcome.value;
  };
  return sqlStore({
    name: 'sqlite',
    read: reader.run as SqlStoreParts['read'],
    write: write as SqlStoreParts['write'],
    async close() {
      await queue;
      writer.close();
      reader.close();
    },
  });
}

const lost = { kind: 'other', message: 'The outcome of a job is missing.' } as const;
