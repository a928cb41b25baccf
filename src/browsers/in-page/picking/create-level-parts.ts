import type { Dom } from '../../page-script/create-dom.ts';
import type { BlockShapes } from './create-block-shapes.ts';
import type { ListLevel } from './create-level-finder.ts';

/** Compares lists that stand in one another. */
export interface LevelParts {
  /** The elements in `holder` that are to it what the members of `inner` are to the member of `outer` they stand in. */
  alikeIn(holder: Element, inner: ListLevel, outer: ListLevel): readonly Element[];
  /**
   * Whether the inner blocks are the parts of each outer one: lines that begin with the same labels from one outer block to
   * the next, or values whose kind goes by their class or place.
   */
  arePartsOf(inner: ListLevel, outer: ListLevel): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createLevelParts(dom: Dom, shapes: BlockShapes): LevelParts {
  /** Blocks of one list whose inner lists are compared. */
  const maxCompared = 12;
  /** Share of the values of one place that have its form. */
  const usual = 0.7;

  /** The beginning of what an element says. */
  function startOf(element: Element): string {
    const stack = [...dom.content(element)].reverse();
    for (let step = 0; step < 60; step += 1) {
      const node = stack.pop();
      if (node === undefined) return '';
      if (dom.isText(node)) {
        const said = dom.text(node).trim();
        if (/[\p{L}\p{N}]/u.test(said)) return said.slice(0, 40);
      } else if (dom.isElement(node)) stack.push(...[...dom.content(node)].reverse());
    }
    return '';
  }

  /** The elements in `holder` that are to it what the members of `inner` are to the holder they stand in. */
  function alikeIn(holder: Element, inner: ListLevel, depth: number): readonly Element[] {
    const tag = dom.tag(inner.element);
    let found: readonly Element[] = [holder];
    for (let step = 0; step < depth; step += 1) found = found.flatMap((one) => dom.children(one));
    return found.filter(
      (one) =>
        dom.tag(one) === tag &&
        shapes.hasContent(one) &&
        shapes.likeness(inner.element, one) >= 0.4,
    );
  }

  function depthBelow(element: Element, above: Element): number {
    let at: Element | undefined = element;
    let depth = 0;
    while (at !== undefined && at !== above) {
      at = dom.parent(at);
      depth += 1;
    }
    return depth;
  }

  /** What kind of value an element shows: words or an amount, linked or not; a picture. */
  function formOf(element: Element): string {
    const said = (element.textContent ?? '').slice(0, 200);
    const letters = said.replace(/[^\p{L}]/gu, '').length;
    const digits = said.replace(/\D/g, '').length;
    const isLinked = dom.tag(element) === 'a' || element.querySelector('a[href]') !== null;
    const kind = letters + digits === 0 ? 'picture' : digits > letters ? 'amount' : 'words';
    return `${kind}${isLinked ? ' link' : ''}`;
  }

  /** Whether blocks of one value each have, by their class or place in each group, the same kind of value. */
  function areValues(groups: readonly (readonly Element[])[]): boolean {
    const counts = new Set(groups.map((group) => group.length));
    const forms = new Map<string, string[]>();
    for (const group of groups) {
      const names = group.map((element) => shapes.steadyClasses(element).join('.'));
      const areTold = new Set(names).size === names.length;
      if (!areTold && counts.size > 1) return false;
      for (const [at, element] of group.entries()) {
        const key = areTold ? (names[at] ?? '') : String(at);
        forms.set(key, [...(forms.get(key) ?? []), formOf(element)]);
      }
    }
    const found = new Set<string>();
    for (const all of forms.values()) {
      const [first = ''] = all;
      const most = all.find(
        (form) => 2 * all.filter((other) => other === form).length > all.length,
      );
      const form = most ?? first;
      if (all.filter((other) => other === form).length < usual * all.length) return false;
      if (2 * all.length > groups.length) found.add(form);
    }
    return found.size > 1;
  }

  return {
    alikeIn: (holder, inner, outer) =>
      alikeIn(holder, inner, depthBelow(inner.element, outer.element)),
    arePartsOf(inner, outer) {
      const depth = depthBelow(inner.element, outer.element);
      const groups = outer.members
        .slice(0, maxCompared)
        .map((holder) => alikeIn(holder, inner, depth));
      const filled = groups.filter((group) => group.length > 1);
      if (inner.richness < 2 && filled.length > 1 && 2 * filled.length > groups.length) {
        if (areValues(filled)) return true;
      }
      const starts = groups.map((group) => new Set(group.map(startOf)));
      const own = new Set(inner.members.map(startOf));
      if (starts.length < 2 || own.size === 0) return false;
      const shared = [...own].filter(
        (start) =>
          start !== '' && starts.filter((others) => others.has(start)).length * 2 > starts.length,
      );
      return shared.length * 2 >= own.size;
    },
  };
}
