import type { ElementFingerprint, TargetFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../contracts/recipe/replay.ts';
import { chooseElement } from './choose-element.ts';
import { findObjection, isRival } from './identity/find-objection.ts';
import { compareOnPage, toSearchedPage } from './identity/searched-page.ts';
import { textLikeness, textShape } from './signs/text-likeness.ts';

export interface JudgeHitInput {
  readonly fingerprint: TargetFingerprint;
  /** What a recorded selector led to. */
  readonly hit: ElementFingerprint;
  readonly purpose: TargetReport['purpose'];
  /** Whether the step submits, buys or deletes: likeness alone is not enough then. */
  readonly isGrave: boolean;
  /** Other elements of the page, where they are known: without them neither a look-alike nor a page in another language is recognised. */
  readonly candidates?: readonly ElementFingerprint[];
}

export interface JudgedHit {
  /** Whether it is the element of the fingerprint. Otherwise heal; where nothing else is found, act on nothing. */
  readonly isRight: boolean;
  /** Whether it is something that stood beside the element, by likeness and by its place or the kind of its value. */
  readonly isAnother: boolean;
  /** 0 to 1, to the element of the fingerprint. */
  readonly likeness: number;
  /** Features that changed most, at most three. */
  readonly changed: readonly string[];
}

/** Likeness from which on an element needs no comparison with the rest of the page. */
export const hardlyChanged = 0.9;
/** With its identity kept. */
const leastWithIdentity = 0.6;
/** By likeness alone: 3 of 979 removed targets were then acted on in a study, with the identity asked for 1, unchecked 293. */
const leastAlone = 0.7;

/** Whether what a recorded selector leads to is still the element that was recorded: pages reuse ids and places for other things. */
export function judgeHit(input: JudgeHitInput): JudgedHit {
  const { fingerprint, hit, purpose, isGrave, candidates } = input;
  const page = toSearchedPage({ fingerprint, purpose, candidates });
  const comparison = compareOnPage(page, fingerprint.element, hit);
  const { likeness, score, changed } = comparison;
  const judged = { page, candidate: hit, comparison };
  const hasIdentity = findObjection(judged) === undefined;
  // What a field says is data: its identity is less than that of something to act on.
  const least = purpose === 'action' ? leastWithIdentity : leastAlone;
  const isLikeRival = isRival(judged) || hasLabelOfRival(fingerprint, hit);
  const isAlike =
    (hasIdentity && score >= least) || (!isGrave && score >= leastAlone && !isLikeRival);
  const isRight = isAlike && (likeness >= hardlyChanged || !isOutdone(input));
  const isAnother =
    !isRight &&
    isLikeRival &&
    (hasLabelOfRival(fingerprint, hit) || !mayBeItself(fingerprint.element, hit));
  return { isRight, isAnother, likeness, changed };
}

/** Whether another element of the page clearly is the one of the fingerprint: selectors lead to a look-alike before it. */
function isOutdone({ fingerprint, hit, purpose, candidates = [] }: JudgeHitInput): boolean {
  const chosen = chooseElement({ fingerprint, candidates, purpose });
  const other = chosen === undefined ? undefined : candidates[chosen.index];
  return other !== undefined && other.text !== hit.text && !isSamePlace(other, hit);
}

function isSamePlace(one: ElementFingerprint, other: ElementFingerprint): boolean {
  return one.indexedPath.join('>') === other.indexedPath.join('>');
}

/** Whether the element stands under what another value was called: a column has moved by one, say. */
function hasLabelOfRival(
  { element, rivals }: TargetFingerprint,
  { label }: ElementFingerprint,
): boolean {
  const isOther = label !== '' && element.label !== '' && label !== element.label;
  return isOther && rivals.some((rival) => rival.label === label);
}

/** Below it, two texts are values of different kinds: a price and a name. */
const leastShape = 0.3;

/** Whether a place has only got new data, which may be what a neighbour said before. */
function mayBeItself(one: ElementFingerprint, other: ElementFingerprint): boolean {
  return (
    one.tag === other.tag &&
    one.ordinal === other.ordinal &&
    one.parent.tag === other.parent.tag &&
    textLikeness(textShape(one.text), textShape(other.text)) >= leastShape
  );
}
