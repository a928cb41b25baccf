import { getOrMake } from '../../../runtime/collections.ts';
import type { SchemaObject } from '../list-schema-fields.ts';
import { toLinearPattern } from '../parse/to-linear-pattern.ts';
import { weighPattern } from '../parse/weigh-pattern.ts';

interface NamePattern {
  readonly schema: unknown;
  matches(name: string): boolean;
}

// Schemas never change, and each is asked for at every record.
const compiled = new WeakMap<SchemaObject, readonly NamePattern[]>();

/**
 * What a look at a schema takes, of the work of matching a character with a pattern: `(?:[ab]?[ab]?){450}$` takes 5 ms for a name of
 * 1,000 characters.
 */
const workPerStep = 10_000;

/** About how many looks at a schema it costs to match a name with the patterns of a `patternProperties`. */
export function weighMatching(patterns: SchemaObject, name: string): number {
  const work = Object.keys(patterns).reduce((sum, pattern) => sum + weighPattern(pattern), 0);
  return Math.ceil(((name.length + 1) * work) / workPerStep);
}

/** The schemas of a `patternProperties` whose pattern is in a name. */
export function listMatching(patterns: SchemaObject, name: string): readonly unknown[] {
  const known = getOrMake(compiled, patterns, () => Object.entries(patterns).map(compile));
  return known.filter((each) => each.matches(name)).map(({ schema }) => schema);
}

function compile([source, schema]: readonly [string, unknown]): NamePattern {
  const read = toLinearPattern(source);
  // A schema with a pattern that cannot be read is refused before any value is.
  if ('problem' in read) return { schema, matches: () => false };
  return { schema, matches: (name) => read.pattern.test(name) };
}
