import { isTag, type AnyNode, type ChildNode } from 'domhandler';
import { LinkedElement, type LinkedTree, detachNode, insertNodeBefore } from './linked-tree.ts';

/** What React leaves where a part of the page comes later, hidden at the end: `B:` here, `S:` there, with one number. */
const placeholder = /<!--\$\?--><template id="B:([\da-f]+)"><\/template>/g;
/** Start or end of a part that may come later. */
const border = /<!--(?:\$[?!~]?|(\/\$))-->/g;

/** The call of the page's script that shows a part; without it the part stays hidden to people. */
const swap = /\$R[CR]\("B:([\w:-]{1,40})","S:/g;

function listSwapped(html: string): ReadonlySet<string | undefined> {
  return new Set(Array.from(html.matchAll(swap), ([, name]) => name));
}

/** Returns the HTML without what placeholders show until their part has come, where it has. */
export function dropStandIns(html: string): string {
  if (!html.includes('<template id="B:')) return html;
  const swapped = listSwapped(html);
  let kept = '';
  let start = 0;
  for (const match of html.matchAll(placeholder)) {
    const after = match.index + match[0].length;
    if (match.index < start || !swapped.has(match[1])) continue;
    border.lastIndex = after;
    let depth = 1;
    let end = after;
    for (let found = border.exec(html); found !== null; found = border.exec(html)) {
      depth += found[1] === undefined ? 1 : -1;
      if (depth > 0) continue;
      end = found.index;
      break;
    }
    kept += html.slice(start, after);
    start = end;
  }
  return kept + html.slice(start);
}

/** Moves each hidden part that came later to its placeholder. */
export function placeStreamedParts({ root, names }: LinkedTree, html: string): void {
  if (!names.has('template') || !html.includes('<template id="B:')) return;
  const swapped = listSwapped(html);
  const places = new Map<string, LinkedElement>();
  const parts = new Map<string, LinkedElement>();
  let node: ChildNode | null = root.head;
  while (node !== null) {
    let next: ChildNode | null = null;
    if (node instanceof LinkedElement) {
      const { id = '', hidden } = node.attribs;
      if (node.name === 'template' && id.startsWith('B:')) places.set(id.slice(2), node);
      else if (hidden !== undefined && id.startsWith('S:')) parts.set(id.slice(2), node);
      next = node.head;
    }
    while (next === null && node !== null) {
      next = node.next;
      if (next !== null) break;
      const around: AnyNode | null = node.parent;
      node = around !== null && isTag(around) ? around : null;
    }
    node = next;
  }
  for (const [name, part] of parts) {
    const place = places.get(name);
    const holder = place?.parent;
    if (
      !swapped.has(name) ||
      place === undefined ||
      !(holder instanceof LinkedElement) ||
      isWithin(place, part)
    )
      continue;
    for (let child = part.head; child !== null; child = part.head) {
      detachNode(child);
      insertNodeBefore(holder, child, place);
    }
    detachNode(part);
  }
}

function isWithin(node: LinkedElement, around: LinkedElement): boolean {
  for (let each = node.parent; each !== null; each = each.parent) if (each === around) return true;
  return false;
}
