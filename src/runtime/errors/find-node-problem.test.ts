import { readFileSync } from 'node:fs';
import path from 'node:path';
import process, { versions } from 'node:process';
import { expect, test, vi } from 'vitest';
import { createGleaner } from '../../core/engine/create-gleaner.ts';
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

test('the Node it asks for is that of package.json', () => {
  const file = path.join(import.meta.dirname, '..', '..', '..', 'package.json');
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  expect(findNodeProblem('0.0.0')).toContain(
    `needs Node.js ${engines.node.replace(/^>=/, '')} or newer`,
  );
});

test('an engine is not made on a Node that is too old, and says so', () => {
  vi.stubGlobal('process', { ...process, versions: { ...versions, node: '20.20.2' } });
  try {
    expect(() => createGleaner()).toThrow(
      expect.objectContaining({
        code: 'internal_error',
        message: expect.stringContaining('needs Node.js 22.19 or newer, and this is 20.20.2'),
      }),
    );
  } finally {
    vi.unstubAllGlobals();
  }
});

// Static imports would be linked before the version is looked at.
test('the command imports nothing of the engine before it has looked', () => {
  expect(listImports('../../cli/gleaner.ts')).toEqual(['../runtime/errors/find-node-problem.ts']);
  expect(listImports('find-node-problem.ts')).toEqual([]);
});

function listImports(file: string): readonly string[] {
  const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return [...source.matchAll(/^import .* from '([^']+)'/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:'));
}
