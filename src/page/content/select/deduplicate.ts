import type { Candidate } from './list-candidates.ts';

/** Shorter texts repeat legally: two ingredients may both be "1 tsp". */
const minCopyLength = 24;
/** In navigation and the like even words are copies. */
const minIdleLength = 2;
/** Below it a block stands in navigation, footer or related content. */
const idlePrior = -0.5;

/** Keeps the first of blocks that say the same, with the best score of all; the others become its copies. */
export function deduplicate(
  candidates: readonly Candidate[],
  priorOf: (candidate: Candidate) => number,
  keepRecords: boolean,
): readonly Candidate[] {
  const first = new Map<string, Candidate>();
  return candidates.filter((candidate) => {
    const { kind } = candidate.block;
    if (kind === 'row' || kind === 'header' || kind === 'entity' || kind === 'heading') return true;
    const isIdle = priorOf(candidate) <= idlePrior;
    const minLength = isIdle ? minIdleLength : minCopyLength;
    if (candidate.text.length < minLength) return true;
    const key = candidate.text.toLowerCase();
    const kept = first.get(key);
    if (kept === undefined) {
      first.set(key, candidate);
      return true;
    }
    // Two records may share a long text; a copy of structured data or of idle text is no record.
    if (keepRecords && !isIdle && kind === 'text' && kept.block.kind === 'text') return true;
    kept.copies.push(candidate.block);
    kept.score = Math.max(kept.score, candidate.score);
    return false;
  });
}
