import type { TargetFingerprint } from '../../../src/contracts/fingerprint.ts';
import {
  acceptElement,
  isRival,
  seemsTranslated,
} from '../../../src/recipe/healing/accept-element.ts';
import { compareElements } from '../../../src/recipe/healing/compare-elements.ts';
import type { Scene } from './walk-markup.ts';

/** Why the right element was refused: its likeness, that of the best other one, and the gate that it did not pass. */
export function explainRefusal(fingerprint: TargetFingerprint, { right, there }: Scene): string {
  const elements = there.candidates.map(({ element }) => element);
  const ranked = there.candidates
    .map(({ mark, element }) => ({
      isRight: right.includes(mark),
      element,
      comparison: compareElements(fingerprint.element, element, 'action'),
    }))
    .toSorted((a, b) => b.comparison.likeness - a.comparison.likeness);
  const own = ranked.find(({ isRight }) => isRight);
  const rival = ranked.find(({ isRight }) => !isRight);
  if (own === undefined) return 'the target is no candidate';
  const { element: candidate, comparison } = own;
  const isTranslated = seemsTranslated(fingerprint, elements);
  const gate = isRival(fingerprint, candidate, comparison.likeness, 'action')
    ? 'rival of old'
    : acceptElement({ fingerprint, candidate, comparison, purpose: 'action', isTranslated })
      ? 'likeness or lead'
      : 'identity';
  const { tag, name, text, row } = rival?.element ?? candidate;
  return [
    `right ${comparison.likeness.toFixed(2)}`,
    `best other ${(rival?.comparison.likeness ?? 0).toFixed(2)} (${tag} ${name || text}${row === '' ? '' : ` in ${row}`})`,
    `refused by ${gate}`,
    `changed ${comparison.changed.join(' ')}`,
  ].join(', ');
}
