import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerContract } from '../testing/ledger-contract.ts';
import { sqliteStore } from './sqlite-store.ts';

describe('sqliteStore', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(ledgerContract)('its ledger: $name', async ({ run }) => {
    const store = sqliteStore({ folder });
    try {
      await expect(run(store.ledger)).resolves.toBeUndefined();
    } finally {
      await store.close();
    }
  });
});
