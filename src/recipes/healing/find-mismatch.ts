import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import {
  type ComparedCandidate,
  type SearchedPage,
  compareElements,
  compareOnPage,
  countFeatures,
  isRewritten,
} from './compare-elements.ts';
import { controlKind, isOtherKind, onlyOfItsKind } from './control-kind.ts';
import { identityFeatures } from './element-features.ts';
import {
  isCalledAlike,
  isNamedAsRow,
  keepsStrongValue,
  keyFeatures,
  listAccessibleNames,
  listWords,
  accessibleNameLikeness,
  sameWords,
  saysItsRow,
  strongValue,
  textLikeness,
  textShape,
} from './text-likeness.ts';

/** What speaks against an element being the one of the fingerprint; `undefined` where it may be taken for it. */
export function findMismatch(input: ComparedCandidate): MismatchReason | undefined {
  const { purpose } = input.page;
  const isOther = isRival(input);
  if (purpose === 'action') {
    return findActionMismatch(input) ?? (isOther || isDuplicate(input) ? 'rival' : undefined);
  }
  if (isOther) return 'rival';
  const isKept = purpose === 'items' ? passesItemThresholds(input) : passesFieldThresholds(input);
  return isKept ? undefined : 'identity';
}

/**
 * Whether a rival resembles the candidate at least as much as the target does, positions aside: clones cannot be distinguished
 * apart.
 */
