import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

// The folder by which the test files of one run agree on one server; the first that needs it starts it.
export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-test-run-'));
  process.env['GLEANER_TEST_RUN'] = folder;
  process.env['GLEANER_TEST_RUN_PID'] = String(process.pid);
  return () => rmSync(folder, { recursive: true, force: true });
}
