import { type AnyNode, Text } from 'domhandler';
import { LinkedElement } from '../tree/linked-tree.ts';
import { visitElements } from './visit-elements.ts';

/** What one rule of a page hides. */
export interface HiddenGroup {
  readonly elements: LinkedElement[];
  /** Whether the page's sheets say that such elements are shown at times. */
  isShownAtTimes: boolean;
}

/**
 * Parts that one rule hides, from which on they are content that is collapsed (answers, tabs, sections that appear when they are
 * scrolled to) and not an inserted text, which is one.
 */
const minParts = 3;
/**
 * Elements in such parts, from which on one is enough; inserted hidden text has fewer. Of 2,070 real pages 44 hide more than
 * half of their text, all of them in 51 elements or more.
 */
export const minElements = 40;
/** Characters of a part outside of links, which menus and dialogs do not have. */
const minProse = 100;

/** Returns the elements of a group that are content of the page, waiting for a click, a scroll or a script. */
export function listContent({ elements, isShownAtTimes }: HiddenGroup): readonly LinkedElement[] {
  if (isShownAtTimes) {
    return elements.length >= minParts || hasElements(elements, minElements) ? elements : [];
  }
  const prose = elements.length < minParts ? [] : elements.filter(hasProse);
  return prose.length < minParts ? [] : prose;
}

/** Whether elements with what is in them are at least so many. */
export function hasElements(elements: readonly LinkedElement[], least: number): boolean {
  let count = elements.length;
  for (const element of elements) {
    if (count >= least) break;
    visitElements(element, () => {
      count += 1;
      return count >= least ? 'stop' : 'inner';
    });
  }
  return count >= least;
}

const noProse: ReadonlySet<string> = new Set(
  'a script style noscript template svg button select'.split(' '),
);
/** Nodes of a part that are looked at. */
const maxNodes = 1_000;

function hasProse(element: LinkedElement): boolean {
  const pending: AnyNode[] = [element];
  let length = 0;
  for (let count = 0; count < maxNodes; count += 1) {
    const node = pending.pop();
    if (node === undefined) return false;
    if (node instanceof Text) {
      length += node.data.trim().length;
      if (length >= minProse) return true;
    } else if (node instanceof LinkedElement && !noProse.has(node.name)) {
      for (let child = node.head; child !== null; child = child.next) pending.push(child);
    }
  }
  return false;
}
