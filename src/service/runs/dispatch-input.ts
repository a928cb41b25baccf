import { z } from 'zod';
import { maxIdempotencyKeyLength } from '../../operations/find-call-issues.ts';
import type { Field, InputOf } from '../../operations/field.ts';

/** Every field of `dispatchRun`. Over HTTP the account, the recipe and the key come with the request, not in its body. */
export const dispatchInputFields = {
  account: { schema: z.string(), wire: false } as Field<string>,
  recipeId: { schema: z.string(), wire: false } as Field<string>,
  /** Values for the recipe's variables. */
  variables: {
    schema: z.record(z.string(), z.string()).optional(),
    about: 'Values for the recipe’s variables.',
  } as Field<Readonly<Record<string, string>> | undefined>,
  /** Fewer pages than the plan allows. */
  maxPages: {
    schema: z.int().min(1).optional(),
    about: 'Pages to extract at most; the plan’s cap holds all the same.',
  } as Field<number | undefined>,
  /** ≤ 255 characters, kept for 24 hours: the same key with the same input gives the first run again. */
  idempotencyKey: {
    schema: z.string().min(1).max(maxIdempotencyKeyLength).optional(),
    wire: false,
  } as Field<string | undefined>,
};

/** Which recipe to run, for which account, and how. */
export type DispatchInput = InputOf<typeof dispatchInputFields>;
