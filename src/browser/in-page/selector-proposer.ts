import type { ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import * as dom from './dom.ts';
import * as css from './css-paths.ts';
import * as text from './page-text.ts';
import * as accessibility from './accessibility.ts';

const maxElements = 20_000;
/** Most selectors of each kind, best first: enough to survive changes, few enough to read. */
const maxCss = 2;
/** Most characters of a name or text in a selector; longer ones are content. */
const maxName = 80;

function byName(element: Element): string {
  const role = accessibility.role(element);
  const name = accessibility.name(element);
  if (role === '' || name === '' || name.length > maxName) return '';
  const same = dom
    .walk(document, maxElements)
    .filter((other) => accessibility.role(other) === role && text.isVisible(other))
    .filter((other) => accessibility.name(other) === name);
  const quoted = name.replace(/["\\]/g, '\\$&');
  return same.length === 1 ? `aria/${quoted}[role="${role}"]` : '';
}

/**
 * Returns a text selector if the deepest element with the text, as the Recorder searches it, is this one; else an
 * empty string.
 */
function byText(element: Element): string {
  const said = text.read(element);
  if (said === '' || said.length > maxName) return '';
  const holders = dom
    .walk(document, maxElements)
    .filter((other) => text.read(other).includes(said));
  const inner = new Set(holders.map((holder) => dom.parent(holder)));
  const deepest = holders.filter((holder) => !inner.has(holder));
  return deepest.length === 1 && deepest[0] === element ? `text/${said}` : '';
}

function byXPath(element: Element): string {
  if (dom.root(element) !== document) return '';
  const steps: string[] = [];
  let inner: Element | undefined = element;
  while (inner !== undefined && steps.length < 60) {
    const id = dom.attribute(inner, 'id');
    if (id !== '' && !/["\d]/.test(id) && dom.byId(inner, id) === inner) {
      steps.unshift(`//*[@id="${id}"]`);
      return `xpath/${steps.join('')}`;
    }
    const tag = dom.tag(inner);
    const same = dom.siblings(inner);
    const alike = same.filter((other) => dom.tag(other) === tag);
    // XPath 1.0 cannot name elements of other namespaces, such as SVG, without a prefix.
    const step =
      inner.namespaceURI === document.documentElement.namespaceURI
        ? tag
        : `*[local-name()="${tag}"]`;
    steps.unshift(alike.length > 1 ? `/${step}[${alike.indexOf(inner) + 1}]` : `/${step}`);
    inner = dom.parent(inner);
  }
  return `xpath/${steps.join('')}`;
}

/** Returns CSS selectors, as chains from the document through the hosts of the shadow roots around the element. */
function byCss(element: Element, isData: boolean): ProposedSelector[] {
  const root = dom.root(element);
  const own = css.list(element, root, isData).slice(0, maxCss);
  if (!(root instanceof ShadowRoot)) return own;
  const host = byCss(root.host, false)[0];
  if (host === undefined) return [];
  const chain = typeof host === 'string' ? [host] : host;
  return own.map((last) => [...chain, last]);
}

/** Returns selectors for acting: by name, by stable CSS, by XPath, by text. */
export function forAction(element: Element): ProposedSelector[] {
  const all = [byName(element), ...byCss(element, false), byXPath(element), byText(element)];
  return all.filter((selector) => selector !== '');
}

/**
 * Returns selectors for reading: by structure only, since names and texts are data. `roots`: the items, the one
 * that contains the element first.
 */
export function forField(element: Element, roots: readonly Element[]): ProposedSelector[] {
  const [root, ...others] = roots;
  if (root === undefined) return byCss(element, true);
  return css
    .list(element, root, true)
    .map((selector) => ({
      selector,
      hits: others.filter((other) => css.query(other, selector).length === 1).length,
    }))
    .filter(({ hits }) => hits * 2 >= others.length)
    .map(({ selector }) => selector)
    .slice(0, maxCss + 1);
}

export function forItems(elements: readonly Element[]): ProposedSelector[] {
  const [first] = elements;
  if (first === undefined) return [];
  return css.listGroup(elements, dom.root(first)).slice(0, maxCss);
}
