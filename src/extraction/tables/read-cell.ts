import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler';
import type { ContentSource } from '../../page/page-reading.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { countAll } from '../../runtime/collections.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { readValue } from '../fields/read-value.ts';
import { isNumeric, prefersNumber, isNumberKind } from '../fields/value-read.ts';
import { type DateOrder, findDateOrder } from '../values/dates/date-order.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findMoney } from '../values/money/find-money.ts';
import { listMeasures } from '../values/numbers/units.ts';
import { addStockLabel } from '../values/parse-availability.ts';
import { amountTextOf } from './cell-amounts.ts';
import { hasPicture } from './column-links.ts';
import { shapeOf } from './column-shape.ts';
import type { Cell, Column, Region } from './column.ts';
import { maxWrappers } from './describe-leaf.ts';
import { isCodeField, isLink, isTitle, namesOf } from './field-names.ts';
import { maxLinkElements } from './leaf-values.ts';
import { findCounted } from './refute-column.ts';
import { beginsWithMeasure, isWrittenAddress } from './text-kinds.ts';

export interface CellRead {
  readonly value: unknown;
  /** Where it stands, where that is not the cell's text: the attribute of a link or of a time. */
  readonly source?: ContentSource | undefined;
  readonly alternatives?: readonly (number | string)[] | undefined;
  /** The sign of a limit in front of a number. */
  readonly bound?: string | undefined;
  readonly otherUnit?: string | undefined;
}

/** What the cells of a column share. */
export interface ColumnSense {
  readonly kind: Region['kind'];
  readonly peers: readonly string[];
  readonly dateOrder: DateOrder | undefined;
  /** Whether they are numbers of records, which no text without a digit is. */
  readonly holdsNumbers: boolean;
  /** What most of them count: "bath" of "2 baths". */
  readonly counted: string | undefined;
  /** What stands above or before them. */
  readonly header: string;
}

/** What the column of a field says of each of its cells: how its numbers are written, and which number of a date is the month. */
export function findColumnSense(
  plan: FieldPlan,
  column: Column | undefined,
  { kind }: Region,
  { facts: { place } }: Scope,
): ColumnSense {
  const cells = column?.cells ?? [];
  const dates = plan.kind === 'date' ? cells.flatMap((cell) => cell?.text ?? []) : [];
  return {
    kind,
    peers: isNumberKind(plan) ? listPeers(cells) : [],
    dateOrder: findDateOrder(dates) ?? place.order,
    holdsNumbers: holdsNumbers(plan, column),
    counted: isNumberKind(plan) ? findUsualCounted(cells) : undefined,
    header: column?.header ?? '',
  };
}

/** Share of the cells from which on what they count is that of the column. */
const minCounted = 0.6;

function findUsualCounted(cells: Column['cells']): string | undefined {
  const filled = cells.flatMap((cell) => cell ?? []);
  const counts = countAll(filled.map(({ text }) => findCounted(text)));
  return [...counts].find(
    ([word, count]) => word !== '' && count > minCounted * filled.length,
  )?.[0];
}

/** Whether a cell counts or measures another thing than its column: "830 sqft" where a home has no bath, "3 hours ago" among points. */
function countsOther(text: string, counted: string): boolean {
  const own = findCounted(text);
  if (own === counted) return false;
  const isCount = listMeasures(`2 ${counted}`).length === 0;
  if (own === '') return isCount && beginsWithMeasure(text);
  return isCount || listMeasures(`2 ${own}`).length === 0;
}

/** Most cells of a column that are looked at for how its numbers are written. */
const maxPeers = 40;

function listPeers(cells: Column['cells']): readonly string[] {
  return cells
    .flatMap((cell) => (cell === undefined || !/[\p{Nd}★⭐☆✩]/u.test(cell.text) ? [] : cell.text))
    .slice(0, maxPeers);
}

/** Share of the values of a column with a digit from which on a text without one is a label or a link beside them. */
const minNumbered = 0.9;

/** Whether the values of a field are the numbers of its records. */
function holdsNumbers(plan: FieldPlan, column: Column | undefined): boolean {
  return (
    column !== undefined && isCodeField(namesOf(plan)) && shapeOf(column).numbers >= minNumbered
  );
}

/** Characters of a day in words alone, as "yesterday" is; longer texts without a digit are none. */
const maxWordDate = 30;

const contactSchemes: ReadonlyMap<string, RegExp> = new Map([
  ['email', /^mailto:/i],
  ['phone', /^tel:/i],
]);

/** The mark of a note in front of a name, which is no part of it. */
const markBefore = /^[*†‡]{1,3}\s+(?=\p{L})/u;

const bracketedNumber = /^\(\s*\p{Nd}[\p{Nd}.,\s]*[km]?\s*\)$/iu;

