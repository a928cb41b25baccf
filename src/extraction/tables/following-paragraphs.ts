import { type AnyNode, isTag } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { type IndexedElement, type PageIndex, holds } from '../analysis/index-page.ts';
import type { Cell } from './column.ts';
import type { Block } from './block.ts';

/** Letters of a paragraph of prose, at least. */
const minSentence = 40;
const sentence = /[.!?…。！？]["'”’»)\]]*$/u;
/** A label in front of what the paragraph says of it: "Note: …" */
const labelled = /^[^.!?…。！？]{1,40}[:：]\s/u;
const maxParagraphs = 200;
const maxWrappers = 3;
/** Longer texts are cut. */
const maxText = 20_000;

/**
 * A cell of a text with what goes on with it: all of an element that is called a text and holds nothing but paragraphs and lists of
 * them; else the paragraphs behind its own, up to one that holds a value of the record. Where records have different numbers of
 * paragraphs these are one column already; where each has as many, every one has a column of its own.
 */
export function withFollowing(
  page: PageIndex,
  cell: Cell,
  block: Block,
  taken: readonly AnyNode[],
): Cell {
  const inner = isTag(cell.source.node) ? page.elementOf(cell.source.node) : undefined;
  if (inner === undefined) return cell;
  // The lead of a text is a paragraph in bold.
  const own =
    page
      .around(inner, maxWrappers)
      .find(({ node, ...at }) => node.name === 'p' && isSamePart(at, inner)) ?? inner;
  const isTaken: Test = (element) => taken.some((node) => isIn(page, node, element));
  const around = own.node.name === 'p' ? page.elements[own.parent] : own;
  if (around !== undefined && isWholeText(page, around, block, isTaken))
    return join(page, cell, around, around.textStart, around.textEnd);
  if (!isProse(page, own) || page.lineOf(own) !== cell.text) return cell;
  const last = listAfter(page, own, block, isTaken).at(-1);
  return last === undefined || around === undefined
    ? cell
    : join(page, cell, around, own.textStart, last.textEnd);
}

function isSamePart(
  one: Pick<IndexedElement, 'textStart' | 'textEnd'>,
  other: Pick<IndexedElement, 'textStart' | 'textEnd'>,
): boolean {
  return one.textStart === other.textStart && one.textEnd === other.textEnd;
}

type Test = (element: IndexedElement) => boolean;

/** Class words of an element that holds the text of a record: `message`, `postbody`. */
const bodyWord = /(?:body|content|text|message)$/;
const textTags: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'br', 'pre']);

/** Whether an element of a record is called its text, and holds nothing but that. */
function isWholeText(
  page: PageIndex,
  element: IndexedElement,
  { start, end }: Block,
  isTaken: Test,
): boolean {
  const children = page.childrenOf(element);
  const called = children.find(({ node }) => node.name === 'p')?.node.attribs['class'];
  return (
    element.position > start &&
    element.end <= end &&
    children.some(({ node }) => node.name === 'p') &&
    Array.from(page.tokensOf(element)).some((word) => bodyWord.test(word)) &&
    // What others have said, and who they are, is no text of the record.
    !page.elements
      .slice(element.position, element.end)
      .some(({ node }) => quoteTags.has(node.name)) &&
    children.every(
      (child, at) => isPartOfText(page, child, called, isBetween(children, at)) && !isTaken(child),
    )
  );
}

const quoteTags: ReadonlySet<string> = new Set(['blockquote', 'cite', 'q']);
/** What ends a paragraph, or leads to the list behind it. */
const endOfParagraph = /[.!?…:;。！？：]["'”’»)\]]*$/u;

/** Whether one of several elements stands between two paragraphs. */
function isBetween(elements: readonly IndexedElement[], at: number): boolean {
  return [elements[at - 1], elements[at + 1]].every((beside) => beside?.node.name === 'p');
}

/** A paragraph that ends as sentences do, what is set as it was typed, or a list without links: of phrases, or of words between paragraphs. */
function isPartOfText(
  page: PageIndex,
  { node, position, end }: IndexedElement,
  called: string | undefined,
  isAmongParagraphs: boolean,
): boolean {
  const { name } = node;
  const element = page.elements[position];
  if (element === undefined || !textTags.has(name)) return false;
  if (name === 'br' || name === 'pre') return true;
  if (name === 'p')
    return node.attribs['class'] === called && endOfParagraph.test(page.lineOf(element));
  const items = page.childrenOf(element).map((item) => page.lineOf(item));
  return (
    (isAmongParagraphs || items.some((item) => item.includes(' '))) &&
    !page.elements.slice(position, end).some((inner) => inner.node.name === 'a')
  );
}

function join(
  page: PageIndex,
  cell: Cell,
  { node }: IndexedElement,
  from: number,
  to: number,
): Cell {
  const text = foldText(page.text.slice(from, Math.min(to, from + maxText)));
  return { ...cell, text, source: { node } };
}

/** The paragraphs behind one in a record that go on with it. */
function listAfter(
  page: PageIndex,
  first: IndexedElement,
  block: Block,
  isTaken: Test,
): readonly IndexedElement[] {
  const found: IndexedElement[] = [];
  let next = page.elements[first.end];
  while (next?.parent === first.parent && next.end <= block.end && found.length < maxParagraphs) {
    const isAlike = next.node.attribs['class'] === first.node.attribs['class'];
    if (!isAlike || !isProse(page, next) || isTaken(next)) break;
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
