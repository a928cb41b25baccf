import { z } from 'zod';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import type { StepDocument } from './recipe-document.ts';

/**
 * One change of a recipe. `path` is the JSON Pointer of a step (`/steps/3`, `/steps/5/parameters/steps/0`), for
 * `make_variable` of a text in one (`/steps/3/value`) and for `set_optional` of a step or a field of an extract step;
 * `at` is where a step is put, the end without it; `to` of `move_step` is the step's index afterwards in its own list.
 */
export type DraftEdit =
  | { readonly edit: 'set_title'; readonly title: string }
  | { readonly edit: 'add_step'; readonly at?: string | undefined; readonly step: StepDocument }
  | { readonly edit: 'replace_step'; readonly path: string; readonly step: StepDocument }
  | { readonly edit: 'remove_step'; readonly path: string }
  | { readonly edit: 'move_step'; readonly path: string; readonly to: number }
  | { readonly edit: 'set_optional'; readonly path: string; readonly optional: boolean }
  | {
      readonly edit: 'make_variable';
      readonly path: string;
      readonly name: string;
      readonly secret?: boolean | undefined;
    }
  | { readonly edit: 'rename_variable'; readonly name: string; readonly to: string }
  | {
      readonly edit: 'set_variable';
      readonly name: string;
      readonly default?: string | undefined;
      readonly secret?: boolean | undefined;
    }
  | { readonly edit: 'remove_variable'; readonly name: string };

const pointer = z.string().max(500);
const name = z.string().max(64);
const step = z.looseObject({ type: z.string().max(40) });

/** By their `edit`. */
const shapes = [
  z.strictObject({ edit: z.literal('set_title'), title: z.string().max(1_000) }),
  z.strictObject({ edit: z.literal('add_step'), at: pointer.optional(), step }),
  z.strictObject({ edit: z.literal('replace_step'), path: pointer, step }),
  z.strictObject({ edit: z.literal('remove_step'), path: pointer }),
  z.strictObject({ edit: z.literal('move_step'), path: pointer, to: z.int().min(0).max(1_000) }),
  z.strictObject({ edit: z.literal('set_optional'), path: pointer, optional: z.boolean() }),
  z.strictObject({
    edit: z.literal('make_variable'),
    path: pointer,
    name,
    secret: z.boolean().optional(),
  }),
  z.strictObject({ edit: z.literal('rename_variable'), name, to: name }),
  z.strictObject({
    edit: z.literal('set_variable'),
    name,
    default: z.string().max(100_000).optional(),
    secret: z.boolean().optional(),
  }),
  z.strictObject({ edit: z.literal('remove_variable'), name }),
] as const;

const shape: z.ZodType<DraftEdit> = z.discriminatedUnion('edit', shapes);

/** Reads an edit from outside. Throws `invalid_request`. */
export function parseDraftEdit(input: unknown): DraftEdit {
  const parsed = shape.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues: readonly Issue[] = parsed.error.issues.map((issue) => ({
    path: issue.path.map((part) => `/${String(part)}`).join(''),
    message: issue.message,
  }));
  throw invalidRequest('change the recipe', issues);
}
