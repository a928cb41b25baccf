import type { StructuredEntity, StructuredText } from '../../contracts/page-reading.ts';
import { add } from '../fields/add-candidate.ts';
import { type Candidate, type CandidateOrigin, priorOf } from '../fields/candidate.ts';
import { findHintCandidates } from '../fields/find-hint-candidates.ts';
import { findPageLists } from './find-page-lists.ts';
import { findShapedLists } from './find-shaped-lists.ts';
import { findTextCandidates } from '../fields/find-text-candidates.ts';
import { joinName } from '../analysis/fold-label.ts';
import { readPath, toText } from '../analysis/index-entities.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { readInstructions } from './read-instructions.ts';
import type { Scope } from '../fields/scope.ts';
import { tidyItems } from './tidy-items.ts';
import { usualConfidence } from '../fields/vote.ts';
import { cleanLines, cleanText } from '../analysis/clean-text.ts';
import { parsePersons } from '../values/parse-persons.ts';

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
/** A single step this long is several. */
const maxStepLength = 250;

/** Chooses the list that fits a field best; lists are taken whole from one source. */
export function electList(plan: FieldPlan, scope: Scope): ElectedList | undefined {
  const candidates = [...findEntityLists(plan, scope)];
  if (scope.wholePage) {
    candidates.push(
      ...findShapedLists(plan, scope),
      ...findMetaLists(plan, scope),
      ...findPairLists(plan, scope),
      ...findPageLists(plan, scope),
    );
    if (plan.kind === 'persons')
      candidates.push(...findShapedLists(plan, scope), ...findBylines(plan, scope));
  }
  let best: ElectedList | undefined;
  let bestScore = plan.required
    ? Math.min(usualConfidence, scope.minConfidence)
    : scope.minConfidence;
  for (const candidate of candidates) {
    const items = tidyItems(plan, splitItems(plan, candidate.items));
    const fit = fitOf(plan, items, scope);
    const score = candidate.weight * fit;
    if (score <= bestScore + 1e-9) continue;
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
      const trust = priorOf(origin, plan.kind) * weight * (1 - 0.04 * Math.min(rank, 6));
      lists.push({ items, weight: trust, origin, element: undefined });
    });
  }
  return lists;
}

function toItems(values: readonly (StructuredText | StructuredEntity)[]): readonly ListItem[] {
  return values.flatMap((value) => {
    const found = toText(value);
    if (found === undefined) return [];
    // A whole list in one text has an item a line.
    return cleanLines(found.text).map((text) => ({ text, source: found.source }));
  });
}

function findMetaLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  return plan.metas.flatMap((name, rank) => {
    if (name.startsWith('twitter:data')) return [];
    const tags = scope.facts.metas.get(name) ?? [];
    const items = tags.map((tag) => ({ text: cleanText(tag.content), source: tag.source }));
    const weight = priorOf('meta', plan.kind) * (1 - 0.04 * rank);
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
        (scope.facts.zones.isAside(pair.element) ? 0.3 : 1) *
        0.8,
      origin: 'pair' as const,
      element: pair.element,
    })),
  );
}

/** Bylines in the page: what a class or a link to an author's page names. */
function findBylines(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const found: readonly Candidate[] = [
    ...findHintCandidates(plan, scope),
    ...findTextCandidates(plan, scope),
  ];
  return found.map((candidate) => ({
    items: [{ text: String(candidate.value), source: candidate.source }],
    weight: candidate.weight,
    origin: candidate.origin,
    element: undefined,
  }));
}

/** Items that hold several values: bylines and comma-separated keywords. */
function splitItems(plan: FieldPlan, items: readonly ListItem[]): readonly ListItem[] {
  if (plan.kind === 'persons') {
    return items.flatMap((item) =>
      parsePersons(item.text).map((text) => ({ text, source: item.source })),
    );
  }
  if (plan.kind !== 'keywords' || items.length > 3) return items;
  return items.flatMap((item) =>
    item.text.split(/\s*[,;|、]\s*/).map((text) => ({ text, source: item.source })),
  );
}

/** How far the items look like what the field holds, 0 to 1. */
function fitOf(plan: FieldPlan, items: readonly ListItem[], scope: Scope): number {
  if (items.length === 0) return 0;
  const share = (test: (text: string) => boolean): number =>
    items.filter(({ text }) => test(text)).length / items.length;
  const meanLength = items.reduce((sum, { text }) => sum + text.length, 0) / items.length;
  if (plan.kind === 'ingredients') {
    if (meanLength > maxIngredientLength) return 0.2;
    // Amounts alone are one column of the list.
    const worded = share((text) => /\p{L}{2}/u.test(text.replace(unitWord, '')));
    return (
      (items.length === 1 ? 0.4 : 1) *
      (0.3 + 0.7 * worded) *
      (0.55 + 0.45 * share((text) => quantity.test(text)))
    );
  }
  if (plan.kind === 'steps') {
    if (meanLength < 20) return 0.25;
    // All steps in one text: a list of them in the page is better, if there is one.
    if (items.length === 1 && meanLength > maxStepLength) return 0.45;
    return 0.6 + 0.4 * share((text) => sentenceEnd.test(text));
  }
  if (plan.kind === 'persons') {
    const sites = share((text) => scope.facts.siteNames.has(joinName(text)));
    return 1 - 0.75 * sites;
  }
  return meanLength > 120 ? 0.4 : 1;
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
