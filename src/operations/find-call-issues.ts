import { z } from 'zod';
import type { Issue } from '../errors/error-codes.ts';
import { parseInput } from './parse-input.ts';

/** Longest idempotency key, in characters; as the HTTP contract has it. */
export const maxIdempotencyKeyLength: number = 255;
/** Longest account name, in characters: it is a key, not a text. */
export const maxAccountLength = 255;

/** A deadline: milliseconds above 0; `Infinity`, which zod's own numbers exclude, is none. */
export const timeoutShape: z.ZodType<number> = z.custom<number>(
  (value) => typeof value === 'number' && value > 0,
  'Expected a number of milliseconds above 0',
);

const shape = z.strictObject({
  account: z.string().min(1).max(maxAccountLength).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  timeoutMs: timeoutShape.optional(),
  idempotencyKey: z.string().min(1).max(maxIdempotencyKeyLength).optional(),
  beforeCharge: z.custom((value) => typeof value === 'function', 'Expected a function').optional(),
});

/** What is wrong with how a call is made. */
export function findCallIssues(call: unknown): readonly Issue[] {
  return parseInput(shape, call).issues;
}
