import { type ValueSource, vote } from '../fields/candidate.ts';
import { findCandidates } from '../fields/find-candidates.ts';
import { preparationLabels } from '../fields/sources/find-pair-texts.ts';
import { type FieldPlan, planFields } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { toWantedUnit } from '../fields/read-duration.ts';
import { partsOfTime } from '../lexicon/concept.ts';

interface Sum {
  readonly value: number;
  readonly source: ValueSource;
}

/** The sum of all parts that a page states of a total time, asked for or not, in the unit that is asked for. */
export function sumParts(total: FieldPlan, scope: Scope): Sum | undefined {
  let minutes = 0;
  let source: ValueSource | undefined;
  for (const part of planParts(scope)) {
    const { candidate } = vote(findCandidates(part, scope)) ?? {};
    if (typeof candidate?.value !== 'number') {
      // A sum without a part that the page states in its own way would be too short.
      if (isStated(part, scope)) return undefined;
      continue;
    }
    minutes += candidate.value;
    source = candidate.source;
  }
  const value = toWantedUnit(total, minutes);
  if (source === undefined || minutes === 0 || value === undefined) return undefined;
  return { value, source: { ...source, rule: 'sum' } };
}

/** Whether the page has a part's label with a number behind it, which no time was read of: "Prep: over 2 hours". */
function isStated({ labels }: FieldPlan, { facts: { pairs } }: Scope): boolean {
  return [...labels].some((label) =>
    pairs.get(label)?.some(({ value, isOneText }) => !isOneText && durationLike.test(value)),
  );
}

/** Two words or more of which one is a number and the last one none. */
const durationLike = /^(?=\D{0,30}\d)[^.!?]{0,40}\p{L}$/u;

function planParts({ facts: { place } }: Scope): readonly FieldPlan[] {
  const properties = Object.fromEntries(partsOfTime.map((name) => [name, { type: 'number' }]));
  const { children } = planFields({ type: 'object', properties }, '', place.language);
  // What may be called the whole time is a part here: no whole was found.
  return children.map((part) =>
    part.name === 'prepTime'
      ? { ...part, labels: new Set([...part.labels, ...preparationLabels]) }
      : part,
  );
}
