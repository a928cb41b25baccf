import type { PageZones } from '../analysis/find-zones.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { isFilled } from './column-amounts.ts';
import { leadsToRecords } from './column-links.ts';
import { shapeOf } from './column-shape.ts';
import type { Column, FoundRegion, Region } from './column.ts';
import { type Repeat, findRepeats } from './find-repeats.ts';
import { flattenRepeat } from './flatten-repeat.ts';
import { fillSections, joinTables } from './join-tables.ts';
import { type PageParts, countRuns, sliceRuns } from './list-runs.ts';
import { minScore } from './map-columns.ts';
import { nameCorner, nameRows } from './name-rows.ts';
import { isHeadedBy } from './parts-of-list.ts';
import {
  type RankedRegion,
  RegionRanker,
  byScore,
  sampleRows,
  weighSize,
} from './region-ranker.ts';
import { readTables } from './read-tables.ts';
import { isOfOtherNames } from './refute-list.ts';

/** Share of the fields that a list has at least for its heading to say that it is the one that is asked for. */
const minHeadedShare = 0.5;
/** Least score of a region; below it the region is about something else. */
const minRegionScore = 0.8;
/**
 * Regions whose columns are taken apart: on 112 listings of bench/records.ts the chosen one had at least .45 of the best score.
 */
const maxRefined = 3;
const minRivalShare = 0.45;
/**
 * Records by which all listings of a page are compared first, and the listings that are read further. Reading 30 records of each took
 * half of the time; no answer on bench/records.ts differs.
 */
const firstSampleSize = 6;
/** The same of a menu or a side bar; no answer for 582 lists of real pages differs, and reading them takes an eighth less. */
const asideSampleSize = 2;
const maxFinalists = 4;
const minFinalistShare = 0.4;
/** The score for each field that a table must have for listings of fewer records not to be compared with it. */
const usualFit = 0.8;
/** Listings that are compared by records: those with most text, and of the others some that may have all that is asked for. */
const maxCompared = 16;
const maxFurtherCompared = 4;
/** Blocks whose texts are counted. */
const countedBlocks = 4;
/** Fields from which on a list with one of them is not what is asked for. */
const minWanted = 3;
const minLinked = 0.5;

interface RegionChoice {
  readonly mayBe?: (region: Region) => boolean;
  /** Whether the lists in the records of another one are looked for, all of them as one. */
  readonly isInner?: boolean;
  /** Whether records keep those of their own kind that they hold, which are else listed beside them. */
  readonly keepsNested?: boolean;
}

type Test = (region: RankedRegion) => boolean;

/** The table or listing, of those that may be it, whose columns fit the fields best, compared by some records, the best also by parts of columns. */
export function findRegion(
  plans: readonly FieldPlan[],
  scope: Scope,
  name: string,
  { mayBe = () => true, isInner = false, keepsNested = isInner }: RegionChoice = {},
): FoundRegion | undefined {
  const { page, zones } = scope.facts;
  const ranker = new RegionRanker(plans, scope, name);
  const tables = isInner ? [] : listTables(plans, scope, name);
  const rankedTables = tables
    .filter(mayBe)
    .map((region) => ranker.rank(region))
    .toSorted(byScore);
  const isAsked: Test = ({ region, mapping, score }) =>
    score > 0 &&
    mapping.columns.size >= minHeadedShare * plans.length &&
    isHeadedBy(page, region, name);
  const table = preferHeaded(rankedTables, isAsked);
  // A table whose headers are the fields' names is what is asked for: nothing is compared with it.
  if (table?.mapping.exactShare === 1) {
    const { region } = table;
    return { region, columns: ranker.rank(region, region.size).mapping.columns };
  }
  const isNamed =
    table !== undefined &&
    table.mapping.isNamed &&
    table.score >= usualFit * plans.length * weighSize(table.region.size) &&
    !zones.isAside(table.region.element);
  const mostNamed = isNamed ? table.region.size : 0;
  const listings = chooseRepeats(ranker.parts, scope, plans.length, isInner)
    .map((repeat) => (keepsNested ? repeat : flattenRepeat(ranker.parts, repeat)))
    .filter(({ blocks }) => blocks.length > mostNamed)
    .map((repeat) => takeHead(ranker.parts, toRegion(page, repeat), plans))
    .filter(mayBe)
    .map((region) => glance(ranker, region, zones));
  const finals = listFinalists(listings, isAsked).map((listing) =>
    listing.region.size <= firstSampleSize ? listing : ranker.rank(listing.region),
  );
  const chosen = choose(ranker, [...rankedTables, ...finals], isAsked);
  if (chosen === undefined || !isEnough(chosen, plans.length, zones)) return undefined;
  if (isOfOtherNames(plans, chosen.mapping.columns, scope, chosen.region, name)) return undefined;
  const whole = findWhole(ranker, chosen, listings);
  return whole === undefined ? ranker.readWhole(chosen) : ranker.readWhole(whole, rareFill);
}

