import { type AnyNode, Text } from 'domhandler';
import {
  type LinkedDocument,
  LinkedElement,
  type LinkedTree,
  listElements,
  visitElements,
} from '../parse/linked-tree.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What leads through a site, or lies on top of the page: what is opened there is none of the page's text. */
const otherTags: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'dialog', 'template']);
const otherRoles: ReadonlySet<string> = toWordSet(
  'navigation banner contentinfo search menu menubar listbox dialog alertdialog tooltip',
);
/** What a visitor fills in or presses, which filters, searches and settings are made of. */
const controlTags: ReadonlySet<string> = toWordSet('form input select textarea');
const unreadTags: ReadonlySet<string> = toWordSet('script style noscript template svg button');
/** Nodes of a part that are looked at. */
const maxNodes = 1_000;
/** Characters of what a tab or an opener is labelled with. Longer ones are texts. */
const maxLabel = 100;
/** Levels between an opener and the line that it is all of: `<h3><button>`. */
const maxWrappers = 4;

/**
 * Returns those of the closed elements that a tab or a button of the page says it opens (`aria-controls`), that a tab names
 * (`aria-labelledby`), or that follow on their opener or stand below a row of as many tabs, as far as they hold text: not
 * menus, dialogs and filters. Outer ones come first.
 */
export function listOpenedParts(
  { root, openers }: Pick<LinkedTree, 'root' | 'openers'>,
  closed: ReadonlySet<LinkedElement>,
): readonly LinkedElement[] {
  const opened = new Set<string>();
  const tabs = new Set<string>();
  const placed = new Set(listPanes(closed));
  const depths = new TextDepths(root);
  for (const element of openers) {
    const { attribs } = element;
    if (depths.of(element) === undefined) continue;
    if (attribs['role'] === 'tab' && attribs['id'] !== undefined) tabs.add(attribs['id']);
    if (isOpener(attribs))
      for (const id of attribs['aria-controls']?.split(/\s+/) ?? []) opened.add(id);
    const body = findBody(element);
    if (body !== undefined) placed.add(body);
  }
  return [...closed]
    .filter((element) => {
      const { id = '', role, 'aria-labelledby': tab = '' } = element.attribs;
      const isNamed = (id !== '' && opened.has(id)) || (role === 'tabpanel' && tabs.has(tab));
      return (isNamed || placed.has(element)) && holdsText(element);
    })
    .flatMap((element) => {
      const depth = depths.of(element);
      return depth === undefined ? [] : [{ element, depth }];
    })
    .toSorted((one, two) => one.depth - two.depth)
    .map(({ element }) => element);
}

/** How many elements are around an element of a page's text, and not of what `isOther`. */
class TextDepths {
  readonly #known = new Map<AnyNode, number | undefined>();

  constructor(root: LinkedDocument) {
    this.#known.set(root, -1);
  }

