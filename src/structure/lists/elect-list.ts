import type { StructuredEntity, StructuredText } from '../../page/page-reading.ts';
import { add } from '../fields/add-candidate.ts';
import {
  atLeast,
  priorOf,
  trustOfRank,
  type Candidate,
  type CandidateOrigin,
} from '../fields/candidate.ts';
import { findBylines } from './find-bylines.ts';
import { findPageLists } from './find-page-lists.ts';
import { findShapedLists } from './find-shaped-lists.ts';
import { joinName } from '../analysis/fold-label.ts';
import { readPath, toText } from '../analysis/index-entities.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/scope.ts';
import { readInstructions } from './read-instructions.ts';
import { tidyItems } from './tidy-items.ts';
import { usualConfidence } from '../fields/vote.ts';
import { cleanLines, cleanText } from '../analysis/clean-text.ts';
import { parseByline, parsePersons } from '../values/parse-persons.ts';

/** A list that was chosen. */
export interface ElectedList {
  readonly values: readonly unknown[];
  readonly items: readonly ListItem[];
  readonly confidence: number;
  readonly candidate: ListCandidate;
}

const quantity = /\d|[½¼¾⅓⅔⅛]/;
const unitWord =
  /^[\d\s½¼¾⅓⅔⅛.,/-]*(?:g|kg|ml|dl|l|cups?|tbsp|tsp|oz|lbs?|tablespoons?|teaspoons?|grams?|pounds?|ounces?)?\.?$/i;
const sentenceEnd = /[.!?。](?:\s|$)/;
/** Mean length of an ingredient in characters; longer ones are steps. */
const maxIngredientLength = 110;
/** Characters from which a single step is treated as several. */
const maxStepLength = 250;

/**
 * Share of the weight that a list in one labelled cell keeps, since the cell may be cut or hold more; also for a list
 * beside the content.
 */
const pairShare = 0.8;
const asidePairTrust = 0.3;
/** Smallest difference that counts: below it is floating-point noise, and the earlier list is kept. */
const leastGain = 1e-9;
/** Texts too long for ingredients; one, two or three ingredients, which may be a part of the list; items without words, which are one column of a list; items
 * without amounts, which a list may have some of. */
const proseFit = 0.2;
const fewIngredientsFit: readonly number[] = [0.4, 0.75, 0.9];
const wordlessFit = 0.3;
const amountlessFit = 0.55;
/** Share of the weight without headings of sections: of two lists of the same items the one that parts them is kept. */
const headlessShare = 0.99;
/** Mean length of steps in characters; shorter ones are the names of sections. */
const minStepLength = 20;
const labelFit = 0.25;
/** Fit of all steps in one text of structured data, as against a list in the page; and of a recipe of one step. */
const wholeTextFit = 0.45;
const oneStepFit = 0.7;
/** Fit of steps that end without a full stop. */
const sentencelessFit = 0.6;
/** Most characters of a value in other lists, which hold names and keywords; longer texts are sentences. */
const maxValueLength = 120;
const proseValueFit = 0.4;

/** Chooses the list that fits a field best; lists are taken whole from one source. */
export function electList(plan: FieldPlan, scope: Scope): ElectedList | undefined {
  const lists = findLists(plan, scope);
  if (plan.kind !== 'persons') return chooseBest(lists, plan, scope);
  // The site is the author where it says so and names no person.
  const persons = lists.map(({ candidate, items }) => ({
    candidate,
    items: items.filter(({ text }) => !scope.facts.siteNames.has(joinName(text))),
  }));
  return (
    chooseBest(raiseAgreed(persons), plan, scope) ?? chooseBest(raiseAgreed(lists), plan, scope)
  );
}

/** Raises the weight of a list whose names other kinds of sources give, too: each kind counts once, with its best list. */
function raiseAgreed(lists: readonly TidyList[]): readonly TidyList[] {
  const doubts = new Map<string, Map<CandidateOrigin, number>>();
  const keyOf = ({ items }: TidyList): string => items.map(({ text }) => joinName(text)).join('|');
  for (const list of lists) {
    const key = keyOf(list);
    const known = doubts.get(key) ?? new Map<CandidateOrigin, number>();
    doubts.set(key, known);
    const { origin, weight } = list.candidate;
    known.set(origin, Math.min(known.get(origin) ?? 1, 1 - weight));
  }
  return lists.map((list) => {
    const doubt = [...(doubts.get(keyOf(list)) ?? [])].reduce((all, [, one]) => all * one, 1);
    return { ...list, candidate: { ...list.candidate, weight: 1 - doubt } };
  });
}

/** Returns all lists that the field may be, with their items as a reader would copy them. */
export function findLists(plan: FieldPlan, scope: Scope): readonly TidyList[] {
  const candidates = [...findEntityLists(plan, scope)];
  if (scope.wholePage) {
    candidates.push(...findMetaLists(plan, scope), ...findPairLists(plan, scope));
    if (plan.kind === 'persons') candidates.push(...findBylines(plan, scope));
    else candidates.push(...findShapedLists(plan, scope), ...findPageLists(plan, scope));
  }
  return candidates.map((candidate) => ({
    candidate,
    items: tidyItems(plan, splitItems(plan, candidate, scope)),
  }));
}

interface TidyList {
  readonly candidate: ListCandidate;
  readonly items: readonly ListItem[];
}

