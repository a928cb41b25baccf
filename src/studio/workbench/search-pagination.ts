import type { StudioPagination } from '../api/studio-table.ts';
import {
  parseRecipeDocument,
  type RecipeDocument,
  type StepDocument,
} from '../draft/recipe-document.ts';
import { findPagination } from '../picking/find-pagination.ts';
import type { AskPage } from '../picking/ask-page.ts';
import type { ListDraft } from '../picking/list-draft.ts';
import { tryPagination } from '../picking/try-pagination.ts';
import { runTrial } from '../trial/run-trial.ts';

export interface SearchPaginationInput {
  /** What `createGleaner` returned. */
  readonly gleaner: object;
  readonly ask: AskPage;
  readonly draft: ListDraft;
  /** The recipe so far: the steps that lead to the list are replayed. */
  readonly document: RecipeDocument;
  /** Values of its variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** The `target` and `frame` of the list's steps. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Ways that are tried, the likeliest first. */
const maxWays = 3;
const maxRows = 200;

/** Searches for the way on from a list, and tries it by replaying the recipe. Rejects with the signal's reason, and where the page or the browser is lost. */
export async function searchPagination(input: SearchPaginationInput): Promise<StudioPagination> {
  const { gleaner, ask, draft, document, variables, place, signal } = input;
  const missing = listMissing(document, variables);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ');
    const message = `The steps that lead to the list need values for ${names}: give them, and the way on is tried.`;
    return { state: 'failed', message, missing };
  }
  const found = await findPagination(ask, draft);
  if (found.length === 0) return { state: 'none', reason: isWhole };
  const before = document.steps.filter((step) => !isReading(step));
  let failure: string | undefined;
  const tried = await tryPagination({
    draft,
    found: found.slice(0, maxWays),
    before,
    async replay(steps) {
      const placed = steps.map((step, index) =>
        index < before.length || typeof step !== 'object' ? step : { ...step, ...place },
      );
      const recipe = { ...document, steps: placed, fingerprints: undefined };
      const trial = await runTrial(gleaner, recipe, { variables, maxPages: 2, signal });
      if (trial.pages.length === 0) failure ??= trial.failure?.message;
      return trial.pages.map(({ items }) => items);
    },
  });
  if (tried === undefined) {
    return failure === undefined
      ? { state: 'none', reason: noMore }
      : {
          state: 'failed',
          message: `The list was not reached by the steps of the recipe. ${failure}`,
        };
  }
  const { parameters, reason, rows, added } = tried;
  const second = rows.slice(rows.length - added);
  return { state: 'found', parameters, reason, rows: second.slice(0, maxRows), rowCount: added };
}

/** Variables of a recipe that have neither a default nor a value. */
function listMissing(
  document: RecipeDocument,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const { variables } = parseRecipeDocument(document).recipe;
  return variables
    .filter(({ name, defaultValue }) => defaultValue === undefined && !Object.hasOwn(values, name))
    .map(({ name }) => name);
}

/** What reads, and what goes on from there, leads to no list. */
function isReading({ type, name }: StepDocument): boolean {
  return type === 'customStep' && (name === 'extract' || name === 'paginate');
}

const isWhole = 'The page is one item, or says that it shows the whole list.';
const noMore = 'No link, button or address that was tried brought further rows.';
