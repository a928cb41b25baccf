import path from 'node:path';
import type { Store } from '../../src/contracts/store.ts';
import { readOperations, sqlStore, type SqlStoreParts } from '../../src/stores/sql/sql-store.ts';
import type { Session } from '../../src/stores/sql/tables.ts';
import { openForReading, toKysely } from '../../src/stores/sqlite/open-database.ts';
import { openWriter } from '../../src/stores/sqlite/open-writer.ts';
import { toError } from '../../src/stores/sqlite/thread-messages.ts';

/** The SQLite store without its thread, whose start takes a hundred times as long as a check. */
export function inlineSqliteStore(folder: string): Store {
  const file = path.join(folder, 'gleaner.db');
  const writer = openWriter({ folder, file, busyTimeoutMs: 5_000, maxBytes: undefined });
  const database = openForReading(file, 5_000);
  const session: Session = { db: toKysely(database), owner: '', isGone: () => false };
  let queue: Promise<unknown> = Promise.resolve();

  const write = async (name: string, input: unknown): Promise<unknown> => {
    const turn = queue.then(() => writer.commit([{ id: 1, name, input }]));
    queue = turn;
    const [outcome] = await turn;
    if (outcome === undefined || 'error' in outcome) throw toError(outcome?.error ?? lost);
    return outcome.value;
  };
  const read = (name: keyof typeof readOperations, input: unknown): Promise<unknown> => {
    const operation: (session: Session, input: never) => Promise<unknown> = readOperations[name];
    return operation(session, input as never);
  };
  return sqlStore({
    name: 'sqlite',
    read: read as SqlStoreParts['read'],
    write: write as SqlStoreParts['write'],
    async close() {
      await queue;
      writer.close();
      database.close();
    },
  });
}

const lost = { kind: 'other', message: 'The outcome of a job is missing.' } as const;
