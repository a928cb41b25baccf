import type { PageFacts } from '../analysis/analyse-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { nameWords } from '../lexicon/prompt-words.ts';
import { findListBlock } from './are-of-type.ts';
import { listHeadingsAbove } from './is-list-named.ts';
import { findNamed, toFieldName } from './usual-form.ts';

const formless: ReadonlySet<string> = new Set([
  'text',
  'organization',
  'code',
  'keywords',
  'ingredients',
  'steps',
]);

/** Elements from a value outwards whose class may say what it is. */
const maxAround = 3;

const maxHeadingLength = 100;

/** Whether classes or headings say what values are; those of a form of their own, such as dates, say it themselves. */
export function isSaidAround(
  term: string,
  sources: ReadonlyMap<string, ValueSource>,
  { page }: PageFacts,
): boolean {
  const concept = findNamed(toFieldName(term));
  const isName = nameWords.has(term);
  if (concept === undefined || !(formless.has(concept.kind) || isName)) return true;
  const names = isName
    ? nameWords
    : new Set([...concept.names, ...concept.tokens, ...concept.labels]);
  const isNamed = (words: Iterable<string>): boolean =>
    Array.from(words).some((word) => names.has(word) || names.has(toSingular(word)));
  const isSaid = (source: ValueSource): boolean => {
    if (source.attribute !== undefined || source.pointer !== undefined) return true;
    const element = page.elementOf(source.node);
    // The name of a value is no name.
    if (element === undefined || (isName && element.node.name === 'dt')) return false;
    return (
      page.around(element, maxAround).some((around) => isNamed(page.tokensOf(around))) ||
      listHeadingsAbove(page, source).some((heading) =>
        isNamed(splitWords(page.lineOf(heading, maxHeadingLength))),
      )
    );
  };
  return [...sources.values()].every(isSaid);
}

/** Whether the line before a list names it, as one in bold does. */
export function isSaidBefore(
  name: string,
  sources: ReadonlyMap<string, ValueSource>,
  { page }: PageFacts,
): boolean {
  const block = findListBlock({ sources }, page);
  const { names = [], labels = [] } = findNamed(name) ?? {};
  const words = new Set([...names, ...labels]);
  const before = page.text.slice(0, block?.textStart).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.length <= maxHeadingLength && splitWords(line).some((word) => words.has(word));
}
