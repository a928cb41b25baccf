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
 * (see bench/fields.ts); refitting them on other sites gave no clear gain, so they stay round.
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

/** The prior of a source for a kind of value. */
export function priorOf(origin: CandidateOrigin, kind: FieldPlan['kind']): number {
  return kindPriors[kind]?.[origin] ?? priors[origin];
}
