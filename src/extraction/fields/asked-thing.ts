import type { IndexedEntity } from '../analysis/index-entities.ts';
import { findConcept } from '../lexicon/find-concept.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isPlainWord, loneSubjects, subjectTypes } from '../lexicon/prompt-words.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Words of a prompt that are looked at. */
const maxWords = 60;

/** Things that somebody else publishes a page about, on a day of that page's own. */
const portrayedTypes: ReadonlySet<string> = toWordSet('book movie event jobposting person');

/** What is published about a thing, at a day that is not the thing's. */
export const documentTypes: ReadonlySet<string> = toWordSet(
  'article newsarticle blogposting techarticle report review comment videoobject imageobject',
);

/** Whom one reaches at an address of their own: schema.org calls each kind of business by the word at its end. */
const partyType =
  /(?:organization|corporation|business|agency|agent|dealer|store|company)$|^website$/;

/** The types of what a prompt names as what it asks about; none where it names none. */
export function listAskedTypes(prompt: string): ReadonlySet<string> {
  const words = splitWords(prompt.slice(0, maxPrompt))
    .slice(0, maxWords)
    .filter((word) => !isPlainWord(word));
  const named = words.flatMap((word) => typeOf(word, subjectTypes) ?? []);
  if (named.length > 0) return new Set(named);
  // "The author" asks about somebody, "author and date" for two values of an article.
  const [first = '', ...others] = words;
  const type = others.some((word) => findConcept(word) !== undefined)
    ? undefined
    : typeOf(first, loneSubjects);
  return new Set(type === undefined ? [] : [type]);
}

const maxPrompt = 2_000;

function typeOf(word: string, types: ReadonlyMap<string, string>): string | undefined {
  return types.get(word) ?? types.get(toSingular(word));
}

/** Whether a prompt asks about a thing that a page is about, and not about the page or who publishes it. */
export function asksPortrayed(prompt: string): boolean {
  const types = listAskedTypes(prompt);
  return (
    [...types].some((type) => portrayedTypes.has(type)) &&
    !types.has('article') &&
    !types.has('organization')
  );
}

/** Whether a prompt asks about a thing or a person that an organization may have on its pages, and not about that. */
export function asksOfNoParty(prompt: string): boolean {
  const types = listAskedTypes(prompt);
  return types.size > 0 && !types.has('organization');
}

/** Whether an entity is an organization, which has an address and ratings of its own. */
export function isParty({ types }: Pick<IndexedEntity, 'types'>): boolean {
  return [...types].some((type) => partyType.test(type));
}
