import { type AnyNode, type Element, isTag } from 'domhandler';
import { readText } from './node-text.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** A word, or a sign that refers to a note; `§` and `¶` do so too, but headings link to themselves by these. */
const hasWordOrMark = /[\p{L}\p{N}*†‡]/u;
/** What has such a link beside headings: terms and captions of documentation. */
const labelTags: ReadonlySet<string> = toWordSet('dt caption figcaption');
/** Levels between such a link and its line. */
const maxLevels = 4;

/** Whether a link within the page is the `#` or `¶` with which a heading, a term or a caption links to itself. */
export function isSelfLink(link: Element, isInHeading: boolean): boolean {
  return (isInHeading || isInLabel(link)) && !hasWordOrMark.test(readText(link));
}

function isInLabel(link: Element): boolean {
  let node: AnyNode | null = link.parent;
  for (let level = 0; level < maxLevels && node !== null && isTag(node); level += 1) {
    if (labelTags.has(node.name)) return true;
    node = node.parent;
  }
  return false;
}
