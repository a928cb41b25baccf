import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killStoreClients } from '../support/kill-store-clients.ts';
import { createRandom } from '../support/random-operations.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** 12 starts of a process take 7 s of processor time, which a machine with other work may not have for minutes. */
const patienceMs = 300_000;

test(
  'processes killed while they share a folder lose no change that was confirmed, and connect once',
  async () => {
    const result = await killStoreClients({
      folder: makeFolder(),
      kills: 12,
      clients: 3,
      random: createRandom(20_260_101),
    });
    expect(result.kills).toBe(12);
    // Otherwise they were killed before they did anything, and the test says nothing.
    expect(result.acknowledged).toBeGreaterThan(200);
    expect(result.connected).toBeGreaterThan(10);
  },
  patienceMs,
);
