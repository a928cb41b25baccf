import { z } from 'zod';
import type { Issue } from '../errors/error-codes.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { toCount } from '../errors/to-count.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';
import type { Fields, ReadOf } from './field.ts';

/** What an input holds, and what is wrong with it. */
export interface ParsedInput<Fields> {
  /** All fields; `undefined` when there are issues. */
  readonly fields: Fields | undefined;
  /** The fields that are valid by themselves, so that they can be checked further although others are not. */
  readonly readable: Partial<Fields>;
  readonly issues: readonly Issue[];
}

/** The shape of an input with these fields and no others. */
export type InputShape<Declared> = z.ZodObject<
  { readonly [Name in keyof Declared]: z.ZodType<ReadOf<Declared>[Name]> },
  z.core.$strict
>;

/** The shape that `parseInput` reads declared fields by. */
export function toInputShape<Declared extends Fields>(fields: Declared): InputShape<Declared> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  // Declared fields are zod's types, which a `Field` calls by their standard interface.
  return z.strictObject(Object.fromEntries(schemas)) as unknown as InputShape<Declared>;
}

/** Reads an unknown input by a shape; names that the shape does not know are refused, so that no typo goes unnoticed. */
export function parseInput<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape, z.core.$strict>,
  input: unknown,
): ParsedInput<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  const outcome = shape.safeParse(input, { reportInput: true });
  if (outcome.success) return { fields: outcome.data, readable: outcome.data, issues: [] };
  const { issues } = outcome.error;
  const faulty = new Set(issues.map(({ path: [field] }) => field));
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const known = Object.keys(shape.shape);
  return {
    fields: undefined,
    // A field without an issue has the type that the shape declares.
    readable: Object.fromEntries(
      given.filter(([field]) => known.includes(field) && !faulty.has(field)),
    ) as Partial<z.output<z.ZodObject<Shape, z.core.$strict>>>,
    issues: issues.flatMap((issue) => toIssues(issue, known)),
  };
}

function toIssues(issue: z.core.$ZodIssue, known: readonly string[]): readonly Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: toJsonPointer([...issue.path.map(String), key]),
      message: `There is no such field; the fields are ${known.join(', ')}.`,
    }));
  }
  return [{ path: toJsonPointer(issue.path.map(String)), message: toMessage(issue) }];
}

function toMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return `It is missing: expected ${withArticle(issue.expected)}.`;
    return `Expected ${withArticle(issue.expected)}, got ${nameOf(issue.input)}.`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map((value) => JSON.stringify(value)).join(' or ');
    return `Expected ${choices}, got ${nameOf(issue.input)}.`;
  }
  if (issue.code === 'too_small') {
    const bound = issue.inclusive === false ? 'more than' : 'at least';
    return `Expected ${bound} ${withUnit(issue.minimum, issue.origin)}.`;
  }
  if (issue.code === 'too_big') return `Expected at most ${withUnit(issue.maximum, issue.origin)}.`;
  return `${issue.message}.`;
}

function withUnit(bound: number | bigint, origin: string): string {
  if (origin === 'string') return toCount(Number(bound), 'character');
  return origin === 'array' ? toCount(Number(bound), 'entry', 'entries') : String(bound);
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'record' || type === 'object') return 'an object';
  return type === 'array' ? 'an array' : `a ${type}`;
}

/** Longest input value that an error repeats, in characters. */
const maxEchoLength = 60;

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'string')
    return typeof value === 'number' ? String(value) : `a ${typeof value}`;
  const echo = value.length > maxEchoLength ? `${value.slice(0, maxEchoLength)}…` : value;
  return JSON.stringify(echo);
}

/** The result of a parser that throws `invalid_request`, or its issues added to the others. */
export function collectIssues<Result>(parse: () => Result, issues: Issue[]): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    issues.push(...error.details.issues);
    return undefined;
  }
}
