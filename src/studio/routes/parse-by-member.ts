import type { z } from 'zod';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';

/** The shapes of objects, by the member that says which one it is. */
export type Shapes = Readonly<Record<string, z.ZodObject<z.ZodRawShape, z.core.$strict>>>;

/** What is wrong with an object, or nothing. */
export interface ReadByMember {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** Reads an object by the shape that its member names. */
export function readByMember(shapes: Shapes, input: unknown, member: string): ReadByMember {
  const named = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  const kind = Object.hasOwn(named, member) ? named[member] : undefined;
  const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (shape === undefined) {
    const message = `Expected one of ${Object.keys(shapes).join(', ')}.`;
    return { value: undefined, issues: [{ path: `/${member}`, message }] };
  }
  const { fields, issues } = parseInput(shape, input);
  return { value: fields, issues };
}

/** Returns an object that the shape of its member takes; throws `invalid_request` with all that is wrong. */
export function parseByMember(
  shapes: Shapes,
  input: unknown,
  { member, action }: { readonly member: string; readonly action: string },
): unknown {
  const { value, issues } = readByMember(shapes, input, member);
  if (value === undefined) throw invalidRequest(action, issues);
  return value;
}
