import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { addAccount, completeRun, startSampleRun } from '../../test-kit/contracts/store/samples.ts';

test('the value of a variable is in no file of the store once its run has ended and the store is closed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const isThere = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => readFileSync(path.join(entry.parentPath, entry.name)).includes('s3cret'));
  const store = sqliteStore({ folder });
  await addAccount(store, 'ada', 100);
  // One that fits into a row, and one that needs pages of its own.
  const long = 's3cret'.repeat(5_000);
  await startSampleRun(store, { id: 'short', variables: { password: 's3cret' } });
  await startSampleRun(store, { id: 'long', variables: { password: long } });
  expect(isThere()).toBe(true);
  await completeRun(store, 'short');
  await completeRun(store, 'long');
  await store.close();
  expect(isThere()).toBe(false);
});
