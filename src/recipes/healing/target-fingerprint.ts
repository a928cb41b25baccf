import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import { compareElements } from './compare-elements.ts';
import { featuresByPurpose } from './element-features.ts';
import { onlyOfItsKind } from './control-kind.ts';
import { strongFeatures, strongValue } from './text-likeness.ts';
import type { Selector, Target } from '../../runtime/contracts/recipe/recipe.ts';
import { listPlaceholders, roundName } from '../placeholders.ts';

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

/**
 * What the selectors of a target say about its element, for a target that no run has found yet: enough to say what on the
 * page is most like it, never enough to take that for it.
 */
export function guessFingerprint(selectors: readonly Selector[]): TargetFingerprint {
  const parts = selectors.flatMap((selector) => selector.parts.at(-1) ?? []);
  const aria = parts.find(({ kind }) => kind === 'aria');
  const said = parts.find(({ kind }) => kind === 'text')?.value ?? aria?.value ?? '';
  const css = parts
    .filter(({ kind }) => kind === 'css' || kind === 'pierce')
    .map(({ value }) => value.split(/[\s>+~]+/).at(-1) ?? '');
  const find = (pattern: RegExp): string =>
    css.map((selector) => pattern.exec(selector)?.[1]).find((match) => match !== undefined) ?? '';
  const attributes = css.flatMap((selector) =>
    [...selector.matchAll(/\[([\w-]+)="([^"]*)"\]/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const tag = find(/^([a-z][a-z0-9-]*)/);
  const classes = css.flatMap((selector) =>
    [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
  );
  const element: ElementFingerprint = {
    tag,
    role: aria?.role ?? '',
    name: aria?.value ?? said,
    text: said,
    label: '',
    id: find(/#([\w-]+)/),
    classes: [...new Set(classes)],
    attributes: Object.fromEntries(attributes) as Record<string, string>,
    tagPath: tag === '' ? [] : [tag],
    indexedPath: [],
    parent: { tag: '', id: '', classes: [] },
    neighbours: [],
    row: '',
    heading: '',
    landmarks: [],
    box: { x: 0, y: 0, width: 0, height: 0 },
    childCount: 0,
    ordinal: 0,
    isInteractive: true,
  };
  return { element, rivals: [], unique: [] };
}

/**
 * Whether a target is known by its place alone, by `nth` or by `{{index}}` in a selector. Such a target has no
 * fingerprint: each round means another element, and likeness would lead every round to the same one.
 */
export function isPositional({ selectors }: Target): boolean {
  return selectors.some(
    ({ source, parts }) =>
      parts.some(({ kind }) => kind === 'nth') ||
      [source].flat().some((text) => listPlaceholders(text).includes(roundName)),
  );
}
