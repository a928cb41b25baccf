import { readFileSync } from 'node:fs';
import path from 'node:path';
import { versions } from 'node:process';
import { expect, test } from 'vitest';
import { findNodeProblem } from './find-node-problem.ts';

test('the Node of the tests is new enough', () => {
  expect(findNodeProblem(versions.node)).toBeUndefined();
});

test.each(['22.19.0', '22.20.1', '23.0.0', '24.21.0', '100.0.0'])('%s is new enough', (version) => {
  expect(findNodeProblem(version)).toBeUndefined();
});

test.each(['20.20.2', '22.18.9', '22.2.0', '9.99.0'])('%s is too old', (version) => {
  expect(findNodeProblem(version)).toBe(
    `gleaner needs Node.js 22.19 or newer, and this is ${version}: install a newer one (https://nodejs.org).`,
  );
});

// Static imports would be linked before the version is looked at.
test('the command imports nothing of the engine before it has looked', () => {
  for (const file of ['gleaner.ts', 'find-node-problem.ts']) {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const imported = [...source.matchAll(/^import .* from '([^']+)'/gm)].map(([, name]) => name);
    expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual(
      file === 'gleaner.ts' ? ['./find-node-problem.ts'] : [],
    );
  }
});
