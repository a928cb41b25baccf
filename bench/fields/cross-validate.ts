import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import type { PageReading } from '../../src/page/page-reading.ts';
import { analysePage } from '../../src/extraction/analysis/analyse-page.ts';
import {
  type Candidate,
  type CandidateOrigin,
  usualConfidence,
  vote,
} from '../../src/extraction/fields/candidate.ts';
import { planFields } from '../../src/extraction/fields/plan-fields.ts';
import { findMainList, findScalarCandidates } from '../../src/extraction/structure/elect-scalar.ts';
import { rescope } from '../../src/extraction/structure/extract-structure.ts';
import { electList } from '../../src/extraction/structure/elect-list.ts';
import { countFields, type FieldCount, toF1 } from '../score-fields.ts';

/** The candidates of one field on one page, with what is right. */
export interface FieldCase {
  readonly site: string;
  readonly expected: unknown;
  readonly anyOf: boolean;
  readonly candidates: readonly Pick<Candidate, 'value' | 'key' | 'weight' | 'origin'>[];
  /** The value that was given; where no candidate is elected, it was worked out from other fields. */
  readonly given: unknown;
}

/** What is fitted: a factor on the weights of each source, and the least confidence of a value. */
interface Fit {
  readonly factors: ReadonlyMap<CandidateOrigin, number>;
  readonly threshold: number;
}

const folds = 6;
const factors: readonly number[] = [0.6, 0.8, 0.9, 1.1, 1.25];
const thresholds: readonly number[] = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6];
/** Fewer right values than this make no difference between two fits. */
const leastGain = 0.001;

/** The candidates of the fields that hold one value, by field. */
export function collectCandidates(
  reading: PageReading,
  schema: JsonSchema,
  prompt: string,
): ReadonlyMap<string, FieldCase['candidates']> {
  const plans = planFields(schema, prompt).children;
  const facts = analysePage(reading, new Set(plans.flatMap(({ labels }) => [...labels])));
  const scope = rescope(plans, {
    facts,
    entities: [],
    prompt,
    wholePage: true,
    minConfidence: usualConfidence,
  });
  const lists = plans.flatMap((plan) => {
    const list = plan.shape === 'list' ? electList(plan, scope) : undefined;
    return list === undefined ? [] : [[plan, list] as const];
  });
  const main = findMainList(lists);
  return new Map(
    plans
      .filter(({ shape }) => shape === 'scalar')
      .map((plan) => [
        plan.name,
        // Without their nodes, which would keep every page in memory.
        findScalarCandidates(plan, scope, main).map(({ value, key, weight, origin }) => ({
          value,
          key,
          weight,
          origin,
        })),
      ]),
  );
}

/**
 * Returns the counts of a field where the trust in each source and the least confidence were fitted on the pages of other sites:
 * six folds by site, each measured with the fit of the other five.
 */
export function crossValidate(field: string, cases: readonly FieldCase[]): readonly FieldCount[] {
  const sites = [...new Set(cases.map(({ site }) => site))].sort();
  const foldOf = new Map(sites.map((site, at) => [site, at % folds] as const));
  return Array.from({ length: Math.min(folds, sites.length) }, (_, fold) => {
    const held = cases.filter(({ site }) => foldOf.get(site) === fold);
    const fit = fitOn(
      field,
      cases.filter(({ site }) => foldOf.get(site) !== fold),
    );
    return held.map((item) => count(field, item, fit));
  }).flat();
}

/** Coordinate ascent from the weights as they stand: two rounds over the sources and the threshold. */
function fitOn(field: string, cases: readonly FieldCase[]): Fit {
  let best: Fit = { factors: new Map(), threshold: usualConfidence };
  let bestF1 = measure(field, cases, best);
  const origins = [
    ...new Set(cases.flatMap(({ candidates }) => candidates.map(({ origin }) => origin))),
  ];
  const consider = (fit: Fit): void => {
    const f1 = measure(field, cases, fit);
    if (f1 <= bestF1 + leastGain) return;
    best = fit;
    bestF1 = f1;
  };
  for (let round = 0; round < 2; round += 1) {
    for (const origin of origins) {
      const known = best.factors.get(origin) ?? 1;
      for (const factor of factors)
        consider({ ...best, factors: new Map(best.factors).set(origin, known * factor) });
    }
    for (const threshold of thresholds) consider({ ...best, threshold });
  }
  return best;
}

function measure(field: string, cases: readonly FieldCase[], fit: Fit): number {
  return toF1(cases.map((item) => count(field, item, fit))).f1;
}

function count(field: string, item: FieldCase, fit: Fit): FieldCount {
  const { site, expected, anyOf } = item;
  const candidates = item.candidates.map((candidate) => ({
    ...candidate,
    weight: Math.min(1, candidate.weight * (fit.factors.get(candidate.origin) ?? 1)),
  }));
  const elected = vote(candidates, fit.threshold);
  const isDerived = elected === undefined && vote(item.candidates) === undefined;
  const value = isDerived ? item.given : elected?.candidate.value;
  const counted = countFields({ [field]: expected }, { [field]: value }, site, anyOf).get(field);
  return counted ?? { site, right: 0, wrong: 0, missed: 0 };
}
