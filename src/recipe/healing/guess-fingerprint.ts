import type { ElementFingerprint, TargetFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { Selector } from '../../contracts/recipe/recipe.ts';

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
