import { getOrMake } from '../../runtime/collections.ts';
import type { AnyNode } from 'domhandler';
import type { PriceSense } from '../values/money/price-words.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import { isOtherUnit } from '../values/stated-unit.ts';
import { readValue } from './read-value.ts';
import type { Scope } from './rank-entities.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { suffixMark } from './strip-site-name.ts';

export type CandidateOrigin =
  | 'json-ld'
  | 'microdata'
  | 'meta'
  | 'pair'
  | 'hint'
  | 'heading'
  | 'text'
  | 'address';

/** Those that are written for programs. */
export const machineOrigins: ReadonlySet<CandidateOrigin> = new Set([
  'json-ld',
  'microdata',
  'meta',
]);

/** A possible value of a field. */
export interface Candidate {
  /** Whether the page calls the value what the field's name says beyond its concept: the net price. */
  readonly isOwn?: boolean;
  /** Whether its source calls it the day of the last change, where another day is wanted. */
  readonly isChange?: boolean | undefined;
  /** Whether it is stated of the page, or of an article, and not of what that is about. */
  readonly isOfPage?: boolean | undefined;
  readonly value: unknown;
  readonly key: string;
  /** The unit or the currency of a number that the field asks for in another one, so that it is not given. */
  readonly otherUnit?: string | undefined;
  /** Of an amount: the currency that its source states. */
  readonly currency?: string | undefined;
  /** How far this source alone is trusted, 0 to 1. */
  readonly weight: number;
  readonly origin: CandidateOrigin;
  readonly source: ValueSource;
  /** What its source has in its place, where that is written for programs. */
  readonly written?: string | undefined;
  /** Of an amount that the page shows: what the page says it is beside the price to pay. */
  readonly sense?: PriceSense | undefined;
  /** Of a value of one of several entities that the page lists: how many these are. */
  readonly peers?: number | undefined;
}

/**
 * Set from the share of right values on product, news and recipe pages (bench/fields.ts) and kept round, since refitting on other
 * sites gained nothing; the other weights of this folder were set by hand on the same pages
 * (docs/internals/decisions/extraction.md).
 */
const priors: Readonly<Record<CandidateOrigin, number>> = {
  'json-ld': 0.95,
  microdata: 0.85,
  meta: 0.72,
  pair: 0.7,
  hint: 0.5,
  heading: 0.6,
  text: 0.3,
  address: 0.35,
};
const kindPriors: Readonly<
  Partial<Record<FieldPlan['kind'], Partial<Record<CandidateOrigin, number>>>>
> = {
  // Shops keep internal numbers in markup; the number that people order by has a visible label.
  code: { 'json-ld': 0.82, microdata: 0.75, meta: 0.6, pair: 0.97 },
  title: { 'json-ld': 0.8, microdata: 0.75, meta: 0.7, pair: 0.4, hint: 0.4, heading: 0.8 },
  money: { meta: 0.85 },
  date: { meta: 0.85, heading: 0.6 },
};

/** Most values of one kind of source; more values list other things. */
export const maxPerSource = 12;

/** Trust that each further name in a list of names loses; the lists begin with the clearest name. */
const lossPerRank = 0.04;
const maxRank = 6;

/** Returns the trust in a name by its index in the list, from 1 for the first down to 0.76. */
export function trustOfRank(rank: number): number {
  return 1 - lossPerRank * Math.min(rank, maxRank);
}

/** Returns a factor from `floor` (share 0) to 1 (share 1), for a sign that counts but does not decide alone. */
export function atLeast(floor: number, share: number): number {
  return floor + (1 - floor) * share;
}

/** The prior of a source for a kind of value. */
export function priorOf(origin: CandidateOrigin, kind: FieldPlan['kind']): number {
  return kindPriors[kind]?.[origin] ?? priors[origin];
}

/** Where a value was read, or what it was worked out from. */
export interface ValueSource extends ContentSource {
  /** Names what a value was worked out by; absent for a value that was read. */
  readonly rule?: string;
  /** Other numbers, days or codes that its text may state. */
  readonly alternatives?: readonly (number | string)[] | undefined;
  /** The sign by which its text states it as a limit of the value: `<` of "< 0.5". */
  readonly bound?: string | undefined;
  /** Absent for a value that was the only one of its kind, and is unsure. */
  readonly certainty?: Certainty;
}

/** How sure a value is among those that the page holds for its field. */
export interface Certainty {
  /** Share of wrong values that was measured of such values, 0 to 1; 1 without a proof. */
  readonly doubt: number;
  /** What else the page states for the field, the likeliest first. */
  readonly rivals: readonly { readonly value: unknown; readonly source: ValueSource }[];
}

export interface Filled {
  readonly value: Readonly<Record<string, unknown>>;
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly found: number;
  /** JSON Pointers of fields that could not be filled; `required` says which of them had to be. */
  readonly missing: readonly MissingField[];
}

export interface MissingField {
  readonly pointer: string;
  readonly required: boolean;
  /** Number of things on the page that have a value of their own each, where the page itself has none. */
  readonly shown?: number | undefined;
  /** Whether it is what the records of a list are told apart by, and none of several has it. */
  readonly isMain?: boolean;
  /** Whether it is a list of records of which the page has none. */
  readonly isList?: boolean;
  /** Of a field of the records of a list: how many of them have no value, and how many there are. */
  readonly lacking?: { readonly count: number; readonly of: number };
}

/** Candidates for one value. */
export interface Group<Choice = Candidate> {
  /** The best of them. */
  readonly candidate: Choice;
  /** 0 to 1; not calibrated. */
  readonly confidence: number;
  /** The best of each kind of source, the best one first. */
  readonly choices: readonly Choice[];
}

