import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const client = path.join(import.meta.dirname, '../servers/owner-lock-process.ts');

// Of 100 rounds, one met a file that another process was just removing.
test('processes that open and close stores on one folder at the same time do not get in each other’s way', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-owners-'));
  try {
    const clients = Array.from({ length: 3 }, () =>
      promisify(execFile)(execPath, [client, folder, '1500']),
    );
    await expect(Promise.all(clients)).resolves.toHaveLength(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
