import { parse, type Selector, SelectorType } from 'css-what';

/** The pseudo-classes that css-select knows; a test compares them with its own lists. */
export const pseudoClasses: ReadonlySet<string> = new Set(
  (
    'active any-link button checkbox checked contains disabled empty enabled file first-child first-of-type has header hover icontains ' +
    'image input is last-child last-of-type link matches not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type ' +
    'optional parent password radio read-only read-write required reset root scope selected submit text visited where'
  ).split(' '),
);

/** Prefixes of the selectors of recipes that are no CSS. */
const browserKinds = /^(?:aria|text|xpath|pierce)\//;

/** Why a text is no CSS selector that can be used, as the rest of a sentence; `undefined` for one that can. */
export function findSelectorProblem(selector: string): string | undefined {
  if (browserKinds.test(selector)) return 'needs a browser: write CSS, or run a recipe';
  try {
    return findProblem(parse(selector));
  } catch (error) {
    return `is no CSS selector (${error instanceof Error ? error.message : 'it cannot be read'})`;
  }
}

/** Recursion follows the selector. */
function findProblem(selectors: readonly (readonly Selector[])[]): string | undefined {
  for (const token of selectors.flat()) {
    if (token.type === SelectorType.PseudoElement)
      return 'names a pseudo-element, which has no text';
    if (token.type !== SelectorType.Pseudo) continue;
    if (!pseudoClasses.has(token.name)) return `names ":${token.name}", which is not known`;
    const inner = Array.isArray(token.data) ? findProblem(token.data) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
