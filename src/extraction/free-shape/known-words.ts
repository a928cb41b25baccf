import type { PageReading } from '../../page/page-reading.ts';
import { type PageFacts, analysePage } from '../analysis/analyse-page.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { isAlike } from '../analysis/find-purchase-block.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { KnownWords } from './prompt/mark-words.ts';
import {
  besideOthers,
  isPlainWord,
  orderWords,
  subjectTypes,
  thoughtWords,
} from '../lexicon/prompt-words.ts';
import { indexShortNames } from './headed-tables.ts';
import { findNamed, listCurrencyWords } from './usual-form.ts';
import { readTables } from '../tables/read-tables.ts';
import { findConceptByLabel, isConceptName } from '../lexicon/find-concept.ts';
import { isHeading } from './are-of-type.ts';
import { findPageCurrency, findShownCurrency } from './extract-properties.ts';
import { indexHeadings } from '../analysis/heading-sections.ts';
import { toWordSet } from '../../runtime/collections.ts';

const minSubjectLength = 3;

/** Returns what is known about the words of prompts: what the page states under them, and the names of concepts; `asked` are the prompt's phrases. */
export function createKnownWords(
  facts: PageFacts,
  reading: PageReading,
  asked: ReadonlySet<string>,
): KnownWords {
  const stated = listStatedNames(facts, asked);
  const headings = indexHeadings(facts);
  const subjects = new Set(
    splitWords(
      [facts.heading, facts.page.title, ...listCaptions(facts)].join(' ').toLowerCase(),
    ).flatMap((word) => (word.length < minSubjectLength ? [] : [word, toSingular(word)])),
  );
  const titles = [facts.heading, ...facts.page.title.split(titleBorder)];
  let currencyWords: ReadonlySet<string> | undefined;
  const isOfPage = (type: string): boolean =>
    besideOthers.has(type) ? isHeading(type, facts) : isOfType(facts, type);
  const isSubject = (word: string): boolean => {
    const singular = toSingular(word);
    if (subjects.has(word) || subjects.has(singular)) return true;
    const type = findSubjectType(word);
    return type !== undefined && isOfPage(type);
  };
  // The price of a kettle's lid, or that of yesterday, is not the page's.
  const isOwner = (word: string): boolean =>
    qualifiers.has(word) ||
    isSubject(word) ||
    findSubjectType(word) !== undefined ||
    facts.byToken.has(word) ||
    facts.entities.some(({ types }) => [...types].some((type) => type.includes(word)));
  return {
    findTerm(words) {
      const name = words.join('');
      const isKnown = isKnownName(words, reading.language, isOwner);
      const column = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
      if (!isKnown && (stated.headers.has(name) || stated.headers.has(column))) return 'column';
      if (stated.labels.has(name)) return 'page';
      const [word = ''] = words;
      // "The article" is what the page is about, though a label of that name has an article's number.
      if (words.length === 1 && subjectTypes.has(toSingular(word))) return undefined;
      if (stated.properties.has(name) || headings.has(name)) return 'page';
      return isKnown && !choosesPrice(words, stated.properties) ? 'concept' : undefined;
    },
    isListHeading(words) {
      const heading = headings.get(words.join(''));
      return heading !== undefined && isAboveList(facts.page, heading);
    },
    isCount(word) {
      return word !== toSingular(word) && findNamed(word)?.kind === 'count';
    },
    isOwnCurrency(word) {
      currencyWords ??= listCurrencyWords(
        findPageCurrency(reading) ?? findShownCurrency(facts),
        reading.language,
      );
      return currencyWords.has(word);
    },
    isSubject,
    nameSubject(words) {
      const singulars = new Set(words.map(toSingular));
      const isType = words.some((word) => {
        const type = findSubjectType(word);
        return type !== undefined && isOfPage(type);
      });
      return isType || titles.some((title) => isMostlyOf(singulars, title));
    },
  };
}

/** Whether several things of one form, of several parts each, stand right below a heading. */
function isAboveList(page: PageIndex, heading: IndexedElement): boolean {
  const list = page.elements[heading.end];
  const [first, ...others] = list === undefined ? [] : page.childrenOf(list);
  return (
    first !== undefined &&
    others.length > 0 &&
    page.childrenOf(first).length > 1 &&
    others.every((other) => isAlike(first, other))
  );
}

function findSubjectType(word: string): string | undefined {
  return subjectTypes.get(toSingular(word)) ?? subjectTypes.get(word);
}

const titleBorder = /\s[-–—|·•:]\s|[|:]\s/u;

/** Whether half of a title's words, or more, are among these. */
function isMostlyOf(words: ReadonlySet<string>, title: string): boolean {
  const own = splitWords(title).filter(
    (word) => word.length >= minSubjectLength && !isPlainWord(word),
  );
  const named = own.filter((word) => words.has(toSingular(word)));
  return named.length > 0 && named.length >= own.length / 2;
}

function listCaptions({ page }: PageFacts): readonly string[] {
  return page.elements
    .filter(({ node }) => node.name === 'caption')
    .map((caption) => page.lineOf(caption));
}

