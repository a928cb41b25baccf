import type { PaginateParameters } from '../picking/list-draft.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { applyDraftEdits } from '../draft/apply-draft-edits.ts';
import {
  parseRecipeDocument,
  type RecipeDocument,
  type StepDocument,
} from '../draft/recipe-document.ts';

export interface KeepTableInput {
  readonly document: RecipeDocument | undefined;
  /** What a recipe without steps begins with. */
  readonly opening: readonly StepDocument[];
  readonly extract: StepDocument;
  /** `undefined`: the recipe's own pagination stays; `none`: it is taken out. */
  readonly pagination: PaginateParameters | 'none' | undefined;
  /** The `target` and `frame` that both steps have. */
  readonly place: Readonly<Record<string, unknown>>;
  /** JSON Pointer to the step that is replaced; `undefined`: the steps come last. */
  readonly at: string | undefined;
}

/** Returns the recipe with a table's steps. Throws `invalid_request` for a path without a step, and where they do not fit. */
export function keepTable(input: KeepTableInput): RecipeDocument {
  const { opening, extract, pagination, place, at } = input;
  const begun = input.document ?? parseRecipeDocument({ title: 'Recipe', steps: opening }).document;
  const step = { ...extract, ...place };
  const path = at ?? `/steps/${begun.steps.length}`;
  const edits: object[] =
    at === undefined ? [{ edit: 'add_step', step }] : [{ edit: 'replace_step', path, step }];
  const old = begun.steps.findIndex(isPaginate);
  const next = Number(path.split('/').at(-1)) + 1;
  if (pagination !== undefined && old >= 0) {
    edits.push({ edit: 'remove_step', path: `/steps/${old}` });
  }
  if (typeof pagination === 'object') {
    const paginate = { type: 'customStep', name: 'paginate', parameters: pagination, ...place };
    // Its pages repeat the extract steps before it: it stands behind all of them.
    const isTop = /^\/steps\/\d+$/.test(path);
    const count = begun.steps.length + (at === undefined ? 1 : 0) - (old >= 0 ? 1 : 0);
    const index =
      at === undefined || !isTop ? count : Math.min(count, next - (old >= 0 && old < next ? 1 : 0));
    edits.push({ edit: 'add_step', at: `/steps/${index}`, step: paginate });
  }
  const document = applyDraftEdits(forgetBelow(begun, path), edits);
  // At least one step was added.
  return document ?? begun;
}

function isPaginate({ type, name }: StepDocument): boolean {
  return type === 'customStep' && name === 'paginate';
}

/** What was learnt about the step that is replaced is nothing of the new one's. */
function forgetBelow(document: RecipeDocument, path: string): RecipeDocument {
  const { fingerprints } = document;
  if (!isSchemaObject(fingerprints) || !isSchemaObject(fingerprints['targets'])) return document;
  const targets = Object.entries(fingerprints['targets']).filter(
    ([target]) => !target.startsWith(`${path}/`),
  );
  return { ...document, fingerprints: { version: 1, targets: Object.fromEntries(targets) } };
}
