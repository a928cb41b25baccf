import { asksPortrayed } from './asked-thing.ts';
import { addAll } from '../../runtime/collections.ts';
import { isInForeign } from '../analysis/find-foreign.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { isOpposite } from '../lexicon/opposite-names.ts';
import { findAmountOffsets } from '../values/money/find-money.ts';
import { type Candidate, type Found, toCandidates } from './candidate.ts';
import { listLabelsBeside } from './labels-beside.ts';
import type { FieldPlan } from './plan-fields.ts';
import { type Scope, isInScope } from './rank-entities.ts';
import { findEntityTexts } from './sources/find-entity-texts.ts';
import { findHints } from './sources/find-hints.ts';
import { findMetaTexts } from './sources/find-meta-texts.ts';
import { findPairTexts } from './sources/find-pair-texts.ts';
import { findProfiles } from './sources/find-profiles.ts';
import { findTimes } from './sources/find-times.ts';
import { findCaption } from './sources/texts/find-caption.ts';
import { findContactLinks } from './sources/texts/find-contact-links.ts';
import { findDurations } from './sources/texts/find-durations.ts';
import { findAmounts, findMoneyTexts } from './sources/texts/find-money-texts.ts';
import { findPictures } from './sources/texts/find-pictures.ts';
import { findProse } from './sources/texts/find-prose.ts';
import { findServings } from './sources/texts/find-servings.ts';
import { findSiteName } from './sources/texts/find-site-name.ts';
import { findStock } from './sources/texts/find-stock.ts';
import { listCounted } from './sources/texts/list-counted.ts';
import { findRatingCounts, listRatings } from './sources/texts/list-ratings.ts';
import { findAddress, findLanguage } from './sources/texts/own-facts.ts';
import { findTitles } from './sources/find-titles.ts';
import { findBrands, findCodes } from './sources/identity-candidates.ts';
import { weighCandidates } from './weights/weigh-candidates.ts';
import { trustZeros } from './weights/weigh-prices.ts';

/**
 * The values that a field may have, from all places where a page states them (`sources/`), each with the trust in it, and what those of
 * one kind say of each other (`weights/`).
 */
export function findCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const stated = toCandidates(plan, scope, findEntityTexts(plan, scope));
  const candidates = scope.wholePage
    ? weighCandidates(
        plan,
        preferOwn(
          plan,
          [...stated, ...findOnPage(plan, scope)].filter(({ source }) => isInScope(source, scope)),
          scope,
        ),
        scope,
      )
    : stated;
  return plan.concept?.name === 'price' ? trustZeros(candidates, scope) : candidates;
}

/** Who publishes a page about a book or a job does not publish that, where the page says who does. */
function preferOwn(
  { kind }: FieldPlan,
  candidates: readonly Candidate[],
  { prompt }: Scope,
): readonly Candidate[] {
  if (kind !== 'organization' || !asksPortrayed(prompt)) return candidates;
  const own = candidates.filter(({ isOfPage }) => isOfPage !== true);
  return own.length > 0 ? own : candidates;
}

/** Those that stand outside of the page's data. */
function findOnPage(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const isOwn = (one: Candidate): boolean =>
    !isInForeign(one.source, scope.facts.foreign) && !isLabelledOpposite(plan, one, scope);
  const add = (found: Iterable<Found>): void => {
    addAll(candidates, toCandidates(plan, scope, found).filter(isOwn));
  };
  add(findMetaTexts(plan, scope));
  add(findPairTexts(plan, scope));
  if (plan.kind === 'title') add(findTitles(plan, scope));
  else {
    add(findHints(plan, scope));
    addAll(candidates, findTextCandidates(plan, scope).filter(isOwn));
    // A title that is one of those which the schema allows.
    if (plan.kind === 'enum' && plan.concept?.kind === 'title') add(findTitles(plan, scope));
  }
  if (plan.kind === 'code') add(findCodes(plan, scope));
  add(findBrands(plan, scope));
  add(findProfiles(plan, scope));
  return candidates;
}

/** Kinds of fields for numbers, which labels name in opposites. */
const numberKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'money',
  'number',
  'count',
  'duration',
] as const);

/** Whether what a page shows stands beside a label that names the opposite of what the field asks for, whatever found it. */
function isLabelledOpposite(
  { kind, name }: FieldPlan,
  { source }: Candidate,
  scope: Scope,
): boolean {
  if (!numberKinds.has(kind)) return false;
  const labels = listLabelsBeside(source, scope);
  // "Now £199, was £249": the first words say nothing of the second amount.
  const isOther = ({ labelText, value }: LabelPair): boolean =>
    isOpposite(name, labelText) && findAmountOffsets(value, 2).length < 2;
  return labels.length > 0 && labels.every(isOther);
}

const maxLooked = 60;

/** Values recognised by their own form: `<time>`, amounts with a currency, buttons to buy, the page's URL. */
function findTextCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const found = finders[plan.kind]?.(plan, scope) ?? [];
  const candidates = toCandidates(plan, scope, found, maxLooked);
  // Several durations would need labels.
  const isUnclear = plan.kind === 'duration' && new Set(candidates.map(({ key }) => key)).size > 1;
  return isUnclear ? [] : candidates;
}

type Finder = (plan: FieldPlan, scope: Scope) => Iterable<Found>;

const finders: Readonly<Partial<Record<FieldPlan['kind'], Finder>>> = {
  date: findTimes,
  money: findMoneyTexts,
  currency: findAmounts,
  availability: findStock,
  duration: findDurations,
  yield: findServings,
  number: (plan, scope) =>
    plan.concept?.name === 'rating' ? listRatings(scope) : listCounted(plan, scope),
  count: (plan, scope) =>
    plan.concept?.name === 'ratingCount' ? findRatingCounts(scope) : listCounted(plan, scope),
  url: findAddress,
  image: findPictures,
  language: findLanguage,
  organization: findSiteName,
  text: findPlainTexts,
  body: findProse,
};

function findPlainTexts(plan: FieldPlan, scope: Scope): Iterable<Found> {
  return plan.concept?.name === 'imageCaption' ? findCaption(scope) : findContactLinks(plan, scope);
}