export interface Elected<Choice = Candidate> extends Group<Choice> {
  /** What else the value may be, the likeliest first. */
  readonly others: readonly Group<Choice>[];
}

/** Least confidence of a value: on the development pages values at .2–.5 were right four times in five. */
export const usualConfidence = 0.24;

/** Highest weight of a source: two agreeing sources beat any single one. */
const maxWeight = 0.99;
/** Share of a group's best source in its weight: one good source beats several poor ones. */
const topShare = 0.25;
/** Smallest difference that counts: below it is floating-point noise, and the earlier value is kept. */
const leastGain = 1e-9;

/** Groups candidates by key, each kind of source counting once; returns the best form of the likeliest group. */
export function vote<Choice extends Pick<Candidate, 'key' | 'weight' | 'origin'>>(
  candidates: readonly Choice[],
  minConfidence: number = usualConfidence,
): Elected<Choice> | undefined {
  const bestByKey = new Map<string, Map<CandidateOrigin, Choice>>();
  for (const candidate of candidates) {
    const group = getOrMake(bestByKey, candidate.key, () => new Map());
    if (candidate.weight > (group.get(candidate.origin)?.weight ?? Number.NEGATIVE_INFINITY))
      group.set(candidate.origin, candidate);
  }
  const groups = Array.from(bestByKey.values(), (group) => toGroup([...group.values()]));
  let best: Group<Choice> | undefined;
  for (const group of groups) {
    if (group.confidence < minConfidence) continue;
    if (best === undefined || scoreOf(group) > scoreOf(best) + leastGain) best = group;
  }
  if (best === undefined) return undefined;
  const others = groups.filter((group) => group !== best);
  return { ...best, others: others.toSorted((one, two) => scoreOf(two) - scoreOf(one)) };
}

function toGroup<Choice extends Pick<Candidate, 'weight'>>(
  found: readonly Choice[],
): Group<Choice> {
  const choices = found.toSorted((one, two) => two.weight - one.weight);
  let doubt = 1;
  for (const { weight } of choices) doubt *= 1 - Math.min(maxWeight, weight);
  return { candidate: choices[0] as Choice, confidence: 1 - doubt, choices };
}

function scoreOf({ candidate, confidence }: Group<Pick<Candidate, 'weight'>>): number {
  return confidence + topShare * candidate.weight;
}

/** A text that may be a field's value. */
export interface Found extends Pick<
  Candidate,
  'origin' | 'weight' | 'peers' | 'isOwn' | 'isChange' | 'isOfPage'
> {
  readonly text: string;
  readonly source: ValueSource;
  /** Whether it is written for programs. */
  readonly machine?: boolean;
  readonly needsCurrency?: boolean;
  /** The unit or currency of a number that its source states beside it. */
  readonly statedUnit?: string | undefined;
  /** Of an amount: what the page says it is. Asked of those that can be read as one. */
  readonly findSense?: (() => PriceSense | undefined) | undefined;
}

/** Trust in the site's name as a title, which is right only on pages about the site itself. */
const siteNameTrust = 0.2;

/** The first `most` of the found texts that can be read as the field's value. */
export function toCandidates(
  plan: FieldPlan,
  { facts }: Scope,
  found: Iterable<Found>,
  most: number = Number.POSITIVE_INFINITY,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const { page, siteNames } = facts;
  const baseUrl = page.reading.url;
  for (const {
    text,
    machine = false,
    needsCurrency = false,
    weight,
    findSense,
    statedUnit,
    ...place
  } of found) {
    const context = { machine, needsCurrency, baseUrl };
    const language = machine ? undefined : findOwnLanguage(place.source);
    const read = readValue(plan, text, {
      ...context,
      place: language === undefined ? facts.place : { ...facts.place, language },
    });
    if (read === undefined) continue;
    const { value, key, quality, alternatives, bound, isOwn = false } = read;
    const isOther = statedUnit !== undefined && isOtherUnit(plan.asked, statedUnit);
    const otherUnit = read.otherUnit ?? (isOther ? statedUnit : undefined);
    const isPlain = alternatives === undefined && bound === undefined;
    const source = isPlain ? place.source : { ...place.source, alternatives, bound };
    const isOfSite = plan.kind === 'title' && siteNames.has(key) && !isNamed(key, facts);
    const trust = isOfSite ? siteNameTrust : 1;
    const sense = findSense?.();
    candidates.push({
      value,
      // The same number in another unit is another value.
      key: isOther ? `${key} ${statedUnit}` : key,
      weight: weight * quality * trust,
      ...place,
      sense,
      source,
      written: machine ? text : undefined,
      isOwn: isOwn || place.isOwn === true,
      otherUnit,
      currency: plan.kind === 'money' ? (read.currency ?? statedUnit) : undefined,
    });
    if (candidates.length >= most) break;
  }
  return candidates;
}

/** Whether the page bears a name itself, in its heading and before its title's first mark. */
function isNamed(name: string, { page, heading }: PageFacts): boolean {
  const [first = ''] = page.title.split(suffixMark);
  return joinName(heading) === name && joinName(first) === name;
}

/** The language of the nearest element around a value that states one below the page's own. */
function findOwnLanguage({ node }: ValueSource): string | undefined {
  for (let current: AnyNode | null = node; current !== null; current = current.parent) {
    if (!('attribs' in current) || current.name === 'html') return undefined;
    const language = current.attribs['lang'];
    if (language !== undefined && language !== '') return language;
  }
  return undefined;
}
