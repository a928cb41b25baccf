import type { CssPaths } from '../../page-script/create-css-paths.ts';
import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';
import type { Leaf } from './create-leaf-lister.ts';

/** Makes and follows selectors of values in their items. */
export interface ValueSelectors {
  /** The elements in the item that a selector leads to, as a run finds them. */
  query(item: Element, selector: string): readonly Element[];
  /** Selectors of one value within its item, best first; of a list's values, ones that match all of them. */
  propose(leaf: Leaf, item: Element, isList: boolean): readonly string[];
}

/** Part of the page script: uses nothing from module scope. */
export function createValueSelectors(dom: Dom, css: CssPaths, shapes: BlockShapes): ValueSelectors {
  function query(item: Element, selector: string): readonly Element[] {
    if (selector === ':scope') return [item];
    if (selector.startsWith('xpath/')) {
      try {
        const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
        const found = document.evaluate(selector.slice(6), item, null, kind, null);
        return Array.from({ length: found.snapshotLength }, (_none, at) => found.snapshotItem(at))
          .filter((node) => node instanceof Element)
          .filter((node) => item.contains(node));
      } catch {
        // The label has characters that no path can hold.
        return [];
      }
    }
    if (!selector.startsWith('pierce/')) return css.query(item, selector);
    const own = selector.slice(7);
    const roots = [item, ...dom.walk(item, 300)].flatMap((one) => dom.shadowRoot(one) ?? []);
    return [...css.query(item, own), ...roots.flatMap((root) => css.query(root, own))];
  }

  function propose(
    { element, labelPath, key }: Leaf,
    item: Element,
    isList: boolean,
  ): readonly string[] {
    if (element === item) return [':scope'];
    const root = dom.root(element);
    if (root !== dom.root(item)) {
      const list = root instanceof ShadowRoot ? css.list(element, root, true) : [];
      const kinds = isList ? namesOf(element) : [];
      return [...kinds, ...list].map((own) => `pierce/${own}`);
    }
    const column = /^cell:(\d+)$/.exec(key);
    if (column !== null) {
      const cells = dom.children(item);
      const place = cells.indexOf(element) + 1;
      return [
        `:scope > :nth-child(${place})`,
        `:scope > :nth-last-child(${cells.length - place + 1})`,
      ];
    }
    const own = isList ? namesOf(element) : css.list(element, item, true);
    return labelPath === '' || isList
      ? own
      : [...own.slice(0, 1).filter((css) => /^[.[]/.test(css)), labelPath, ...own];
  }

  /** Selectors by names alone, which match further values of a list too. */
  function namesOf(element: Element): readonly string[] {
    const itemprop = dom.attribute(element, 'itemprop');
    const tag = CSS.escape(dom.tag(element));
    const own = shapes.steadyClasses(element).map((name) => `.${CSS.escape(name)}`);
    const above = dom.parent(element);
    const around =
      above === undefined
        ? []
        : [
            ...shapes.steadyClasses(above).map((name) => `.${CSS.escape(name)}`),
            CSS.escape(dom.tag(above)),
          ];
    return [
      ...(itemprop === '' ? [] : [`[itemprop="${CSS.escape(itemprop)}"]`]),
      ...own,
      ...around.map((name) => `${name} > ${tag}`),
      tag,
    ];
  }

  return { query, propose };
}
