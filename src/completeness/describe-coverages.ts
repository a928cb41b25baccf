import type { JsonSchema } from '../contracts/extractor.ts';
import type { ListCoverage } from '../contracts/list-coverage.ts';
import { parseJsonPointer } from '../schema/json-pointer.ts';
import { findListLimit } from './find-list-limit.ts';

/** Share of what a page shows from which on a list that lacks it is incomplete. */
const maxMissing = 0.1;
/** Lists that are named; the rest is counted. */
const maxNamed = 5;
const maxSnippetLength = 60;

/**
 * Sentences for people about the lists that lack a tenth or more of what the page shows, by name and number. A list that has
 * as many items as its schema allows is not among them.
 */
export function describeCoverages(
  coverages: readonly ListCoverage[],
  schema: JsonSchema | undefined,
): readonly string[] {
  const incomplete = coverages.filter((coverage) => isIncomplete(coverage, schema));
  const named = incomplete.slice(0, maxNamed).map((coverage) => describe(coverage));
  const rest = incomplete.length - named.length;
  if (rest === 0) return named;
  const lists = rest === 1 ? 'One more list has' : `${rest} more lists have`;
  return [...named, `${lists} less than what the page shows.`];
}

function isIncomplete(coverage: ListCoverage, schema: JsonSchema | undefined): boolean {
  const missing = countLeftOut(coverage);
  if (missing === 0 || missing < coverage.shown * maxMissing) return false;
  const limit = schema === undefined ? undefined : findListLimit(schema, coverage.path);
  return limit === undefined || coverage.returned < limit;
}

function countLeftOut({ skipped }: ListCoverage): number {
  return skipped.find(({ reason }) => reason === 'left out')?.count ?? 0;
}

function describe(coverage: ListCoverage): string {
  const { path, shown, skipped } = coverage;
  const name = (parseJsonPointer(path) ?? []).join('/');
  const list = name === '' ? 'The list' : `\`${name}\``;
  const reasons = skipped.map(({ reason, count, snippet = '' }, at) => {
    const example = at === 0 && snippet !== '' ? ` (the first: "${shorten(snippet)}")` : '';
    return `${count} ${reason}${example}`;
  });
  const has = shown - countLeftOut(coverage);
  return `${list} has ${has} of the ${shown} that the page shows; without an item: ${reasons.join(', ')}.`;
}

function shorten(text: string): string {
  return text.length <= maxSnippetLength ? text : `${text.slice(0, maxSnippetLength - 1)}…`;
}
