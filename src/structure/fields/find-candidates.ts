import { add } from './add-candidate.ts';
import {
  atLeast,
  priorOf,
  trustOfRank,
  type Candidate,
  type CandidateOrigin,
} from './candidate.ts';
import { findBrandCandidates } from './find-brand-candidates.ts';
import { findCodeCandidates } from './find-code-candidates.ts';
import { findHintCandidates, stripOwnLabel } from './find-hint-candidates.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { readTitle } from './find-record-title.ts';
import { findTextCandidates } from './find-text-candidates.ts';
import { readTexts } from '../analysis/index-entities.ts';
import type { PriceSense } from '../values/find-price-sense.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';
import { joinName, compareWords } from '../analysis/fold-label.ts';

/** Weight from which an entity counts as equal to the best, as variants shown side by side. */
const equalEntityWeight = 0.95;
/** Trust in one of several codes side by side: any of them may be the ordered one. */
const oneOfSeveralTrust = 0.5;
/** Number of stated wanted fields from which an entity's name is taken as the wanted name. */
const minSpecificFields = 3;
const namedEntityTrust = 0.99;
/** Trust in a labelled value beside the content, which often belongs to another article. */
const asidePairTrust = 0.6;
/**
 * Trust in a labelled value far from the main heading; higher for a code, whose label identifies it almost as well
 * there.
 */
const farPairTrust = 0.85;
const farCodeTrust = 0.95;
const isbnPattern = /^97[89]\d{10}$/;
const bookNumberTrust = 0.5;
const machineOrigins: ReadonlySet<CandidateOrigin> = new Set(['json-ld', 'microdata', 'meta']);
/** Trust in amounts by what the page calls them. */
const senseTrust: Readonly<Record<PriceSense, number>> = { current: 1.3, former: 0.3, other: 0.3 };
/** Most values of one kind of source; more values list other things. */
const maxPerSource = 12;

/** All candidates for a field that holds one value. */
export function findCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates = [...findEntityCandidates(plan, scope)];
  if (!scope.wholePage) return candidates;
  candidates.push(...findMetaCandidates(plan, scope), ...findPairCandidates(plan, scope));
  if (plan.kind === 'title') candidates.push(...findTitleCandidates(plan, scope));
  else candidates.push(...findHintCandidates(plan, scope), ...findTextCandidates(plan, scope));
  if (plan.kind === 'code') candidates.push(...findCodeCandidates(plan, scope));
  candidates.push(...findBrandCandidates(plan, scope, candidates));
  if (plan.concept?.name === 'sku') return weighBookNumbers(candidates);
  return plan.kind === 'money' && plan.concept?.name !== 'oldPrice'
    ? weighSenses(candidates)
    : candidates;
}

/** Shops state the ISBN of a book in markup where the number of their article belongs; the trade's number is not the shop's. */
function weighBookNumbers(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) =>
    isbnPattern.test(candidate.key) && machineOrigins.has(candidate.origin)
      ? { ...candidate, weight: candidate.weight * bookNumberTrust }
      : candidate,
  );
}

/**
 * Amounts that the page calls former lose trust, but where it calls every amount so they are what there is: themes name the
 * only price "regular" too.
 */
function weighSenses(candidates: readonly Candidate[]): readonly Candidate[] {
  const former = new Set(candidates.flatMap(({ sense, key }) => (sense === 'former' ? [key] : [])));
  const hasOther = candidates.some(
    ({ sense, key }) => sense !== 'former' && sense !== 'other' && !former.has(key),
  );
  return candidates.map((candidate) => {
    const { sense, weight } = candidate;
    if (sense === undefined || (sense === 'former' && !hasOther)) return candidate;
    return { ...candidate, weight: Math.min(1, weight * senseTrust[sense]) };
  });
}

/** Values of the entities that the page may be about. */
function findEntityCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  // Several variants side by side: any of their codes may be the ordered one.
  const codes = new Set(
    plan.kind === 'code'
      ? scope.entities.flatMap(({ entity, weight }) =>
          weight < equalEntityWeight
            ? []
            : readTexts(entity, plan.keys[0] ?? '').map(({ text }) => text),
        )
      : [],
  );
  for (const { entity, weight, specific, peers } of scope.entities) {
    const origin: CandidateOrigin = entity.entity.syntax === 'json-ld' ? 'json-ld' : 'microdata';
    plan.keys.forEach((key, rank) => {
      const found = readTexts(entity, key).slice(0, maxPerSource);
      for (const { text, source } of found) {
        const doubt = codes.size > 1 ? oneOfSeveralTrust : 1;
        const trust = priorOf(origin, plan.kind) * weight * trustOfRank(rank) * doubt;
        const isName =
          plan.kind === 'title' &&
          specific >= minSpecificFields &&
          (key === 'name' || key === 'title');
        add(candidates, plan, scope, {
          text: origin === 'microdata' ? readShown(text, plan, scope) : text,
          source,
          origin,
          weight: isName ? namedEntityTrust : trust,
          peers,
          machine: true,
        });
      }
    });
  }
  return candidates;
}

