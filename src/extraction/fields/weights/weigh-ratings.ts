import type { Candidate } from '../candidate.ts';
import { splitWords } from '../../lexicon/fold-label.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { isByVisitor } from './is-by-visitor.ts';

/** Trust in the rating of one visitor, or of what is quoted, beside that of all. */
const visitorTrust = 0.5;

const quoteTags: ReadonlySet<string> = new Set(['blockquote', 'q']);

const mostStars = 5;

/** Weighs ratings: those of single visitors less than that of all, and of stars none that is out of ten. */
export function weighRatings(
  plan: FieldPlan,
  candidates: readonly Candidate[],
  scope: Scope,
): readonly Candidate[] {
  return weighVisitors(asksStars(plan) ? candidates.filter(isOfStars) : candidates, scope);
}

function asksStars({ name }: FieldPlan): boolean {
  return splitWords(name).at(-1) === 'stars';
}

/** Whether a number can be one of stars: a rating out of ten is none. */
function isOfStars({ value }: Candidate): boolean {
  return !(Number(value) > mostStars);
}

/** The rating of one visitor is his own; it is a rival of that of all, and stands where there is no other. */
function weighVisitors(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const { page } = scope.facts;
  const isQuoted = ({ node }: Candidate['source']): boolean => {
    const element = page.elementOf(node);
    return (
      element !== undefined && page.around(element).some((part) => quoteTags.has(part.node.name))
    );
  };
  return candidates.map((candidate) =>
    isByVisitor(candidate.source, scope) || isQuoted(candidate.source)
      ? { ...candidate, weight: candidate.weight * visitorTrust }
      : candidate,
  );
}
