import type { ComparedCandidate } from './searched-page.ts';
import { countFeatures } from '../signs/compare-elements.ts';
import { keepsStrongValue } from '../signs/strong-values.ts';
import { textLikeness, textShape } from '../signs/text-likeness.ts';

/** Whether an element to read has kept enough of what it is known by: its text is data, and may be another. */
export function passesFieldGate({
  page: { fingerprint },
  candidate,
  comparison,
}: ComparedCandidate): boolean {
  const { element } = fingerprint;
  const label = textLikeness(element.label, candidate.label);
  if (element.label !== '' && candidate.label !== '' && label < 0.5) return false;
  if (shapeLikeness(element.text, candidate.text) < 0.3) return false;
  const points =
    (label >= 0.75 ? 2 : 0) +
    (keepsStrongValue(fingerprint, candidate) ? 2 : 0) +
    (textLikeness(element.name || element.text, candidate.name || candidate.text) >= 0.75 ? 2 : 0) +
    (shapeLikeness(element.text, candidate.text) >= 0.8 ? 1 : 0) +
    countFeatures(comparison, { classes: 0.5, heading: 0.9, parent: 0.7, indexedPath: 1 });
  return points >= 3;
}

/** 1 where neither has a text. */
function shapeLikeness(one: string, other: string): number {
  return one === '' && other === '' ? 1 : textLikeness(textShape(one), textShape(other));
}

/** Whether a repeated element is built like the one of the fingerprint. */
export function passesItemGate({
  page: { fingerprint },
  candidate,
  comparison,
}: ComparedCandidate): boolean {
  const points = countFeatures(comparison, {
    testid: 1,
    classes: 0.5,
    parent: 0.7,
    heading: 0.9,
    tagPath: 0.9,
    indexedPath: 0.5,
  });
  return fingerprint.element.tag === candidate.tag ? points >= 2 : points >= 3;
}
