import { type AnyNode, type Document, Element, hasChildren, isTag, isText, Text } from 'domhandler';
import { appendChild } from 'domutils';
import { removeElements } from './to-html.ts';

/** What becomes of a page's navigation: it stands under a heading at the end, or is left out. */
export type NavigationPlace = 'end' | 'omit';

/**
 * Takes menus, the site's header and lists of links out of a page's content. Elements that hold nodes of `main`, and
 * tables of contents, which lead to places on the page itself, stay; so does everything where nothing else would be left.
 * Changes the document; linear in its size.
 */
export function setNavigationApart(
  document: Document,
  main: ReadonlySet<AnyNode>,
  place: NavigationPlace,
): void {
  const elements = listElements(document, main);
  const navigation: Area[] = [];
  // The first of the main content itself, and not of what holds it.
  const start = elements.findIndex(({ inMain, holdsText }) => inMain || holdsText);
  let left = elements[0]?.text ?? 0;
  for (let index = 1; index < elements.length; index += 1) {
    const area = elements[index] as Area;
    if (!isNavigation(area) && !(index < start && isWayIn(area))) continue;
    navigation.push(area);
    left -= area.text;
    index = area.end - 1;
  }
  if (navigation.length === 0 || left <= 0) return;
  const holder = navigation[0]?.body ?? document;
  const taken = navigation.flatMap(({ node }) => (isTag(node) ? [node] : []));
  removeElements(taken);
  if (place === 'omit') return;
  const heading = new Element('h2', {});
  // The same word in many languages, and in none a wrong one.
  appendChild(heading, new Text('Navigation'));
  appendChild(holder, heading);
  for (const node of taken) appendChild(holder, node);
}

/** An element with what is in it. */
interface Area {
  readonly node: Document | Element;
  readonly parent: number;
  /** The page's `<body>`. */
  readonly body: Document | Element;
  readonly inLink: boolean;
  /** Whether it is part of a list's item. */
  readonly inItem: boolean;
  /** Whether it is part of the main content. */
  readonly inMain: boolean;
  /** Whether a text of its own is part of the main content. */
  holdsText: boolean;
  /** Place of the first element after it. */
  end: number;
  holdsMain: boolean;
  /** Characters without white space at the ends of texts. */
  text: number;
  linkedText: number;
  links: number;
  /** Links to places on the page. */
  ownLinks: number;
}

/** The document and all its elements in page order; sums include what is in the elements within. */
function listElements(document: Document, main: ReadonlySet<AnyNode>): readonly Area[] {
  const areas: Area[] = [];
  const pending: { readonly node: AnyNode; readonly parent: number }[] = [
    { node: document, parent: -1 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, parent } = next;
    const outer = areas[parent];
    if (isText(node)) {
      if (outer !== undefined) addText(outer, node, main);
      continue;
    }
    if (!isTag(node) && node !== document) continue;
    const area = toArea(node, parent, outer, main);
    areas.push(area);
    if (!hasChildren(node)) continue;
    const index = areas.length - 1;
    for (let child = node.lastChild; child !== null; child = child.prev) {
      pending.push({ node: child, parent: index });
    }
  }
  for (let index = areas.length - 1; index >= 0; index -= 1) {
    const area = areas[index] as Area;
    area.end = Math.max(area.end, index + 1);
    const outer = areas[area.parent];
    if (outer === undefined) continue;
    outer.end = Math.max(outer.end, area.end);
    outer.holdsMain ||= area.holdsMain;
    outer.text += area.text;
    outer.linkedText += area.linkedText;
    outer.links += area.links;
    outer.ownLinks += area.ownLinks;
  }
  return areas;
}

function toArea(
  node: Document | Element,
  parent: number,
  outer: Area | undefined,
  main: ReadonlySet<AnyNode>,
): Area {
  const href = isTag(node) && node.name === 'a' ? node.attribs['href'] : undefined;
  const inMain = outer?.inMain === true || main.has(node);
  const isBody = isTag(node) && node.name === 'body';
  return {
    node,
    parent,
    body: isBody || outer === undefined ? node : outer.body,
    inItem: outer?.inItem === true || (isTag(node) && node.name === 'li'),
    inLink: outer?.inLink === true || href !== undefined,
    inMain,
    holdsText: false,
    end: 0,
    holdsMain: inMain,
    text: 0,
    linkedText: 0,
    links: href === undefined ? 0 : 1,
    ownLinks: href?.startsWith('#') === true && href.length > 1 ? 1 : 0,
  };
}

function addText(area: Area, node: Text, main: ReadonlySet<AnyNode>): void {
  const { length } = node.data.trim();
  area.text += length;
  if (area.inLink) area.linkedText += length;
  area.holdsText ||= main.has(node);
  area.holdsMain ||= area.holdsText;
}

const navigationTags: ReadonlySet<string> = new Set(['header', 'menu', 'nav']);
const navigationRoles: ReadonlySet<string> = new Set(['banner', 'menu', 'menubar', 'navigation']);
const breadcrumb = /breadcrumb/i;
/** A list of links is one of at least so many, with at least this share of its text. */
const minLinks = 5;
const minLinkedShare = 0.8;

function isNavigation({ node, holdsMain, text, linkedText, links, ownLinks }: Area): boolean {
  if (!isTag(node) || holdsMain || links === 0 || ownLinks * 2 > links) return false;
  const role = node.attribs['role']?.toLowerCase() ?? '';
  if (navigationTags.has(node.name) || navigationRoles.has(role)) return true;
  const { class: names = '', id = '', 'aria-label': label = '' } = node.attribs;
  if (breadcrumb.test(`${names} ${id} ${label}`)) return true;
  return links >= minLinks && linkedText >= text * minLinkedShare;
}

/** Links of a list before the content; one alone may be a category. */
const minListLinks = 2;

/** Whether it leads past the start of a page: a link to its content, a row of breadcrumbs, a short menu. */
function isWayIn({ node, inItem, holdsMain, text, linkedText, links, ownLinks }: Area): boolean {
  if (!isTag(node) || holdsMain || text === 0) return false;
  // In a list it is part of a table of contents.
  if (node.name === 'a') return ownLinks === 1 && !inItem;
  if (node.name !== 'ul' && node.name !== 'ol') return false;
  const isShort = links >= minListLinks && ownLinks * 2 <= links;
  return isShort && linkedText >= text * minLinkedShare;
}
