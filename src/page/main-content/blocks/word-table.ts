/** Weights of words by hash. Open addressing, so that a lookup creates no string. */
export interface WordTable {
  readonly keys: Int32Array;
  readonly weights: Int8Array;
}

/** The one hash of all words that consist of digits. */
export const numberHash = 35;

/** Returns the hash of a word extended by one lower-case character; the hash of the empty word is 0. */
export function hashCharacter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Returns the hash of two successive words; the first word of a text follows 0. */
export function hashPair(previous: number, word: number): number {
  return (Math.imul(previous, 0x01000193) + word) | 0;
}

/** Returns the hash by which `TextRun` looks a word up; for building tables. */
export function hashWord(word: string): number {
  if (/^\d+$/.test(word)) return numberHash;
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) {
    hash = hashCharacter(hash, word.charCodeAt(index));
  }
  return hash;
}

/** Returns a table of weights between -127 and 127. */
export function createWordTable(
  words: Iterable<readonly [hash: number, weight: number]>,
): WordTable {
  const entries = [...words];
  const keys = createKeys(entries.map(([hash]) => hash));
  const weights = new Int8Array(keys.length);
  for (const [hash, weight] of entries) weights[findSlot(keys, hash)] = weight;
  return { keys, weights };
}

/** Returns the keys of a table for these words, with spare capacity. */
export function createKeys(hashes: readonly number[]): Int32Array {
  let size = 16;
  while (size < hashes.length * 3) size *= 2;
  const keys = new Int32Array(size);
  for (const hash of hashes) keys[findSlot(keys, hash)] = hash;
  return keys;
}

/** Returns the slot of a hash among the keys of a table, or the free slot (key 0) where it would be inserted. */
export function findSlot(keys: Int32Array, hash: number): number {
  const mask = keys.length - 1;
  let slot = hash & mask;
  while (keys[slot] !== hash && keys[slot] !== 0) slot = (slot + 1) & mask;
  return slot;
}

/** Returns the weight of a word; 0 for a word that is not in the table. */
export function wordWeight({ keys, weights }: WordTable, hash: number): number {
  return weights[findSlot(keys, hash)] as number;
}
