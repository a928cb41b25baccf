import { type AnyNode, isTag } from 'domhandler';
import type { ContentSource } from '../../page/page-reading.ts';
import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import {
  type LabelTest,
  addText,
  anyColon,
  colonPattern,
  labelTags,
  maxLabel,
  maxLeadLine,
  maxLineParts,
  maxValue,
  trusts,
} from './line-pairs.ts';
import { listSpokenNames } from './spoken-names.ts';
import { createLabelTest, foldLabel } from '../lexicon/fold-label.ts';
import { findCellNames } from './cell-names.ts';
import { isAlike } from './find-purchase-block.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';
import { type ComparedRow, listComparedRows } from './list-compared-rows.ts';

/** A label and what stands beside it. */
export interface LabelPair {
  readonly label: string;
  readonly labelText: string;
  readonly value: string;
  readonly source: ContentSource;
  readonly element: IndexedElement;
  /** Its element, or of one that `<br>` parts the line that it stands on. */
  readonly line: IndexedElement;
  /** How clearly the markup connects label and value, 0 to 1. */
  readonly trust: number;
  /** Whether label and value are words of one text, which nothing parts: "Colour chart". */
  readonly isOneText: boolean;
  /** Whether its element holds other pairs on the same line. */
  readonly isPart: boolean;
  /** What stands above the value where others are compared with it: the year of its column. */
  readonly heading?: string | undefined;
}

export const maxPairs = 6_000;
const blockedTags: ReadonlySet<string> = toWordSet('script style option html body head title');

/** A label whose value is a dash: what follows is the next label. */
const saysNone = /[:：]\s[-\u2013\u2014]{1,3}$/u;

const isLabelEnd = /[:：]$/;

