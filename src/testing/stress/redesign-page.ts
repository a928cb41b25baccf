import type { createFinder } from '../../browsers/in-page/create-finder.ts';
import type { createAccessibility } from '../../browsers/page-script/create-accessibility.ts';
import type { createDom } from '../../browsers/page-script/create-dom.ts';
import type { createPageText } from '../../browsers/page-script/create-page-text.ts';
import type { createKit } from './create-kit.ts';
import type { StressTarget } from './list-stress-targets.ts';
import type { Mutation } from './mutations/mutation.ts';

export interface RedesignParts {
  readonly createDom: typeof createDom;
  readonly createPageText: typeof createPageText;
  readonly createAccessibility: typeof createAccessibility;
  readonly createFinder: typeof createFinder;
  readonly createKit: typeof createKit;
}

export interface RedesignInput {
  readonly targets: readonly StressTarget[];
  readonly mutations: readonly Pick<Mutation, 'apply' | 'isWhole'>[];
  readonly seed: number;
  /** Attribute that the true elements are marked by after the redesign; `undefined`: they are not. */
  readonly markedBy: string | undefined;
}

/**
 * Redesigns a document once its scripts have run and it shows something that the recipe looks for, and what its scripts add
 * later before anything else sees it. Runs in the page as a script before all others, and takes nothing from module scope.
 */
export function redesignPage(parts: RedesignParts, input: RedesignInput): void {
  const { targets, mutations, seed, markedBy } = input;
  /** Elements of items, by the index of their target, a dot and a number; and the others, as `createKit` names them. */
  const rows = new Map<string, Element>();
  const truth = new Map<string, Element>();
  const redesigned = new WeakSet<Element>();
  /** How the elements of items were written before the redesign. */
  const shapes = new Set<string>();
  let hasBegun = false;
  let count = 0;

  function addTruth(): void {
    const dom = parts.createDom();
    const text = parts.createPageText(dom);
    const finder = parts.createFinder(dom, text, parts.createAccessibility(dom, text));
    const known = new Set([...rows.values(), ...truth.values()]);
    const search = (target: StressTarget, root: Document | Element): readonly Element[] => {
      for (const selector of target.selectors) {
        const hits = finder.find(selector, root);
        const shown = hits.filter((hit) => text.isVisible(hit));
        if (shown.length > 0) return shown;
        if (hits.length > 0) return hits;
      }
      return [];
    };
    for (const [index, target] of targets.entries()) {
      if (target.kind === 'items') {
        for (const row of [...search(target, document), ...listAlike(index)]) {
          if (!known.has(row) && !redesigned.has(row)) rows.set(`${index}.${(count += 1)}`, row);
          known.add(row);
        }
        continue;
      }
      const isOne = target.kind === 'action' || (target.kind === 'field' && !target.isList);
      const letter = target.kind === 'field' ? 'f' : 'a';
      const holders: (readonly [string, Document | Element])[] =
        target.within === undefined
          ? [['', document]]
          : [...rows].filter(
              ([name, row]) => name.startsWith(`${target.within}.`) && !redesigned.has(row),
            );
      for (const [holder, root] of holders) {
        const found = search(target, root).filter((element) => !redesigned.has(element));
        for (const element of isOne ? found.slice(0, 1) : found) {
          truth.set(`${letter}${holder}:${index}.${(count += 1)}`, element);
        }
      }
    }
  }

  /** Rows that came later, where the redesign cut their selectors off: written as the others were, beside one of them. */
  function listAlike(index: number): readonly Element[] {
    const parents = new Set<Element>();
    for (const [name, row] of rows) {
      if (name.startsWith(`${index}.`) && row.parentElement !== null)
        parents.add(row.parentElement);
    }
    return [...parents].flatMap((parent) =>
      [...parent.children].filter((child) => !redesigned.has(child) && shapes.has(shapeOf(child))),
    );
  }

  function shapeOf(element: Element): string {
    return `${element.tagName} ${element.getAttribute('class') ?? ''}`;
  }

  /** Style sheets know nothing of the redesign: what they hid stays hidden. */
  function listHidden(within: readonly Element[]): Map<string, Element> {
    const hidden = within
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .filter((element) => getComputedStyle(element).display === 'none');
    return new Map(hidden.map((element, at) => [String(at), element]));
  }

  function redesign(added: readonly Element[] | undefined): void {
    addTruth();
    for (const row of rows.values()) if (!redesigned.has(row)) shapes.add(shapeOf(row));
    const isLate = added !== undefined;
    const hidden = listHidden(added ?? [document.body]);
    mutations.forEach(({ apply, isWhole }, at) => {
      if (isLate && isWhole === true) return;
      const kit = parts.createKit({
        truth,
        rows,
        hidden,
        seed: seed + at,
        lost: '',
        otherHtml: '',
        keepsData: true,
        ...(isLate ? { within: added.filter((element) => element.isConnected) } : {}),
      });
      apply(kit);
    });
    for (const element of hidden.values()) {
      if (element instanceof HTMLElement && getComputedStyle(element).display !== 'none') {
        element.style.display = 'none';
      }
    }
    for (const element of document.querySelectorAll('*')) redesigned.add(element);
    mark();
  }

  function mark(): void {
    if (markedBy === undefined) return;
    const marks = new Map<Element, string[]>();
    const note = (element: Element, index: string): void => {
      marks.set(element, [...(marks.get(element) ?? []), index]);
    };
    for (const [name, row] of rows) note(row, name.slice(0, name.indexOf('.')));
    for (const [name, element] of truth) {
      note(element, name.slice(name.indexOf(':') + 1, name.lastIndexOf('.')));
    }
    for (const [element, indexes] of marks) element.setAttribute(markedBy, indexes.join(' '));
  }

  function look(records: readonly MutationRecord[]): void {
    if (!hasBegun) {
      addTruth();
      if (rows.size + truth.size === 0) return;
      rows.clear();
      truth.clear();
      hasBegun = true;
      redesign(undefined);
    } else {
      const nodes = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
      const added = [...nodes].filter(
        (node): node is Element =>
          node instanceof Element && node.isConnected && !redesigned.has(node),
      );
      const outer = added.filter(
        (element) => !added.some((other) => other !== element && other.contains(element)),
      );
      if (outer.length > 0) redesign(outer);
    }
    // What the redesign did is no news.
    observer.takeRecords();
  }

  const observer = new MutationObserver(look);
  function begin(): void {
    observer.observe(document, { childList: true, subtree: true });
    look([]);
  }
  // The page's own listeners for this event come first: they look for elements as they were made for them.
  document.addEventListener('DOMContentLoaded', () => setTimeout(begin, 0));
}
