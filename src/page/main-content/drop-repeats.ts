/** What finding repeats needs of a page's blocks. */
export interface RepeatableBlocks {
  readonly words: ArrayLike<number>;
  /** Of the words, in their order. */
  readonly hash: ArrayLike<number>;
}

/**
 * Shorter texts are repeated on purpose: names, cells, captions. Cross-validated over sites on 1,035 pages, word-F1 with
 * page types alike: without .8037, from 1 word .8074, from 3 .8080, from 8 .8087, from 12 .8084.
 */
const shortestRepeat = 8;
/**
 * Short texts in the same order are a copy none the less, for small and for wide screens: .8163 becomes .8170 (products
 * .653, .656), from 8 words in one block and more .8163, from 12 words in 3 .8169.
 */
const shortestRow = { blocks: 3, words: 20 };
/** Places of one text that are compared with what follows on them; more are labels such as "Add to cart". */
const maxPlaces = 20;

/**
 * Leaves out of `kept` what kept blocks before it say already, in one long block or in a row of short ones: pages hold
 * texts twice, for small and for wide screens, or as a preview of themselves. Returns the blocks that were left out.
 */
export function dropRepeats(blocks: RepeatableBlocks, kept: Uint8Array): ReadonlySet<number> {
  const rest: number[] = [];
  for (let block = 0; block < kept.length; block += 1) if (kept[block] === 1) rest.push(block);
  /** Where in `rest` texts stood first, by hash. */
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
  return dropped;
}

/** How many blocks from `place` on repeat those at a place before it; 0 where they are too few or too short. */
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
    // A long text repeats by itself, whatever follows on it.
    const alone = length > 0 && (words[rest[place] as number] as number) >= shortestRepeat ? 1 : 0;
    longest = Math.max(longest, isRow ? length : alone);
  }
  return longest;
}
