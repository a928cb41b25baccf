import { addAll, maxOf, minOf } from '../../../runtime/collections.ts';
import type { RankedSelector } from '../../../runtime/contracts/recipe/fingerprint.ts';
import * as dom from '../dom.ts';
import * as css from '../css-paths.ts';
import * as shapes from './block-shapes.ts';

const maxListed = 4;
const maxKinds = 4;
/** Conditions that one selector may have. */
const maxConditions = 3;
/** Elements of a list whose insides are looked at for what all of them have. */
const maxRead = 30;
const maxInner = 60;

function commonClasses(elements: readonly Element[]): readonly string[] {
  const [first, ...others] = elements;
  if (first === undefined) return [];
  return shapes
    .steadyClasses(first)
    .filter((name) => others.every((other) => dom.classes(other).includes(name)))
    .slice(0, 4);
}

/** Selectors by the elements' own names. */
function kindsOf(elements: readonly Element[]): readonly string[] {
  const [first] = elements;
  if (first === undefined) return [];
  const tags = [...new Set(elements.map(dom.tag))];
  const kinds: string[] = [];
  for (const name of ['data-testid', 'data-test', 'itemprop', 'role', 'itemtype']) {
    const value = dom.attribute(first, name);
    const isShared =
      value !== '' &&
      value.length <= 100 &&
      elements.every((element) => dom.attribute(element, name) === value);
    if (isShared) kinds.push(`[${name}="${CSS.escape(value)}"]`);
  }
  const classes = commonClasses(elements).map((name) => `.${CSS.escape(name)}`);
  addAll(kinds, classes);
  if (classes.length > 1) kinds.push(classes.join(''));
  kinds.push(
    tags.length === 1
      ? CSS.escape(tags[0] ?? '*')
      : `:is(${tags.map((tag) => CSS.escape(tag)).join(', ')})`,
  );
  return [...new Set(kinds)];
}

function commonAncestor(elements: readonly Element[]): Element | undefined {
  const [first] = elements;
  const last = elements.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const around = new Set<Element>();
  for (let at = dom.parent(last); at !== undefined; at = dom.parent(at)) around.add(at);
  let at = dom.parent(first);
  while (at !== undefined && !around.has(at)) at = dom.parent(at);
  return at;
}

/** The tags between the elements and what holds them all; `undefined` where they stand at different depths. */
function tagsBetween(elements: readonly Element[], holder: Element): readonly string[] | undefined {
  const paths = elements.slice(0, maxRead).map((element) => {
    const path: string[] = [];
    for (let at = dom.parent(element); at !== undefined && at !== holder; at = dom.parent(at)) {
      path.unshift(CSS.escape(dom.tag(at)));
    }
    return path.join(' > ');
  });
  const [first = ''] = paths;
  if (!paths.every((path) => path === first)) return undefined;
  return first === '' ? [] : [first];
}

/** Conditions that other elements of the kind do not fulfil, lasting ones before those that count places. */
function conditionsOf(elements: readonly Element[], extras: readonly Element[]): readonly string[] {
  const have = new Map<string, number>();
  const sample = elements.slice(0, maxRead);
  for (const element of sample) {
    const steps = new Set<string>();
    for (const inner of dom.walk(element, maxInner)) {
      const tag = CSS.escape(dom.tag(inner));
      steps.add(dom.parent(inner) === element ? `> ${tag}` : tag);
      for (const name of shapes.steadyClasses(inner).slice(0, 2)) steps.add(`.${CSS.escape(name)}`);
    }
    for (const step of steps) have.set(step, (have.get(step) ?? 0) + 1);
  }
  const positive = [...have].filter(([, count]) => count === sample.length);
  const negative = new Set<string>();
  for (const extra of extras.slice(0, maxRead)) {
    for (const name of shapes.steadyClasses(extra)) negative.add(`:not(.${CSS.escape(name)})`);
    const id = dom.attribute(extra, 'id');
    if (id !== '' && !/\d{3}/.test(id)) negative.add(`:not(#${CSS.escape(id)})`);
    for (const inner of dom.walk(extra, maxInner)) {
      const tag = CSS.escape(dom.tag(inner));
      const step = dom.parent(inner) === extra ? `> ${tag}` : tag;
      if (!have.has(step)) negative.add(`:not(:has(${step}))`);
      for (const name of shapes.steadyClasses(inner).slice(0, 2)) {
        const css = `.${CSS.escape(name)}`;
        if (!have.has(css)) negative.add(`:not(:has(${css}))`);
      }
      const span = dom.attribute(inner, 'colspan');
      if (/^\d+$/.test(span)) negative.add(`:not(:has(> [colspan="${span}"]))`);
    }
  }
  const cells = minOf(
    sample.map((element) => dom.children(element).length),
    20,
  );
  const most = maxOf(sample.map((element) => dom.children(element).length));
  const counts = cells > 1 ? [`:has(> :nth-child(${cells}))`] : [];
  if (most > 0 && most < 20) counts.push(`:not(:has(> :nth-child(${most + 1})))`);
  const places = [1, 2, 3, 4, 5].map((at) => `:nth-child(n + ${at + 1})`);
  const ends = [1, 2, 3, 4, 5].map((at) => `:nth-last-child(n + ${at + 1})`);
  return [
    ...positive.map(([step]) => `:has(${step})`),
    ...negative,
    ...counts,
    ...places,
    ...ends,
  ].slice(0, 200);
}

