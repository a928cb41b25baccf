import * as dom from '../dom.ts';
import * as css from '../css-paths.ts';
import * as text from '../page-text.ts';
import * as shapes from './block-shapes.ts';
import { readHeads } from './picked-tables.ts';

/** A value in an item. */
export interface Leaf {
  /** The same for the same value of every item; values of one key repeat where it is a list. */
  readonly key: string;
  readonly element: Element;
  /** The attribute that holds it; `undefined` for the text. */
  readonly attribute: 'href' | 'src' | 'datetime' | undefined;
  /** What the page writes beside or above the value to name it; empty where there is none. */
  readonly label: string;
  /** An XPath from the item by the label; empty where there is none. */
  readonly labelPath: string;
}

/** Elements of one item that are looked at. */
const maxElements = 600;
const maxOfPage = 6_000;
const maxLabel = 40;
/** Share of a text that stands outside of inner elements, from which on it is one text and not several values. */
const wholeShare = 0.35;
const silent = /^(?:script|style|noscript|template|br|wbr|hr|svg|option|head)$/;
const inline =
  /^(?:b|strong|i|em|u|small|sup|sub|mark|abbr|cite|code|font|wbr|br|span|a|s|del|ins|time|q|label|bdi)$/;

function directText(element: Element): string {
  return dom
    .content(element)
    .slice(0, 200)
    .map((node) => (dom.isText(node) ? dom.text(node).slice(0, 2_000) : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function stepOf(element: Element): string {
  const itemprop = dom.attribute(element, 'itemprop');
  return `${dom.tag(element)}.${itemprop || (shapes.steadyClasses(element)[0] ?? '')}`;
}

function isWords(said: string): boolean {
  return /[\p{L}\p{N}]/u.test(said);
}

/** Whether an element's text and the text of inline elements in it make one text. */
function isWhole(element: Element, direct: string): boolean {
  if (!isWords(direct) || /^[^:]{1,40}:$/.test(direct)) return false;
  const inner = dom.content(element).filter((node) => dom.isElement(node));
  if (inner.length === 0) return true;
  const isInline = inner.every((node) => dom.isElement(node) && inline.test(dom.tag(node)));
  const letters = direct.replace(/[^\p{L}\p{N}]/gu, '').length;
  const all = text.read(element).replace(/[^\p{L}\p{N}]/gu, '').length;
  return isInline && letters >= wholeShare * Math.max(1, all);
}

function quote(said: string): string {
  return said.includes('"') ? `'${said}'` : `"${said}"`;
}

/** A label and the path from the item to what it names. */
function labelOf(element: Element, item: Element): Pick<Leaf, 'label' | 'labelPath'> {
  const none = { label: '', labelPath: '' };
  let at: Element | undefined = element;
  for (let step = 0; at !== undefined && at !== item && step < 3; step += 1) {
    const before = dom.previous(at);
    const tag = dom.tag(at);
    if (before !== undefined) {
      const said = text.read(before).replace(/\s*:$/, '');
      const named = dom.tag(before);
      const isPair = (tag === 'dd' && named === 'dt') || (tag === 'td' && named === 'th');
      const isLabel = text.read(before).endsWith(':') || named === 'label';
      if (
        (isPair || isLabel) &&
        said !== '' &&
        said.length <= maxLabel &&
        isWords(said) &&
        !/["'].*["']/.test(said)
      ) {
        const path = `.//${named}[starts-with(normalize-space(), ${quote(said)})]/following-sibling::${tag}[1]`;
        return { label: said, labelPath: at === element ? `xpath/${path}` : '' };
      }
      return none;
    }
    const above = dom.parent(at);
    if (above === undefined || above === item) return none;
    at = above;
  }
  return none;
}

function headingOf(heads: readonly Element[], column: number): string {
  const said: string[] = [];
  for (const row of heads.slice(0, 4)) {
    const cells = dom.children(row);
    let at = 0;
    for (const one of cells) {
      const span = Math.max(1, Number(dom.attribute(one, 'colspan')) || 1);
      // A cell over all columns names the table.
      if (cells.length > 1 && column >= at && column < at + span) said.push(text.read(one));
      at += span;
    }
  }
  return [...new Set(said)].join(' ').trim().slice(0, 80);
}

function headsOf(row: Element): readonly Element[] {
  const table = row.closest('table');
  return table === null ? [] : readHeads(table).heads;
}

function ofRow(row: Element): readonly Leaf[] {
  const cells = dom.children(row).filter((cell) => /^t[dh]$/.test(dom.tag(cell)));
  const heads = headsOf(row);
  let column = 0;
  return cells.flatMap((cell) => {
    const label = headingOf(heads, column);
    const key = `cell:${column}`;
    column += Math.max(1, Math.min(50, Number(dom.attribute(cell, 'colspan')) || 1));
    const shared = { label, labelPath: '' };
    const links = [...cell.querySelectorAll('a[href]')].filter((link) => text.read(link) !== '');
    const [link] = links;
    const parts =
      cell.querySelector('table, ul, dl, p + p, div + div') === null ? [] : inside(cell, `${key}/`);
    const leaves: Leaf[] = [{ key, element: cell, attribute: undefined, ...shared }, ...parts];
    if (link !== undefined && links.length <= 1 && parts.length === 0) {
      leaves.push({ key: `${key}@href`, element: link, attribute: 'href', ...shared });
    }
    const picture = cell.querySelector('img[src]');
    if (picture !== null && text.read(cell) === '') {
      leaves.push({ key: `${key}@src`, element: picture, attribute: 'src', ...shared });
    }
    return leaves;
  });
}

function inside(item: Element, prefix: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const stack: { readonly element: Element; readonly path: string; readonly isIn: boolean }[] = [
    { element: item, path: prefix, isIn: false },
  ];
  for (
    let count = 0;
    count < (item === document.documentElement ? maxOfPage : maxElements);
    count += 1
  ) {
    const next = stack.pop();
    if (next === undefined) break;
    const { element, path, isIn } = next;
    const tag = dom.tag(element);
    if (silent.test(tag)) continue;
    const isMeta = /^(?:meta|link)$/.test(tag) && dom.hasAttribute(element, 'itemprop');
    if (!isMeta && tag !== 'img' && !text.isVisible(element)) continue;
    const named = element === item ? { label: '', labelPath: '' } : labelOf(element, item);
    const add = (attribute: Leaf['attribute'], suffix: string): void => {
      const key = named.label === '' ? path : `label:${named.label.toLowerCase()}`;
      leaves.push({ key: key + suffix, element, attribute, ...named });
    };
    if (isMeta) {
      add(undefined, '');
      continue;
    }
    if (
      tag === 'img' &&
      (dom.attribute(element, 'src') !== '' || dom.hasAttribute(element, 'data-src'))
    ) {
      add('src', '@src');
      continue;
    }
    if (tag === 'a' && /^(?!#|javascript:).+/i.test(dom.attribute(element, 'href').trim())) {
      add('href', '@href');
    }
    if (tag === 'time' && dom.hasAttribute(element, 'datetime')) add('datetime', '@datetime');
    const direct = directText(element);
    const whole = !isIn && isWhole(element, direct);
    if (whole) add(undefined, '');
    else if (!isIn && isWords(direct) && dom.tag(element) !== 'label') add(undefined, '');
    const children = dom.content(element).filter((node) => dom.isElement(node));
    for (const child of [...children].reverse()) {
      stack.push({ element: child, path: `${path}>${stepOf(child)}`, isIn: isIn || whole });
    }
  }
  return leaves;
}

export function listLeaves(item: Element): readonly Leaf[] {
  return dom.tag(item) === 'tr' ? ofRow(item) : inside(item, '');
}

/** The elements in the item that a selector leads to, as a run finds them. */
export function queryValue(item: Element, selector: string): readonly Element[] {
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

/** Selectors of one value within its item, best first; of a list's values, ones that match all of them. */
export function proposeValue(
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
