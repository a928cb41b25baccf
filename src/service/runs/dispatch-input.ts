import { z } from 'zod';
import { maxIdempotencyKeyLength } from '../../operations/find-call-issues.ts';
import type { Field, InputOf } from '../../operations/field.ts';

/** The fields of `dispatchRun`. Over HTTP the key gives the account, the path the recipe, a header the idempotency key. */
export const dispatchInputFields = {
  account: { schema: z.string(), wire: false } as Field<string>,
  recipeId: { schema: z.string(), wire: false } as Field<string>,
  /** Values for the recipe's variables. */
  variables: {
    schema: z.record(z.string(), z.string()).optional(),
    about: 'Values for the recipe’s variables.',
  } as Field<Readonly<Record<string, string>> | undefined>,
  /** Most pages to extract; the plan's cap applies all the same. @default the plan's cap */
  maxPages: {
    schema: z.int().min(1).optional(),
    about: 'Pages to extract at most; the plan’s cap holds all the same.',
  } as Field<number | undefined>,
  /** 1 to 255 characters. For 24 hours the same key with the same input gives the first run again. */
  idempotencyKey: {
    schema: z.string().min(1).max(maxIdempotencyKeyLength).optional(),
    wire: false,
  } as Field<string | undefined>,
};

/** The input of `dispatchRun`. */
export type DispatchInput = InputOf<typeof dispatchInputFields>;
