import { addTo } from '../../runtime/collections.ts';
import type { MetaTag, PageReading } from '../../page/page-reading.ts';
import { findPageDateOrder } from '../values/dates/date-order.ts';
import type { DatePlace } from '../values/dates/read-date.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { findLabelPairs, maxPairs, type LabelPair } from './find-label-pairs.ts';
import { listLabelForms } from './label-forms.ts';
import { type Foreign, findForeign } from './find-foreign.ts';
import { findZones, type PageZones } from './find-zones.ts';
import {
  type IndexedEntity,
  cleanText,
  indexEntities,
  maxEntities,
  readTexts,
} from './index-entities.ts';
import { type IndexedElement, indexPage, type PageIndex } from './index-page.ts';

/** The facts of a page from which candidates are taken, read once for all fields. */
export interface PageFacts {
  readonly page: PageIndex;
  readonly zones: PageZones;
  readonly entities: readonly IndexedEntity[];
  /** What is about other things than the page. */
  readonly foreign: Foreign;
  readonly metas: ReadonlyMap<string, readonly MetaTag[]>;
  readonly pairs: ReadonlyMap<string, readonly LabelPair[]>;
  readonly byToken: ReadonlyMap<string, readonly IndexedElement[]>;
  /** The site's own names, joined; such a name is never an author or a title. */
  readonly siteNames: ReadonlySet<string>;
  readonly heading: string;
  /** The page's language, host and the order of its dates: how its numbers and dates are written. */
  readonly place: DatePlace;
  /** Sentences for people about what was left out because of a limit; filled while values are read. */
  readonly cuts: Set<string>;
}

/** Types of the entities that stand for a site, or for whom it belongs to. */
export const siteTypes: readonly string[] =
  'organization newsmediaorganization website onlinestore store corporation'.split(' ');
/** Most elements with one class word; a more frequent word does not mark a value. */
const maxPerToken = 400;

/**
 * Reads a page for extraction; `wantedLabels` are the folded labels of all fields. Labels and words of classes are read where a field
 * first asks for them: lists of records never do.
 */
export function analysePage(reading: PageReading, wantedLabels: ReadonlySet<string>): PageFacts {
  const page = indexPage(reading);
  const zones = findZones(page);
  const entities = indexEntities(reading.structuredData.entities, reading.url);
  const cuts = new Set<string>();
  if (entities.length >= maxEntities) {
    cuts.add(`Only the first ${maxEntities} entities of the page's structured data were read.`);
  }
  const metas = new Map<string, MetaTag[]>();
  for (const tag of reading.structuredData.metaTags) {
    addTo(metas, tag.name, tag);
  }
  let pairs: PageFacts['pairs'] | undefined;
  let byToken: PageFacts['byToken'] | undefined;
  let foreign: PageFacts['foreign'] | undefined;
  const heading = zones.mainHeading === undefined ? '' : page.lineOf(zones.mainHeading);
  const previews = ['og:title', 'twitter:title'].flatMap((name) =>
    (metas.get(name) ?? []).map(({ content }) => content),
  );
  return {
    page,
    zones,
    entities,
    metas,
    get foreign() {
      return (foreign ??= findForeign(entities, { page, zones, heading, previews }));
    },
    get pairs() {
      return (pairs ??= readPairs(page, wantedLabels, cuts));
    },
    get byToken() {
      return (byToken ??= indexTokens(page));
    },
    siteNames: findSiteNames(reading, entities, metas),
    heading,
    place: {
      language: reading.language,
      host: URL.parse(reading.url)?.hostname,
      order: findPageDateOrder(page.text),
    },
    cuts,
  };
}

function readPairs(
  page: PageIndex,
  wantedLabels: ReadonlySet<string>,
  cuts: Set<string>,
): PageFacts['pairs'] {
  const pairs = findLabelPairs(page, wantedLabels);
  if (pairs.length >= maxPairs) {
    cuts.add(`Only the first ${maxPairs} labels with a value were read.`);
  }
  return groupPairs(pairs);
}

function indexTokens(page: PageIndex): PageFacts['byToken'] {
  const byToken = new Map<string, IndexedElement[]>();
  for (const element of page.elements) {
    // A page's own classes say of what kind it is, and its text is no value.
    if (element.node.name === 'html' || element.node.name === 'body') continue;
    for (const token of page.tokensOf(element)) addTo(byToken, token, element, maxPerToken);
  }
  return byToken;
}

/** Groups pairs by the forms of their labels; of several elements around each other the innermost gives the value. */
function groupPairs(pairs: readonly LabelPair[]): ReadonlyMap<string, readonly LabelPair[]> {
  const grouped = new Map<string, LabelPair[]>();
  for (const pair of pairs) {
    for (const form of listLabelForms(pair.labelText)) {
      const known = grouped.get(form);
      // The text of an outer element goes on behind the value: "Serves 8 Prep time 10 min".
      while (isAround(known?.at(-1), pair)) known?.pop();
      addTo(grouped, form, pair);
    }
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
    if (!siteTypes.some((type) => entity.types.has(type))) continue;
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
