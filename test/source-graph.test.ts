import { expect, test } from 'vitest';
import { layers, mayImport, packages } from '../scripts/source-graph.ts';

const others = ['cli', 'web', 'service', 'storage', 'studio', 'evaluation', 'testing'];

test('the core imports no other package', () => {
  for (const folder of packages['core']?.folders ?? []) {
    expect(others.filter((other) => mayImport(folder, other))).toEqual([]);
  }
  expect(mayImport('core', 'page')).toBe(true);
});

test('the studio imports the core alone', () => {
  expect(mayImport('studio', 'browser')).toBe(true);
  expect(others.filter((other) => mayImport('studio', other))).toEqual(['studio']);
});

test('the service offers all the others, and evaluation may try its stores', () => {
  expect(others.filter((other) => !mayImport('cli', other))).toEqual([]);
  expect(mayImport('testing', 'storage')).toBe(true);
  expect(mayImport('evaluation', 'studio')).toBe(false);
});

test('each folder is of one package, and the main entry point is of none', () => {
  const folders = Object.values(packages).flatMap((each) => each.folders);
  expect(folders.toSorted()).toEqual(layers.filter((name) => name !== 'index.ts').toSorted());
});
