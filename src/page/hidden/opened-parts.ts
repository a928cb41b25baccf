import { type AnyNode, Text } from 'domhandler';
import { type LinkedDocument, LinkedElement, visitElements } from '../parse/linked-tree.ts';

/** What leads through a site, or lies on top of the page: what is opened there is none of the page's text. */
const otherTags: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'dialog', 'template']);
const otherRoles: ReadonlySet<string> = new Set(
  'navigation banner contentinfo search menu menubar listbox dialog alertdialog tooltip'.split(' '),
);
/** What a visitor fills in or presses, which filters, searches and settings are made of. */
const controlTags: ReadonlySet<string> = new Set('form input select textarea'.split(' '));
const unreadTags: ReadonlySet<string> = new Set(
  'script style noscript template svg button'.split(' '),
);
/** Nodes of a part that are looked at. */
const maxNodes = 1_000;

/**
 * Returns those of the closed elements that a tab or a button of the page says it opens (`aria-controls`), or that a tab names
 * (`aria-labelledby`), as far as they hold text: not menus, dialogs and filters.
 */
export function listOpenedParts(
  root: LinkedDocument,
  closed: ReadonlySet<LinkedElement>,
): readonly LinkedElement[] {
  const opened = new Set<string>();
  const tabs = new Set<string>();
  const reached: LinkedElement[] = [];
  visitElements(root, (element) => {
    const { attribs } = element;
    if (isOther(element)) return 'skip';
    if (attribs['role'] === 'tab' && attribs['id'] !== undefined) tabs.add(attribs['id']);
    if (isOpener(attribs))
      for (const id of attribs['aria-controls']?.split(/\s+/) ?? []) opened.add(id);
    if (closed.has(element)) reached.push(element);
    return 'inner';
  });
  return reached.filter((element) => {
    const { id = '', role, 'aria-labelledby': tab = '' } = element.attribs;
    const isNamed = (id !== '' && opened.has(id)) || (role === 'tabpanel' && tabs.has(tab));
    return isNamed && holdsText(element);
  });
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