/** Microdata is what the page shows: a label or a kicker included. */
function readShown(text: string, plan: FieldPlan, scope: Scope): string {
  const { mainHeading } = scope.facts.zones;
  return plan.kind === 'title' &&
    mainHeading !== undefined &&
    joinName(text) === joinName(scope.facts.heading)
    ? readTitle(mainHeading, scope)
    : stripOwnLabel(text, plan);
}

/** The title for previews often ends with the site's name, like the `<title>`. */
function toBare(text: string, plan: FieldPlan, scope: Scope): string {
  const { siteNames, heading } = scope.facts;
  return plan.kind === 'title' ? stripSiteName(text, siteNames, heading) : text;
}

function findMetaCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  plan.metas.forEach((name, rank) => {
    // Twitter cards hold two arbitrary facts; only their labels tell which.
    const label = name.startsWith('twitter:data') ? name.replace('data', 'label') : undefined;
    if (label !== undefined) {
      const labelText = scope.facts.metas.get(label)?.[0]?.content.toLowerCase() ?? '';
      if (!plan.labels.has(labelText)) return;
    }
    for (const tag of (scope.facts.metas.get(name) ?? []).slice(0, maxPerSource)) {
      const weight = priorOf('meta', plan.kind) * trustOfRank(rank);
      add(candidates, plan, scope, {
        text: toBare(tag.content, plan, scope),
        source: tag.source,
        origin: 'meta',
        weight,
        machine: true,
      });
    }
  });
  return candidates;
}

function findPairCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const label of plan.labels) {
    for (const pair of (scope.facts.pairs.get(label) ?? []).slice(0, maxPerSource)) {
      const zone = scope.facts.zones.isAside(pair.element) ? asidePairTrust : 1;
      const near = scope.facts.zones.nearness(pair.element);
      const place = atLeast(plan.kind === 'code' ? farCodeTrust : farPairTrust, near);
      const weight = priorOf('pair', plan.kind) * pair.trust * zone * place;
      add(candidates, plan, scope, {
        text: plan.kind === 'money' ? readAmount(pair, scope) : pair.value,
        source: pair.source,
        origin: 'pair',
        weight,
        machine: false,
      });
    }
  }
  return candidates;
}

/** Returns the text beside a price's label, without struck-through amounts. */
function readAmount(pair: LabelPair, scope: Scope): string {
  const line = readPriceLine(scope.facts.page, pair.element);
  const colon = /^[^:：]{1,60}[:：]\s?(.+)$/u.exec(line);
  return colon?.[1] ?? line;
}

/** Marks between the title of a page and the name of its site. */
const suffixMark = /\s+[|\-–—·•»:/~]\s+|\s*[|｜]\s*/;
/** Likeness from which a heading and the title count as equal. */
const sameTitle = 0.999;

/** The page's main heading, and its `<title>` without the site's name. */
function findTitleCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { zones, page, heading, siteNames } = scope.facts;
  const candidates: Candidate[] = [];
  if (zones.mainHeading !== undefined && heading !== '') {
    const source = { node: zones.mainHeading.node };
    add(candidates, plan, scope, {
      text: readTitle(zones.mainHeading, scope),
      source,
      origin: 'heading',
      weight: priorOf('heading', plan.kind),
      machine: false,
    });
  }
  const node = page.elements[0]?.node;
  const title = stripSiteName(page.title, siteNames, heading);
  if (node !== undefined && title !== '') {
    add(candidates, plan, scope, {
      text: title,
      source: { node },
      origin: 'text',
      weight: priorOf('text', plan.kind),
      machine: false,
    });
  }
  return candidates;
}

/** Drops the site's name from the ends of a title; what is left is never empty unless it was the site's name alone. */
function stripSiteName(title: string, siteNames: ReadonlySet<string>, heading: string): string {
  const parts = title.split(suffixMark);
  if (parts.length < 2) return title;
  const first = parts[0] ?? '';
  // The main heading is the title; drop everything after it.
  for (let end = parts.length - 1; end >= 1; end -= 1) {
    const head = title.slice(0, lengthOfParts(title, parts, end));
    if (heading !== '' && compareWords(head, heading) >= sameTitle) return head;
  }
  const last = parts.at(-1) ?? '';
  if (isSiteName(last, siteNames))
    return title.slice(0, lengthOfParts(title, parts, parts.length - 1));
  return isSiteName(first, siteNames)
    ? title.slice(title.indexOf(parts[1] ?? '', first.length))
    : title;
}

function isSiteName(part: string, siteNames: ReadonlySet<string>): boolean {
  const joined = joinName(part);
  if (joined.length < 3) return false;
  if (siteNames.has(joined)) return true;
  return [...siteNames].some(
    (name) => name.length > 4 && (joined.startsWith(name) || name.startsWith(joined)),
  );
}

function lengthOfParts(title: string, parts: readonly string[], count: number): number {
  let at = 0;
  for (const part of parts.slice(0, count)) at = title.indexOf(part, at) + part.length;
  return at;
}
