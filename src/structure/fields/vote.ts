import type { Candidate, CandidateOrigin } from './candidate.ts';

/** The value that the sources agree on. */
export interface Elected<Choice = Candidate> {
  readonly candidate: Choice;
  /** 0 to 1; not calibrated. */
  readonly confidence: number;
}

/**
 * Least confidence of a value; below it no value is better. On the development pages values at .2–.5 were right four
 * times in five.
 */
export const usualConfidence = 0.24;

/** Highest weight of a source: two agreeing sources beat any single one. */
const maxWeight = 0.99;
/** Share of a group's best source in its weight: one good source beats several poor ones. */
const topShare = 0.25;
/** Smallest difference that counts: below it is floating-point noise, and the earlier value is kept. */
const leastGain = 1e-9;

/**
 * Groups candidates with equal keys; each kind of source counts once, with its best candidate. The group with the
 * highest confidence wins, and its most readable form is returned.
 */
export function vote<Choice extends Pick<Candidate, 'key' | 'weight' | 'origin'>>(
  candidates: readonly Choice[],
  minConfidence: number = usualConfidence,
): Elected<Choice> | undefined {
  const groups = new Map<string, Map<CandidateOrigin, Choice>>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.key) ?? new Map<CandidateOrigin, Choice>();
    groups.set(candidate.key, group);
    const known = group.get(candidate.origin);
    if (known === undefined || candidate.weight > known.weight)
      group.set(candidate.origin, candidate);
  }
  let best: Elected<Choice> | undefined;
  let bestScore = 0;
  for (const group of groups.values()) {
    let doubt = 1;
    let top: Choice | undefined;
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
