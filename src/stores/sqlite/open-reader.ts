import * as readOperations from '../sql/read-operations.ts';
import type { Session } from '../sql/tables.ts';
import { openForReading, toQueries } from './open-database.ts';
import { toStoreError } from './to-store-error.ts';

/** A connection that only reads: it waits for no writer, and sees each of their commits at once. */
export interface Reader {
  readonly run: (name: string, input: unknown) => Promise<unknown>;
  readonly close: () => void;
}

/** Opens a file that a writer has opened before. */
export function openReader(file: string, busyTimeoutMs: number): Reader {
  const database = openForReading(file, busyTimeoutMs);
  // Operations that only read own nothing, and do not ask whether an owner lives.
  const session: Session = {
    ...toQueries(database),
    owner: '',
    fence: async () => [],
    hasLost: () => false,
  };
  const operations = new Map<string, (session: Session, input: never) => Promise<unknown>>(
    Object.entries(readOperations),
  );
  return {
    async run(name, input) {
      const operation = operations.get(name);
      if (operation === undefined) throw new TypeError(`There is no operation "${name}".`);
      try {
        return await operation(session, input as never);
      } catch (error) {
        throw toStoreError(error, file);
      }
    },
    close: () => database.close(),
  };
}
