import { type Candidate, type Found, toCandidates } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { findTimes } from './find-times.ts';
import { findCaption } from './texts/find-caption.ts';
import { findContactLinks } from './texts/find-contact-links.ts';
import { findDurations } from './texts/find-durations.ts';
import { findAmounts, findMoneyTexts } from './texts/find-money-texts.ts';
import { findPictures } from './texts/find-pictures.ts';
import { findProse } from './texts/find-prose.ts';
import { findServings } from './texts/find-servings.ts';
import { findSiteName } from './texts/find-site-name.ts';
import { findStock } from './texts/find-stock.ts';
import { findRatingCounts, listRatings } from './texts/list-ratings.ts';
import { findAddress, findLanguage } from './texts/own-facts.ts';

const maxLooked = 60;

/** Values recognised by their own form: `<time>`, amounts with a currency, buttons to buy, the page's URL. */
export function findTextCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
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
  number: listRatings,
  count: findRatingCounts,
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
