import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { type Block, toBlock } from './block.ts';

/** Lines of two parts each, one below the other: paragraphs, or what breaks part in one. */
export interface Lines {
  readonly parent: IndexedElement;
  readonly blocks: readonly Block[];
}

/** Fewer lines are no list. */
const minLines = 3;
/** Most characters of a line; longer ones are prose. */
const maxLineLength = 120;
const sentenceEnd = /[.!?…。:]["'”’»)]?$/u;
/** What parts a line. */
const mark = /\s[-–—|·•]\s|[^\s\d][:,]\s|\s\(/u;
const wrapperTags: ReadonlySet<string> = new Set(['p', 'div', 'td', 'address', 'section']);

/**
 * The lists that a page writes as lines and marks by no element of their own: three or more paragraphs in a row, or lines of one element,
 * that are no sentences and of two parts each. Linear in the elements.
 */
export function listLines(page: PageIndex): readonly Lines[] {
  const found: Lines[] = [];
  let row: IndexedElement[] = [];
  const close = (): void => {
    const parent = page.elements[row[0]?.parent ?? -1];
    if (row.length >= minLines && parent !== undefined)
      found.push({
        parent,
        blocks: row.map(toBlock),
      });
    row = [];
  };
  for (const element of page.elements) {
    const { name } = element.node;
    if (name === 'p') {
      const last = row.at(-1);
      if (last !== undefined && (last.end !== element.position || last.parent !== element.parent))
        close();
      if (isParagraphLine(page, element)) row.push(element);
      else close();
    }
    if (!wrapperTags.has(name)) continue;
    const blocks = listBrokenLines(page, element);
    if (blocks.length >= minLines) found.push({ parent: element, blocks });
  }
  close();
  return found;
}

/** Whether a paragraph is a line of two parts: by a mark, or a bold text or a link and what stands behind it. */
function isParagraphLine(page: PageIndex, element: IndexedElement): boolean {
  if (element.textEnd - element.textStart > maxLineLength) return false;
  const line = page.lineOf(element);
  if (line === '' || sentenceEnd.test(line)) return false;
  const first = page.elements[element.position + 1];
  const isLed =
    first !== undefined &&
    first.position < element.end &&
    page.text.slice(element.textStart, first.textStart).trim() === '' &&
    page.lineOf(first) !== '' &&
    page.text.slice(first.textEnd, element.textEnd).trim() !== '';
  return isLed || mark.test(line);
}

/** The lines that breaks part an element into, where each is of two parts; none otherwise. */
function listBrokenLines(page: PageIndex, element: IndexedElement): readonly Block[] {
  const blocks: Block[] = [];
  let start = element.position + 1;
  let from = element.textStart;
  const take = (end: number, to: number): boolean => {
    if (to - from > maxLineLength) return false;
    const line = page.text.slice(from, to).trim();
    if (line === '' && end === start) return true;
    blocks.push({ start, end, from, to });
    return mark.test(line) && !sentenceEnd.test(line);
  };
  for (let at = start; at < element.end;) {
    const child = page.elements[at];
    if (child === undefined || wrapperTags.has(child.node.name)) return [];
    if (child.node.name === 'br') {
      if (!take(child.position, child.textStart)) return [];
      start = child.end;
      from = child.textEnd;
    }
    at = child.end;
  }
  if (start === element.position + 1) return [];
  return take(element.end, element.textEnd) ? blocks : [];
}