function chooseBest(
  lists: readonly TidyList[],
  plan: FieldPlan,
  scope: Scope,
): ElectedList | undefined {
  let best: ElectedList | undefined;
  let bestScore = plan.required
    ? Math.min(usualConfidence, scope.minConfidence)
    : scope.minConfidence;
  for (const { candidate, items } of lists) {
    const bare = items.filter(({ isHead }) => isHead !== true);
    const headShare = bare.length < items.length ? 1 : headlessShare;
    const score = candidate.weight * fitOf(plan, bare, candidate.origin) * headShare;
    if (score <= bestScore + leastGain) continue;
    const values = toValues(plan, items, scope);
    if (values.length === 0) continue;
    bestScore = score;
    best = { values, items, confidence: Math.min(1, score), candidate };
  }
  return best;
}

function findEntityLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const lists: ListCandidate[] = [];
  for (const { entity, weight } of scope.entities) {
    const origin: CandidateOrigin = entity.entity.syntax === 'json-ld' ? 'json-ld' : 'microdata';
    plan.keys.forEach((key, rank) => {
      const values = readPath(entity, key, 400);
      const items = plan.kind === 'steps' ? readInstructions(values) : toItems(values);
      if (items.length === 0) return;
      const trust = priorOf(origin, plan.kind) * weight * trustOfRank(rank);
      lists.push({ items, weight: trust, origin, element: undefined });
    });
  }
  return lists;
}

function toItems(values: readonly (StructuredText | StructuredEntity)[]): readonly ListItem[] {
  return values.flatMap((value) => {
    const found = toText(value);
    if (found === undefined) return [];
    // A whole list in one text has one item per line.
    return cleanLines(found.text).map((text) => ({ text, source: found.source }));
  });
}

function findMetaLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return plan.metas.flatMap((name, rank) => {
    if (name.startsWith('twitter:data')) return [];
    const tags = scope.facts.metas.get(name) ?? [];
    const items = tags.map((tag) => ({ text: cleanText(tag.content), source: tag.source }));
    const weight = priorOf('meta', plan.kind) * trustOfRank(rank);
    return items.length === 0
      ? []
      : [{ items, weight, origin: 'meta' as const, element: undefined }];
  });
}

function findPairLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  if (plan.kind === 'ingredients' || plan.kind === 'steps') return [];
  return [...plan.labels].flatMap((label) =>
    (scope.facts.pairs.get(label) ?? []).slice(0, 6).map((pair) => ({
      items: [{ text: pair.value, source: pair.source }],
      weight:
        priorOf('pair', plan.kind) *
        pair.trust *
        (scope.facts.zones.isAside(pair.element) ? asidePairTrust : 1) *
        pairShare,
      origin: 'pair' as const,
      element: pair.element,
    })),
  );
}

/** Items that hold several values: bylines and comma-separated keywords. */
function splitItems(
  plan: FieldPlan,
  { items, origin }: ListCandidate,
  scope: Scope,
): readonly ListItem[] {
  if (plan.kind === 'persons') {
    // Bylines have been read already.
    if (origin === 'hint') return items;
    const read = origin === 'pair' ? parseByline : parsePersons;
    return items.flatMap((item) => {
      // "Cut and Stir" is one name where the site is called so.
      if (scope.facts.siteNames.has(joinName(item.text))) return [item];
      return read(item.text).map((text) => ({ text, source: item.source }));
    });
  }
  if (plan.kind !== 'keywords' || items.length > 3) return items;
  return items.flatMap((item) =>
    item.text.split(/\s*[,;|、]\s*/).map((text) => ({ text, source: item.source })),
  );
}

/** Returns how well the items fit the field's kind, 0 to 1. */
function fitOf(plan: FieldPlan, items: readonly ListItem[], origin: CandidateOrigin): number {
  if (items.length === 0) return 0;
  const share = (test: (text: string) => boolean): number =>
    items.filter(({ text }) => test(text)).length / items.length;
  const meanLength = items.reduce((sum, { text }) => sum + text.length, 0) / items.length;
  if (plan.kind === 'ingredients') {
    if (meanLength > maxIngredientLength) return proseFit;
    const worded = share((text) => /\p{L}{2}/u.test(text.replace(unitWord, '')));
    return (
      (fewIngredientsFit[items.length - 1] ?? 1) *
      atLeast(wordlessFit, worded) *
      atLeast(
        amountlessFit,
        share((text) => quantity.test(text)),
      )
    );
  }
  if (plan.kind === 'steps') {
    if (meanLength < minStepLength) return labelFit;
    if (items.length === 1 && meanLength > maxStepLength)
      return origin === 'hint' ? oneStepFit : wholeTextFit;
    return atLeast(
      sentencelessFit,
      share((text) => sentenceEnd.test(text)),
    );
  }
  if (plan.kind === 'persons') return 1;
  return meanLength > maxValueLength ? proseValueFit : 1;
}

function toValues(plan: FieldPlan, items: readonly ListItem[], scope: Scope): readonly unknown[] {
  const named: Candidate[] = [];
  if (plan.kind === 'ingredients' || plan.kind === 'steps' || plan.kind === 'persons') {
    return items.map(({ text }) => text);
  }
  for (const item of items) {
    add(named, plan, scope, {
      text: item.text,
      source: item.source,
      origin: 'text',
      weight: 1,
      machine: true,
    });
  }
  return [...new Map(named.map(({ key, value }) => [key, value])).values()];
}
