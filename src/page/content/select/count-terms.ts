import { type Element, isTag } from 'domhandler';
import type { ContentBlock } from '../blocks/content-block.ts';
import type { Candidate } from './list-candidates.ts';
import { splitName, splitWords } from './split-words.ts';

/** How often the query's words stand in and around a block, weighted by where. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** Words of the text. */
  readonly length: number;
}

const hintWeight = 1.3;
const keyWeight = 2.5;
const headingWeight = 0.8;
const outerHeadingWeight = 0.3;
const headerWeight = 0.5;
/** Names of elements further up describe more than the block. */
const hintLevels = 4;

/** Counts for many blocks of one page: names, headings and headers are split once. */
export function createTermCounter(
  terms: ReadonlyMap<string, number>,
): (candidate: Candidate) => TermCounts {
  const hints = new Map<Element, readonly string[]>();
  const texts = new Map<ContentBlock, readonly string[]>();
  const wanted = (words: readonly string[]) => words.filter((word) => terms.has(word));
  const hintsOf = (element: Element) => {
    let words = hints.get(element);
    if (words === undefined) hints.set(element, (words = [...new Set(wanted(hintWords(element)))]));
    return words;
  };
  const textOf = (block: ContentBlock) => {
    let words = texts.get(block);
    if (words === undefined) texts.set(block, (words = wanted(splitWords(block.text))));
    return words;
  };
  return (candidate) => {
    const { block } = candidate;
    const counts = new Map<string, number>();
    const add = (words: Iterable<string>, weight: number) => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    };
    const words = splitWords(candidate.text);
    add(wanted(words), 1);
    if (block.name !== '') add(new Set(wanted(splitName(block.name))), keyWeight);
    add(listHints(block, hintsOf), hintWeight);
    if (block.heading !== undefined) {
      add(textOf(block.heading), headingWeight);
      if (block.heading.heading !== undefined)
        add(textOf(block.heading.heading), outerHeadingWeight);
    }
    for (const header of block.headers) add(textOf(header), headerWeight);
    return { counts, length: words.length };
  };
}

function listHints(
  block: ContentBlock,
  hintsOf: (element: Element) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  let above = block.element ?? null;
  for (let level = 0; level < hintLevels && above !== null && isTag(above); level += 1) {
    if (above.name === 'body') break;
    for (const word of hintsOf(above)) found.add(word);
    above = above.parent as Element | null;
  }
  // Words in a line have names of their own.
  for (const { source } of block.parts) {
    let inner = source.node.parent;
    for (
      let level = 0;
      level < hintLevels && inner !== null && inner !== block.element;
      level += 1
    ) {
      if (!isTag(inner)) break;
      for (const word of hintsOf(inner)) found.add(word);
      inner = inner.parent;
    }
  }
  return found;
}

function hintWords({ attribs }: Element): readonly string[] {
  const names = [attribs['class'], attribs['id'], attribs['itemprop'], attribs['data-testid']];
  return splitName(names.filter((name) => name !== undefined).join(' '));
}
