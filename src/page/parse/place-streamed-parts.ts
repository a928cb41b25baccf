import {
  LinkedElement,
  type LinkedTree,
  detachNode,
  insertNodeBefore,
  visitElements,
} from './linked-tree.ts';

/**
 * Of a part that may come later: its start, with the number of one that does (`B:` here, `S:` where it comes, hidden, at the end), or
 * its end. As React streams pages.
 */
const border = /<!--(?:\$\?--><template id="B:([\w:-]{1,40})"><\/template>|\$[?!~]?-->|(\/\$)-->)/g;
/** The call of the page's script that shows a part; without it the part stays hidden to people. */
const swap = /\$R[CR]\("B:([\w:-]{1,40})","S:/g;

/** The numbers of the parts that a page's script puts in their places; most pages have none. */
export function findStreamedParts(html: string): ReadonlySet<string> {
  // `B:` is rarer than a bracket, at which a search for the whole stops again and again.
  if (!html.includes('B:') || !html.includes('("B:')) return none;
  return new Set(Array.from(html.matchAll(swap), ([, name = '']) => name));
}

const none: ReadonlySet<string> = new Set();

/** Returns the HTML without what stands in the place of parts until they have come. */
export function dropStandIns(html: string, streamed: ReadonlySet<string>): string {
  if (streamed.size === 0) return html;
  /** Where the stand-ins of the open parts begin; `undefined` for parts that are as they are. */
  const open: (number | undefined)[] = [];
  const standIns: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: text, 1: name, 2: end, index } of html.matchAll(border)) {
    if (end === undefined) {
      open.push(name !== undefined && streamed.has(name) ? index + text.length : undefined);
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    while ((standIns.at(-1)?.start ?? -1) > start) standIns.pop();
    standIns.push({ start, end: index });
  }
  let kept = '';
  let from = 0;
  for (const { start, end } of standIns) {
    kept += html.slice(from, start);
    from = end;
  }
  return kept + html.slice(from);
}

/** Moves each hidden part that came later to its placeholder. */
export function placeStreamedParts({ root }: LinkedTree, streamed: ReadonlySet<string>): void {
  if (streamed.size === 0) return;
  const places = new Map<string, LinkedElement>();
  const parts = new Map<string, LinkedElement>();
  visitElements(root, (element) => {
    const { id = '', hidden } = element.attribs;
    const name = id.slice(2);
    if (!streamed.has(name)) return 'inner';
    if (element.name === 'template' && id.startsWith('B:')) places.set(name, element);
    else if (hidden !== undefined && id.startsWith('S:')) parts.set(name, element);
    return 'inner';
  });
  for (const [name, part] of parts) {
    const place = places.get(name);
    const holder = place?.parent;
    if (place === undefined || !(holder instanceof LinkedElement) || isWithin(place, part))
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
