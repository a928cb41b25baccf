import type { ContentSource } from '../../contracts/page-reading.ts';
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
  /** 0 to 1: how far this source alone is to be believed. */
  readonly weight: number;
  readonly origin: CandidateOrigin;
  readonly source: ContentSource;
}

/**
 * How far each source is to be believed, set from the share of right values it held on product, news and recipe pages
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

/** What a name of a field loses against the one before it: the lists of names begin with the plainest. */
const lossPerRank = 0.04;
const maxRank = 6;

/** How far the field's name at this place of its list is to be believed, from 1 for the first down to 0.76. */
export function trustOfRank(rank: number): number {
  return 1 - lossPerRank * Math.min(rank, maxRank);
}

/** From `floor` where `share` is 0 up to 1 where it is 1: for signs that count, but alone decide nothing. */
export function atLeast(floor: number, share: number): number {
  return floor + (1 - floor) * share;
}

/** The prior of a source for a kind of value. */
export function priorOf(origin: CandidateOrigin, kind: FieldPlan['kind']): number {
  return kindPriors[kind]?.[origin] ?? priors[origin];
}
