import path from 'node:path';
import { expect, test } from 'vitest';
import { readDeclarations, type Declaration, type Declared } from './support/read-declarations.ts';

const dist = path.join(import.meta.dirname, '..', 'dist');

function readEntryPoint(entryPoint: string): readonly Declaration[] {
  return readDeclarations(path.join(dist, `${entryPoint}.d.ts`));
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

/** Of each entry point: what it exports, and the entry points whose types its own ones may name beside. */
const entryPoints: readonly (readonly [entryPoint: string, ...others: readonly string[]])[] = [
  ['index'],
  ['service/index', 'index'],
  ['http/index', 'service/index', 'index'],
  ['dashboard/index', 'http/index', 'service/index', 'index'],
  ['evaluation/index', 'index'],
  ['studio/index', 'index'],
  ['testing/index', 'service/index', 'index'],
];

test.each(entryPoints)(
  'the entry point %s exports every type that its declarations name',
  (entryPoint, ...others) => {
    const names = new Set([entryPoint, ...others].flatMap(readEntryPoint).map(toKey));
    const missing = readEntryPoint(entryPoint).flatMap(({ name, references }) =>
      references
        .filter(({ name }) => !innerTypes.has(name))
        .map(toKey)
        .filter((key) => !names.has(key))
        .map((key) => `${name} names ${key}`),
    );
    expect(names.size).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  },
);
