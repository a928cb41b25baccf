import type { BlockRange } from '../blocks/page-blocks.ts';

/** The columns of a page's blocks that are needed to find repeats. */
export interface RepeatableBlocks {
  readonly words: ArrayLike<number>;
  /** Hash of each block's words, in their order. */
  readonly hash: ArrayLike<number>;
}

/**
 * Words. Shorter texts are repeated on purpose: names, cells, captions. Cross-validated over sites on 1,035 pages,
 * word-F1 with page types alike: without .8037, from 1 word .8074, from 3 .8080, from 8 .8087, from 12 .8084.
 */
const shortestRepeat = 8;
/**
 * Short texts in the same order are a copy too, for small and for wide screens: .8163 becomes .8170 (products .653,
 * .656); with rows from 8 words and one block it is .8163, from 12 words and 3 blocks .8169.
 */
const shortestRow = { blocks: 3, words: 20 };
/** Places of one text whose following blocks are compared; a text with more places is a label such as "Add to cart". */
const maxPlaces = 20;

/**
 * Removes from `kept` the blocks that repeat earlier kept blocks, as one long block or as a row of short ones: pages
 * contain texts twice, for small and for wide screens, or as a preview. A table is removed whole or not at all: its cells may
 * be equal. Returns the removed blocks.
 */
export function dropRepeats(
  blocks: RepeatableBlocks,
  tables: readonly BlockRange[],
  kept: Uint8Array,
): ReadonlySet<number> {
  const rest: number[] = [];
  for (let block = 0; block < kept.length; block += 1) if (kept[block] === 1) rest.push(block);
  /** Earlier places in `rest` of each text, by hash. */
  const places = new Map<number, number[]>();
  const dropped = new Set<number>();
  for (let place = 0; place < rest.length;) {
    const hash = blocks.hash[rest[place] as number] as number;
    const known = places.get(hash);
    const length = known === undefined ? 0 : measureRepeat(blocks, rest, place, known);
    for (const block of rest.slice(place, place + length)) {
      kept[block] = 0;
      dropped.add(block);
    }
    if (length === 0) {
      if (known === undefined) places.set(hash, [place]);
      else if (known.length < maxPlaces) known.push(place);
    }
    place += Math.max(1, length);
  }
  for (const { start, end } of tables) {
    if (!kept.subarray(start, end).includes(1)) continue;
    for (let block = start; block < end; block += 1) {
      if (dropped.delete(block)) kept[block] = 1;
    }
  }
  return dropped;
}

/** Returns how many blocks from `place` on repeat those at an earlier place; 0 where they are too few or too short. */
function measureRepeat(
  { words, hash }: RepeatableBlocks,
  rest: readonly number[],
  place: number,
  known: readonly number[],
): number {
  let longest = 0;
  for (const from of known) {
    let length = 0;
    let sum = 0;
    while (place + length < rest.length && from + length < place) {
      const block = rest[place + length] as number;
      const before = rest[from + length] as number;
      if (hash[block] !== hash[before] || words[block] !== words[before]) break;
      sum += words[block] as number;
      length += 1;
    }
    const isRow = length >= shortestRow.blocks && sum >= shortestRow.words;
    // A long text is a repeat by itself, whatever follows.
    const alone = length > 0 && (words[rest[place] as number] as number) >= shortestRepeat ? 1 : 0;
    longest = Math.max(longest, isRow ? length : alone);
  }
  return longest;
}
