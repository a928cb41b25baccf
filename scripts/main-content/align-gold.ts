/** How many words must stand side by side in page and gold text to be trusted by themselves: shorter texts stand everywhere. */
const shortestRun = 4;
/** Places of a run's first words in the gold text that are looked at; more say nothing. */
const maxPlaces = 100;
/** Of a block's words; where fewer belong to the gold text they are phrases, not the block. */
const leastShare = 0.3;
/** How many words a short block may stand beyond the gap between its neighbours. */
const slack = 2;

/** Words as the scorer counts them. */
export function tokenize(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Words that stand side by side on the page and in the gold text. */
interface Run {
  readonly page: number;
  readonly gold: number;
  readonly length: number;
}

/**
 * The share of each block's words that belong to the gold text. The longest common runs are taken first, across the
 * borders of blocks, and each word of the gold text once: of two copies, the one among other gold text is it. What is
 * shorter is found only in the gap between the neighbours that were found.
 */
export function alignGold(
  blocks: readonly (readonly number[])[],
  gold: readonly number[],
): Float32Array {
  const words = blocks.flat();
  const goldOfWord = pairWords(words, gold);
  const used = new Uint8Array(gold.length);
  const labels = new Float32Array(blocks.length);
  let start = 0;
  for (const [block, { length }] of blocks.entries()) {
    const places = goldOfWord.subarray(start, start + length).filter((place) => place >= 0);
    const share = length === 0 ? 0 : places.length / length;
    if (share >= leastShare) {
      labels[block] = share;
      for (const place of places) used[place] = 1;
    } else {
      goldOfWord.fill(-1, start, start + length);
    }
    start += length;
  }
  alignShort(blocks, gold, { goldOfWord, used, labels });
  return labels;
}

/** The place in the gold text of each word of the page, -1 for those that have none. */
function pairWords(words: readonly number[], gold: readonly number[]): Int32Array {
  const goldOfWord = new Int32Array(words.length).fill(-1);
  const used = new Uint8Array(gold.length);
  const byLength: Run[][] = [];
  const add = (run: Run): void => {
    (byLength[run.length] ??= []).push(run);
  };
  for (const run of findRuns(words, gold)) add(run);
  for (let length = byLength.length - 1; length >= shortestRun; length -= 1) {
    // Runs that were cut join the list of their new length, which is always a later one.
    for (const run of byLength[length] ?? []) {
      const free = freeParts(run, goldOfWord, used);
      if (free.length === 1 && free[0]?.length === run.length) {
        for (let offset = 0; offset < length; offset += 1) {
          goldOfWord[run.page + offset] = run.gold + offset;
          used[run.gold + offset] = 1;
        }
      } else {
        for (const part of free) if (part.length >= shortestRun) add(part);
      }
    }
  }
  return goldOfWord;
}

/** All common runs that cannot be made longer, in page order. */
function findRuns(words: readonly number[], gold: readonly number[]): readonly Run[] {
  const places = new Map<number, number[]>();
  for (let index = 0; index + 2 < gold.length; index += 1) {
    const key = trigram(gold, index);
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else if (list.length < maxPlaces) list.push(index);
  }
  const runs: Run[] = [];
  for (let page = 0; page + 2 < words.length; page += 1) {
    for (const place of places.get(trigram(words, page)) ?? []) {
      if (page > 0 && place > 0 && words[page - 1] === gold[place - 1]) continue;
      let length = 3;
      while (
        page + length < words.length &&
        place + length < gold.length &&
        words[page + length] === gold[place + length]
      ) {
        length += 1;
      }
      if (length >= shortestRun) runs.push({ page, gold: place, length });
    }
  }
  return runs;
}

/** What of a run is not taken yet, on the page or in the gold text. */
function freeParts(run: Run, goldOfWord: Int32Array, used: Uint8Array): readonly Run[] {
  const parts: Run[] = [];
  let start = 0;
  for (let offset = 0; offset <= run.length; offset += 1) {
    const isFree =
      offset < run.length &&
      (goldOfWord[run.page + offset] as number) < 0 &&
      used[run.gold + offset] === 0;
    if (isFree) continue;
    if (offset > start) {
      parts.push({ page: run.page + start, gold: run.gold + start, length: offset - start });
    }
    start = offset + 1;
  }
  return parts;
}

interface Pairs {
  readonly goldOfWord: Int32Array;
  readonly used: Uint8Array;
  readonly labels: Float32Array;
}

/** Labels blocks shorter than a run where the gold text has just their words between those of their neighbours. */
function alignShort(
  blocks: readonly (readonly number[])[],
  gold: readonly number[],
  { goldOfWord, used, labels }: Pairs,
): void {
  const firstPlaces = new Map<number, number[]>();
  for (const [index, word] of gold.entries()) {
    const list = firstPlaces.get(word);
    if (list === undefined) firstPlaces.set(word, [index]);
    else list.push(index);
  }
  // Gold position at which the next block that was found starts.
  const nextStart = new Int32Array(blocks.length + 1).fill(gold.length);
  let end = goldOfWord.length;
  for (let block = blocks.length - 1; block >= 0; block -= 1) {
    const start = end - (blocks[block]?.length ?? 0);
    const first = goldOfWord.subarray(start, end).find((place) => place >= 0);
    nextStart[block] = first ?? (nextStart[block + 1] as number);
    end = start;
  }
  let from = 0;
  let start = 0;
  for (const [block, words] of blocks.entries()) {
    const last = goldOfWord.subarray(start, start + words.length).findLast((place) => place >= 0);
    start += words.length;
    if (last !== undefined) {
      from = last + 1;
      continue;
    }
    if (words.length >= shortestRun || words.length === 0) continue;
    const to = nextStart[block + 1] as number;
    const low = Math.min(from, to) - slack;
    const high = Math.max(from, to) + slack;
    const place = (firstPlaces.get(words[0] ?? -1) ?? []).find(
      (at) =>
        at >= low &&
        at + words.length <= high &&
        words.every((word, offset) => gold[at + offset] === word && used[at + offset] === 0),
    );
    if (place === undefined) continue;
    used.fill(1, place, place + words.length);
    labels[block] = 1;
    from = Math.max(from, place + words.length);
  }
}

function trigram(words: readonly number[], index: number): number {
  const [first = 0, second = 0, third = 0] = [words[index], words[index + 1], words[index + 2]];
  return (first * 0x10000 + second) * 0x10000 + third;
}
