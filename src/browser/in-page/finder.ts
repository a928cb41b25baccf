import { addAll } from '../../runtime/collections.ts';
import type { Selector, SelectorKind } from '../../runtime/contracts/recipe/recipe.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import * as accessibility from './accessibility.ts';

/** Where a selector is searched. */
export type FinderRoot = Document | ShadowRoot | Element;

/** A page with more elements is not searched by name or text: each search would take seconds. */
const maxWalked = 100_000;
/** Most elements that one part of a selector chain passes on to the next part. */
const maxBases = 10_000;
const silent = new Set(['head', 'script', 'style', 'noscript', 'template']);
type Part = Selector['parts'][number];
type Fold = (text: string) => string;
type SearchedPart = Part & { readonly kind: SelectorKind };

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
    if (shadow !== undefined) addAll(found, byCss(value, shadow));
  }
  return found;
}

function byAria({ value, role }: Part, root: FinderRoot, fold: Fold): readonly Element[] {
  const found = below(root).filter(
    (element) =>
      (role === undefined || accessibility.role(element) === role) &&
      (value === '' || fold(accessibility.name(element)) === fold(value)),
  );
  if (role !== undefined) return found;
  // A selector without a role prefers elements that have one: wrappers take their name from the element inside.
  const named = found.filter((element) => accessibility.role(element) !== '');
  return named.length > 0 ? named : found;
}

/** Finds the deepest elements whose raw text contains the value, case-sensitive, as the Recorder does. */
function byText(value: string, root: FinderRoot, fold: Fold): readonly Element[] {
  const wanted = fold(value);
  const all = root instanceof Element ? [root, ...below(root)] : below(root);
  const holders = new Set<Element>();
  // Runs backwards: descendants come after their ancestor in document order.
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const element = all[index];
    if (element === undefined || silent.has(dom.tag(element))) continue;
    if (fold(rawText(element)).includes(wanted)) holders.add(element);
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
  const shadow = dom.shadowRoot(element);
  const text = textIn(element);
  return shadow === undefined ? text : `${text} ${textIn(shadow)}`;
}

const silentParts = [...silent].join();

/** The text of an element without what its scripts, styles and templates hold. */
function textIn(root: Element | ShadowRoot): string {
  if (root.querySelector(silentParts) === null) return root.textContent ?? '';
  const texts = document.createTreeWalker(
    root,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.matches(silentParts)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  let text = '';
  while (texts.nextNode() !== null) {
    if (texts.currentNode instanceof Text) text += texts.currentNode.data;
  }
  return text;
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
  Record<SelectorKind, (part: Part, root: FinderRoot, fold: Fold) => readonly Element[]>
> = {
  css: ({ value }, root) => byCss(value, root),
  pierce: ({ value }, root) => byPierce(value, root),
  aria: byAria,
  text: ({ value }, root, fold) => byText(value, root, fold),
  xpath: ({ value }, root) => byXpath(value, root),
};

function findPart(part: SearchedPart, root: FinderRoot, fold: Fold): readonly Element[] {
  try {
    return finders[part.kind](part, root, fold);
  } catch {
    // The browser cannot parse the selector: nothing matches.
    return [];
  }
}

/** Returns the n-th visible element, as people count; of hidden ones only where none is visible. */
function take(nth: number, bases: readonly FinderRoot[]): readonly FinderRoot[] {
  const elements = bases.filter((base) => base instanceof Element);
  const visible = elements.filter((element) => text.isVisible(element));
  const chosen = (visible.length > 0 ? visible : elements)[nth - 1];
  return chosen === undefined ? [] : [chosen];
}

function isSearched(part: Part): part is SearchedPart {
  return part.kind !== 'nth';
}

/**
 * Returns all matches in document order; none when the browser cannot parse the selector. With `ignoresCase` names
 * and texts may be in other letters of the same words.
 */
export function findAll(
  parts: Selector['parts'],
  root: FinderRoot,
  ignoresCase = false,
): readonly Element[] {
  const fold: Fold = ignoresCase ? (text) => text.toLowerCase() : (text) => text;
  let bases: readonly FinderRoot[] = [root];
  for (const [index, part] of parts.entries()) {
    if (!isSearched(part)) {
      bases = take(Number(part.value), bases);
      continue;
    }
    const found = new Set<Element>();
    for (const base of bases.slice(0, maxBases)) {
      const inside = index > 0 && base instanceof Element ? dom.shadowRoot(base) : undefined;
      for (const element of findPart(part, inside ?? base, fold)) found.add(element);
    }
    bases = [...found];
  }
  return bases.filter((base) => base instanceof Element);
}
