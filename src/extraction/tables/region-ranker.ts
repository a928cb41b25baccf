import type { PageIndex } from '../analysis/index-page.ts';
import { atLeast } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { asksBesidePrice } from './cell-amounts.ts';
import { freeListedAmounts } from './column-amounts.ts';
import type { Column, FoundRegion, Region } from './column.ts';
import { holdsEntries } from './fit-column.ts';
import { namesPartsAlone } from './headed-lists.ts';
import type { PageParts } from './list-runs.ts';
import { mapByPlace } from './map-by-place.ts';
import { type ColumnMapping, listTellingWords, mapColumns, withPlaced } from './map-columns.ts';
import { readPageParts } from './read-page-parts.ts';
import { pickRows, readRows, refineColumns } from './refine-columns.ts';
import {
  isCalledAs,
  isOfDelivery,
  isOfLabels,
  isOfLists,
  isOfNoOthers,
  isOfNoPersons,
  isOfPage,
  isOfParts,
  isOfSections,
  isOfSentences,
  isOfNoVisitors,
  isOfTeasers,
  isOfVisitors,
} from './refute-list.ts';

/** Boost for headers that equal the fields' names: with all of them a region's score is multiplied by four. */
const exactBoost = 3;
/** Exponent of the number of records: less than proportional, since a long navigation is not a listing. */
const sizeExponent = 0.8;
const asideShare = 0.5;
/** The same of a list beside the main part of the page: one in it that says as much goes before. */
const besideShare = 0.75;
/** Share of the fields that a list in a menu, a side bar or the like has at least to be what is asked for. */
const minAsideShare = 0.75;
const optionalShare = 0.5;
/** Rows by which a region is judged. */
const sampleSize = 30;

export interface RankedRegion {
  readonly region: Region;
  readonly columns: readonly Column[];
  readonly mapping: ColumnMapping;
  readonly score: number;
}

/** Reads regions of a page by some of their rows, and scores how well the columns there fit the fields that are asked for. */
export class RegionRanker {
  readonly #plans: readonly FieldPlan[];
  readonly #scope: Scope;
  readonly #name: string;
  readonly #tellingWords: ReadonlySet<string>;
  #parts: PageParts | undefined;

  /** `name` is that of the list. */
  constructor(plans: readonly FieldPlan[], scope: Scope, name = '') {
    this.#plans = plans;
    this.#scope = scope;
    this.#name = name;
    this.#tellingWords = listTellingWords(scope.prompt, plans, name);
  }

