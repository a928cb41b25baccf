import type { MetaTag, PageReading } from '../../page/page-reading.ts';
import { foldLabel, joinName } from './fold-label.ts';
import { findLabelPairs, maxPairs, type LabelPair } from './find-label-pairs.ts';
import { findZones, type PageZones } from './find-zones.ts';
import { indexEntities, type IndexedEntity, maxEntities, readTexts } from './index-entities.ts';
import { type IndexedElement, indexPage, type PageIndex } from './index-page.ts';
import { cleanText } from './clean-text.ts';

/** The facts of a page from which candidates are taken, read once for all fields. */
export interface PageFacts {
  readonly page: PageIndex;
  readonly zones: PageZones;
  readonly entities: readonly IndexedEntity[];
  readonly metas: ReadonlyMap<string, readonly MetaTag[]>;
  readonly pairs: ReadonlyMap<string, readonly LabelPair[]>;
  /** Elements by class word. */
  readonly byToken: ReadonlyMap<string, readonly IndexedElement[]>;
  /** The site's own names, joined; such a name is never an author or a title. */
  readonly siteNames: ReadonlySet<string>;
  readonly heading: string;
  /** Whether 3/4/2024 is March 4: English pages outside of Britain and its like. */
  readonly monthFirst: boolean;
  /** Sentences for people about what was left out because of a limit; filled while values are read. */
  readonly cuts: Set<string>;
}

const siteTypes: readonly string[] = [
  'organization',
  'newsmediaorganization',
  'website',
  'onlinestore',
  'store',
  'corporation',
  'brand',
];
/** Most elements with one class word; a more frequent word does not mark a value. */
const maxPerToken = 400;

/** Reads a page for extraction; `wantedLabels` are the folded labels of all fields. */
export function analysePage(reading: PageReading, wantedLabels: ReadonlySet<string>): PageFacts {
  const page = indexPage(reading);
  const zones = findZones(page);
  const entities = indexEntities(reading.structuredData.entities);
  const pairs = findLabelPairs(page, wantedLabels);
  const cuts = new Set<string>();
  if (entities.length >= maxEntities) {
    cuts.add(`Only the first ${maxEntities} entities of the page's structured data were read.`);
  }
  if (pairs.length >= maxPairs) {
    cuts.add(`Only the first ${maxPairs} labels with a value were read.`);
  }
  const metas = new Map<string, MetaTag[]>();
  for (const tag of reading.structuredData.metaTags) {
    const known = metas.get(tag.name);
    if (known === undefined) metas.set(tag.name, [tag]);
    else known.push(tag);
  }
  const byToken = new Map<string, IndexedElement[]>();
  for (const element of page.elements) {
    for (const token of page.tokensOf(element)) {
      const known = byToken.get(token);
      if (known === undefined) byToken.set(token, [element]);
      else if (known.length < maxPerToken) known.push(element);
    }
  }
  return {
    page,
    zones,
    entities,
    metas,
    pairs: groupPairs(pairs),
    byToken,
    siteNames: findSiteNames(reading, entities, metas),
    heading: zones.mainHeading === undefined ? '' : page.lineOf(zones.mainHeading),
    monthFirst: isMonthFirst(reading),
    cuts,
  };
}

/**
 * Groups pairs by label; of several elements around each other the innermost gives the value. Name–value properties of an entity are pairs too; the caller adds them for the entities in
 * scope.
 */
function groupPairs(pairs: readonly LabelPair[]): ReadonlyMap<string, readonly LabelPair[]> {
  const grouped = new Map<string, LabelPair[]>();
  for (const pair of pairs) {
    const known = grouped.get(pair.label);
    if (known === undefined) {
      grouped.set(pair.label, [pair]);
      continue;
    }
    // The text of an outer element goes on behind the value: "Serves 8 Prep time 10 min".
    while (isAround(known.at(-1), pair)) known.pop();
    known.push(pair);
  }
  return grouped;
}

function isAround(outer: LabelPair | undefined, { element, value }: LabelPair): boolean {
  return (
    outer !== undefined &&
    outer.value.length > value.length &&
    outer.value.startsWith(value) &&
    outer.element.position < element.position &&
    outer.element.end >= element.end
  );
}

function findSiteNames(
  reading: PageReading,
  entities: readonly IndexedEntity[],
  metas: ReadonlyMap<string, readonly MetaTag[]>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tag of metas.get('og:site_name') ?? []) names.add(joinName(tag.content));
  for (const entity of entities) {
    if (!siteTypes.slice(0, 6).some((type) => entity.types.has(type))) continue;
    for (const { text } of readTexts(entity, 'name')) names.add(joinName(cleanText(text)));
  }
  const host = URL.canParse(reading.url) ? new URL(reading.url).hostname : '';
  const labels = host.split('.').filter((label) => label.length > 3 || host.split('.').length <= 2);
  for (const label of labels.slice(0, -1)) names.add(joinName(label).replaceAll('-', ''));
  names.add(joinName(host.replace(/^www\./, '')));
  names.delete('');
  names.delete('www');
  return names;
}

function isMonthFirst(reading: PageReading): boolean {
  const language = foldLabel(reading.language ?? 'en');
  return /^en(?:$|-us|_us|-ca|-ph)/.test(language);
}
