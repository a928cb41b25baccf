import { classKinds } from '../blocks/class-words.ts';
import type { BlockRange, PageBlocks } from '../blocks/page-blocks.ts';
import { type ElementFacts, wholePageShare } from '../features/element-facts.ts';

/**
 * Words of prose before the first comment, without those of other comments: what is commented on. On the pages of all sets
 * 60 to 250 give the same.
 */
const leastProse = 150;
const commentBit = 1 << classKinds.indexOf('comment');
/** Code, where `comment` is a word of the highlighter. */
const codeHolder = 9;

/**
 * Returns the comments of a page: the outermost elements that are named so and follow on a text. `goodBefore` holds the
 * words of prose before each block.
 */
export function listThreads(
  { elements }: PageBlocks,
  { words }: Pick<ElementFacts, 'words'>,
  goodBefore: Float64Array,
): readonly BlockRange[] {
  const { blockStart, blockEnd, facts, tag } = elements;
  const threads: BlockRange[] = [];
  const most = (words[0] as number) * wholePageShare;
  let last = 0;
  let commented = 0;
  for (let element = 1; element < facts.length; element += 1) {
    const start = blockStart[element] as number;
    const end = blockEnd[element] as number;
    if (start === end || start < last || tag[element]?.holder === codeHolder) continue;
    if (((facts[element]?.mask ?? 0) & commentBit) === 0) continue;
    const isThread = (goodBefore[start] as number) - commented >= leastProse;
    // What surrounds the text and its comments has such a name, too: `comments-open`.
    if (!isThread && (words[element] as number) > most) continue;
    commented += (goodBefore[end] as number) - (goodBefore[start] as number);
    last = end;
    if (isThread) threads.push({ start, end });
  }
  return threads;
}