/** Narrows a selector by conditions until it matches the elements alone; `undefined` where that fails. */
function narrow(
  base: string,
  elements: readonly Element[],
  scope: Document | ShadowRoot,
): string | undefined {
  const wanted = new Set(elements);
  const found = css.query(scope, base);
  if (elements.some((element) => !found.includes(element))) return undefined;
  let extras = found.filter((element) => !wanted.has(element));
  if (extras.length === 0) return base;
  if (extras.length > 2_000) return undefined;
  let narrowed = base;
  for (let round = 0; round < maxConditions && extras.length > 0; round += 1) {
    let best: { readonly condition: string; readonly left: Element[] } | undefined;
    for (const condition of conditionsOf(elements, extras)) {
      if (!elements.every((element) => element.matches(`*${condition}`))) continue;
      const left = extras.filter((element) => element.matches(`*${condition}`));
      if (left.length < (best?.left.length ?? extras.length)) best = { condition, left };
      if (left.length === 0) break;
    }
    if (best === undefined) return undefined;
    narrowed += best.condition;
    extras = best.left;
  }
  return extras.length === 0 ? narrowed : undefined;
}

function listIn(elements: readonly Element[], scope: Document | ShadowRoot): readonly string[] {
  const holder = commonAncestor(elements);
  const kinds = kindsOf(elements);
  const found = new Set<string>();
  const add = (selector: string | undefined): void => {
    if (selector !== undefined) found.add(selector);
  };
  const isExact = (selector: string): boolean => {
    const hits = css.query(scope, selector);
    return hits.length === elements.length && elements.every((element) => hits.includes(element));
  };
  for (const kind of kinds) if (isExact(kind)) add(kind);
  if (holder !== undefined && dom.root(holder) === scope) {
    const anchors = css.list(holder, scope, false).slice(0, 3);
    const path = tagsBetween(elements, holder);
    for (const anchor of anchors) {
      const bases = kinds.flatMap((kind) => [
        ...(path === undefined ? [] : [[anchor, ...path, kind].join(' > ')]),
        `${anchor} ${kind}`,
      ]);
      for (const base of bases) if (isExact(base)) add(base);
      if (found.size >= maxListed) break;
      for (const base of bases) {
        if (found.size >= maxListed) break;
        add(narrow(base, elements, scope));
      }
    }
  } else for (const kind of kinds) add(narrow(kind, elements, scope));
  return [...found].slice(0, maxListed);
}

/** Selectors of several kinds, each by its own. */
function join(elements: readonly Element[], scope: Document | ShadowRoot): readonly string[] {
  const kinds = new Map<string, Element[]>();
  for (const element of elements) {
    const key = `${dom.tag(element)}.${shapes.steadyClasses(element).join('.')}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, [element]);
    else kind.push(element);
  }
  if (kinds.size < 2 || kinds.size > maxKinds) return [];
  const parts = [...kinds.values()].map((kind) => listIn(kind, scope)[0]);
  return parts.every((part) => part !== undefined) ? [parts.join(', ')] : [];
}

/** Best first: short ones by lasting names before ones by place. Each matches exactly the elements. */
export function listGroupSelectors(elements: readonly Element[]): readonly RankedSelector[] {
  const [first] = elements;
  if (first === undefined) return [];
  const scope = dom.root(first);
  if (elements.some((element) => dom.root(element) !== scope)) return [];
  const own = listIn(elements, scope);
  const all = own.length > 0 ? own : join(elements, scope);
  const count = elements.length;
  if (!(scope instanceof ShadowRoot)) return all.map((selector) => ({ selector, count }));
  const chain: string[] = [];
  for (
    let root: Document | ShadowRoot = scope;
    root instanceof ShadowRoot;
    root = dom.root(root.host)
  ) {
    const [host] = css.list(root.host, dom.root(root.host), false);
    if (host === undefined) return [];
    chain.unshift(host);
  }
  return all.map((selector) => ({ selector: [...chain, selector], count }));
}
