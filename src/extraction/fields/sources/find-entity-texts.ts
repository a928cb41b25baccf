import { findAmountOffsets } from '../../values/money/find-money.ts';
import { type Found, maxPerSource, priorOf, trustOfRank } from '../candidate.ts';
import { readTitle } from './identity-candidates.ts';
import { stripOwnLabel } from './own-label.ts';
import { toWrittenUnit } from '../../values/stated-unit.ts';
import { asksOfNoParty, documentTypes, isParty } from '../asked-thing.ts';
import {
  type IndexedEntity,
  originOf,
  readLabelled,
  readTexts,
} from '../../analysis/index-entities.ts';
import { noWords, yesWords } from '../../values/yes-no-words.ts';
import { type FieldPlan, pageKinds } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { isSamePath, pageTypes } from '../../analysis/find-foreign.ts';
import { compareWords, foldLabel, joinName } from '../../lexicon/fold-label.ts';
import { isChange } from '../weights/weigh-dates.ts';
import { listInteractionCounts } from '../interaction-counts.ts';
import { addUnit } from './add-unit.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Weight from which an entity counts as equal to the best, as variants shown side by side. */
const equalEntityWeight = 0.95;

/** Trust in one of several codes side by side: any of them may be the ordered one. */
const oneOfSeveralTrust = 0.5;

/** Number of stated wanted fields from which an entity's name is taken as the wanted name. */
const minSpecificFields = 3;

export const namedEntityTrust = 0.99;

export function* findEntityTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  // Several variants side by side: any of their codes may be the ordered one.
  const codes = new Set(
    (plan.kind === 'code' ? scope.entities : [])
      .filter(({ weight }) => weight >= equalEntityWeight)
      .flatMap(({ entity }) => readTexts(entity, plan.keys[0] ?? '').map(({ text }) => text)),
  );
  const doubt = codes.size > 1 ? oneOfSeveralTrust : 1;
  const entities = plan.concept?.name === 'year' ? listDated(scope.entities) : scope.entities;
  const pageUrl = scope.facts.page.reading.url;
  for (const { entity, weight, specific, peers } of entities) {
    // One of the other things that a page lists has no part in what the page itself is called and shows.
    const isOther = peers !== undefined && scope.facts.foreign.entities.has(entity.entity);
    if (isOther && pageKinds.has(plan.kind)) continue;
    const isSellers = isOfSeller(plan, entity, scope);
    if (isSellers && ratings.has(plan.concept?.name ?? '') && sells(scope)) continue;
    const origin = originOf(entity);
    const isOfPage = isOneOf(entity.types, pageTypes) || isOneOf(entity.types, documentTypes);
    const labelled = { origin, weight: priorOf(origin, plan.kind) * weight, peers };
    // What data says with a label of its own stands in for a property that it lacks.
    if (!plan.keys.some((key) => readTexts(entity, key).length > 0)) {
      for (const found of readLabelled(entity, plan.labels).slice(0, maxPerSource))
        yield { ...found, ...labelled };
    }
    for (const found of listRanges(plan, entity)) yield { ...found, ...labelled };
    for (const found of listInteractionCounts(plan, entity)) yield { ...found, ...labelled };
    for (const [rank, key] of plan.keys.entries()) {
      if (key === 'startDate' && asksPublishing(plan)) continue;
      if (key === placeProperty && scope.wholePage) continue;
      const trust =
        priorOf(origin, plan.kind) *
        weight *
        trustOfRank(rank) *
        doubt *
        (isSellers ? sellersTrust : 1);
      const isName = plan.kind === 'title' && (key === 'name' || key === 'title');
      const stated = listStatedUnits(plan, entity, key);
      for (const [at, { text, source }] of readTexts(entity, key)
        .slice(0, maxPerSource)
        .entries()) {
        if (plan.concept?.name === 'website' && isSamePath(text, pageUrl)) continue;
        yield {
          statedUnit: stated.length === 1 ? stated[0] : stated[at],
          text:
            origin === 'microdata'
              ? readShown(text, plan, scope)
              : addUnit(toAsked(text, key, plan), plan, findUnitOf(entity, key)),
          source,
          origin,
          weight: isName && specific >= minSpecificFields ? namedEntityTrust : trust,
          peers,
          isChange: isChange(plan, key),
          isOfPage,
          machine: true,
        };
      }
    }
  }
}

/** What data calls the place of a thing in a list, as a step of a trail or a question: nothing of what a page is about. */
export const placeProperty = 'position';

