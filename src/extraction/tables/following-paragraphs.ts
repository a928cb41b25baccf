import { type AnyNode, isTag } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { type IndexedElement, type PageIndex, holds } from '../analysis/index-page.ts';
import type { Cell } from './column.ts';
import type { Block } from './find-repeats.ts';

/** Letters of a paragraph of prose, at least. */
const minSentence = 40;
const sentence = /[.!?…。！？]["'”’»)\]]*$/u;
/** A label in front of what the paragraph says of it: "Note: …" */
const labelled = /^[^.!?…。！？]{1,40}[:：]\s/u;
const maxParagraphs = 200;
/** Longer texts are cut. */
const maxText = 20_000;

/**
 * A cell with the paragraphs behind its own that go on with its text, up to one that holds a value of the record. Where records have
 * different numbers of paragraphs these are one column already; where each has as many, every one has a column of its own.
 */
export function withFollowing(
  page: PageIndex,
  cell: Cell,
  block: Block,
  taken: readonly AnyNode[],
): Cell {
  const first = isTag(cell.source.node) ? page.elementOf(cell.source.node) : undefined;
  if (first === undefined || !isProse(page, first) || page.lineOf(first) !== cell.text) return cell;
  const parent = page.elements[first.parent];
  if (parent === undefined) return cell;
  let last = first;
  for (const next of listAfter(page, first)) {
    const goesOn =
      next.end <= block.end &&
      next.node.attribs['class'] === first.node.attribs['class'] &&
      isProse(page, next) &&
      !taken.some((node) => isIn(page, node, next));
    if (!goesOn) break;
    last = next;
  }
  if (last === first) return cell;
  const text = foldText(
    page.text.slice(first.textStart, Math.min(last.textEnd, first.textStart + maxText)),
  );
  return { ...cell, text, source: { node: parent.node } };
}

function listAfter(page: PageIndex, { parent, end }: IndexedElement): readonly IndexedElement[] {
  const found: IndexedElement[] = [];
  let next = page.elements[end];
  while (next?.parent === parent && found.length < maxParagraphs) {
    found.push(next);
    next = page.elements[next.end];
  }
  return found;
}

function isProse(page: PageIndex, element: IndexedElement): boolean {
  if (element.node.name !== 'p') return false;
  const text = page.lineOf(element);
  return text.length >= minSentence && sentence.test(text) && !labelled.test(text);
}

function isIn(page: PageIndex, node: AnyNode, outer: IndexedElement): boolean {
  const element = page.elementOf(node);
  return element !== undefined && holds(outer, element);
}
