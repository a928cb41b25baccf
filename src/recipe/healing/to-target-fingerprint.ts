import type { ElementFingerprint, TargetFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../contracts/recipe/replay.ts';
import { compareElements } from './signs/compare-elements.ts';
import { featuresByPurpose } from './signs/element-features.ts';
import { onlyOfItsKind } from './signs/only-of-its-kind.ts';
import { strongFeatures, strongValue } from './signs/strong-values.ts';

/** Rivals that are kept of a page: more add nothing but length. */
const maxRivals = 5;

/** What to keep of an element that was found: itself, what could be taken for it, and what nothing else on the page had. `others`: the other candidates of the page. */
export function toTargetFingerprint(
  element: ElementFingerprint,
  others: readonly ElementFingerprint[],
  purpose: TargetReport['purpose'],
): TargetFingerprint {
  const rivals = others
    .map((other) => ({
      other,
      likeness: compareElements(element, other, featuresByPurpose[purpose]).likeness,
    }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, maxRivals)
    .map(({ other }) => other);
  const unique = strongFeatures.filter((feature) => {
    const value = strongValue(element, feature);
    return value !== '' && others.every((other) => strongValue(other, feature) !== value);
  });
  const onlyIn = purpose === 'action' ? onlyOfItsKind(element, others) : [];
  return { element, rivals, unique, ...(onlyIn.length === 0 ? {} : { onlyIn }) };
}