/** Pairs of definition lists, rows of two or four cells, "Label: value", short first children, and siblings of `wanted`. */
export function findLabelPairs(page: PageIndex, wanted: ReadonlySet<string>): readonly LabelPair[] {
  const pairs: LabelPair[] = [];
  const isWanted = createLabelTest(wanted);
  const add: AddPair = (
    labelText,
    element,
    value,
    trust,
    { node = element.node, line = element, isPart = false, heading } = {},
  ) => {
    const label = foldLabel(labelText);
    if (label === '' || value === '' || value.length > maxValue || pairs.length >= maxPairs) return;
    if (holdsChoice(page, element)) return;
    // The rest of a label: "Case type:" begins with "Case".
    if (isLabelEnd.test(value)) return;
    const isLead = trust === trusts.leadBeforeWord || trust === trusts.leadBeforeText;
    // The keys of a program are no labels: 'city': 'Hull'
    if (trust === trusts.colon && /^\W*['"`{[]/u.test(labelText) && isInCode(page, element)) return;
    if (isLead && (holdsCode(page, element) || holdsControl(page, element.position, element.end)))
      return;
    // "Address line 2" is what a field is called.
    if (isLead && isOfForm(page, element)) return;
    const isOneText = isLead && !isParted(page, element, value, label);
    const place = { source: { node }, element, line };
    pairs.push({
      label,
      labelText: trimLabel(labelText),
      value,
      ...place,
      trust,
      isOneText,
      isPart,
      heading,
    });
  };
  addNamedCells(page, add);
  for (const { name, element, value } of listSpokenNames(page, isWanted))
    add(name, element, value, trusts.neighbour);
  const compared = new Set<IndexedElement>();
  let combinationsLeft = maxCombinations;
  for (const element of page.elements) {
    const { name } = element.node;
    if (blockedTags.has(name)) continue;
    if (compared.has(element)) continue;
    if (name === 'tr') addRow(page, element, add);
    else if (name === 'table') {
      for (const row of wanted.size === 0 ? [] : listComparedRows(page, element)) {
        combinationsLeft -= row.values.length;
        if (combinationsLeft < 0) break;
        addCompared(page, row, isWanted, add);
        compared.add(row.row).add(row.label);
      }
      addOnlyRecord(page, element, add);
      addLine(page, element, isWanted, add);
    } else if (name === 'dl') addDefinitions(page, element, add);
    else if (name !== 'th' && name !== 'dt') {
      const breaks = findBreaks(page, element);
      if (breaks.length === 0) addLine(page, element, isWanted, add);
      else addBrokenLines(page, element, breaks, isWanted, add);
    }
  }
  return pairs;
}

/** Whether a label that a line begins with, or the value behind it, is the whole text of an element. */
function isParted(
  page: PageIndex,
  { position, end }: IndexedElement,
  value: string,
  label: string,
): boolean {
  const last = Math.min(end, position + maxBeforeText);
  for (let at = position; at < last; at += 1) {
    const inner = page.elements[at];
    const line = inner === undefined ? '' : page.lineOf(inner, maxLeadLine);
    if (line !== '' && (line === value || foldLabel(line) === label)) return true;
  }
  return false;
}

const codeTags: ReadonlySet<string> = new Set(['code', 'samp', 'kbd', 'var']);

/** Whether a line of words holds code, or is a part of a program: there the words beside each other are no label and its value. */
function holdsCode(page: PageIndex, element: IndexedElement): boolean {
  return (
    page.elements
      .slice(element.position, Math.min(element.end, element.position + maxBeforeText))
      .some(({ node }) => codeTags.has(node.name)) || isInCode(page, element)
  );
}

function isInCode(page: PageIndex, element: IndexedElement): boolean {
  return page
    .around(element, maxCodeDepth)
    .some(({ node }) => codeTags.has(node.name) || node.name === 'pre');
}

/** Elements around a word of a program within its `<pre>`. */
const maxCodeDepth = 4;

/** Whether an element holds a choice: what could be chosen is not what the page states. */
export function holdsChoice(page: PageIndex, { position, end }: IndexedElement): boolean {
  for (let at = position; at < end; at += 1) {
    const name = page.elements[at]?.node.name;
    if (name === 'select' || name === 'option' || name === 'datalist') return true;
  }
  return false;
}

/** Whether elements from a position up to another are those of a field of a form, with what it is called and how to fill it in. */
export function holdsControl({ elements }: PageIndex, from: number, to: number): boolean {
  return elements.slice(from, Math.min(to, from + maxControlParts)).some(({ node }) => {
    if (node.name === 'input') return !silentInputs.has(node.attribs['type']?.toLowerCase() ?? '');
    return node.name === 'textarea' || node.name === 'select';
  });
}

const maxControlParts = 60;
const silentInputs: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset']);

const maxInLabel = 4;
const formsAround = new WeakMap<IndexedElement, boolean>();

/** Whether an element is the label of a field of a form that is not around the whole page. */
function isOfForm(page: PageIndex, element: IndexedElement): boolean {
  const label = page.around(element, maxInLabel).find(({ node }) => node.name === 'label');
  const form = label && page.around(label).find(({ node }) => node.name === 'form');
  if (form === undefined) return false;
  return getOrMake(formsAround, form, () =>
    page.elements.slice(form.position, form.end).every(({ node }) => node.name !== 'h1'),
  );
}

type AddPair = (
  labelText: string,
  element: IndexedElement,
  value: string,
  trust: number,
  place?: {
    readonly node?: AnyNode;
    readonly line?: IndexedElement;
    readonly isPart?: boolean;
    readonly heading?: string;
  },
) => void;

function findBreaks(page: PageIndex, element: IndexedElement): readonly IndexedElement[] {
  const hasBreak = element.node.children.some((child) => isTag(child) && child.name === 'br');
  return hasBreak ? page.childrenOf(element).filter(({ node }) => node.name === 'br') : [];
}

/** Adds the pairs of lines that `<br>` parts, each by itself: "Weight: 1.9 kg<br>Colour: green". */
function addBrokenLines(
  page: PageIndex,
  element: IndexedElement,
  breaks: readonly IndexedElement[],
  isWanted: LabelTest,
  add: AddPair,
): void {
  let start = element.textStart;
  let { position } = element;
  for (const lineBreak of [...breaks, undefined]) {
    const end = lineBreak?.textStart ?? element.textEnd;
    const last = lineBreak?.position ?? element.end;
    const line = { ...element, position, end: last, textStart: start, textEnd: end };
    const text = end - start > (maxLabel + maxValue) * 2 ? '' : page.text.slice(start, end).trim();
    const node = lineBreak?.node.prev ?? element.node.lastChild ?? element.node;
    // Blocks between two breaks are elements with lines of their own.
    if (text !== '' && (!text.includes('\n') || isOfWords(page, position, last))) {
      addText(foldText(text), { page, line }, isWanted, (label, value, trust, isPart) =>
        add(label, element, value, trust, { node, line, isPart }),
      );
    }
    start = lineBreak?.textEnd ?? end;
    position = last;
  }
}

/** Whether nothing but words, set off or not, stands between two breaks: lines of the source are blanks. */
function isOfWords({ elements }: PageIndex, from: number, to: number): boolean {
  const inner = elements.slice(from + 1, Math.min(to, from + 1 + maxLineParts));
  return inner.every(({ node }) => labelTags.has(node.name) || node.name === 'a');
}

/** Labels of compared rows that are joined with the headings of their columns. */
const maxCombinations = 2_000;

/** Adds the values of a row that compares things, each with what stands above it, and by both together: "Revenue 2024". */
function addCompared(
  page: PageIndex,
  { labelText, values }: ComparedRow,
  isWanted: LabelTest,
  add: AddPair,
): void {
  const isAsked = isWanted(labelText);
  for (const { cell, heading } of values) {
    const value = page.lineOf(cell, maxValue);
    if (isAsked) add(labelText, cell, value, trusts.neighbour, { heading });
    for (const both of [`${labelText} ${heading}`, `${heading} ${labelText}`])
      if (isWanted(both)) add(both, cell, value, trusts.neighbour);
  }
}

/** Adds the cells that attributes name, where no other one has that name: those of several rows are no values of the page. */
function addNamedCells(page: PageIndex, add: AddPair): void {
  const cells = Map.groupBy(findCellNames(page), ([, name]) => name);
  for (const [name, [first, another]] of cells) {
    const cell = first === undefined ? undefined : page.elements[first[0]];
    if (cell !== undefined && another === undefined)
      add(name.slice(0, maxLabel), cell, page.lineOf(cell, maxValue), trusts.row);
  }
}

function addRow(page: PageIndex, row: IndexedElement, add: AddPair): void {
  const cells = page.childrenOf(row).filter(({ node }) => node.name === 'td' || node.name === 'th');
  if (cells.length < 2 || cells.length > 4 || cells.length === 3) return;
  for (let at = 0; at + 1 < cells.length; at += 2) {
    const [label, value] = [cells[at], cells[at + 1]];
    if (label === undefined || value === undefined || value.node.name === 'th') continue;
    const line = page.lineOf(label, maxLabel);
    if (line !== '' && !holdsTable(page, value))
      add(
        line,
        value,
        page.lineOf(value, maxValue),
        label.node.name === 'th' ? trusts.headedRow : trusts.row,
      );
  }
}

/** Whether a cell holds labels and values of its own, which together are no value. */
function holdsTable(page: PageIndex, { position, end }: IndexedElement): boolean {
  return page.elements.slice(position + 1, end).some(({ node }) => node.name === 'table');
}

/** Adds the pairs of a table of headers with one row of values below them. */
function addOnlyRecord(page: PageIndex, table: IndexedElement, add: AddPair): void {
  const rows = page
    .childrenOf(table)
    .flatMap((child) => (groupTags.has(child.node.name) ? page.childrenOf(child) : [child]))
    .filter(({ node }) => node.name === 'tr')
    .slice(0, 3)
    .map((row) => page.childrenOf(row));
  const [headers = [], cells = [], another] = rows;
  const isWhole = another === undefined && headers.length > 1 && headers.length === cells.length;
  if (!isWhole || !headers.every(({ node }) => node.name === 'th')) return;
  if (!cells.every(({ node }) => node.name === 'td')) return;
  for (const [at, header] of headers.entries()) {
    const cell = cells[at];
    const line = page.lineOf(header, maxLabel);
    if (cell !== undefined && line !== '')
      add(line, cell, page.lineOf(cell, maxValue), trusts.headedRow);
  }
}

const groupTags: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);

function addDefinitions(page: PageIndex, list: IndexedElement, add: AddPair): void {
  let label = '';
  // <div> may wrap each group of a <dl>.
  const found = page
    .childrenOf(list)
    .flatMap((child) => (child.node.name === 'div' ? page.childrenOf(child) : [child]));
  // A number may stand above its caption.
  const parts = found[0]?.node.name === 'dd' ? found.toReversed() : found;
  for (const part of parts) {
    if (part.node.name === 'dt') label = page.lineOf(part, maxLabel);
    else if (part.node.name === 'dd' && label !== '') {
      add(label, part, page.lineOf(part, maxValue), trusts.definition);
      label = '';
    }
  }
}

function addLine(
  page: PageIndex,
  element: IndexedElement,
  isWanted: LabelTest,
  add: AddPair,
): void {
  const line = page.lineOf(element, maxLabel + maxValue);
  if (line === '') return;
  addText(line, { page, line: element }, isWanted, (label, value, trust, isPart) => {
    if (holdsLabels(page, element)) return;
    // "About us", "Contact the author": the words of one link belong together.
    const isMarked = trust >= trusts.colon;
    if (!isMarked && (tableTags.has(element.node.name) || isLink(page, element))) return;
    if (!isMarked && isPart && isInTitle(page, element, label)) return;
    if (isMarked || !isOfFirstEntry(page, element, label))
      add(label, element, value, trust, { isPart });
  });
  if (line.length > maxLabel || saysNone.test(line) || !isWanted(line)) return;
  const next = nextSibling(page, element);
  const value = next ?? captionedValue(page, element);
  if (value === undefined) return;
  const text = page.lineOf(value, maxValue);
  if (isNextEntry(page, element, value) || isWanted(text) || isInCode(page, element)) return;
  if (holdsControl(page, element.position, value.end) || isOfForm(page, element)) return;
  add(line, value, text, trusts.neighbour);
}

/** Whether two elements are an entry of a menu or a list, and the one after it. */
function isNextEntry(page: PageIndex, label: IndexedElement, value: IndexedElement): boolean {
  const isEntry =
    isLink(page, label) || page.around(label, maxInEntry).some(({ node }) => node.name === 'a');
  if (isEntry && isLink(page, value)) return true;
  return label.node.name === value.node.name && entryTags.has(label.node.name);
}

/** Elements around what an entry says, within it. */
const maxInEntry = 6;

/** Entries of lists and of bars of tabs stand beside each other, and none names the next. */
const entryTags: ReadonlySet<string> = new Set(['li', 'button', 'option']);

/** The first words of a table are a header, and what follows them is the next one. */
const tableTags: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

/** Cells and items stand in columns, where the one before is a value of another kind. */
const columnTags: ReadonlySet<string> = new Set(['td', 'th', 'dt', 'dd', 'li', 'option']);

/** Returns the number of which a label is the caption, alone with it in an element: "1 h 25 min" over "Total time". */
function captionedValue(page: PageIndex, label: IndexedElement): IndexedElement | undefined {
  const around = page.elements[label.parent];
  const value = around === undefined ? undefined : page.elements[around.position + 1];
  if (value === undefined || value.end !== label.position || label.end !== around?.end)
    return undefined;
  if (columnTags.has(label.node.name)) return undefined;
  return /\d/.test(page.lineOf(value, maxValue)) ? value : undefined;
}

function isLink(page: PageIndex, element: IndexedElement): boolean {
  const line = page.lineOf(element, maxLeadLine);
  let inner: IndexedElement | undefined = element;
  while (inner !== undefined && inner.position < element.end) {
    if (inner.node.name === 'a') return true;
    const first: IndexedElement | undefined = page.elements[inner.position + 1];
    if (first === undefined || page.lineOf(first, maxLeadLine) !== line) return false;
    inner = first;
  }
  return false;
}

/** Elements that begin with a text, one in the other. */
const maxBeforeText = 32;

/** Whether a label is the whole text of the link, item or button that an element begins with: an entry of a menu. */
function isOfFirstEntry(page: PageIndex, element: IndexedElement, label: string): boolean {
  const end = Math.min(element.end, element.position + maxBeforeText);
  for (let at = element.position; at < end; at += 1) {
    const inner = page.elements[at];
    if (inner === undefined || page.text.slice(element.textStart, inner.textStart).trim() !== '')
      return false;
    if (inner.node.name === 'a' || entryTags.has(inner.node.name))
      return foldLabel(page.lineOf(inner, maxLabel)) === foldLabel(label);
  }
  return false;
}

const titleTag = /^(?:a|h[1-6])$/;

/** Whether a label is one of the later words of a link or heading in an element: "New name, scope old" is what that is called. */
function isInTitle(page: PageIndex, { position, end }: IndexedElement, label: string): boolean {
  return page.elements
    .slice(position + 1, Math.min(end, position + maxBeforeText))
    .some(
      (inner) =>
        titleTag.test(inner.node.name) &&
        page.lineOf(inner, maxLabel + maxValue).includes(` ${label} `),
    );
}

/** Whether an element has several lines of which a later one begins with a label: each is an element's own. */
function holdsLabels(page: PageIndex, element: IndexedElement): boolean {
  const text = page.text.slice(element.textStart, element.textEnd).trim();
  if (!text.includes('\n') || !anyColon.test(text)) return false;
  const [, ...later] = text.split('\n');
  return later.some((line) => colonPattern.test(line.trim()));
}

const entryTokens: ReadonlySet<string> = toWordSet('tab tabs accordion collapse collapsible');
const headTags: ReadonlySet<string> = toWordSet('h1 h2 h3 h4 h5 h6 a button summary');

/** Whether an element and the next are two of several tabs, parts that open, or headings of one form, and none names the next. */
function areEntries(page: PageIndex, label: IndexedElement, next: IndexedElement): boolean {
  if ((label.node.attribs['class'] ?? '') === '' || !isAlike(label, next)) return false;
  const isEntry = (element: IndexedElement): boolean =>
    [...page.tokensOf(element)].some((token) => entryTokens.has(token)) ||
    page.elements
      .slice(element.position, Math.min(element.end, element.position + maxBeforeText))
      .some(({ node }) => headTags.has(node.name));
  const { elements } = page;
  const others = [elements[label.parent + 1], elements[next.end]];
  const isThird = (other: IndexedElement | undefined): boolean =>
    other !== undefined &&
    other !== label &&
    other.parent === label.parent &&
    isAlike(label, other);
  return others.some(isThird) && isEntry(label) && isEntry(next);
}

/** Returns the next sibling; for a label alone in its wrapper, the wrapper's next sibling. */
function nextSibling(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  let current = element;
  for (let step = 0; step < 3; step += 1) {
    const parent = page.elements[current.parent];
    if (parent === undefined) return undefined;
    const next = page.elements[current.end];
    if (next !== undefined && next.parent === current.parent)
      return areEntries(page, current, next) ? undefined : next;
    if (page.lineOf(parent, maxLabel) !== page.lineOf(element, maxLabel)) return undefined;
    current = parent;
  }
  return undefined;
}

function trimLabel(text: string): string {
  return text.replace(/[\s:：]+$/, '').replace(/^[\s•·]+/, '');
}
