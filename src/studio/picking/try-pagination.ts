import type { Row } from './list-draft.ts';
import type { FoundPagination } from './find-pagination.ts';
import type { ListDraft } from './list-draft.ts';
import { toExtractStep } from './to-extract-step.ts';

/** Runs the steps of a recipe once and returns the rows of each page, in order. */
export type ReplayPages = (steps: readonly unknown[]) => Promise<readonly (readonly Row[])[]>;

export interface TryPaginationInput {
  readonly draft: ListDraft;
  /** The ways to try, in order. */
  readonly found: readonly FoundPagination[];
  /** The steps that lead to the list, as they stand in a recipe's file. */
  readonly before: readonly unknown[];
  readonly replay: ReplayPages;
}

/** A way that was tried, and what it brought. */
export interface TriedPagination extends FoundPagination {
  /** The rows of the first page and of the second. */
  readonly rows: readonly Row[];
  /** Rows of the second page. */
  readonly added: number;
}

/** Takes the first of the ways that brings rows which the first page lacks; `undefined` where none does. */
export async function tryPagination(
  input: TryPaginationInput,
): Promise<TriedPagination | undefined> {
  const { draft, found, before, replay } = input;
  for (const way of found) {
    const paginate = {
      type: 'customStep',
      name: 'paginate',
      parameters: { ...way.parameters, maxPages: 2 },
    };
    const [first = [], second = []] = await replay([...before, toExtractStep(draft), paginate]);
    const known = new Set(first.map((row) => JSON.stringify(row)));
    const added = second.filter((row) => !known.has(JSON.stringify(row)));
    if (added.length === 0) continue;
    return { ...way, rows: [...first, ...second], added: second.length };
  }
  return undefined;
}
