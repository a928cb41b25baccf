import { findDrawnRating } from '../../../analysis/drawn-rating.ts';
import { type Found, atLeast } from '../../candidate.ts';
import type { IndexedElement, PageIndex } from '../../../analysis/index-page.ts';
import type { Scope } from '../../rank-entities.ts';
import { findRatingCountBeside, findRatings } from '../../../values/ratings.ts';
import { listBelowHeading, maxScanned } from './list-below-heading.ts';
import { hasDigit } from '../../../values/numbers/fold-number-text.ts';

const maxRatingLine = 160;

const ratingTrust = 0.5;

/** Beside a rating a fraction may be another one, but never wins against it. */
const bareFractionTrust = 0.42;

const farRatingTrust = 0.6;

/** Ratings that a line gives with the scale they are on. */
export function listRatings(scope: Scope): readonly Found[] {
  const { page, zones } = scope.facts;
  const named: Found[] = [];
  const bare: Found[] = [];
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    if (isChoice(page, element)) continue;
    const drawn = findDrawnAverage(element);
    const line = drawn?.text ?? page.lineOf(element, maxRatingLine + 1);
    if (line.length > maxRatingLine || !hasDigit(line)) continue;
    scanned += 1;
    if (scanned > maxScanned) break;
    for (const { rating: text, isNamed } of findRatings(line)) {
      const trust = isNamed ? ratingTrust : bareFractionTrust;
      const weight = trust * atLeast(farRatingTrust, zones.nearness(element));
      (isNamed ? named : bare).push({
        text,
        source: drawn?.source ?? { node: element.node },
        origin: 'text',
        weight,
      });
    }
  }
  return named.length === 0 ? [] : [...named, ...bare];
}

/** Whether an element is what visitors rate with: "Give it 4/5" of a `<select>`. */
function isChoice({ elements }: PageIndex, { position, end }: IndexedElement): boolean {
  return elements.slice(position, end).some(({ node }) => node.name === 'option');
}

/** A drawn rating with tenths: without them it may be what one visitor gave, or what a press would give. */
function findDrawnAverage(element: IndexedElement): ReturnType<typeof findDrawnRating> {
  const drawn = findDrawnRating(element);
  return drawn !== undefined && /\p{Nd}[.,]\p{Nd}/u.test(drawn.text) ? drawn : undefined;
}

const maxCountLine = 80;

const countTrust = 0.5;

/** How many have rated or reviewed it, in a line that says little else: `(1,204 ratings)`. */
export function* findRatingCounts(scope: Scope): Generator<Found> {
  const { page, zones } = scope.facts;
  let scanned = 0;
  for (const element of listBelowHeading(scope, 6)) {
    const line = page.lineOf(element, maxCountLine + 1);
    if (line.length > maxCountLine || !hasDigit(line)) continue;
    scanned += 1;
    if (scanned > maxScanned) return;
    const text = findRatingCountBeside(line);
    if (text === undefined) continue;
    const weight = countTrust * atLeast(farRatingTrust, zones.nearness(element));
    yield { text, source: { node: element.node }, origin: 'text', weight };
  }
}
