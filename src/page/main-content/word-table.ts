/** Weights of words by hash: open addressing, so that looking a word up costs no string. */
export interface WordTable {
  readonly keys: Int32Array;
  readonly weights: Int8Array;
}

/** Hash of a run of letters and digits that is nothing but digits: all numbers are one word. */
export const numberHash = 35;

/** Adds one character (lower case) to a word's hash; a word starts at 0. */
export function hashCharacter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** The hash of two words that follow each other; the first word of a text follows 0. */
export function hashPair(previous: number, word: number): number {
  return (Math.imul(previous, 0x01000193) + word) | 0;
}

/** The hash under which `TextRun` looks a word up; for building tables. */
export function hashWord(word: string): number {
  if (/^\d+$/.test(word)) return numberHash;
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) {
    hash = hashCharacter(hash, word.charCodeAt(index));
  }
  return hash;
}

/** Builds a table of weights between -127 and 127. */
export function createWordTable(
  words: Iterable<readonly [hash: number, weight: number]>,
): WordTable {
  const entries = [...words];
  let size = 16;
  while (size < entries.length * 3) size *= 2;
  const keys = new Int32Array(size);
  const weights = new Int8Array(size);
  for (const [hash, weight] of entries) {
    let slot = hash & (size - 1);
    while (keys[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (size - 1);
    keys[slot] = hash;
    weights[slot] = weight;
  }
  return { keys, weights };
}

/** The word's weight, 0 for a word that the table does not hold. */
export function wordWeight(table: WordTable, hash: number): number {
  const { keys } = table;
  const mask = keys.length - 1;
  let slot = hash & mask;
  for (;;) {
    const key = keys[slot] as number;
    if (key === hash) return table.weights[slot] as number;
    if (key === 0) return 0;
    slot = (slot + 1) & mask;
  }
}
