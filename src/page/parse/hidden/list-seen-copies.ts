import type { AnyNode } from 'domhandler';
import { isBlockTag } from '../../text/node-text.ts';
import { LinkedElement } from '../tree/linked-tree.ts';
import { hasElements } from './list-content.ts';

/** Elements in an element, from which on it is no price, unit or date, but a menu or a slide. */
const minElements = 10;
/** Nodes on either side, and children of each, that are searched for the text for screen readers. */
const maxLooked = 4;

/**
 * Returns those of the `aria-hidden` elements that show to the eyes what stands beside them for screen readers alone:
 * `5<span class="sr-only"> minutes</span> <span aria-hidden="true">min</span>`. `isHidden` knows what people do not see.
 */
export function listSeenCopies(
  elements: readonly LinkedElement[],
  isHidden: (element: LinkedElement) => boolean,
): readonly LinkedElement[] {
  const isUnseen = (node: AnyNode): boolean => isInline(node) && isHidden(node);
  const holdsUnseen = (node: AnyNode): boolean =>
    isInline(node) && (isHidden(node) || someOf(node.head, 'next', isUnseen));
  return elements.filter(
    (element) =>
      isInline(element) &&
      (someOf(element.prev, 'prev', holdsUnseen) || someOf(element.next, 'next', holdsUnseen)) &&
      !hasElements([element], minElements),
  );
}

/** Whether a node is an element within a line. A block of its own says something else than what is beside it. */
function isInline(node: AnyNode): node is LinkedElement {
  return node instanceof LinkedElement && !isBlockTag(node.name);
}

/** Whether one of the first nodes in a direction passes a test. */
function someOf(
  start: AnyNode | null,
  direction: 'prev' | 'next',
  test: (node: AnyNode) => boolean,
): boolean {
  let node = start;
  for (let looked = 0; node !== null && looked < maxLooked; looked += 1) {
    if (test(node)) return true;
    node = node[direction];
  }
  return false;
}
