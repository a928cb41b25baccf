import type { PageFacts } from '../analysis/analyse-page.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { listNouns, listParts } from '../lexicon/prompt-words.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';
import { areOfType, findListType, isAbout } from './are-of-type.ts';
import { findTableAround, listHeadedTables, tableWords, toHeaderKey } from './headed-tables.ts';
import { findNamed } from './usual-form.ts';
import { toWordSet } from '../../runtime/collections.ts';

const minShare = 0.5;
const maxTitleLength = 300;

/** Whether the page calls a list's things by this name: each word stands in most of them, or in none and the page says it of itself. */
export function isListNamed(
  name: string,
  { value, sources }: Pick<ExtractStructureResult, 'value' | 'sources'>,
  facts: PageFacts,
): boolean {
  const [first] = sources.values();
  const records = isSchemaObject(value) ? value[name] : undefined;
  // What has its name as the title of one of its things is the parts of the page, one of which is the list.
  if (Array.isArray(records) && records.some((record) => isTitled(record, name))) return false;
  const items = Array.isArray(records)
    ? records.map(
        (record) => new Set(splitWords(JSON.stringify(record).toLowerCase()).map(toSingular)),
      )
    : [];
  return splitWords(name).every((word) => {
    const singular = toSingular(word);
    // News have headlines, and so have cards.
    if (findNamed(singular)?.name === 'title' && listNouns.has(word))
      return ['article', 'product'].some((type) =>
        areOfType(type, name, { value, sources }, facts),
      );
    const type = findListType(word);
    if (type !== undefined && listNouns.has(word))
      return isOfType(type, word, name, { value, sources }, facts);
    if (listNouns.has(word) || listParts.has(word)) return true;
    const share = items.filter((words) => words.has(singular)).length / Math.max(1, items.length);
    return share === 0 ? isShown(singular, facts, first) : share >= minShare;
  });
}

/** What pages call themselves that list articles. */
const newsWords: ReadonlySet<string> = toWordSet(
  'news newsroom blog blogs articles stories posts nachrichten actualités noticias notizie notícias nieuws новости 新闻',
);

/** Whether the things of a list are of a type, or the page says so of itself: jobs, events. */
export function isOfType(
  type: string,
  word: string,
  name: string,
  result: Pick<ExtractStructureResult, 'value' | 'sources'>,
  facts: PageFacts,
): boolean {
  if (areOfType(type, name, result, facts)) return true;
  const { page, heading, entities } = facts;
  if (type === 'article') return !isAbout(type, facts) && listsNews(facts);
  // Pages about one product have lists of other things.
  if (type === 'product') return false;
  const singular = toSingular(word);
  const [first] = result.sources.values();
  const above = listHeadingsAbove(page, first).map((one) => page.lineOf(one, maxTitleLength));
  // "Tools for the job" lists none.
  const isPlural = (shown: string): boolean => shown !== singular && toSingular(shown) === singular;
  return (
    entities.some(({ types }) => types.has(singular)) ||
    [page.title, heading, page.reading.url, ...above].some((text) =>
      splitWords(text.toLowerCase()).some(isPlural),
    )
  );
}

/** Most steps of the address of a list, and most words of its last one: articles stand deeper and have their titles there. */
const maxListSteps = 2;
const maxListSlug = 2;

/** Whether a page calls itself news or a blog: in its heading or the end of its address, below which its articles stand, or in the title of a page near the top. */
function listsNews({ page, heading }: PageFacts): boolean {
  const steps = (URL.parse(page.reading.url)?.pathname ?? '')
    .split('/')
    .filter((step) => step !== '');
  const end = splitWords((steps.at(-1) ?? '').toLowerCase());
  const isTop = steps.length <= maxListSteps && end.length <= maxListSlug;
  const words = splitWords(`${heading} ${isTop ? page.title : ''}`.toLowerCase());
  return [...words, ...end].some((word) => newsWords.has(word));
}

function isTitled(record: unknown, name: string): boolean {
  const title = isSchemaObject(record) ? record['title'] : undefined;
  return typeof title === 'string' && toHeaderKey(title) === toHeaderKey(name);
}

/** Whether something stands where pages have their menus: in a header, a footer, or beside the content. */
export function isBesideContent(element: IndexedElement, { zones }: PageFacts): boolean {
  return zones.isAside(element) && !zones.isByVisitor(element);
}

/** Whether the page says this word of itself, or of what begins there: in its title, its address, a heading above, a table's headers, or a type of its data. */
function isShown(word: string, facts: PageFacts, first: ValueSource | undefined): boolean {
  const { page, entities, heading } = facts;
  const tables = listHeadedTables(facts);
  if (tables.some((table) => tableWords(table, facts).includes(word))) return true;
  const titles = listHeadingsAbove(page, first).map((element) =>
    page.lineOf(element, maxTitleLength),
  );
  // What stands beside the content is not what the page is called, or has data of.
  const place = first?.pointer === undefined ? first && page.elementOf(first.node) : undefined;
  const isBeside = place !== undefined && isBesideContent(place, facts);
  // The rows of a table are what its headers say, whatever else the data of the page tells.
  const isRow = place !== undefined && findTableAround({ node: place.node }, tables) !== undefined;
  if (!isBeside && !isRow && entities.some(({ types }) => types.has(word))) return true;
  const own = isBeside ? [] : [page.title, heading, page.reading.url];
  return [...own, ...titles].some((text) =>
    splitWords(text.toLowerCase()).map(toSingular).includes(word),
  );
}

/** The headings below which something stands: the last one of each rank that no higher one ends. All where it has no place on the page. */
export function listHeadingsAbove(
  page: PageIndex,
  source: ValueSource | undefined,
): readonly IndexedElement[] {
  const place = source === undefined ? undefined : page.elementOf(source.node);
  const above: IndexedElement[] = [];
  for (const element of page.elements) {
    if (!/^h[1-6]$/.test(element.node.name)) continue;
    if (place === undefined) {
      above.push(element);
      continue;
    }
    if (element.end > place.position) break;
    while ((above.at(-1)?.node.name ?? '') >= element.node.name) above.pop();
    above.push(element);
  }
  return above;
}
