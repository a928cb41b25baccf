import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';

/** How much of the markup around a target is still in use on the page, each from 0 (all of it is new) to 1. */
export interface MarkupSurvival {
  /** Ids, classes and names of attributes. */
  readonly names: number;
  /** Which tags stand in which. */
  readonly structure: number;
}

/** Of a page that is not known, or not compared: every difference counts. */
export const fullSurvival: MarkupSurvival = { names: 1, structure: 1 };

/**
 * Measures how much of the markup of the target and its rivals the page still has. On a page that was rewritten, other
 * markup says nothing against an element: all elements have other markup.
 */
export function measureSurvival(
  { element, rivals }: TargetFingerprint,
  candidates: readonly ElementFingerprint[],
): MarkupSurvival {
  const known = [element, ...rivals];
  const structure = shareOf(known, candidates, listNestings) ?? 1;
  return { structure, names: shareOf(known, candidates, listNames) ?? structure };
}

/** The share of what `list` gives for the known elements that it gives for the candidates too; `undefined` for none. */
function shareOf(
  known: readonly ElementFingerprint[],
  candidates: readonly ElementFingerprint[],
  list: (element: ElementFingerprint) => readonly string[],
): number | undefined {
  const before = new Set(known.flatMap(list));
  if (before.size === 0) return undefined;
  const now = new Set(candidates.flatMap(list));
  return [...before].filter((each) => now.has(each)).length / before.size;
}

function listNames({ id, classes, parent, attributes }: ElementFingerprint): readonly string[] {
  const ids = [id, parent.id].filter((each) => each !== '').map((each) => `#${each}`);
  const data = Object.keys(attributes).filter((name) => name.startsWith('data-'));
  return [...ids, ...data, ...[...classes, ...parent.classes].map((name) => `.${name}`)];
}

/** `ul > li > button`, for the element and for all that it stands in. */
function listNestings({ tagPath }: ElementFingerprint): readonly string[] {
  return tagPath.slice(2).map((_, at) => tagPath.slice(at, at + 3).join(' > '));
}
