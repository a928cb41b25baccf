import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { memoryStore, sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { openPostgres } from './open-postgres.ts';
import { inlineSqliteStore } from './inline-sqlite-store.ts';

/** Runs the same tests on the store in memory, on the one in a folder and on Postgres; each test has its own. */
export function eachStore(tests: (openStore: () => Store) => void): void {
  describe('in memory', () => {
    tests(memoryStore);
  });
  describe('in a folder', () => {
    tests(useFolder(inlineSqliteStore).openStore);
  });
  describe('on Postgres', () => {
    const { openStore } = openPostgres({ isShared: true });
    tests(() => openStore());
  });
}

/** A folder for each test, and store objects on it that are closed after it; each could be another process. */
export function useFolder(
  createStore: (folder: string) => Store = (folder) => sqliteStore({ folder }),
): { readonly openStore: () => Store; readonly folder: () => string } {
  let folder: string | undefined;
  const stores: Store[] = [];
  const current = (): string => (folder ??= mkdtempSync(path.join(tmpdir(), 'gleaner-service-')));
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  });
  return {
    folder: current,
    openStore() {
      const inner = createStore(current());
      let closed: Promise<void> | undefined;
      const store: Store = { ...inner, close: () => (closed ??= inner.close()) };
      stores.push(store);
      return store;
    },
  };
}
