import type { Candidate, CandidateOrigin } from './candidate.ts';

/** The value that the sources agree on. */
export interface Elected {
  readonly candidate: Candidate;
  /** 0 to 1; not calibrated. */
  readonly confidence: number;
}

/** Below this a value is a guess: better none. On the development pages values at .2–.5 were right four times in five. */
export const usualConfidence = 0.24;

/** No source is certain: two that agree beat one, however much that one is believed. */
const maxWeight = 0.99;
/** What the best source of a group adds to what all of them say together: one good source beats several poor ones. */
const topShare = 0.25;
/** Less is noise of floating-point numbers, and the earlier value stays. */
const leastGain = 1e-9;

/**
 * Groups candidates that mean the same; each kind of source counts once, with its best. The group that is believed
 * most wins, its most readable form is taken.
 */
export function vote(
  candidates: readonly Candidate[],
  minConfidence: number = usualConfidence,
): Elected | undefined {
  const groups = new Map<string, Map<CandidateOrigin, Candidate>>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.key) ?? new Map<CandidateOrigin, Candidate>();
    groups.set(candidate.key, group);
    const known = group.get(candidate.origin);
    if (known === undefined || candidate.weight > known.weight)
      group.set(candidate.origin, candidate);
  }
  let best: Elected | undefined;
  let bestScore = 0;
  for (const group of groups.values()) {
    let doubt = 1;
    let top: Candidate | undefined;
    for (const candidate of group.values()) {
      doubt *= 1 - Math.min(maxWeight, candidate.weight);
      if (top === undefined || candidate.weight > top.weight) top = candidate;
    }
    const confidence = 1 - doubt;
    const score = confidence + topShare * (top?.weight ?? 0);
    if (top !== undefined && confidence >= minConfidence && score > bestScore + leastGain) {
      best = { candidate: top, confidence };
      bestScore = score;
    }
  }
  return best;
}