/** The tables of a page: joined where several are one, with their sections and what their rows are. */
function listTables(plans: readonly FieldPlan[], scope: Scope, name: string): readonly Region[] {
  const { page, cuts } = scope.facts;
  const names = plans.flatMap((plan) => [plan.name, ...plan.labels]);
  const tables = readTables(page, new Set(names.map((asked) => joinName(asked))), cuts);
  return joinTables(page, tables, { prompt: scope.prompt, plans, name })
    .map((region) => nameRows(page, region, name))
    .map((region) => nameCorner(page, region, plans))
    .map((region) => fillSections(region, plans));
}

/** Compares a listing by its first few records: of menus, half of all listings, two records tell that they lack what is asked for. */
function glance(ranker: RegionRanker, region: Region, zones: PageZones): RankedRegion {
  if (region.size > asideSampleSize && zones.isAside(region.element)) {
    const glanced = ranker.rank(region, asideSampleSize);
    if (glanced.score === 0) return glanced;
  }
  return ranker.rank(region, firstSampleSize);
}

/** The best few of some listings, and the best that is asked for by its heading; of equal ones the first of the page comes first. */
function listFinalists(listings: readonly RankedRegion[], isAsked: Test): readonly RankedRegion[] {
  const ranked = listings.toSorted(byScore);
  const finalists = new Set(
    ranked
      .slice(0, maxFinalists)
      .filter(({ score }, _, [first]) => score >= (first?.score ?? 0) * minFinalistShare),
  );
  const asked = ranked.find(isAsked);
  if (asked !== undefined) finalists.add(asked);
  return listings.filter((listing) => finalists.has(listing));
}

/** The best region, by the parts of the columns of those that come near it. */
function choose(
  ranker: RegionRanker,
  regions: readonly RankedRegion[],
  isAsked: Test,
): RankedRegion | undefined {
  const rivals = regions.toSorted(byScore);
  const leading = rivals
    .slice(0, maxRefined)
    .filter(({ score }, _, [first]) => score >= (first?.score ?? 0) * minRivalShare);
  const headed = rivals.find(isAsked);
  const refined = [...new Set([...leading, ...(headed === undefined ? [] : [headed])])]
    .map((region) => ranker.refine(region))
    .toSorted(byScore);
  return preferHeaded(refined, isAsked);
}

/** Whether a region has enough of so many fields to be about them. */
function isEnough(
  { region, columns, mapping, score }: RankedRegion,
  asked: number,
  zones: PageZones,
): boolean {
  if (score === 0) return false;
  // One of several things that are asked for is found anywhere; what leads somewhere is one of a list.
  const isAnyText = asked >= minWanted && region.kind === 'repeat' && mapping.columns.size < 2;
  if (isAnyText && !columns.some(isLinked)) return false;
  // Of a list of linked names nothing but the names can be asked for.
  const isOfNames = asked === 1 && !zones.isAside(region.element);
  return mapping.fullScore >= (isOfNames ? minScore : minRegionScore);
}

/** The first region that stands under the heading that is asked for and fills all fields of the best one; else the best one. */
function preferHeaded(ranked: readonly RankedRegion[], isAsked: Test): RankedRegion | undefined {
  const [first] = ranked;
  const wanted = [...(first?.mapping.columns.keys() ?? [])];
  return (
    ranked.find(
      (region) => wanted.every((plan) => region.mapping.columns.has(plan)) && isAsked(region),
    ) ?? first
  );
}

