import * as dom from './dom.ts';

const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];
const maxSteps = 60;

/** Returns the matches in the tree of `scope`, without entering shadow roots. */
export function query(scope: Element | Document | ShadowRoot, css: string): Element[] {
  const { querySelectorAll } =
    scope instanceof Document
      ? Document.prototype
      : scope instanceof ShadowRoot
        ? DocumentFragment.prototype
        : Element.prototype;
  try {
    return [...querySelectorAll.call(scope as Document & DocumentFragment & Element, css)];
  } catch {
    // The name makes an invalid selector even when escaped.
    return [];
  }
}

/** Whether an id or class is stable: generated names change with the next build of the page. */
function isSteady(name: string): boolean {
  if (name === '' || name.length > 40) return false;
  return !/\d{3,}|^\d|[:]|--?[a-z0-9]*\d[a-z0-9]*[a-z][a-z0-9]*$|^(?:css|sc|jsx|ember|react|svelte|emotion|chakra|mui)-/i.test(
    name,
  );
}

function attributeCss(element: Element, name: string): string {
  const value = dom.attribute(element, name);
  return value === '' || value.length > 150 ? '' : `[${name}="${CSS.escape(value)}"]`;
}

/** Returns selectors made of the element's own tag, id, classes and attributes. */
function own(element: Element, isData: boolean): string[] {
  const tag = CSS.escape(dom.tag(element));
  const id = dom.attribute(element, 'id');
  const list = testIds.map((name) => attributeCss(element, name));
  if (!isData && isSteady(id)) list.push(`#${CSS.escape(id)}`);
  list.push(attributeCss(element, 'itemprop'));
  if (/^(?:button|input|select|textarea)$/.test(tag)) {
    const name = attributeCss(element, 'name');
    const isChoice = /^(?:checkbox|radio|submit)$/.test(dom.attribute(element, 'type'));
    if (name !== '') list.push(tag + name + (isChoice ? attributeCss(element, 'value') : ''));
  }
  if (!isData) {
    for (const name of ['aria-label', 'href', 'placeholder', 'title', 'alt']) {
      const css = attributeCss(element, name);
      if (css !== '') list.push(tag + css);
    }
  }
  const classes = classesOf(element);
  for (const name of classes) list.push(`.${CSS.escape(name)}`);
  if (classes.length > 1) list.push(classes.map((name) => `.${CSS.escape(name)}`).join(''));
  list.push(tag);
  return list.filter((css) => css !== '');
}

function classesOf(element: Element): string[] {
  return dom.attribute(element, 'class').slice(0, 1_000).split(/\s+/).filter(isSteady).slice(0, 4);
}

function step(element: Element): string {
  const tag = dom.tag(element);
  const same = dom.siblings(element).filter((other) => dom.tag(other) === tag);
  const css = CSS.escape(tag);
  return same.length > 1 ? `${css}:nth-of-type(${same.indexOf(element) + 1})` : css;
}

/** Returns a selector path that starts at the nearest ancestor with a distinctive selector. */
function path(element: Element, scope: Element | Document | ShadowRoot): string {
  const steps: string[] = [];
  let inner: Element = element;
  for (let depth = 0; depth < maxSteps; depth += 1) {
    steps.unshift(step(inner));
    const above = dom.parent(inner);
    if (above === undefined || dom.root(above) !== dom.root(element)) return steps.join(' > ');
    if (above === scope) return `:scope > ${steps.join(' > ')}`;
    const anchor = own(above, false).find(
      (css) => /^[#[]/.test(css) && query(scope, css).length === 1,
    );
    if (anchor !== undefined) return `${anchor} > ${steps.join(' > ')}`;
    inner = above;
  }
  return steps.join(' > ');
}

function isOnly(css: string, element: Element, scope: Element | Document | ShadowRoot): boolean {
  const found = query(scope, css);
  return found.length === 1 && found[0] === element;
}

/**
 * Selectors that lead to this element alone within its tree (or within `scope`, relative to it), best first.
 * `isData`: its own texts and addresses change from item to item.
 */
export function list(
  element: Element,
  scope: Element | Document | ShadowRoot,
  isData: boolean,
): string[] {
  const list = own(element, isData).filter((css) => isOnly(css, element, scope));
  const full = path(element, scope);
  if (!list.includes(full) && isOnly(full, element, scope)) list.push(full);
  return list;
}

/** Selectors that lead to exactly these elements, which share a parent. */
export function listGroup(
  elements: readonly Element[],
  scope: Element | Document | ShadowRoot,
): string[] {
  const [first] = elements;
  const parent = first === undefined ? undefined : dom.parent(first);
  if (first === undefined || parent === undefined) return [];
  const wanted = new Set(elements);
  const kinds = own(first, true);
  const anchors = own(parent, false).filter((css) => query(scope, css).length === 1);
  anchors.push(path(parent, scope));
  const all = [...kinds, ...anchors.flatMap((css) => kinds.map((kind) => `${css} > ${kind}`))];
  return all.filter((css) => {
    const found = query(scope, css);
    return found.length === wanted.size && found.every((element) => wanted.has(element));
  });
}
