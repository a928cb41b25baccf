import type { TargetFingerprint } from '../../../src/runtime/contracts/recipe/fingerprint.ts';
import { listNearest } from '../../../src/recipes/healing/choose-element.ts';
import type { Scene } from './walk-markup.ts';

/** Why the right element was refused: its score, that of the best other one, and what spoke against it. */
export function explainRefusal(fingerprint: TargetFingerprint, { right, there }: Scene): string {
  const candidates = there.candidates.map(({ element }) => element);
  const input = { fingerprint, candidates, purpose: 'action' } as const;
  const ranked = listNearest(input, candidates.length);
  const marks = new Set(right);
  const isRight = (index: number): boolean => marks.has(there.candidates[index]?.mark ?? -1);
  const own = ranked.find(({ index }) => isRight(index));
  if (own === undefined) return 'the target is no candidate';
  const rival = ranked.find(({ index }) => !isRight(index));
  const { tag, name, text, row } = rival?.element ?? own.element;
  return [
    `right ${own.score.toFixed(2)}`,
    `best other ${(rival?.score ?? 0).toFixed(2)} (${tag} ${name || text}${row === '' ? '' : ` in ${row}`})`,
    `refused by ${own.mismatch}`,
    `changed ${own.changed.join(' ')}`,
  ].join(', ');
}
