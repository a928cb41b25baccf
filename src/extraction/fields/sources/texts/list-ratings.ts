import { type Found, atLeast } from '../../candidate.ts';
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
    const line = page.lineOf(element, maxRatingLine + 1);
    if (line.length > maxRatingLine || !hasDigit(line)) continue;
    scanned += 1;
    if (scanned > maxScanned) break;
    for (const { rating: text, isNamed } of findRatings(line)) {
      const trust = isNamed ? ratingTrust : bareFractionTrust;
      const weight = trust * atLeast(farRatingTrust, zones.nearness(element));
      (isNamed ? named : bare).push({
        text,
        source: { node: element.node },
        origin: 'text',
        weight,
      });
    }
  }
  return named.length === 0 ? [] : [...named, ...bare];
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
