import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import { type MismatchReason, findMismatch, findExclusion, isRival } from './find-mismatch.ts';
import {
  type ComparedCandidate,
  type SearchedPage,
  compareElements,
  compareOnPage,
  toSearchedPage,
} from './compare-elements.ts';
import { wordlessFeatures } from './element-features.ts';
import {
  keepsStrongValue,
  accessibleNameLikeness,
  sameWords,
  textLikeness,
  textShape,
} from './text-likeness.ts';

export interface ChooseElementInput {
  readonly fingerprint: TargetFingerprint;
  /** Everything on the page that could be the target, as `candidates` of the page script lists it. */
  readonly candidates: readonly ElementFingerprint[];
  readonly purpose: TargetReport['purpose'];
}

interface ChosenElement {
  /** Of the candidate. */
  readonly index: number;
  /** 0 to 1, to the element of the fingerprint. */
  readonly likeness: number;
  /** Features that changed most, at most three. */
  readonly changed: readonly string[];
}

/** Least likeness to the fingerprint; an element below it is another one. */
export const leastScore = 0.5;
/** Least lead of the best candidate over the next; with less the choice would be a guess. */
const leastLead = 0.03;

/**
 * The one element that the element of the fingerprint has become; `undefined` where none has, or where two could have.
 * It must be like enough, clearly ahead of all others, resemble no rival of old more, and have kept its identity.
 * Figures of the thresholds: 91.3 % of 205 targets found over 63 kinds of redesign, no wrong one among 10,558 cases of
 * a study.
 */
export function chooseElement(input: ChooseElementInput): ChosenElement | undefined {
  const page = toSearchedPage(input);
  const { isTranslated } = page;
  const ranked = rankCandidates(page).filter(
    ({ candidate }) => findExclusion(page, candidate) === undefined,
  );
  const [best] = ranked;
  if (best === undefined) return undefined;
  // Ancestors and descendants of the best may hold the same text: they do not compete with it, and replace it if it
  // is refused.
  const line = ranked.filter((each) => each === best || isWithin(each.candidate, best.candidate));
  const next = ranked.find((other) => !line.includes(other));
  for (const compared of line) {
    const { index, candidate } = compared;
    const { likeness, score, changed } = compared.comparison;
    if (score < leastScore) return undefined;
    if (next !== undefined && score - next.comparison.score < leastLead) return undefined;
    if (candidate.text !== best.candidate.text) continue;
    if (findMismatch(compared) !== undefined) continue;
    const namesAlike = accessibleNameLikeness(page.fingerprint.element, candidate) ?? 0;
    if (isTranslated && namesAlike < sameWords && !leadsWithoutWords(page, candidate))
      return undefined;
    return { index, likeness, changed };
  }
  return undefined;
}

/** The candidates with how they compare with the target, the most alike first. */
export function rankCandidates(
  page: SearchedPage,
): readonly (ComparedCandidate & { readonly index: number })[] {
  return page.candidates
    .map((candidate, index) => {
      const comparison = compareOnPage(page, page.fingerprint.element, candidate);
      return { page, index, candidate, comparison };
    })
    .toSorted((a, b) => b.comparison.score - a.comparison.score);
}

/** Whether the element also leads without word features: words of different languages are alike only by chance. */
function leadsWithoutWords(
  { fingerprint, candidates, purpose, survival }: SearchedPage,
  chosen: ElementFingerprint,
): boolean {
  if (purpose === 'items' || keepsStrongValue(fingerprint, chosen)) return true;
  const scoreOf = (candidate: ElementFingerprint): number =>
    compareElements(fingerprint.element, candidate, wordlessFeatures, survival).score;
  const least = scoreOf(chosen) - leastLead;
  return candidates.every(
    (other) => other === chosen || isWithin(other, chosen) || scoreOf(other) <= least,
  );
}

/** Whether one of the two stands in the other. */
function isWithin(one: ElementFingerprint, other: ElementFingerprint): boolean {
  return isAround(one, other) || isAround(other, one);
}

