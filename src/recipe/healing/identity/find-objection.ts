import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import { findActionObjection } from './find-action-objection.ts';
import type { Objection } from './objection.ts';
import { passesFieldGate, passesItemGate } from './reading-gates.ts';
import { compareOnPage, type ComparedCandidate } from './searched-page.ts';
import { compareElements } from '../signs/compare-elements.ts';
import { isOtherKind } from '../signs/control-kind.ts';
import { identityFeatures } from '../signs/element-features.ts';

/** What speaks against an element being the one of the fingerprint; `undefined` where it may be taken for it. */
export function findObjection(input: ComparedCandidate): Objection | undefined {
  const { purpose } = input.page;
  const isOther = isRival(input);
  if (purpose === 'action') {
    return findActionObjection(input) ?? (isOther || isTwin(input) ? 'rival' : undefined);
  }
  if (isOther) return 'rival';
  const isKept = purpose === 'items' ? passesItemGate(input) : passesFieldGate(input);
  return isKept ? undefined : 'identity';
}

/**
 * Whether a rival resembles the candidate at least as much as the target does, positions aside: clones cannot be told
 * apart.
 */
function isTwin({ page: { fingerprint, survival }, candidate }: ComparedCandidate): boolean {
  const scoreOf = (other: ElementFingerprint): number =>
    compareElements(other, candidate, identityFeatures, survival).score;
  const own = scoreOf(fingerprint.element);
  return fingerprint.rivals.some(
    (rival) => !isOtherKind(rival, candidate) && scoreOf(rival) >= own,
  );
}

/** Whether something else of the page where the target was learnt resembles the candidate more than the target does. */
export function isRival({ page, candidate, comparison }: ComparedCandidate): boolean {
  const isAction = page.purpose === 'action';
  return page.fingerprint.rivals.some(
    (rival) =>
      !(isAction && isOtherKind(rival, candidate)) &&
      compareOnPage(page, rival, candidate).score > comparison.score,
  );
}
