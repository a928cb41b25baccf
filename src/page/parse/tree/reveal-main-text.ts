import { isTag, type ParentNode } from 'domhandler';
import type { HiddenPart, SettleTreeResult } from './settle-tree.ts';

/** Of all text. Nobody publishes a page to show less than half of it: the rest is for scripts to show. */
const mainShare = 0.5;
/**
 * What a page's own content has, and text that is slipped in has not. Of 2,070 real pages 44 hide more than half of
 * their text, all of them in 51 elements or more.
 */
const minElements = 40;

/**
 * Puts back what holds most of a page's text: a page that waits for its script (a wrapper with `visibility: hidden`),
 * or one saved while a dialog was open (`aria-hidden` on all that stands behind it). What is hidden within stays hidden.
 */
export function revealMainText({ textLength, hiddenParts }: SettleTreeResult): void {
  const faded = hiddenParts.filter((part) => part.isFaded);
  const hidden = hiddenParts.filter((part) => !part.isFaded);
  const revealed = hidden.filter((part) => isMain([part], textLength));
  if (isMain(faded, textLength)) revealed.push(...faded);
  // From the end, so that the places of those before stay right.
  for (const part of revealed.toSorted((a, b) => hiddenParts.indexOf(b) - hiddenParts.indexOf(a))) {
    putBack(part);
  }
}

/** Whether a tree has as many elements as a page's own content has, and text that is slipped in has not. */
export function isPageful(root: ParentNode): boolean {
  const pending: ParentNode[] = [root];
  let elements = 0;
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      elements += 1;
      if (elements >= minElements) return true;
      pending.push(child);
    }
  }
  return false;
}

function isMain(parts: readonly HiddenPart[], visibleLength: number): boolean {
  let length = 0;
  let elements = 0;
  for (const part of parts) {
    length += part.textLength;
    elements += part.elements;
  }
  return elements >= minElements && length > (length + visibleLength) * mainShare;
}

function putBack({ element, holder, index }: HiddenPart): void {
  const { children } = holder;
  const previous = children[index - 1] ?? null;
  const next = children[index] ?? null;
  element.parent = holder;
  element.prev = previous;
  element.next = next;
  if (previous !== null) previous.next = element;
  if (next !== null) next.prev = element;
  children.splice(index, 0, element);
}
