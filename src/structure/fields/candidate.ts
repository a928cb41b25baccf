import type { ValueSource } from './filled.ts';
import type { PriceSense } from '../values/find-price-sense.ts';
import type { FieldPlan } from './plan-fields.ts';

/** Where a candidate was found. */
export type CandidateOrigin =
  | 'json-ld'
  | 'microdata'
  | 'meta'
  | 'pair'
  | 'hint'
  | 'heading'
  | 'text'
  | 'address';

/** A possible value of a field. */
export interface Candidate {
  readonly value: unknown;
  /** Equal for candidates that mean the same. */
  readonly key: string;
  /** How far this source alone is trusted, 0 to 1. */
  readonly weight: number;
  readonly origin: CandidateOrigin;
  readonly source: ValueSource;
  /** Of an amount that the page shows: what the page says it is beside the price to pay. */
  readonly sense?: PriceSense | undefined;
  /** Of a value of one of several entities that the page lists: how many these are. */
  readonly peers?: number | undefined;
}

/**
 * How far each source is trusted, set from the share of right values it gave on product, news and recipe pages
 * (see bench/fields.ts); refitting them on other sites gave no clear gain, so they stay round. The other weights of this
 * folder multiply these: they were set by hand on the same pages, and docs/decisions/0018 says how little their exact
 * values matter.
 */
const priors: Readonly<Record<CandidateOrigin, number>> = {
  'json-ld': 0.95,
  microdata: 0.85,
  meta: 0.72,
  pair: 0.7,
  hint: 0.5,
  heading: 0.6,
  text: 0.3,
  address: 0.35,
};
const kindPriors: Readonly<
  Partial<Record<FieldPlan['kind'], Partial<Record<CandidateOrigin, number>>>>
> = {
  // Shops keep internal numbers in markup; the number that people order by has a visible label.
  code: { 'json-ld': 0.82, microdata: 0.75, meta: 0.6, pair: 0.97 },
  title: { 'json-ld': 0.8, microdata: 0.75, meta: 0.7, pair: 0.4, hint: 0.4, heading: 0.8 },
  money: { meta: 0.85 },
  date: { meta: 0.85, heading: 0.6 },
};

/** Trust that each further name in a list of names loses; the lists begin with the clearest name. */
const lossPerRank = 0.04;
const maxRank = 6;

/** Returns the trust in a name by its index in the list, from 1 for the first down to 0.76. */
export function trustOfRank(rank: number): number {
  return 1 - lossPerRank * Math.min(rank, maxRank);
}

/** Returns a factor from `floor` (share 0) to 1 (share 1), for a sign that counts but does not decide alone. */
export function atLeast(floor: number, share: number): number {
  return floor + (1 - floor) * share;
}

/** The prior of a source for a kind of value. */
export function priorOf(origin: CandidateOrigin, kind: FieldPlan['kind']): number {
  return kindPriors[kind]?.[origin] ?? priors[origin];
}