function isAround(
  { indexedPath: outer }: ElementFingerprint,
  { indexedPath: inner }: ElementFingerprint,
): boolean {
  return outer.length < inner.length && outer.every((step, at) => step === inner[at]);
}

interface JudgeHitInput {
  readonly fingerprint: TargetFingerprint;
  /** What a recorded selector led to. */
  readonly hit: ElementFingerprint;
  readonly purpose: TargetReport['purpose'];
  /** Whether the step submits, buys or deletes: likeness alone is not enough then. */
  readonly isGrave: boolean;
  /** Other elements of the page, where they are known: without them neither a look-alike nor a page in another language is recognised. */
  readonly candidates?: readonly ElementFingerprint[];
}

interface JudgedHit {
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
  const compared = { page, candidate: hit, comparison };
  const hasIdentity = findMismatch(compared) === undefined;
  // What a field says is data: its identity is less than that of something to act on.
  const least = purpose === 'action' ? leastWithIdentity : leastAlone;
  const isLikeRival = isRival(compared) || hasLabelOfRival(fingerprint, hit);
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

/** An element that was considered for a lost target and not taken. */
export interface NearElement {
  /** Of the candidate. */
  readonly index: number;
  readonly element: ElementFingerprint;
  /** 0 to 1, by which candidates are ranked. */
  readonly score: number;
  /** What speaks against it. `unlike`: it has little of the target; `tie`: another element is as good a choice. */
  readonly mismatch: MismatchReason | 'unlike' | 'tie';
  /** Features that differ most, at most three. */
  readonly changed: readonly string[];
}

/** Most elements of a page that are compared with a target. */
export const maxCandidates = 1_500;

/** Elements that a refusal names. */
export const maxNearest = 3;

/** The elements most like a target that none was chosen for, the nearest first, each with what speaks against it. */
export function listNearest(input: ChooseElementInput, most: number): readonly NearElement[] {
  const page = toSearchedPage(input);
  return rankCandidates(page)
    .slice(0, most)
    .map(({ index, candidate, comparison }) => {
      const { score, changed } = comparison;
      const mismatch = findMismatch({ page, candidate, comparison });
      const isUnlike = score < leastScore;
      return {
        index,
        element: candidate,
        score,
        mismatch: mismatch ?? (isUnlike ? 'unlike' : 'tie'),
        changed,
      };
    });
}

/** Characters of an element's name, or of its row, in a message. */
const maxShown = 40;

const reasons: Readonly<Record<NearElement['mismatch'], string>> = {
  rival: 'more like another element of the page where it was learnt',
  kind: 'another kind of control, or switched off',
  row: 'in another row',
  words: 'another name',
  identity: 'nothing left that identified it',
  unlike: 'little in common',
  tie: 'another one is as likely',
};

/**
 * Names the nearest elements with their likeness and what speaks against each: `Nearest: button "Save draft" (.62):
 * another name; changed: id, tag`. Empty for none.
 */
export function describeNearest(nearest: readonly NearElement[]): string {
  if (nearest.length === 0) return '';
  return `Nearest: ${nearest.map(describeNearElement).join('; ')}`;
}

/** Names an element with its likeness and what speaks against it. */
export function describeNearElement({ element, score, mismatch, changed }: NearElement): string {
  const row = mismatch === 'row' && element.row !== '' ? ` (${quote(element.row)})` : '';
  const differences = changed.length === 0 ? '' : `, changed: ${changed.join(', ')}`;
  const likeness = score.toFixed(2).replace(/^0/, '');
  return `${nameElement(element)} (${likeness}): ${reasons[mismatch]}${row}${differences}`;
}

/** The role, or the tag where there is none, and what the element is called: `button "Save"`. */
export function nameElement({ role, tag, name, text, label }: ElementFingerprint): string {
  const shownName = [name, text, label].find((each) => each !== '');
  return shownName === undefined ? role || tag : `${role || tag} ${quote(shownName)}`;
}

function quote(text: string): string {
  return text.length > maxShown ? `"${text.slice(0, maxShown - 1)}…"` : `"${text}"`;
}