/** Whether words are a concept's name or label, or such a name behind that of its owner: "product name", but not "name price". */
function isKnownName(
  words: readonly string[],
  language: string | undefined,
  isOwner: (word: string) => boolean,
): boolean {
  const name = words.join('_');
  if (looseWords.has(name)) return false;
  if (words.length === 1 || isConceptName(name)) return findNamed(name, language) !== undefined;
  if (findConceptByLabel(words.join(' ')) !== undefined) return true;
  const owners = words.slice(0, -1);
  return (
    findNamed(name) !== undefined &&
    owners.every(
      (word) =>
        !isPlainWord(word) &&
        !thoughtWords.has(word) &&
        !orderWords.has(word) &&
        findNamed(word) === undefined &&
        isOwner(word),
    )
  );
}

/** Words before a name that say which form of it is meant, or that it is what people pay to come in. */
const qualifiers: ReadonlySet<string> = toWordSet(
  'short long full brief complete official final actual base unit ticket entry admission',
);

/** Labels that stand beside amounts and times on pages, and in prompts say when, or that it is a sum. */
const looseWords: ReadonlySet<string> = new Set(['now', 'before', 'until', 'total']);

/** Whether words ask for the least or the greatest price, and the data of the page states none as that: it has to be chosen of several. */
function choosesPrice(words: readonly string[], properties: ReadonlySet<string>): boolean {
  const concept = findNamed(words.join('_'))?.name ?? '';
  return endPrices.has(concept) && !properties.has(concept.toLowerCase());
}

const endPrices: ReadonlySet<string> = new Set(['lowPrice', 'highPrice']);

/** Names under which the page itself states something, joined. */
function listStatedNames(
  facts: PageFacts,
  asked: ReadonlySet<string>,
): {
  /** Of the labels, those of tables' columns. */
  readonly headers: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
} {
  const { pairs, entities, page } = facts;
  const headers = new Set(
    readTables(page, new Set()).flatMap(({ columns }) => [
      ...columns.map(({ header }) => joinName(header)),
      ...Array.from(indexShortNames(columns).keys(), joinName),
    ]),
  );
  const inRows = listRowLabels(facts, asked);
  const labels = new Set([...pairs.keys(), ...inRows, ...headers].map(joinName));
  labels.delete('');
  headers.delete('');
  const properties = new Set(entities.flatMap((entity) => [...entity.properties.keys()]));
  return { headers, labels, properties };
}

/** Of phrases that nothing else is known of, those that are the labels of rows. */
function listRowLabels({ pairs, page }: PageFacts, asked: ReadonlySet<string>): readonly string[] {
  const text = page.text.toLowerCase().replaceAll('-', ' ');
  const open = [...asked].filter(
    (label) =>
      !pairs.has(label) &&
      (findNamed(label) === undefined || subjectTypes.has(toSingular(label))) &&
      text.includes(label.replaceAll('-', ' ')),
  );
  if (open.length === 0) return [];
  const unmarked = analysePage(page.reading, new Set(open)).pairs;
  return open.filter((label) =>
    (unmarked.get(label) ?? []).slice(0, maxTried).some((pair) => isInRows(page, pair)),
  );
}

const minRows = 3;
/** Most rows of one label that are looked at. */
const maxTried = 12;
const maxWrappers = 3;

/** Whether a label that nothing marks stands in one of several rows of two texts each, as in a list of properties. */
function isInRows(page: PageIndex, { element, label, value }: LabelPair): boolean {
  const row = page.around(element, maxWrappers).find((around) => {
    const [first, second] = findCells(page, around) ?? [];
    return (
      first !== undefined &&
      second !== undefined &&
      foldLabel(page.lineOf(first)) === label &&
      page.lineOf(second) === value
    );
  });
  const parent = row === undefined ? undefined : page.elements[row.parent];
  if (row === undefined || parent === undefined) return false;
  const rows = page
    .childrenOf(parent)
    .filter((child) => isAlike(row, child) && findCells(page, child) !== undefined);
  return rows.length >= minRows;
}

const linkTags: ReadonlySet<string> = new Set(['a', 'button', 'label', 'input']);
/** What several of are no value: the sizes to choose from. */
const entryTags: ReadonlySet<string> = new Set(['li', 'button', 'label', 'input', 'option']);

/** The two texts of an element, each in an element of its own, of which the first is no link and the second no list. */
function findCells(
  page: PageIndex,
  element: IndexedElement,
): readonly IndexedElement[] | undefined {
  const cells = page.childrenOf(element).filter((child) => page.lineOf(child) !== '');
  const [first, second, third] = cells;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const isWhole = page.lineOf(element) === `${page.lineOf(first)} ${page.lineOf(second)}`;
  const hasTag = ({ position, end }: IndexedElement, tags: ReadonlySet<string>): boolean =>
    page.elements.slice(position, end).some(({ node }) => tags.has(node.name));
  return isWhole && !hasTag(first, linkTags) && !hasTag(second, entryTags) ? cells : undefined;
}

/** Whether the page says that it is about a thing of this type, or sells one. */
function isOfType({ entities, metas, byToken, pairs }: PageFacts, type: string): boolean {
  const ofPage = (metas.get('og:type') ?? []).map(({ content }) => joinName(content));
  const types = [...entities.flatMap((entity) => [...entity.types]), ...ofPage];
  if (types.some((name) => name.includes(type))) return true;
  if (type === 'article')
    return types.includes('blogposting') || metas.has('article:published_time');
  return type === 'product' && (byToken.has('price') || pairs.has('price'));
}
