import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listUnitTests } from './setup/list-unit-tests.ts';

test('what replaces a module or starts a program has a process of its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'unit-tests-'));
  const write = (name: string, source: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, source);
    return file;
  };
  const plain = write('plain.test.ts', "import { test } from 'vitest';");
  const files = [
    plain,
    write('mocks.test.ts', "vi.mock('./other.ts', { spy: true });"),
    write('mocks-late.test.ts', "vi.doMock('./other.ts');"),
    write('starts.test.ts', "import { spawn } from 'node:child_process';"),
    path.join('test', 'http.test.ts'),
  ];
  expect(listUnitTests(files)).toEqual([plain]);
});