function isDuplicate({ page: { fingerprint, survival }, candidate }: ComparedCandidate): boolean {
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

/** Whether an element to read has kept enough of what it is known by: its text is data, and may be another. */
function passesFieldThresholds({
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
function passesItemThresholds({
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

/** Likeness below which two names are different names. */
const otherWords = 0.3;
/** Score from which an element without words of its own may be known by its surroundings. */
const leastWordless = 0.6;

/**
 * What speaks against acting on an element. A control of a list is only ever known in its row. Beyond that one of these
 * is enough: it is called the same; it keeps a value that was its alone and is not called otherwise; the page is in
 * another language and it is alike; neither says a word, and it has the same surroundings or is the only one of its
 * kind, as it was. Thresholds of the study named in `element-features.ts`: with such a rule 1 of 979 removed targets
 * was acted on, without it 28.
 */
function findActionMismatch(input: ComparedCandidate): MismatchReason | undefined {
  const { page, candidate, comparison } = input;
  const { fingerprint, isTranslated } = page;
  const { element } = fingerprint;
  const exclusion = findExclusion(page, candidate);
  if (exclusion !== undefined) return exclusion;
  if (isOneOfMany(candidate, page.candidates) && !keepsRow(fingerprint, candidate)) return 'row';
  const namesAlike = accessibleNameLikeness(element, candidate);
  if (namesAlike !== undefined && namesAlike >= sameWords) {
    if (keepsStrongValue(fingerprint, candidate, keyFeatures)) return undefined;
    // A page with other words and other markup is another page: it may have a “Next” as well.
    if (isTranslated && isRewritten(page)) return 'identity';
    return saysWordsOfRival(fingerprint, candidate) ? 'rival' : undefined;
  }
  // Otherwise an id that was moved to another button would identify that button.
  if (isNamedAsRival(fingerprint, candidate)) return 'words';
  if (namesAlike === undefined && hasOtherWords(page, candidate)) return 'words';
  const isStrong = keepsStrongValue(fingerprint, candidate);
  if (isStrong && (namesAlike === undefined || namesAlike >= otherWords)) return undefined;
  if (isTranslated && (isStrong || comparison.score >= leastWordless)) return undefined;
  if (namesAlike !== undefined) return 'words';
  if (saysOtherwise(page, candidate)) return 'words';
  return isSameIcon(input) || isOnlyOne(input) ? undefined : 'identity';
}

/**
 * What rules an element out, whatever it is like otherwise. What is ruled out does not compete with the others either:
 * the same button of the next row is no second choice.
 */
export function findExclusion(
  { fingerprint, purpose }: SearchedPage,
  candidate: ElementFingerprint,
): MismatchReason | undefined {
  const { element, rivals } = fingerprint;
  if (purpose !== 'action') return undefined;
  // A target that did not look interactive when recorded (pages may listen on any element) need not look interactive
  // now.
  if (!candidate.isInteractive && element.isInteractive) return 'kind';
  if (isOtherKind(element, candidate)) return 'kind';
  return isOneOfMany(element, rivals) && !keepsRow(fingerprint, candidate) ? 'row' : undefined;
}

/** Whether a control that shares its words with others stands in the row where it stood, or leads where it led. */
function keepsRow(fingerprint: TargetFingerprint, candidate: ElementFingerprint): boolean {
  const { element, unique } = fingerprint;
  if (saysItsRow(element) || isSameRow(fingerprint, candidate)) return true;
  const leads = strongValue(element, 'href');
  if (unique.includes('href') && leads === strongValue(candidate, 'href')) return true;
  return isNamedAsRow(element, candidate) || isNamedAsRow(candidate, element);
}

function isOneOfMany(element: ElementFingerprint, all: readonly ElementFingerprint[]): boolean {
  return all.some(
    (other) =>
      other !== element &&
      controlKind(other) === controlKind(element) &&
      isCalledAlike(element, other),
  );
}

/** Whether the element was the only one of its kind, and is so again: in the same row, or in the same surroundings. */
function isOnlyOne({ page, candidate, comparison }: ComparedCandidate): boolean {
  const { fingerprint } = page;
  // Only a hit is known, and not what else is on the page.
  if (page.candidates.length === 0) return false;
  const others = page.candidates.filter((other) => other !== candidate);
  const now = onlyOfItsKind(candidate, others);
  const both = (fingerprint.onlyIn ?? []).filter((where) => now.includes(where));
  if (both.includes('row')) return isSameRow(fingerprint, candidate);
  const surroundings = { neighbours: 0.5, heading: 0.9, label: 0.9, landmarks: 0.9 };
  return both.length > 0 && countFeatures(comparison, surroundings) >= 2;
}

/**
 * Whether the candidate is called like a rival beside being called like the target: a search field that is labelled
 * “Boat” and asks for the “Name of the boat” is not the field “Boat” of the dialog, which is closed.
 */
function saysWordsOfRival(
  { element, rivals }: TargetFingerprint,
  candidate: ElementFingerprint,
): boolean {
  const own = new Set(listAccessibleNames(element));
  const others = rivals
    .filter((rival) => !isOtherKind(rival, candidate))
    .flatMap(listAccessibleNames);
  const taken = new Set(others.filter((each) => !own.has(each)));
  return listAccessibleNames(candidate).some((each) => taken.has(each));
}

/** Whether the candidate has the name that a rival had when the target was learnt. */
function isNamedAsRival(
  { rivals }: TargetFingerprint,
  { name, text }: ElementFingerprint,
): boolean {
  const shownName = name === '' ? text : name;
  return (
    shownName !== '' &&
    rivals.some((rival) => shownName === (rival.name === '' ? rival.text : rival.name))
  );
}

/** Whether an element without text is the same icon: it is identified by its surroundings. */
function isSameIcon({ page: { fingerprint }, candidate, comparison }: ComparedCandidate): boolean {
  if (fingerprint.element.role !== candidate.role || comparison.score < leastWordless) return false;
  const surroundings = { neighbours: 0.5, heading: 0.9, classes: 0.5, parent: 0.7, label: 0.9 };
  return countFeatures(comparison, surroundings) >= 2;
}

/**
 * Whether one of two elements that are not called the same has words, on a page that is otherwise as it was. On a
 * rewritten page, check boxes get labels and lose them.
 */
function hasOtherWords(page: SearchedPage, candidate: ElementFingerprint): boolean {
  const isSilent = [page.fingerprint.element, candidate].every(
    (each) => listAccessibleNames(each).length === 0,
  );
  return !isSilent && !isRewritten(page);
}

/**
 * Whether a text that only the target had has changed; without another name, the candidate is then another element. On
 * a page with other markup throughout, only what people see counts.
 */
function saysOtherwise(page: SearchedPage, candidate: ElementFingerprint): boolean {
  const { fingerprint } = page;
  const features = isRewritten(page)
    ? (['hint'] as const)
    : (['name', 'href', 'hint', 'value'] as const);
  return features.some((feature) => {
    const [before, now] = [
      strongValue(fingerprint.element, feature),
      strongValue(candidate, feature),
    ];
    return fingerprint.unique.includes(feature) && before !== '' && now !== '' && before !== now;
  });
}

/** Share of its own words that a row keeps when its data change: a price, a count, a state. */
const leastOwn = 0.5;

/**
 * Whether an element stands in the target's row. Rows of one list are often alike but for a number (`Order 1042`), so
 * that the words count by which the row differed from the others.
 */
function isSameRow({ element, rivals }: TargetFingerprint, candidate: ElementFingerprint): boolean {
  if (textLikeness(element.row, candidate.row) < sameWords) return false;
  const others = new Set(
    rivals.filter(({ row }) => row !== element.row).flatMap(({ row }) => listWords(row)),
  );
  const own = listWords(element.row).filter((word) => !others.has(word));
  const now = new Set(listWords(candidate.row));
  return own.length === 0 || own.filter((word) => now.has(word)).length / own.length >= leastOwn;
}

/** What speaks against an element being the one of the fingerprint. */
export type MismatchReason =
  /** Another element of the page of the fingerprint is more like it, or just as like. */
  | 'rival'
  /** It cannot be acted on, or not in that way: a button is no text field. */
  | 'kind'
  /** It stands in another row of the list. */
  | 'row'
  /** It is called otherwise. */
  | 'words'
  /** Nothing that identified the element is left. */
  | 'identity';