  /** What all listings of the page share, read with the first of them. */
  get parts(): PageParts {
    return (this.#parts ??= readPageParts(this.#scope.facts.page));
  }

  /** By at most so many rows spread over the region, of which at least the share `minFill` says something in a column. */
  rank(region: Region, most: number = sampleSize, minFill?: number): RankedRegion {
    return this.#rankColumns(region, this.#read(region, sampleRows(region, most), minFill));
  }

  /** The same by the parts of its columns too. */
  refine({ region, columns }: RankedRegion): RankedRegion {
    const rows = sampleRows(region);
    const refined = refineColumns(this.#plans, this.parts, region, rows, columns);
    return this.#rankColumns(region, refined);
  }

  /** All rows, by those columns, and parts of columns, that were chosen by some rows. */
  readWhole({ region, mapping }: RankedRegion, minFill?: number): FoundRegion {
    if (region.size <= sampleSize) return { region, columns: mapping.columns };
    const rows = region.blocks.map((_, row) => row);
    const wanted = new Set(Array.from(mapping.columns.values(), ({ key }) => key));
    const read = this.#read(region, rows, minFill);
    const columns = refineColumns(this.#plans, this.parts, region, rows, read, wanted);
    return { region, columns: this.#rankColumns(region, columns).mapping.columns };
  }

  #read(region: Region, rows: readonly number[], minFill?: number): readonly Column[] {
    if (region.kind === 'table') return pickRows(region, rows);
    return readRows(this.parts, region, rows, minFill);
  }

  #rankColumns(region: Region, columns: readonly Column[]): RankedRegion {
    const plans = this.#plans;
    const scope = this.#scope;
    const { page } = scope.facts;
    const told = mapWithListedAmounts(plans, columns, page, this.#tellingWords);
    const mapping = this.#placeColumns(region, columns, told);
    const isOther =
      namesPartsAlone(plans, mapping.columns, region, page) ||
      isOfLabels(plans, mapping.columns) ||
      isOfParts(mapping.columns) ||
      isOfVisitors(plans, scope, region) ||
      isOfNoVisitors(mapping.columns, scope, region, this.#name) ||
      isOfTeasers(mapping.columns, scope, region, this.#name) ||
      isOfNoOthers(scope, region, this.#name) ||
      isOfDelivery(plans, scope, region) ||
      isOfSentences(scope, region) ||
      isOfNoPersons(mapping.columns, scope, region) ||
      isOfSections(plans, mapping.columns, scope, region) ||
      isOfLists(plans, scope, region) ||
      isOfPage(plans, scope, region);
    if (isOther) return { region, columns, mapping, score: 0 };
    const boost = 1 + exactBoost * mapping.exactShare ** 2;
    const required = atLeast(optionalShare, mapping.requiredShare);
    const place = this.#weighPlace(region, mapping);
    const score = mapping.score * weighSize(region.size) * boost * required * place;
    return { region, columns, mapping, score };
  }

  /** With the columns that the place of their texts alone tells. */
  #placeColumns(region: Region, columns: readonly Column[], mapping: ColumnMapping): ColumnMapping {
    const { facts } = this.#scope;
    const name = this.#name;
    const placed = mapByPlace(this.#plans, columns, mapping.columns, {
      region,
      name,
      facts,
      isCalled: () => !facts.zones.isAside(region.element) && isCalledAs(facts.page, region, name),
    });
    return placed === undefined ? mapping : withPlaced(mapping, placed, this.#plans);
  }

  /**
   * A list in a menu or a side bar is hardly what is asked for; one of entries, or without most of the fields, never. Nor is one beside
   * the main part of the page.
   */
  #weighPlace({ kind, element }: Region, { columns }: ColumnMapping): number {
    const { zones } = this.#scope.facts;
    if (!zones.isAside(element)) return zones.isBesideMain(element) ? besideShare : 1;
    if (kind === 'table') return asideShare;
    const lacksMuch = columns.size < minAsideShare * this.#plans.length;
    const isMenu = Array.from(columns).some(([plan, column]) => holdsEntries(plan, column));
    return lacksMuch || isMenu ? 0 : asideShare;
  }
}

/** Rows spread over a region; all of a small one. */
export function sampleRows({ size }: Region, most: number = sampleSize): readonly number[] {
  const count = Math.min(size, most);
  return Array.from({ length: count }, (_, at) => Math.floor((at * size) / count));
}

export function byScore(a: RankedRegion, b: RankedRegion): number {
  return b.score - a.score;
}

export function weighSize(size: number): number {
  return Math.log2(1 + size) ** sizeExponent;
}

/** As `mapColumns`; where the page calls every amount of a list usual, they are its prices. */
function mapWithListedAmounts(
  plans: readonly FieldPlan[],
  columns: readonly Column[],
  page: PageIndex,
  tellingWords: ReadonlySet<string>,
): ColumnMapping {
  const mapping = mapColumns(plans, columns, page, tellingWords);
  const lacksPrice = plans.some(
    (plan) => plan.kind === 'money' && !asksBesidePrice(plan) && !mapping.columns.has(plan),
  );
  const freed = lacksPrice ? freeListedAmounts(columns) : undefined;
  return freed === undefined ? mapping : mapColumns(plans, freed, page, tellingWords);
}
