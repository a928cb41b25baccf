/** The places of each hash in a list, chained from the first to the last. */
interface HashChains {
  /** At least as many as the hash has places; 0 for one that the list lacks. */
  readonly count: (hash: number) => number;
  /** The first place that may hold the hash: others of the same bucket are among them; -1 for none. */
  readonly first: (hash: number) => number;
  /** The place that follows in the chain; -1 behind the last. */
  readonly next: (place: number) => number;
}

const leastBuckets = 1_024;

/** Chains the hashes of a list; takes time and room in proportion to its length. */
export function chainHashes(hashes: ArrayLike<number>): HashChains {
  let size = leastBuckets;
  while (size < hashes.length) size *= 2;
  const firsts = new Int32Array(size).fill(-1);
  const counts = new Int32Array(size);
  const nexts = new Int32Array(hashes.length);
  // Backwards, so that each chain leads from the first place to the last.
  for (let at = hashes.length - 1; at >= 0; at -= 1) {
    const bucket = (hashes[at] ?? 0) & (size - 1);
    nexts[at] = firsts[bucket] ?? -1;
    firsts[bucket] = at;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return {
    count: (hash) => counts[hash & (size - 1)] ?? 0,
    first: (hash) => firsts[hash & (size - 1)] ?? -1,
    next: (place) => nexts[place] ?? -1,
  };
}