/** Whether a day is that of publishing by name, and not any day: something begins on another. */
function asksPublishing({ concept, name }: FieldPlan): boolean {
  return concept?.name === 'publishedDate' && publishing.test(name);
}

const publishing = /pub|post|release|creat|veröffentl|erschein/i;

const ratings: ReadonlySet<string> = new Set(['rating', 'ratingCount']);
/** Where an organization is, and how it is reached. */
const contacts: ReadonlySet<string> = toWordSet(
  'phone email address street city postalCode location latitude longitude',
);

/** Whether it is of whom the site or the thing belongs to, on a page that is headed by another name: a rating, and the address where another thing is asked for. */
function isOfSeller({ concept }: FieldPlan, entity: IndexedEntity, scope: Scope): boolean {
  const { page, heading } = scope.facts;
  const name = concept?.name ?? '';
  const isContact = contacts.has(name) && asksOfNoParty(scope.prompt);
  if (heading === '' || !(isContact || ratings.has(name)) || !isParty(entity)) return false;
  const isFront = URL.parse(page.reading.url)?.pathname === '/';
  return (
    !isFront && readTexts(entity, 'name').every(({ text }) => compareWords(text, heading) === 0)
  );
}

/** Whether amounts of money stand on a page: a rating there is that of what it sells. */
function sells({ facts: { page } }: Scope): boolean {
  return findAmountOffsets(page.text.slice(0, maxSearched), 1).length > 0;
}

const maxSearched = 20_000;
/** Trust in what is of whom the site belongs to, where another thing is asked for: a label beside it on the page goes first. */
const sellersTrust = 0.5;

/** The entities whose days tell the year of the thing: no page has that, and an article only its own where the page states no other thing. */
function listDated(entities: Scope['entities']): Scope['entities'] {
  const things = entities.filter(({ entity }) => !isOneOf(entity.types, pageTypes));
  const others = things.filter(({ entity }) => !isOneOf(entity.types, documentTypes));
  return others.length > 0 ? others : things;
}

function isOneOf(types: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return [...types].some((type) => known.has(type));
}

/** What a page does not charge for is not behind a paywall. */
function toAsked(text: string, key: string, { concept }: FieldPlan): string {
  if (concept?.name !== 'paywalled' || key !== 'isAccessibleForFree') return text;
  const label = foldLabel(text.replace(schemaTerm, ''));
  if (yesWords.has(label)) return 'false';
  return noWords.has(label) ? 'true' : text;
}

const schemaTerm = /^https?:\/\/schema\.org\//i;

function findUnitOf(entity: IndexedEntity, key: string): string | undefined {
  const [stated] = ['unitText', 'unitCode'].flatMap((unit) => readTexts(entity, `${key}.${unit}`));
  return stated === undefined ? undefined : toWrittenUnit(stated.text);
}

/** The two ends of a salary as one text, which data states apart: "3000–4000 EUR". */
function listRanges(
  { concept }: FieldPlan,
  entity: IndexedEntity,
): readonly Pick<Found, 'text' | 'source'>[] {
  if (concept?.name !== 'salary') return [];
  const read = (path: string): ReturnType<typeof readTexts>[number] | undefined =>
    readTexts(entity, `baseSalary.${path}`)[0];
  const least = read('value.minValue') ?? read('minValue');
  const most = read('value.maxValue') ?? read('maxValue');
  if (least === undefined || most === undefined) return [];
  const currency = read('currency')?.text ?? '';
  const { source } = least;
  return [{ text: `${least.text}–${most.text} ${currency}`.trim(), source }];
}

/** The currencies of the amounts, or the units of the measures, that an entity states under a key; of several one for each. */
function listStatedUnits(
  { kind, asked }: FieldPlan,
  entity: IndexedEntity,
  key: string,
): readonly string[] {
  const outer = key.split('.').slice(0, -1);
  if (kind === 'money') {
    const currencies = Array.from({ length: outer.length + 1 }, (_, cut) =>
      [...outer.slice(0, outer.length - cut), 'priceCurrency'].join('.'),
    ).map((path) => readTexts(entity, path).map(({ text }) => text));
    const codes = currencies.find((found) => found.length > 0) ?? [];
    return new Set(codes).size === 1 ? codes.slice(0, 1) : codes;
  }
  if (asked.units.length === 0) return [];
  return ['unitCode', 'unitText']
    .map((unit) => readTexts(entity, `${key}.${unit}`).map(({ text }) => text))
    .reduce((found, more) => (found.length > 0 ? found : more));
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
