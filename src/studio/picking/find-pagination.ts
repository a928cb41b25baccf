import { addAll } from '../../runtime/collections.ts';
import type { AskPage, ListDraft, PaginateParameters, Row } from './list-draft.ts';
import type { PaginationCandidate } from '../../browser/in-page/pagination-candidates.ts';
import { paginationLabels } from '../../page/links/pagination-labels.ts';
import { requireStep, toExtractStep } from './read-table.ts';
import type { StudioPagination } from '../api/studio-table.ts';
import {
  type RecipeDocument,
  type StepDocument,
  parseRecipeDocument,
} from '../draft/recipe-document.ts';
import { runTrial } from '../trial/run-trial.ts';

/** A pagination by which a list may go on, before it was tried. */
export interface FoundPagination {
  readonly parameters: PaginateParameters;
  /** A sentence that says why. */
  readonly reason: string;
}

/** Selectors that a step is given, best first. */
const maxSelectors = 4;

/**
 * Finds the controls by which a list goes on, the likeliest first: a next link, a button for more, the number of the page in
 * the URL, scrolling. Empty where the page is one item or says that it shows the whole list.
 */
export async function findPagination(
  ask: AskPage,
  draft: ListDraft,
): Promise<readonly FoundPagination[]> {
  const { items } = requireStep(draft);
  if (items === undefined) return [];
  const { candidates, isWhole } = await ask('pagination', {
    items: items.selectors.map(({ parts }) => parts),
    labels: paginationLabels,
    asksWhole: true,
  });
  if (isWhole) return [];
  const { url } = await ask('read', { steps: [], wantsMarks: false, pager: undefined });
  const found: FoundPagination[] = [];
  for (const candidate of candidates.filter(({ isSafe }) => isSafe)) {
    addAll(found, await toPagination(ask, candidate, url));
  }
  if (found.length > 0) return found;
  const reason = 'No link or button leads on; the page may load more as it is scrolled.';
  return [{ parameters: { scroll: true }, reason }];
}

async function toPagination(
  ask: AskPage,
  { kind, mark, label }: PaginationCandidate,
  url: string,
): Promise<readonly FoundPagination[]> {
  const named = JSON.stringify(label);
  if (kind === 'numbers') {
    const [described] = await ask('describe', { marks: [mark], purpose: 'action' });
    const href = described?.element.attributes['href'] ?? '';
    const urlTemplate = findTemplate(href, url, Number(label));
    const reason = `The address of page ${label} differs from this one by the number of the page.`;
    return urlTemplate === undefined ? [] : [{ parameters: { urlTemplate }, reason }];
  }
  const selectors = (await ask('propose', { mark, purpose: 'action' })).slice(0, maxSelectors);
  if (selectors.length === 0) return [];
  return kind === 'next'
    ? [
        {
          parameters: { next: selectors },
          reason: `A link to the next page stands beside the list: ${named}.`,
        },
      ]
    : [
        {
          parameters: { loadMore: selectors },
          reason: `A button for more stands behind the list: ${named}.`,
        },
      ];
}

/** Names of the number of a page in addresses. */
const numbered =
  /(?<=(?:[?&](?:[\w.-]*page|p|pg|pn|seite|pagina|paged|pageno|page_?num(?:ber)?)=|\/(?:page|p|seite|pagina)[/-]?))\d{1,5}(?=$|[&#/?.])/i;

/** The address with `{page}` for the number; `undefined` where no part of it is that number by its name. */
function findTemplate(href: string, base: string, page: number): string | undefined {
  const next = URL.parse(href, base);
  if (next === null || next.origin !== new URL(base).origin) return undefined;
  const at = numbered.exec(next.href);
  if (at === null || Number(at[0]) !== page) return undefined;
  return `${next.href.slice(0, at.index)}{page}${next.href.slice(at.index + at[0].length)}`;
}

/** Runs the steps of a recipe once and returns the rows of each page, in order. */
type ReplayPages = (steps: readonly unknown[]) => Promise<readonly (readonly Row[])[]>;

interface TryPaginationInput {
  readonly draft: ListDraft;
  /** What to try, in order. */
  readonly found: readonly FoundPagination[];
  /** The steps that lead to the list, as they stand in a recipe's file. */
  readonly before: readonly unknown[];
  readonly replay: ReplayPages;
}

/** A pagination that was tried, and what it brought. */
export interface TriedPagination extends FoundPagination {
  /** The rows of the first page and of the second. */
  readonly rows: readonly Row[];
  /** Rows of the second page. */
  readonly added: number;
}

/** Takes the first pagination that brings rows which the first page lacks; `undefined` where none does. */
export async function tryPagination(
  input: TryPaginationInput,
): Promise<TriedPagination | undefined> {
  const { draft, found, before, replay } = input;
  for (const candidate of found) {
    const paginate = {
      type: 'customStep',
      name: 'paginate',
      parameters: { ...candidate.parameters, maxPages: 2 },
    };
    const [first = [], second = []] = await replay([...before, toExtractStep(draft), paginate]);
    const known = new Set(first.map((row) => JSON.stringify(row)));
    const added = second.filter((row) => !known.has(JSON.stringify(row)));
    if (added.length === 0) continue;
    return { ...candidate, rows: [...first, ...second], added: second.length };
  }
  return undefined;
}

interface SearchPaginationInput {
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

/** Paginations that are tried, the likeliest first. */
const maxTried = 3;
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
    found: found.slice(0, maxTried),
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