  of(element: LinkedElement): number | undefined {
    const path: LinkedElement[] = [];
    let node: AnyNode | null = element;
    for (; node instanceof LinkedElement && !this.#known.has(node); node = node.parent)
      path.push(node);
    let depth = node === null ? undefined : this.#known.get(node);
    for (const passed of path.toReversed()) {
      depth = depth === undefined || isOther(passed) ? undefined : depth + 1;
      this.#known.set(passed, depth);
    }
    return depth;
  }
}

function isOther({ name, attribs }: LinkedElement): boolean {
  return (
    otherTags.has(name) ||
    otherRoles.has(attribs['role'] ?? '') ||
    attribs['aria-modal'] !== undefined
  );
}

function isOpener(attribs: Readonly<Record<string, string>>): boolean {
  if (attribs['aria-controls'] === undefined || attribs['aria-haspopup'] !== undefined)
    return false;
  return attribs['role'] === 'tab' || attribs['aria-expanded'] !== undefined;
}

/** Finds what follows on a closed opener that names nothing: the body of an accordion. */
function findBody(opener: LinkedElement): LinkedElement | undefined {
  const { attribs } = opener;
  if (attribs['aria-expanded'] !== 'false' || attribs['aria-controls'] !== undefined)
    return undefined;
  if (otherOpener.test(readStart(opener))) return undefined;
  // Some say of an accordion that it pops up, but no menu opens from a heading.
  if (attribs['aria-haspopup'] !== undefined && !holdsHeading(opener)) return undefined;
  let line = opener;
  for (let level = 0; level < maxWrappers; level += 1) {
    const [next] = listElements(line.next, 1);
    if (next !== undefined) return next;
    const { parent } = line;
    if (!(parent instanceof LinkedElement) || listElements(parent.head, 2).length > 1)
      return undefined;
    line = parent;
  }
  return undefined;
}

/** What opens no part of the text: the ways to share it, settings, a menu, a form to sign up. */
const otherOpener =
  /^\s*(?:share|teilen|partager|compartir|condividi|menu|menü|menú|cookies?|filters?|search|suche|language|sprache|subscribe|newsletter|sign (?:in|up)|log ?in|settings|einstellungen)/i;
const heading = /^h[1-6]$/;

function holdsHeading(opener: LinkedElement): boolean {
  let isFound = false;
  visitElements(opener, ({ name }) => {
    isFound ||= heading.test(name);
    return isFound ? 'stop' : 'inner';
  });
  return isFound;
}

/** Tabs of one row. */
const maxTabs = 30;

/** Lists the closed panes below rows of tabs: as many alike siblings as there are labels, of which one is shown. */
function* listPanes(closed: ReadonlySet<LinkedElement>): Generator<LinkedElement> {
  const holders = new Set([...closed].map(({ parent }) => parent));
  for (const holder of holders)
    if (holder instanceof LinkedElement) yield* listPanesOf(holder, closed);
}

function listPanesOf(
  holder: LinkedElement,
  closed: ReadonlySet<LinkedElement>,
): readonly LinkedElement[] {
  const row = findElementBefore(holder);
  if (row === undefined || isOther(row)) return [];
  const panes = listElements(holder.head, maxTabs + 1);
  const [first] = panes;
  const kind = first?.attribs['class']?.trim().split(/\s+/, 1)[0] ?? '';
  if (panes.length < 2 || panes.length > maxTabs || kind === '') return [];
  const hidden = panes.filter((pane) => closed.has(pane));
  if (hidden.length !== panes.length - 1) return [];
  const areAlike = panes.every(({ name, attribs }) => {
    return name === first?.name && attribs['class']?.trim().split(/\s+/, 1)[0] === kind;
  });
  return areAlike && holdsLabels(row, panes.length) ? hidden : [];
}

/** Whether an element holds this many labels and nothing else. */
function holdsLabels(row: LinkedElement, count: number): boolean {
  let holder = row;
  let labels = listElements(holder.head, count + 1);
  for (let level = 0; level < maxWrappers && labels.length === 1; level += 1) {
    [holder = row] = labels;
    labels = listElements(holder.head, count + 1);
  }
  return (
    labels.length === count &&
    labels.some(isPressed) &&
    labels.every((label) => isLabel(readStart(label)))
  );
}

const tabWord = /(?:^|[\s_-])(?:tabs?|accordion|panel)(?=$|[\s_-])/i;

/** Whether it, or what it holds alone, is there to be pressed: a link to elsewhere and plain words open nothing here. */
function isPressed(label: LinkedElement): boolean {
  const [inner] = listElements(label.head, 1);
  return [label, inner].some((element) => {
    if (element === undefined) return false;
    const { role = '', href = '', class: classes = '' } = element.attribs;
    if (element.name === 'button' || role === 'tab' || role === 'button') return true;
    if (element.name === 'a') return href === '' || /^(?:#|javascript:)/i.test(href);
    return tabWord.test(classes);
  });
}

/** Whether it is named by a word: the dots below a row of slides are not, nor are their numbers. */
function isLabel(text: string): boolean {
  return text.length <= maxLabel && /\p{L}/u.test(text);
}

/** The text of an element, as far as it says whether that is a label. */
function readStart(element: LinkedElement): string {
  let text = '';
  const pending: AnyNode[] = [element];
  for (let looked = 0; looked < maxNodes && text.length <= maxLabel; looked += 1) {
    const node = pending.pop();
    if (node === undefined) break;
    if (node instanceof Text) text += node.data.trim();
    if (!(node instanceof LinkedElement)) continue;
    for (let child = node.tail; child !== null; child = child.prev) pending.push(child);
  }
  return text;
}

function findElementBefore({ prev }: LinkedElement): LinkedElement | undefined {
  let node = prev;
  while (node !== null && !(node instanceof LinkedElement)) node = node.prev;
  return node ?? undefined;
}

/** Whether an element holds more text of its own than links, and nothing to fill in. */
function holdsText(part: LinkedElement): boolean {
  const pending: (readonly [node: AnyNode, isLinked: boolean])[] = [[part, false]];
  let length = 0;
  let linked = 0;
  for (let looked = 0; looked < maxNodes; looked += 1) {
    const [node, isAround] = pending.pop() ?? [];
    if (node === undefined) break;
    if (node instanceof Text) {
      if (isAround === true) linked += node.data.trim().length;
      else length += node.data.trim().length;
    }
    if (!(node instanceof LinkedElement) || unreadTags.has(node.name)) continue;
    if (controlTags.has(node.name) || isOther(node)) return false;
    const isLinked = isAround === true || node.name === 'a';
    for (let child = node.tail; child !== null; child = child.prev) pending.push([child, isLinked]);
  }
  return length > linked;
}
