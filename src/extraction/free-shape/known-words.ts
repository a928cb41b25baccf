import type { PageReading } from '../../page/page-reading.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { KnownWords } from './read-prompt.ts';
import { isPlainWord, subjectTypes, thoughtWords } from '../lexicon/prompt-words.ts';
import { findNamed, listCurrencyWords } from './usual-form.ts';
import { readTables } from '../tables/read-tables.ts';
import { findConceptByLabel, isConceptName } from '../lexicon/lexicon.ts';
import { findPageCurrency, findShownCurrency } from './add-currencies.ts';
import { indexHeadings } from './find-section.ts';

const minSubjectLength = 3;

/** Returns what is known about the words of prompts: what the page states under them, and the names of concepts. */
export function createKnownWords(facts: PageFacts, reading: PageReading): KnownWords {
  const stated = listStatedNames(facts);
  const headings = indexHeadings(facts);
  const subjects = new Set(
    splitWords(
      [facts.heading, facts.page.title, ...listCaptions(facts)].join(' ').toLowerCase(),
    ).flatMap((word) => (word.length < minSubjectLength ? [] : [word, toSingular(word)])),
  );
  let currencyWords: ReadonlySet<string> | undefined;
  return {
    findTerm(words) {
      const name = words.join('');
      const isKnown = isKnownName(words);
      const column = [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('');
      if (!isKnown && (stated.headers.has(name) || stated.headers.has(column))) return 'column';
      if (stated.labels.has(name)) return 'page';
      const [word = ''] = words;
      // "The article" is what the page is about, though a label of that name has an article's number.
      if (words.length === 1 && subjectTypes.has(toSingular(word))) return undefined;
      if (stated.properties.has(name) || headings.has(name)) return 'page';
      return isKnown ? 'concept' : undefined;
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
    isSubject(word) {
      const singular = toSingular(word);
      if (subjects.has(word) || subjects.has(singular)) return true;
      const type = subjectTypes.get(singular) ?? subjectTypes.get(word);
      return type !== undefined && isOfType(facts, type);
    },
  };
}

function listCaptions({ page }: PageFacts): readonly string[] {
  return page.elements
    .filter(({ node }) => node.name === 'caption')
    .map((caption) => page.lineOf(caption));
}

/** Whether words are a concept's name or label, or such a name behind that of its owner: "product name", but not "name price". */
function isKnownName(words: readonly string[]): boolean {
  const name = words.join('_');
  if (words.length === 1 || isConceptName(name)) return findNamed(name) !== undefined;
  if (findConceptByLabel(words.join(' ')) !== undefined) return true;
  const owners = words.slice(0, -1);
  return (
    findNamed(name) !== undefined &&
    owners.every(
      (word) => !isPlainWord(word) && !thoughtWords.has(word) && findNamed(word) === undefined,
    )
  );
}

/** Names under which the page itself states something, joined. */
function listStatedNames({ pairs, entities, page }: PageFacts): {
  /** Of the labels, those of tables' columns. */
  readonly headers: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
} {
  const headers = new Set(
    readTables(page, new Set()).flatMap(({ columns }) =>
      columns.map(({ header }) => joinName(header)),
    ),
  );
  const labels = new Set([...[...pairs.keys()].map((label) => joinName(label)), ...headers]);
  labels.delete('');
  headers.delete('');
  const properties = new Set(entities.flatMap((entity) => [...entity.properties.keys()]));
  return { headers, labels, properties };
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
