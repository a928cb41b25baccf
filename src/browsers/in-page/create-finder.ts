import type { Selector } from '../../contracts/recipe.ts';
import type { Accessibility } from '../page-script/create-accessibility.ts';
import type { Dom } from '../page-script/create-dom.ts';

/** Where a selector is searched. */
export type FinderRoot = Document | ShadowRoot | Element;

/** Finds the elements that a recipe's selectors match. */
export interface Finder {
  /** Returns all matches in document order; none when the browser cannot parse the selector. */
  find(parts: Selector['parts'], root: FinderRoot): readonly Element[];
}

/** Part of the page script: uses nothing from module scope. */
export function createFinder(dom: Dom, accessibility: Accessibility): Finder {
  /** A page with more elements is not searched by name or text: each search would take seconds. */
  const maxWalked = 100_000;
  /** Most elements that one part of a selector chain passes on to the next part. */
  const maxBases = 10_000;
  const silent = new Set(['head', 'script', 'style', 'noscript', 'template']);
  type Part = Selector['parts'][number];

  function byCss(value: string, root: FinderRoot): readonly Element[] {
    if (root instanceof Element) {
      if (value === ':scope') return [root];
      const inside = [...root.querySelectorAll(value)];
      return inside.length === 0 && root.matches(value) ? [root] : inside;
    }
    return [...root.querySelectorAll(value)];
  }

  function below(root: FinderRoot): readonly Element[] {
    return dom.walk(root as Element | Document, maxWalked);
  }

  function byPierce(value: string, root: FinderRoot): readonly Element[] {
    const found = [...byCss(value, root)];
    for (const element of root instanceof Element ? [root, ...below(root)] : below(root)) {
      const shadow = dom.shadowRoot(element);
      if (shadow !== undefined) found.push(...byCss(value, shadow));
    }
    return found;
  }

  function byAria({ value, role }: Part, root: FinderRoot): readonly Element[] {
    const found = below(root).filter(
      (element) =>
        (role === undefined || accessibility.role(element) === role) &&
        (value === '' || accessibility.name(element) === value),
    );
    if (role !== undefined) return found;
    // A selector without a role prefers elements that have one: wrappers take their name from the element inside.
    const named = found.filter((element) => accessibility.role(element) !== '');
    return named.length > 0 ? named : found;
  }

  /** Finds the deepest elements whose raw text contains the value, case-sensitive, as the Recorder does. */
  function byText(value: string, root: FinderRoot): readonly Element[] {
    const all = root instanceof Element ? [root, ...below(root)] : below(root);
    const holders = new Set<Element>();
    // Runs backwards: descendants come after their ancestor in document order.
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const element = all[index];
      if (element === undefined || silent.has(dom.tag(element))) continue;
      if (rawText(element).includes(value)) holders.add(element);
    }
    const outer = new Set<Element>();
    for (const holder of holders) {
      let above = dom.parent(holder);
      while (above !== undefined && !outer.has(above)) {
        outer.add(above);
        above = dom.parent(above);
      }
    }
    return all.filter((element) => holders.has(element) && !outer.has(element));
  }

  function rawText(element: Element): string {
    if (element instanceof HTMLInputElement) {
      return /^(?:button|submit|reset)$/.test(element.type) ? element.value : '';
    }
    const text = element.textContent ?? '';
    const shadow = dom.shadowRoot(element);
    return shadow === undefined ? text : `${text} ${shadow.textContent ?? ''}`;
  }

  function byXpath(value: string, root: FinderRoot): readonly Element[] {
    const isInside = root instanceof Element;
    // Inside an item the path must be relative: an absolute one searches the whole document.
    const path = isInside && value.startsWith('//') ? `.${value}` : value;
    const context = root instanceof ShadowRoot ? root.host : root;
    const snapshot = document.evaluate(
      path,
      context,
      null,
      XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
      null,
    );
    const found: Element[] = [];
    for (let index = 0; index < snapshot.snapshotLength; index += 1) {
      const node = snapshot.snapshotItem(index);
      if (node instanceof Element && (!isInside || root.contains(node))) found.push(node);
    }
    return found;
  }

  const finders: Readonly<
    Record<Part['kind'], (part: Part, root: FinderRoot) => readonly Element[]>
  > = {
    css: ({ value }, root) => byCss(value, root),
    pierce: ({ value }, root) => byPierce(value, root),
    aria: byAria,
    text: ({ value }, root) => byText(value, root),
    xpath: ({ value }, root) => byXpath(value, root),
  };

  function findPart(part: Part, root: FinderRoot): readonly Element[] {
    try {
      return finders[part.kind](part, root);
    } catch {
      // The browser cannot parse the selector: nothing matches.
      return [];
    }
  }

  return {
    find(parts, root) {
      let bases: readonly FinderRoot[] = [root];
      for (const [index, part] of parts.entries()) {
        const found = new Set<Element>();
        for (const base of bases.slice(0, maxBases)) {
          const inside = index > 0 && base instanceof Element ? dom.shadowRoot(base) : undefined;
          for (const element of findPart(part, inside ?? base)) found.add(element);
        }
        bases = [...found];
      }
      return bases.filter((base) => base instanceof Element);
    },
  };
}
