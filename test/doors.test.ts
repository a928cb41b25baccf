import path from 'node:path';
import { expect, test } from 'vitest';
import { readDeclarations, type Declaration, type Declared } from './support/read-declarations.ts';

const dist = path.join(import.meta.dirname, '..', 'dist');

function readDoor(door: string): readonly Declaration[] {
  return readDeclarations(path.join(dist, `${door}.d.ts`));
}

function toKey({ file, name }: Declared): string {
  return `${name} of ${path.relative(dist, file)}`;
}

/** They put other types together, so that callers see what they stand for and have no use for their names. */
const innerTypes: ReadonlySet<string> = new Set([
  'Given',
  'NavigationOption',
  'OfStep',
  'OptionsArgument',
  'RequiredName',
  'ScrapedContent',
]);

/** Of each door: what it exports, and the doors whose types its own ones may name beside. */
const doors: readonly (readonly [door: string, ...others: readonly string[]])[] = [
  ['index'],
  ['service/index', 'index'],
  ['http/index', 'service/index', 'index'],
  ['dashboard/index', 'http/index', 'service/index', 'index'],
  ['evaluation/index', 'index'],
  ['studio/index', 'index'],
  ['testing/index', 'service/index', 'index'],
];

test.each(doors)('the door %s exports every type that its declarations name', (door, ...others) => {
  const names = new Set([door, ...others].flatMap(readDoor).map(toKey));
  const missing = readDoor(door).flatMap(({ name, references }) =>
    references
      .filter(({ name }) => !innerTypes.has(name))
      .map(toKey)
      .filter((key) => !names.has(key))
      .map((key) => `${name} names ${key}`),
  );
  expect(names.size).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});
