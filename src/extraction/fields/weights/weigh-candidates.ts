import { type Candidate, machineOrigins } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import { joinName } from '../../lexicon/fold-label.ts';
import type { Scope } from '../rank-entities.ts';
import { isByVisitor } from './is-by-visitor.ts';
import { weighChanges } from './weigh-dates.ts';
import { weighPrices } from './weigh-prices.ts';
import { weighCounts, weighRatings } from './weigh-ratings.ts';
import { dropFarSubtitles, dropTeasers } from './weigh-texts.ts';

type Weigh = (
  plan: FieldPlan,
  candidates: readonly Candidate[],
  scope: Scope,
) => readonly Candidate[];

const byConcept: ReadonlyMap<string | undefined, Weigh> = new Map<string | undefined, Weigh>([
  ['sku', (_, candidates) => weighBookNumbers(candidates)],
  ['publisherBody', (_, candidates, scope) => dropTeasers(candidates, scope)],
  ['subtitle', (_, candidates, scope) => dropFarSubtitles(candidates, scope)],
  ['rating', weighRatings],
  ['ratingCount', weighCounts],
  ['image', (_, candidates) => preferStated(candidates)],
  ['section', (_, candidates, scope) => dropSite(candidates, scope)],
]);
const byKind: ReadonlyMap<string, Weigh> = new Map<string, Weigh>([
  ['language', (_, candidates) => weighLanguages(candidates)],
  ['date', ofPage(weighChanges)],
  ['money', ofPage(weighPrices)],
]);

/** What the candidates of one kind say of each other: some go, others are trusted less. */
export const weighCandidates: Weigh = (plan, candidates, scope) => {
  const weigh = byConcept.get(plan.concept?.name) ?? byKind.get(plan.kind);
  const weighed = weigh === undefined ? candidates : weigh(plan, candidates, scope);
  return preferQualified(plan, weighed);
};

/** Trust in what the page states for the field as a whole, where it has a label with the word that narrows it. */
const plainTrust = 0.3;

/** "Club price" is the label of `clubPrice`, and what a page calls a price or a title by nothing else is none of the club's. */
function preferQualified(
  { subject }: FieldPlan,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (subject.length === 0) return candidates;
  const own = new Set(
    candidates.flatMap(({ origin, isOwn, key }) =>
      origin === 'pair' && isOwn === true ? [key] : [],
    ),
  );
  if (own.size === 0) return candidates;
  return candidates.map((one) =>
    own.has(one.key) ? one : { ...one, weight: one.weight * plainTrust },
  );
}

/** Without what visitors wrote. */
function ofPage(weigh: Weigh): Weigh {
  return (plan, candidates, scope) =>
    weigh(
      plan,
      candidates.filter(({ source }) => !isByVisitor(source, scope)),
      scope,
    );
}

/** Pictures that are known by their name alone are other views of what the page states a picture of. */
function preferStated(candidates: readonly Candidate[]): readonly Candidate[] {
  const stated = candidates.filter(({ origin }) => origin !== 'text');
  return stated.length > 0 ? stated : candidates;
}

/** The first of the sections that a page is filed under is the whole site at times, and that says nothing of the page. */
function dropSite(
  candidates: readonly Candidate[],
  { facts: { metas } }: Scope,
): readonly Candidate[] {
  const names = new Set((metas.get('og:site_name') ?? []).map(({ content }) => joinName(content)));
  return candidates.filter(({ key }) => !names.has(key));
}

const isbnPattern = /^97[89]\d{10}$/;

const bookNumberTrust = 0.5;

/** Shops state the ISBN of a book in markup where the number of their article belongs; the trade's number is not the shop's. */
function weighBookNumbers(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) =>
    isbnPattern.test(candidate.key) && machineOrigins.has(candidate.origin)
      ? { ...candidate, weight: candidate.weight * bookNumberTrust }
      : candidate,
  );
}

/** Trust in the language of the page as that of the thing that it shows with one of its own. */
const pageLanguageTrust = 0.3;

/** What a page is written in says nothing of a book whose language it states with a label. */
function weighLanguages(candidates: readonly Candidate[]): readonly Candidate[] {
  if (!candidates.some(({ origin }) => origin === 'pair')) return candidates;
  return candidates.map((candidate) =>
    candidate.origin === 'meta' || candidate.origin === 'heading'
      ? { ...candidate, weight: candidate.weight * pageLanguageTrust }
      : candidate,
  );
}
