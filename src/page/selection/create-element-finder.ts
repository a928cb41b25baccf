import { compile, selectAll } from 'css-select';
import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import { invalidRequest } from '../../errors/invalid-request.ts';

/** Finds the elements that alternative selectors match. */
export interface ElementFinder {
  /** The matches of the first selector that has any, inside `root` and in page order; `root` itself where it alone matches. */
  find(root: Document | Element): readonly Element[];
}

/** Whether what a selector matches depends on where the search begins. */
const relative = /:scope\b|(?:^|,)\s*[>+~]/i;

type FindMatches = (root: Document | Element) => readonly Element[];

/** Returns a finder for these CSS selectors; throws `invalid_request`, at `place`, for one that cannot be compiled. */
export function createElementFinder(selectors: readonly string[], place: string): ElementFinder {
  const searches = selectors.map((selector, at) => createSearch(selector, `${place}/${at}`));
  return {
    find(root) {
      for (const search of searches) {
        const found = search(root);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

function createSearch(selector: string, place: string): FindMatches {
  if (selector.trim() === ':scope') {
    return (root) => (isTag(root) ? [root] : root.children.filter(isTag));
  }
  try {
    const matches = compile<AnyNode, Element>(selector);
    if (relative.test(selector)) return (root) => selectAll(selector, root, { context: root });
    // Ancestors outside of the root count, as in querySelectorAll.
    return (root) => {
      const inside: Element[] = selectAll<AnyNode, Element>(matches, root);
      return inside.length === 0 && isTag(root) && matches(root) ? [root] : inside;
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it cannot be read';
    const message = `"${selector}" is no CSS selector: ${why}.`;
    throw invalidRequest('select', [{ path: place, message }], cause);
  }
}
