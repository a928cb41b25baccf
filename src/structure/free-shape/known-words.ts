import type { PageFacts } from '../analysis/analyse-page.ts';
import { joinName, splitWords, toSingular } from '../analysis/fold-label.ts';
import { readTables } from '../tables/read-tables.ts';
import { findConceptByLabel, isConceptName } from '../lexicon/lexicon.ts';
import { indexHeadings } from './find-section.ts';
import { isPlainWord, subjectTypes, thoughtWords } from './prompt-words.ts';
import type { KnownWords } from './read-prompt.ts';
import { findNamed } from './usual-form.ts';

/** Shorter words of a heading are articles and prepositions. */
const minSubjectLength = 3;

/** Returns what is known about the words of prompts: what the page states under them, and the names of concepts. */
export function createKnownWords(facts: PageFacts): KnownWords {
  const stated = listStatedNames(facts);
  const headings = indexHeadings(facts);
  const subjects = new Set(
    splitWords(`${facts.heading} ${facts.page.title}`.toLowerCase()).flatMap((word) =>
      word.length < minSubjectLength ? [] : [word, toSingular(word)],
    ),
  );
  return {
    findTerm(words) {
      const name = words.join('');
      if (stated.labels.has(name)) return 'page';
      const [word = ''] = words;
      // "The article" is what the page is about, though a label of that name has an article's number.
      if (words.length === 1 && subjectTypes.has(toSingular(word))) return undefined;
      if (stated.properties.has(name) || headings.has(name)) return 'page';
      return isKnownName(words) ? 'concept' : undefined;
    },
    isSubject(word) {
      const singular = toSingular(word);
      if (subjects.has(word) || subjects.has(singular)) return true;
      const type = subjectTypes.get(singular) ?? subjectTypes.get(word);
      return type !== undefined && isOfType(facts, type);
    },
  };
}

/**
 * Whether words are the name or a label of a concept, or such a name behind the name of what has it: "product name", but not
 * "name price", which are two names.
 */
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
  readonly labels: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
} {
  const labels = new Set([...pairs.keys()].map((label) => joinName(label)));
  for (const { columns } of readTables(page, new Set())) {
    for (const { header } of columns) labels.add(joinName(header));
  }
  labels.delete('');
  const properties = new Set(entities.flatMap((entity) => [...entity.properties.keys()]));
  return { labels, properties };
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
