import type {
  Recipe,
  RecipeStep,
  Selector,
  Target,
} from '../../src/runtime/contracts/recipe/recipe.ts';
import { listSteps } from '../../src/recipes/steps/step-kinds.ts';
import { parseJsonPointer } from '../../src/runtime/plain-json.ts';

/** What a recipe looks for, as a page is told it. */
export interface StressTarget {
  readonly path: string;
  /** `action`: the first that is shown; `all`: every match, e.g. of what is counted. */
  readonly kind: 'action' | 'all' | 'items' | 'field';
  readonly selectors: readonly Selector['parts'][];
  /** Index in the list of the items that a field belongs to; `undefined`: the page. */
  readonly within: number | undefined;
  /** Whether all matches of a field are read. */
  readonly isList: boolean;
}

export const truthAttribute = 'data-gleaner-truth';

/** Returns what the steps of a bound recipe look for, a field behind its items. */
export function listStressTargets(recipe: Recipe): readonly StressTarget[] {
  const targets: StressTarget[] = [];
  const add = (
    target: Target | undefined,
    kind: StressTarget['kind'],
    within?: number,
    isList = false,
  ): number | undefined => {
    if (target === undefined) return undefined;
    const selectors = target.selectors.map(({ parts }) => parts);
    return targets.push({ path: target.path, kind, selectors, within, isList }) - 1;
  };
  for (const step of listSteps(recipe.steps)) {
    if (step.type === 'extract') {
      const items = add(step.items, 'items');
      for (const { element, isList } of step.fields) add(element, 'field', items, isList);
      add(step.follow?.link, 'field', items);
    } else for (const [target, kind] of listOthers(step)) add(target, kind);
  }
  return targets;
}

function listOthers(
  step: RecipeStep,
): readonly (readonly [Target | undefined, StressTarget['kind']])[] {
  if (step.type === 'waitForElement') return [[step.element, 'all']];
  if (step.type === 'repeat') return [[step.while, 'all']];
  if (step.type === 'paginate') {
    return [
      ['element' in step.by ? step.by.element : undefined, 'action'],
      [step.until, 'all'],
    ];
  }
  return [
    ['element' in step ? step.element : undefined, 'action'],
    [step.type === 'drag' ? step.to : undefined, 'action'],
  ];
}

/**
 * Returns the recipe with selectors that lead to the marks of a redesigned page and without fingerprints: what it reads there is
 * right, whatever the redesign did to the page.
 */
export function toMarkedRecipe(recipe: unknown, targets: readonly StressTarget[]): unknown {
  const copy: unknown = structuredClone(recipe);
  if (isObject(copy)) delete copy['fingerprints'];
  for (const [index, { path }] of targets.entries()) {
    const names = [...(parseJsonPointer(path) ?? [])];
    const last = names.pop();
    let holder: unknown = copy;
    for (const name of names) holder = isObject(holder) ? holder[name] : undefined;
    if (!isObject(holder) || last === undefined) continue;
    holder[last] = [`[${truthAttribute}~="${index}"]`];
    // The mark is on the match that the number meant.
    delete holder['nth'];
  }
  return copy;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
