/** How many of a block's words must stand side by side in the gold text to be trusted alone. */
const longBlock = 5;

/** Words as the scorer counts them. */
export function tokenize(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * The share of each block's words that belong to the gold text. Blocks of five words and more are found by their
 * trigrams; shorter ones only in the gap between the neighbours that were found, since short texts stand everywhere.
 */
export function alignGold(
  blocks: readonly (readonly number[])[],
  gold: readonly number[],
): Float32Array {
  const labels = new Float32Array(blocks.length);
  const places = new Map<number, number[]>();
  for (let index = 0; index + 2 < gold.length; index += 1) {
    const key = trigram(gold, index);
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else if (list.length < 20) list.push(index);
  }
  const used = new Uint8Array(gold.length);
  const starts = new Int32Array(blocks.length).fill(-1);
  const ends = new Int32Array(blocks.length).fill(-1);
  let cursor = 0;
  for (const [block, words] of blocks.entries()) {
    if (words.length < longBlock) continue;
    const covered = new Uint8Array(words.length);
    const at: number[] = [];
    let expected = cursor;
    for (let index = 0; index + 2 < words.length; index += 1) {
      const list = places.get(trigram(words, index));
      if (list === undefined) continue;
      const place = nearest(list, expected, used);
      if (place < 0) continue;
      for (let offset = 0; offset < 3; offset += 1) covered[index + offset] = 1;
      at.push(place);
      expected = place + 1;
    }
    const share = covered.reduce((sum, one) => sum + one, 0) / words.length;
    if (share < 0.3 || at.length === 0) continue;
    labels[block] = share;
    at.sort((one, other) => one - other);
    const middle = at[at.length >> 1] ?? 0;
    for (const place of at) used.fill(1, place, place + 3);
    starts[block] = Math.max(at[0] ?? 0, middle - words.length * 2);
    ends[block] = Math.min((at.at(-1) ?? 0) + 3, middle + words.length * 2);
    cursor = ends[block] ?? cursor;
  }
  alignShort(blocks, gold, used, starts, ends, labels);
  return labels;
}

function alignShort(
  blocks: readonly (readonly number[])[],
  gold: readonly number[],
  used: Uint8Array,
  starts: Int32Array,
  ends: Int32Array,
  labels: Float32Array,
): void {
  const firstPlaces = new Map<number, number[]>();
  for (const [index, word] of gold.entries()) {
    const list = firstPlaces.get(word);
    if (list === undefined) firstPlaces.set(word, [index]);
    else list.push(index);
  }
  // Gold position at which the next found block starts.
  const nextStart = new Int32Array(blocks.length + 1).fill(gold.length);
  for (let block = blocks.length - 1; block >= 0; block -= 1) {
    nextStart[block] =
      (starts[block] ?? -1) >= 0 ? (starts[block] ?? 0) : (nextStart[block + 1] ?? 0);
  }
  let from = 0;
  for (const [block, words] of blocks.entries()) {
    if ((ends[block] ?? -1) >= 0) {
      from = ends[block] ?? from;
      continue;
    }
    if (words.length >= longBlock || words.length === 0) continue;
    const to = nextStart[block + 1] ?? gold.length;
    const low = to >= from ? from : to;
    const high = to >= from ? to : from;
    for (const place of firstPlaces.get(words[0] ?? -1) ?? []) {
      if (place < low - 2 || place + words.length > high + 2) continue;
      if (
        words.every((word, offset) => gold[place + offset] === word && used[place + offset] === 0)
      ) {
        used.fill(1, place, place + words.length);
        labels[block] = 1;
        from = Math.max(from, place + words.length);
        break;
      }
    }
  }
}

function nearest(list: readonly number[], expected: number, used: Uint8Array): number {
  let best = -1;
  let bestDistance = Infinity;
  for (const place of list) {
    if (used[place + 1] === 1) continue;
    const distance = Math.abs(place - expected);
    if (distance < bestDistance) {
      best = place;
      bestDistance = distance;
    }
  }
  return best;
}

function trigram(words: readonly number[], index: number): number {
  const [first = 0, second = 0, third = 0] = [words[index], words[index + 1], words[index + 2]];
  return (first * 0x10000 + second) * 0x10000 + third;
}
