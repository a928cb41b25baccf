import type { ElementFingerprint } from '../../contracts/recipe/fingerprint.ts';
import { type ChooseElementInput, leastScore, rankCandidates } from './choose-element.ts';
import { findObjection } from './identity/find-objection.ts';
import type { Objection } from './identity/objection.ts';
import { toSearchedPage } from './identity/searched-page.ts';

/** An element that was considered for a lost target and not taken. */
export interface NearElement {
  /** Of the candidate. */
  readonly index: number;
  readonly element: ElementFingerprint;
  /** 0 to 1, by which candidates are ranked. */
  readonly score: number;
  /** What speaks against it. `unlike`: it has little of the target; `tie`: another element is as good a choice. */
  readonly objection: Objection | 'unlike' | 'tie';
  /** Features that differ most, at most three. */
  readonly changed: readonly string[];
}

/** Elements that a refusal names. */
export const maxNearest = 3;

/** The elements most like a target that none was chosen for, the nearest first, each with what speaks against it. */
export function listNearest(input: ChooseElementInput, most: number): readonly NearElement[] {
  const page = toSearchedPage(input);
  return rankCandidates(page)
    .slice(0, most)
    .map(({ index, candidate, comparison }) => {
      const { score, changed } = comparison;
      const objection = findObjection({ page, candidate, comparison });
      const isUnlike = score < leastScore;
      return {
        index,
        element: candidate,
        score,
        objection: objection ?? (isUnlike ? 'unlike' : 'tie'),
        changed,
      };
    });
}
