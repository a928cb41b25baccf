import type { DetailLevel } from '../../runtime/contracts/extractor.ts';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { type ExtractStructureResult, extractStructure } from '../structure/extract-structure.ts';
import { findWholeList } from './find-whole-list.ts';
import { listHeadedTables, toRows } from './headed-tables.ts';
import { findCurrency, findUsualKind, toFormReader, toProperties } from './usual-form.ts';
import { cleanText, toText } from '../analysis/index-entities.ts';

const amounts: Readonly<
  Record<DetailLevel, { readonly facts: number; readonly rows: number; readonly tables: number }>
> = {
  low: { facts: 8, rows: 5, tables: 1 },
  medium: { facts: 30, rows: 50, tables: 3 },
  high: { facts: 200, rows: 1_000, tables: 20 },
};

/** Least trust of a pair: rows, definitions and "Label: value" reach it, adjacent elements do not. */
const minPairTrust = 0.9;
/** Most words of a label; longer texts are sentences. */
const maxLabelWords = 5;
/** Longer values are prose; the text of a page has its own format. */
const maxFactLength = 300;
const describedFields = 'title description author published_date price availability'.split(' ');

/** Returns a page's title, description, facts about its main subject, and tables; `facts` were read without labels. */
export function describePage(
  reading: PageReading,
  facts: PageFacts,
  prompt: string,
  detailLevel: DetailLevel,
): ExtractStructureResult {
  const base = extractStructure({
    reading,
    prompt,
    schema: { type: 'object', properties: toProperties(describedFields) },
    detailLevel,
  });
  const value = new Map<string, unknown>(
    Object.entries(base.value as Readonly<Record<string, unknown>>),
  );
  const sources = new Map(base.sources);
  const limit = amounts[detailLevel];
  const cuts = [...base.cuts];
  const price = base.missing.find(({ pointer }) => pointer === '/price');
  const isListing = price?.shown !== undefined;
  const list = isListing
    ? findWholeList({ reading, prompt, detailLevel }, facts, 'items')
    : undefined;
  if (list !== undefined) {
    const items = list.value['items'] ?? [];
    value.set('items', items.slice(0, limit.rows));
    if (items.length > limit.rows) {
      cuts.push(`Of ${items.length} items the first ${limit.rows} are given: ask for "all items".`);
    }
  }
  // Words such as "available" mean stock where something is sold.
  if (!value.has('price') && value.delete('availability')) sources.delete('/availability');
  const found = new Map<string, { readonly text: string; readonly source: ContentSource }>();
  addEntityFacts(facts, found, limit.facts);
  addPairs(facts, found, limit.facts);
  if (found.size > 0) {
    value.set('facts', toUsualFacts(facts, found));
    for (const [name, { source }] of found) sources.set(toJsonPointer(['facts', name]), source);
  }
  const tables = listHeadedTables(facts)
    .slice(0, limit.tables)
    .map((table) => toRows(table, facts, limit.rows).rows);
  if (tables.length > 0) value.set('tables', tables);
  return { value: Object.fromEntries(value), sources, missing: [], cuts };
}

type Facts = Map<string, { readonly text: string; readonly source: ContentSource }>;

function addEntityFacts(facts: PageFacts, found: Facts, limit: number): void {
  const siteTypes =
    /^(?:organization|newsmediaorganization|website|webpage|breadcrumblist|person|imageobject|sitenavigationelement)$/;
  const main = facts.entities.find(
    ({ depth, types }) =>
      depth === 0 && types.size > 0 && ![...types].some((type) => siteTypes.test(type)),
  );
  if (main === undefined) return;
  for (const [name, values] of main.entity.properties) {
    const texts = values.map(toText).filter((text) => text !== undefined);
    const text = [...new Set(texts.map((item) => cleanText(item.text)))].join(', ');
    const source = texts[0]?.source;
    if (source === undefined || text === '' || text.length > maxFactLength || found.size >= limit)
      continue;
    found.set(name, { text, source });
  }
}

/** Adds the label–value pairs that the markup marks as such. */
function addPairs(facts: PageFacts, found: Facts, limit: number): void {
  const known = new Set([...found.keys()].map((name) => name.toLowerCase()));
  for (const [label, pairs] of facts.pairs) {
    const [pair] = pairs;
    if (found.size >= limit) return;
    if (pair === undefined || known.has(label)) continue;
    const { labelText, value: text, source, trust, element } = pair;
    if (trust < minPairTrust || facts.zones.isAside(element)) continue;
    if (labelText.split(' ').length > maxLabelWords || !/\p{L}/u.test(labelText)) continue;
    // The rest of an address that stands as text.
    if (text.startsWith('//')) continue;
    if (!found.has(labelText)) found.set(labelText, { text, source });
  }
}

/** The facts in the usual form of their values. */
function toUsualFacts({ page, place }: PageFacts, found: Facts): Readonly<Record<string, unknown>> {
  const context = { baseUrl: page.reading.url, place };
  const values = new Map<string, unknown>();
  for (const [name, { text }] of found) {
    const value = toFormReader(name, context)(text);
    values.set(name, value);
    const isAmount = typeof value === 'number' && findUsualKind(name) === 'money';
    const currency = isAmount ? findCurrency(text) : undefined;
    if (currency !== undefined && !found.has('currency')) values.set('currency', currency);
  }
  return Object.fromEntries(values);
}
