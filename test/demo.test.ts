import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { execPath } from 'node:process';
import { expect, test } from 'vitest';

test('the demo shows what came out, from where, and what it cost', () => {
  const root = path.join(import.meta.dirname, '..');
  const output = execFileSync(execPath, [path.join(root, 'examples', 'demo.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const shown of [
    '"price": 89.5',
    '/price ← text',
    '"title": "The night the ferry learned to whisper"',
    '# The night the ferry learned to whisper',
    'article.pdf',
    'page 5 · 60 items',
    '60 items · replay · drift 0 · ended: no_next',
  ]) {
    expect(output).toContain(shown);
  }
  expect(output).toMatch(/63 left: 37 spent on what was delivered, 0 on failures/);
});
