import type { PageFacts } from '../analysis/analyse-page.ts';
import { isSamePath } from '../analysis/find-foreign.ts';
import { type IndexedEntity, readPath, readTexts } from '../analysis/index-entities.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { type Scope, commonConcepts, partTypes } from '../fields/rank-entities.ts';
import { compareWords, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';

/** Fewer things are what the page is about, and no list. */
const minThings = 2;
/** Share of the fields of a record that the things of a list state on average; fewer are by chance. */
const minStatedShare = 0.5;
/** Likeness of a thing's name to the heading of the page from which the page is about it. */
const minLikeness = 0.5;
/** Names of lists that say nothing of what these hold. */
const anyThings: ReadonlySet<string> = new Set([
  '',
  ...'item entry row record data value list result element'.split(' '),
]);

/** What only holds the place of a thing in a list, or of a page in the way to it. */
const placeTypes: ReadonlySet<string> = new Set(['listitem', 'breadcrumblist', 'itemlist']);

/**
 * The things of one type that the data of a page states side by side, in a list or each for itself, where they are what records are
 * asked of: those of a type that `name` tells, else those that state what not everything has, where no other list is asked.
 */
export function listAlone(
  plans: readonly FieldPlan[],
  name: string,
  { facts, wholePage }: Scope,
  isOnlyList: boolean,
): readonly IndexedEntity[] {
  if (!wholePage) return [];
  const kinds = Map.groupBy(
    facts.entities.filter(({ isAlone, isOther, types }) => isAlone && !isOther && types.size > 0),
    ({ depth, types }) => `${depth} ${[...types].join(' ')}`,
  );
  const lists = [...kinds.values()].filter(
    (things) =>
      things.length >= minThings && statesFields(things, plans) && !areVariants(things, facts),
  );
  const named = lists.find(([thing]) => thing !== undefined && isCalled(thing, name));
  // What is called otherwise is another list: jobs are no events.
  const one = toSingular(joinName(name));
  const isOfOwnType =
    !anyThings.has(one) &&
    !splitWords(facts.heading).some((word) => toSingular(word.toLowerCase()) === one);
  if (named !== undefined || !isOnlyList || isOfOwnType) return named ?? [];
  const own = plans.filter(({ concept }) => !commonConcepts.has(concept?.name ?? ''));
  const others = lists.filter(
    (things) =>
      !things.some((thing) => isPart(thing) || isSubject(thing, facts)) &&
      own.some((plan) => things.every((thing) => states(thing, plan))) &&
      plans.every((plan) => things.some((thing) => states(thing, plan))),
  );
  // Of several lists none is the one that is asked for.
  return others.length === 1 ? (others[0] ?? []) : [];
}

/** Whether a word of a thing's type is what a list is called: the jobs of `JobPosting`, the events of `MusicEvent`. */
function isCalled({ entity, types }: IndexedEntity, name: string): boolean {
  if ([...types].some((type) => placeTypes.has(type))) return false;
  const one = toSingular(splitWords(name).at(-1) ?? '');
  return entity.types.some((type) => joinName(type) === one || splitWords(type).includes(one));
}

/** Whether all things are the one that the page is about, stated for each of its colours or twice. */
function areVariants(things: readonly IndexedEntity[], facts: PageFacts): boolean {
  const names = new Set(things.map((thing) => readTexts(thing, 'name')[0]?.text));
  const [thing] = things;
  return names.size === 1 && thing !== undefined && isSubject(thing, facts);
}

function isPart({ types }: IndexedEntity): boolean {
  return [...types].some((type) => partTypes.has(type));
}

/** Whether the page is about a thing, beside which others stand: they are similar ones, or its accessories. */
function isSubject(thing: IndexedEntity, { heading, page }: PageFacts): boolean {
  if (isSamePath(readTexts(thing, 'url')[0]?.text, page.reading.url ?? '')) return true;
  const [name] = readTexts(thing, 'name');
  return name !== undefined && compareWords(name.text, heading) >= minLikeness;
}

function statesFields(things: readonly IndexedEntity[], plans: readonly FieldPlan[]): boolean {
  const stated = things.map((thing) => plans.filter((plan) => states(thing, plan)).length);
  const all = stated.reduce((sum, one) => sum + one, 0);
  return all > 0 && all >= things.length * plans.length * minStatedShare;
}

function states(thing: IndexedEntity, { keys }: FieldPlan): boolean {
  return keys.some((key) => readPath(thing, key, 1).length > 0);
}