/**
 * The listings that are worth reading, told without reading them: a few short records have less text than each of many menus, whose
 * entries have one text each and stand aside.
 */
function chooseRepeats(
  parts: PageParts,
  { facts: { zones } }: Scope,
  wanted: number,
  isInner: boolean,
): readonly Repeat[] {
  const all = findRepeats(parts.page, parts.steps, isInner);
  const further = all.slice(maxCompared).filter(({ parents, blocks }) => {
    if (parents.every((parent) => zones.isAside(parent))) return false;
    const counted = blocks.slice(0, countedBlocks);
    const texts = counted.reduce((sum, { from, to }) => sum + countRuns(parts.runs, from, to), 0);
    return texts >= wanted * counted.length;
  });
  return [...all.slice(0, maxCompared), ...further.slice(0, maxFurtherCompared)];
}

/** Least share of the records of a whole list that have what all of a part of it have: a former price. */
const rareFill = 0.1;

/**
 * Records that lack a value are records: the list that holds all blocks of the chosen one and some more, where it fills the same
 * fields.
 */
function findWhole(
  ranker: RegionRanker,
  { region, mapping }: RankedRegion,
  listings: readonly RankedRegion[],
): RankedRegion | undefined {
  if (region.kind !== 'repeat') return undefined;
  const starts = new Set(region.blocks.map(({ start }) => start));
  const whole = listings
    .filter(
      (other) =>
        other.region.size > region.size &&
        other.region.size * rareFill <= region.size &&
        other.region.blocks.filter(({ start }) => starts.has(start)).length === region.size,
    )
    .toSorted(byScore)[0];
  if (whole === undefined) return undefined;
  const refined = ranker.refine(ranker.rank(whole.region, undefined, rareFill));
  const isAsFull = [...mapping.columns.keys()].every((plan) => refined.mapping.columns.has(plan));
  const columns = Array.from(mapping.columns.keys()).flatMap(
    (plan) => refined.mapping.columns.get(plan) ?? [],
  );
  const areRecords = sampleRows(refined.region).every((row, at) => {
    const filled = columns.filter(({ cells }) => isFilled(cells[at])).length;
    return starts.has(refined.region.blocks[row]?.start ?? -1) || filled * 2 >= columns.length;
  });
  return isAsFull && areRecords ? refined : undefined;
}

function toRegion(page: PageIndex, { parents, starts, blocks }: Repeat): Region {
  const element = parents[0] ?? page.elements[0];
  if (element === undefined) throw new TypeError('A repeat has no parent.');
  return { kind: 'repeat', columns: [], size: blocks.length, element, starts, blocks };
}

/** Names of fields that the first of the things that repeat says, at least, and nothing else, to name the texts of the others. */
const minHeads = 2;

/** A listing without the row of the names of its columns: "Name", "Role" before a list of people. */
function takeHead(parts: PageParts, region: Region, plans: readonly FieldPlan[]): Region {
  const [head, ...blocks] = region.blocks;
  if (head === undefined || blocks.length < minHeads) return region;
  if (countRuns(parts.runs, head.from, head.to) > plans.length + maxOtherHeads) return region;
  const names = sliceRuns(parts.runs, head.from, head.to).map(({ folded }) => folded);
  const named = plans.filter(({ labels, name }) =>
    names.some((said) => labels.has(said) || joinName(said) === joinName(name)),
  ).length;
  const isHead =
    named >= minHeads &&
    named >= names.length - maxOtherHeads &&
    new Set(names).size === names.length;
  if (!isHead) return region;
  const starts = [...new Set(region.starts.map((start) => Math.max(0, start - 1)))];
  return { ...region, head, blocks, starts, size: blocks.length };
}

/** Columns of a list that are not asked for. */
const maxOtherHeads = 2;

/** Whether most records have a link of their own in a column. */
function isLinked(column: Column): boolean {
  const { linked, fill } = shapeOf(column);
  return linked * fill >= minLinked && leadsToRecords(column);
}
