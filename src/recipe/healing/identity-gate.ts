import type { ElementFingerprint, TargetFingerprint } from '../../contracts/fingerprint.ts';
import type { ElementComparison } from './compare-elements.ts';
import { strongFeatures, strongValue } from './strong-values.ts';
import { textLikeness, textShape } from './text-likeness.ts';

export interface GateInput {
  readonly fingerprint: TargetFingerprint;
  readonly candidate: ElementFingerprint;
  readonly comparison: ElementComparison;
  /** Whether the page seems to be in another language than the one of the fingerprint. */
  readonly isTranslated: boolean;
}

/**
 * Whether an element to act on has kept enough of what it is known by. Thresholds of the study named in
 * `element-features.ts`: with the gate 1 of 979 removed targets was acted on, without it 28.
 */
export function passesIdentityGate(input: GateInput): boolean {
  const { fingerprint, candidate, comparison, isTranslated } = input;
  const { element } = fingerprint;
  if (sameWords(element, candidate) >= 0.75) return true;
  // Otherwise an id that was moved to another button would identify that button.
  if (isNamedAsRival(fingerprint, candidate)) return false;
  const hasName = element.name !== '' || candidate.name !== '';
  const isStrong = keepsStrongValue(fingerprint, candidate);
  if (isStrong && (!hasName || textLikeness(element.name, candidate.name) >= 0.3)) return true;
  if (isTranslated && (isStrong || comparison.likeness >= 0.6)) return true;
  return !hasName && element.text === '' && candidate.text === '' && isSameIcon(input);
}

/** Names and texts, as the one or the other says the same. */
function sameWords(one: ElementFingerprint, other: ElementFingerprint): number {
  return Math.max(textLikeness(one.name, other.name), textLikeness(one.text, other.text));
}

/** Whether the candidate has the name that a rival had when the target was learnt. */
function isNamedAsRival(
  { rivals }: TargetFingerprint,
  { name, text }: ElementFingerprint,
): boolean {
  const said = name === '' ? text : name;
  return (
    said !== '' && rivals.some((rival) => said === (rival.name === '' ? rival.text : rival.name))
  );
}

/** A feature that was this element's alone when it was learnt, and still has its value. */
export function keepsStrongValue(
  fingerprint: TargetFingerprint,
  candidate: ElementFingerprint,
): boolean {
  return strongFeatures.some((feature) => {
    const value = strongValue(fingerprint.element, feature);
    return (
      value !== '' &&
      fingerprint.unique.includes(feature) &&
      value === strongValue(candidate, feature)
    );
  });
}

/** Whether an element without text is the same icon: it is identified by its surroundings. */
function isSameIcon({ fingerprint, candidate, comparison }: GateInput): boolean {
  if (fingerprint.element.role !== candidate.role || comparison.likeness < 0.6) return false;
  if (saysOtherwise(fingerprint, candidate)) return false;
  return (
    countOf(comparison, { neighbours: 0.5, heading: 0.9, classes: 0.5, parent: 0.7, label: 0.9 }) >=
    2
  );
}

/** Whether a text that only the target had has changed; without another name, the candidate is then another element. */
function saysOtherwise(fingerprint: TargetFingerprint, candidate: ElementFingerprint): boolean {
  return (['name', 'href', 'hint', 'value'] as const).some((feature) => {
    const [before, now] = [
      strongValue(fingerprint.element, feature),
      strongValue(candidate, feature),
    ];
    return fingerprint.unique.includes(feature) && before !== '' && now !== '' && before !== now;
  });
}

function countOf(
  { features }: ElementComparison,
  thresholds: Readonly<Record<string, number>>,
): number {
  return Object.entries(thresholds).filter(([name, least]) => (features.get(name) ?? 0) >= least)
    .length;
}

/** Whether an element to read has kept enough of what it is known by: its text is data, and may be another. */
export function passesFieldGate({ fingerprint, candidate, comparison }: GateInput): boolean {
  const { element } = fingerprint;
  const label = textLikeness(element.label, candidate.label);
  if (element.label !== '' && candidate.label !== '' && label < 0.5) return false;
  if (shapeLikeness(element.text, candidate.text) < 0.3) return false;
  const points =
    (label >= 0.75 ? 2 : 0) +
    (keepsStrongValue(fingerprint, candidate) ? 2 : 0) +
    (textLikeness(element.name || element.text, candidate.name || candidate.text) >= 0.75 ? 2 : 0) +
    (shapeLikeness(element.text, candidate.text) >= 0.8 ? 1 : 0) +
    countOf(comparison, { classes: 0.5, heading: 0.9, parent: 0.7, indexedPath: 1 });
  return points >= 3;
}

/** 1 where neither has a text. */
function shapeLikeness(one: string, other: string): number {
  return one === '' && other === '' ? 1 : textLikeness(textShape(one), textShape(other));
}

/** Whether a repeated element is built like the one of the fingerprint. */
export function passesItemGate({ fingerprint, candidate, comparison }: GateInput): boolean {
  const points = countOf(comparison, {
    testid: 1,
    classes: 0.5,
    parent: 0.7,
    heading: 0.9,
    tagPath: 0.9,
    indexedPath: 0.5,
  });
  return fingerprint.element.tag === candidate.tag ? points >= 2 : points >= 3;
}
