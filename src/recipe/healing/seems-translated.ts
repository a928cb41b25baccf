import type { ElementFingerprint, TargetFingerprint } from '../../contracts/fingerprint.ts';

/** Fewer of the old names than this on the page, and it speaks another language. */
const leastSurviving = 0.3;
/** Of fewer names nothing can be said. */
const leastNames = 3;

/** Whether what the target and its rivals were called is gone from the page, as after a change of language. */
export function seemsTranslated(
  { element, rivals }: TargetFingerprint,
  candidates: readonly ElementFingerprint[],
): boolean {
  const names = new Set([element, ...rivals].map(nameOf).filter((name) => name !== ''));
  if (names.size < leastNames) return false;
  const now = new Set(candidates.map(nameOf));
  const surviving = [...names].filter((name) => now.has(name)).length;
  return surviving / names.size < leastSurviving;
}

function nameOf({ name, text }: ElementFingerprint): string {
  return (name === '' ? text : name).toLowerCase();
}
