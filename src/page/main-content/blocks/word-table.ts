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
  const keys = createKeys(entries.map(([hash]) => hash));
  const weights = new Int8Array(keys.length);
  for (const [hash, weight] of entries) weights[findSlot(keys, hash)] = weight;
  return { keys, weights };
}

/** The keys of a table for these words, with room to spare. */
export function createKeys(hashes: readonly number[]): Int32Array {
  let size = 16;
  while (size < hashes.length * 3) size *= 2;
  const keys = new Int32Array(size);
  for (const hash of hashes) keys[findSlot(keys, hash)] = hash;
  return keys;
}

/** Where a word's hash stands among the keys of a table, or the free place, with a key of 0, where it would. */
export function findSlot(keys: Int32Array, hash: number): number {
  const mask = keys.length - 1;
  let slot = hash & mask;
  while (keys[slot] !== hash && keys[slot] !== 0) slot = (slot + 1) & mask;
  return slot;
}

/** The word's weight, 0 for a word that the table does not hold. */
export function wordWeight({ keys, weights }: WordTable, hash: number): number {
  return weights[findSlot(keys, hash)] as number;
}