/** Returns a cell's value in the schema's type; a text field takes the whole text of the cell. */
export function readCell(
  plan: FieldPlan,
  cell: Cell,
  scope: Scope,
  { kind, peers, dateOrder, holdsNumbers, counted, header }: ColumnSense,
): CellRead | undefined {
  const { page } = scope.facts;
  const isText = plan.types.length === 0 || plan.types.includes('string');
  // A column of names under "Main figure (image)" has no picture to lead to.
  const isNamed = plan.kind === 'image' && kind === 'table' && !hasPicture(cell);
  const isAddress = isLink(plan) && !(isNamed && isText && plan.format === undefined);
  const text = isAddress
    ? (cell.href ?? (isWrittenAddress(cell.text) ? cell.text : ''))
    : plan.kind === 'money'
      ? amountTextOf(cell, plan)
      : isNumeric(plan) && findMoney(cell.text, true).length > 0
        ? (cell.findPrice?.() ?? cell.text)
        : cell.text;
  // Behind the stars of a card: how many have rated. In a table of accounts brackets are a sign.
  if (plan.kind === 'money' && kind === 'repeat' && bracketedNumber.test(text)) return undefined;
  const isFit = (value: string): boolean => plan.fits?.(value) !== false;
  if (text === '')
    // Only a record that must have a text has an empty one: without it the record would be lost.
    return isText && !isAddress && plan.required && !plan.nullable && isFit('')
      ? { value: '' }
      : undefined;
  // In a listing the date is surrounded by other words; a table cell holds only the date.
  if (isText && kind === 'repeat' && plan.kind === 'date' && plan.format === undefined) {
    const date = readDate(text, {})?.text;
    if (date === undefined && text.length > maxWordDate && !/\p{Nd}/u.test(text)) return undefined;
    if (isFit(date ?? text)) return { value: date ?? text };
  }
  if (holdsNumbers && !/\p{Nd}/u.test(text)) return undefined;
  if (counted !== undefined && countsOther(text, counted)) return undefined;
  const read = (said: string, machine: boolean): CellRead | undefined =>
    readValue(plan, said, {
      machine,
      needsCurrency: false,
      baseUrl: page.reading.url,
      place: { ...scope.facts.place, order: dateOrder, peers, ownCell: true },
    });
  // A link to write to or to call somebody often says something else: "Write to us".
  const contact = kind === 'repeat' ? contactSchemes.get(plan.concept?.name ?? '') : undefined;
  if (isText && contact !== undefined)
    return (
      read(text, false) ??
      (contact.test(cell.href ?? '')
        ? readAt(linkSourceOf(cell, page), read(cell.href ?? '', true))
        : undefined)
    );
  if (plan.kind === 'availability') {
    const stock = addStockLabel(header, text);
    if (stock !== text) return stock === undefined ? undefined : read(stock, false);
  }
  const isAsWritten = isText && !isAddress && plan.kind !== 'currency' && plan.format === undefined;
  const number = isAsWritten && prefersNumber(plan) ? read(text, false) : undefined;
  if (number !== undefined) return number;
  // What the schema does not take as it is written may be read as what it takes: "12 March 2024" as the day of an ISO date.
  const written = isTitle(plan) ? text.replace(markBefore, '') : text;
  if (isAsWritten && plan.enumMembers.length === 0 && isFit(written)) return { value: written };
  // A currency that has a column of its own may stand there by its name.
  const asNamed =
    plan.kind === 'currency' && isText && !/\d/.test(text) ? { value: text } : undefined;
  if (isAddress) return readAt(linkSourceOf(cell, page), read(text, true)) ?? asNamed;
  const time = plan.kind === 'date' ? findMoment(cell) : undefined;
  const moment = time?.attribs['datetime'];
  return (
    read(text, false) ??
    asNamed ??
    (time === undefined || moment === undefined
      ? undefined
      : readAt({ node: time, attribute: 'datetime' }, read(moment, true)))
  );
}

function readAt(source: ContentSource, said: CellRead | undefined): CellRead | undefined {
  return said === undefined ? undefined : { ...said, source };
}

/** The address of the link that a cell is, stands in or holds; a picture's own is known. */
function linkSourceOf({ source, href }: Cell, page: PageIndex): ContentSource {
  const element = source.attribute === 'src' ? undefined : page.elementOf(source.node);
  if (element === undefined || href === undefined) return source;
  const isLeading = ({ node }: IndexedElement): boolean =>
    node.name === 'a' && node.attribs['href'] === href;
  const link =
    page.around(element, maxWrappers).find(isLeading) ??
    page.elements
      .slice(element.position + 1, Math.min(element.end, element.position + maxLinkElements))
      .find(isLeading);
  return link === undefined ? source : { node: link.node, attribute: 'href' };
}

/** The only `<time>` that a cell is or holds, whose moment says more than its text: "May 1". */
function findMoment({ source: { node } }: Cell): Element | undefined {
  const around = [node, node.parent].find((one) => isMoment(one));
  const [time, another] =
    around === undefined && hasChildren(node) ? node.children.filter(isMoment) : [around];
  return another === undefined && isMoment(time) ? time : undefined;
}

function isMoment(node: AnyNode | null | undefined): node is Element {
  return node != null && isTag(node) && node.name === 'time';
}
