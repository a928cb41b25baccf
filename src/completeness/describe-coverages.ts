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
 * Sentences for people about the lists that lack a tenth or more of what the page shows, and about those that mix two kinds of
 * blocks, by name and number. A list that has as many items as its schema allows is not incomplete.
 */
export function describeCoverages(
  coverages: readonly ListCoverage[],
  schema: JsonSchema | undefined,
): readonly string[] {
  const incomplete = coverages.filter((coverage) => isIncomplete(coverage, schema));
  const mixed = coverages.filter((coverage) => coverage.mixed !== undefined);
  return [
    ...nameFirst(incomplete, describe, 'less than what the page shows'),
    ...nameFirst(mixed, describeMixed, 'items in blocks of two kinds'),
  ];
}

/** Sentences about the first lists, and one with the number of the others. */
function nameFirst(
  coverages: readonly ListCoverage[],
  toSentence: (coverage: ListCoverage) => string,
  fault: string,
): readonly string[] {
  const named = coverages.slice(0, maxNamed).map((coverage) => toSentence(coverage));
  const rest = coverages.length - named.length;
  if (rest === 0) return named;
  const lists = rest === 1 ? 'One more list has' : `${rest} more lists have`;
  return [...named, `${lists} ${fault}.`];
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
  const { path, returned, shown, skipped } = coverage;
  const example = toExample(skipped[0]?.snippet);
  if (returned === 0) {
    return `${nameList(path)} is empty; the page shows ${shown} blocks of that name${example}.`;
  }
  const reasons = skipped.map(({ reason, count }, at) =>
    at === 0 ? `${count} ${reason}${example}` : `${count} ${reason}`,
  );
  const has = shown - countLeftOut(coverage);
  return `${nameList(path)} has ${has} of the ${shown} that the page shows; without an item: ${reasons.join(', ')}.`;
}

function describeMixed({ path, returned, mixed }: ListCoverage): string {
  const { count = 0, snippet } = mixed ?? {};
  const stand = count === 1 ? 'stands in a block' : 'stand in blocks';
  return `${nameList(path)} mixes two kinds: ${count} of its ${returned} items ${stand} of another kind than the others${toExample(snippet)}.`;
}

function toExample(snippet = ''): string {
  return snippet === '' ? '' : ` (the first: "${shorten(snippet)}")`;
}

function nameList(path: string): string {
  const name = (parseJsonPointer(path) ?? []).join('/');
  return name === '' ? 'The list' : `\`${name}\``;
}

function shorten(text: string): string {
  return text.length <= maxSnippetLength ? text : `${text.slice(0, maxSnippetLength - 1)}…`;
}
