import { z } from 'zod';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';
import type { SaveStudioDraft, StudioDraft, StudioExportFormat } from '../api/studio-draft.ts';

type Body = Readonly<Record<string, unknown>>;

/** What the draft becomes: a document, or a kept recipe by its id; neither empties it. */
export interface DraftOpening {
  readonly document?: unknown;
  readonly source?: StudioDraft['source'];
  readonly recipe?: string | undefined;
  readonly version?: number | undefined;
}

const version = z.int().min(1).max(999_999_999);
const source = z.strictObject({ id: z.string().min(1).max(200), version });
const opening = z.strictObject({
  document: z.unknown().optional(),
  recipe: z.string().min(1).max(200).optional(),
  version: version.optional(),
  source: source.optional(),
});

/** Returns what the draft becomes; throws `invalid_request` with all that is wrong. */
export function parseDraftOpening(body: Body): DraftOpening {
  const { fields, issues } = parseInput(opening, body);
  if (fields === undefined) throw invalidRequest('open the draft', issues);
  const { document, recipe } = fields;
  if (document !== undefined && recipe !== undefined) {
    const message = 'Give either a document, or the id of a kept recipe.';
    throw invalidRequest('open the draft', [{ path: '/recipe', message }]);
  }
  return fields;
}

/** Each edit is read as it is done: one may need what an earlier one makes. */
const editing = z.strictObject({
  edits: z.array(z.unknown()).min(1).max(50),
  revision: z.int().min(0).optional(),
});

/** Returns the edits, each of them still unknown; throws `invalid_request` with all that is wrong. */
export function parseEditing(body: Body): {
  readonly edits: readonly unknown[];
  readonly revision?: number | undefined;
} {
  const { fields, issues } = parseInput(editing, body);
  if (fields === undefined) throw invalidRequest('change the recipe', issues);
  return fields;
}

const saving = z.strictObject({
  title: z.string().trim().min(1).max(1_000).optional(),
  asNew: z.boolean().optional(),
});

/** Returns how the draft is saved; throws `invalid_request` with all that is wrong. */
export function parseSaving(body: Body): SaveStudioDraft {
  const { fields, issues } = parseInput(saving, body);
  if (fields === undefined) throw invalidRequest('save the recipe', issues);
  return fields;
}

/** Returns a format of `?format=`; throws `invalid_request` for another one. */
export function parseExportFormat(text: string | null): StudioExportFormat {
  if (text === 'chrome' || text === 'typescript') return text;
  const message = 'Expected "chrome" or "typescript".';
  throw invalidRequest('export the recipe', [{ path: '/format', message }]);
}

const restoring = z.strictObject({ version });

/** Returns the version that a recipe is brought back to; throws `invalid_request`. */
export function parseRestoring(body: Body): number {
  const { fields, issues } = parseInput(restoring, body);
  if (fields === undefined) throw invalidRequest('restore the recipe', issues);
  return fields.version;
}
