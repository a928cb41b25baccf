import type { Candidate } from '../candidate.ts';
import { splitWords } from '../../lexicon/fold-label.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { isByVisitor } from './is-by-visitor.ts';

/** Trust in the rating of one visitor, or of what is quoted, beside that of all. */
const visitorTrust = 0.5;

const quoteTags: ReadonlySet<string> = new Set(['blockquote', 'q']);

const mostStars = 5;

/** What a number counts, of those that data state beside each other: who has rated, and who has written why. */
type Counted = 'rating' | 'review';

/** Trust in how many have written as how many have rated, or the other way round, where the page states the other number too. */
const otherCountTrust = 0.3;
/** Characters of a line that says how many there are of something; longer ones are sentences. */
const maxCountLine = 60;

function findAskedCount({ name, concept }: FieldPlan): Counted | undefined {
  if (concept?.name !== 'ratingCount') return undefined;
  const isOf = (of: RegExp): boolean => splitWords(name).some((word) => of.test(word));
  const isRatings = isOf(/^(?:ratings?|votes?)$/);
  return isRatings === isOf(/^reviews?$/) ? undefined : isRatings ? 'rating' : 'review';
}

/** What data says that a number counts, by the name of its property; `undefined` of what the page shows. */
function findStatedCount({ pointer, node }: Candidate['source']): Counted | undefined {
  const name = pointer ?? ('attribs' in node ? (node.attribs['itemprop'] ?? '') : '');
  return /(?:^|\/)(rating|review)Count$/.exec(name)?.[1] as Counted | undefined;
}

/** A line that begins with how many there are, behind the rating itself, if any: "45 reviews", "7.4 (1,204 ratings)", "4.5 from 88 votes". */
const countLine = (nouns: string): RegExp =>
  new RegExp(
    `^(?:\\p{Nd}[.,]\\p{Nd}\\S*[^\\p{L}\\p{Nd}]{1,4}(?:from\\s|based on\\s)?)?[^\\p{L}\\p{Nd}]{0,2}\\p{Nd}[\\p{Nd}.,]*\\s(?:\\p{L}+\\s){0,2}(?:${nouns})(?!\\p{L})`,
    'iu',
  );
const shownNouns: Readonly<Record<Counted, RegExp>> = {
  rating: countLine('ratings?|votes?'),
  review: countLine('reviews?'),
};

/** Of the numbers of ratings and of reviews that which is asked for, where the page states both. */
export function weighCounts(
  plan: FieldPlan,
  candidates: readonly Candidate[],
  { facts: { page, zones } }: Scope,
): readonly Candidate[] {
  const asked = findAskedCount(plan);
  if (asked === undefined) return candidates;
  const nouns = candidates.map(({ source }) => {
    const stated = findStatedCount(source);
    if (stated !== undefined) return stated;
    const element = page.elementOf(source.node);
    // How many a visitor has written is said beside the name.
    if (element !== undefined && zones.isByVisitor(element)) return undefined;
    const line = element === undefined ? '' : page.lineOf(element, maxCountLine);
    const shown = (['rating', 'review'] as const).filter((noun) => shownNouns[noun].test(line));
    return shown.length === 1 ? shown[0] : undefined;
  });
  const own = new Set(candidates.flatMap(({ key }, at) => (nouns[at] === asked ? [key] : [])));
  if (own.size === 0) return candidates;
  return candidates.map((one, at) =>
    nouns[at] === undefined || own.has(one.key)
      ? one
      : { ...one, weight: one.weight * otherCountTrust },
  );
}

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
