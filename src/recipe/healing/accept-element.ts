import type { ElementFingerprint, TargetFingerprint } from '../../contracts/fingerprint.ts';
import type { TargetReport } from '../../contracts/replay.ts';
import { compareElements } from './compare-elements.ts';
import { identityFeatures } from './element-features.ts';
import {
  passesFieldGate,
  passesIdentityGate,
  passesItemGate,
  type GateInput,
} from './identity-gate.ts';

export interface AcceptElementInput extends GateInput {
  readonly purpose: TargetReport['purpose'];
}

/** Whether an element is the one of the fingerprint: no known rival resembles it more, and it has kept its identity. */
export function acceptElement(input: AcceptElementInput): boolean {
  const { fingerprint, candidate, comparison, purpose } = input;
  if (isRival(fingerprint, candidate, comparison.likeness, purpose)) return false;
  if (purpose === 'items') return passesItemGate(input);
  if (purpose === 'field') return passesFieldGate(input);
  // A target that did not look interactive when recorded (pages may listen on any element) need not look interactive
  // now.
  const canAct = candidate.isInteractive || !fingerprint.element.isInteractive;
  return canAct && !isTwin(fingerprint, candidate) && passesIdentityGate(input);
}

/**
 * Whether a rival resembles the candidate at least as much as the target does, positions aside: clones cannot be told
 * apart.
 */
function isTwin({ element, rivals }: TargetFingerprint, candidate: ElementFingerprint): boolean {
  const likenessOf = (other: ElementFingerprint): number =>
    compareElements(other, candidate, 'action', identityFeatures).likeness;
  const own = likenessOf(element);
  return rivals.some((rival) => likenessOf(rival) >= own);
}

/** Whether something else of the page where the target was learnt resembles the candidate more than the target does. */
export function isRival(
  { rivals }: TargetFingerprint,
  candidate: ElementFingerprint,
  likeness: number,
  purpose: TargetReport['purpose'],
): boolean {
  return rivals.some((rival) => compareElements(rival, candidate, purpose).likeness > likeness);
}

/** With a smaller share of the former names, the page is taken to be in another language. */
const leastSurviving = 0.3;
/** Fewest names for this judgement. */
const leastNames = 3;

/** Whether the names of the target and its rivals have disappeared from the page, as after a change of language. */
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
