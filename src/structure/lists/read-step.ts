import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ListItem } from './list-candidate.ts';

const maxStepLength = 2_000;
/** Elements at the beginning of a step that are searched for its heading. */
const maxWrappers = 8;
const sentenceEnd = /[.!?。…]["”»)]?$/u;
const numberAlone = /^\d{1,2}[.):]?$/;

/**
 * Returns a step, below its heading where it has one, without what stands above its number and the blocks below its
 * sentences that hold none: the amounts it takes, captions, buttons.
 */
export function readStep(page: PageIndex, element: IndexedElement): readonly ListItem[] {
  const { node } = element;
  const line = page.lineOf(element, maxStepLength);
  if (headingLevel(element) !== undefined) return [{ text: line, source: { node }, isHead: true }];
  const lines = page.linesOf(element);
  const last = lines.findLastIndex((part) => sentenceEnd.test(part));
  if (lines.length < 2 || last < 0) return [{ text: line, source: { node } }];
  const first = lines.findIndex((part) => sentenceEnd.test(part));
  const number = lines.slice(0, first).findLastIndex((part) => numberAlone.test(part));
  // In an element that is no list item the heading may be that of several steps.
  const head = node.name === 'li' ? findHead(page, element) : undefined;
  const title = head === undefined ? -1 : lines.indexOf(page.lineOf(head));
  // A heading that is a sentence, or leads into one with a colon, is a part of the step.
  if (head === undefined || title < 0 || title >= first || /[:：]$/.test(lines[title] ?? ''))
    return [{ text: lines.slice(number + 1, last + 1).join(' '), source: { node } }];
  return [
    { text: lines[title] ?? '', source: { node: head.node }, isHead: true },
    { text: lines.slice(Math.max(number, title) + 1, last + 1).join(' '), source: { node } },
  ];
}

/** Returns the heading at the beginning of an element. */
function findHead(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  const end = Math.min(element.end, element.position + maxWrappers);
  return page.elements
    .slice(element.position + 1, end)
    .find((inner) => headingLevel(inner) !== undefined);
}
