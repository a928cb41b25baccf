import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { readValue } from '../fields/read-value.ts';
import { isNumeric } from '../fields/value-read.ts';
import { type DateOrder, findDateOrder } from '../values/dates/date-order.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findMoney } from '../values/find-money.ts';
import { findStatedCurrency, isOtherCurrency } from '../values/stated-unit.ts';
import { amountTextOf } from './cell-amounts.ts';
import { hasPicture } from './column-links.ts';
import { shapeOf } from './column-shape.ts';
import type { Cell, Column, Region } from './column.ts';
import {
  describeBounds,
  describeHeaders,
  describeUnits,
  isNumberKind,
} from './describe-columns.ts';
import { isCodeField, isLink, isTitle, namesOf } from './field-names.ts';
import { findRegion } from './find-region.ts';
import { takeAskedParts } from './parts-of-list.ts';
import { findRegionTitle, nameTitles } from './section-titles.ts';

export const maxRecords = 5_000;
/** Values of all records together; an answer may hold 50,000 in all. */
const maxValues = 45_000;
/** Share of the values other than links that a row states which is a record with a gap; entries of a menu have a name alone. */
const minStatedShare = 0.5;

/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(
  plans: readonly FieldPlan[],
  scope: Scope,
  name = '',
): readonly Filled[] {
  const best = findRegion(plans, scope, name);
  if (best === undefined) return [];
  const { region, columns } = takeAskedParts(best, scope, name);
  if (region.note !== undefined) scope.facts.cuts.add(region.note);
  for (const note of describeHeaders(region, columns, scope)) scope.facts.cuts.add(note);
  const { sums = [] } = region;
  if (sums.length > 0)
    scope.facts.cuts.add(
      `Rows of the table are the sum of others, and are given as records too: ${nameTitles(sums)}.`,
    );
  const records: Filled[] = [];
  const limit = Math.min(maxRecords, Math.floor(maxValues / (plans.length + 1)));
  if (region.size > limit) {
    scope.facts.cuts.add(
      `Only the first ${limit} of ${region.size > maxRecords ? `more than ${maxRecords}` : region.size} records were read.`,
    );
  }
  const peers = new Map(
    plans.flatMap((plan) => {
      const column = isNumberKind(plan) ? columns.get(plan) : undefined;
      return column === undefined ? [] : [[plan, listPeers(column)] as const];
    }),
  );
  const dateOrders = new Map(
    plans.map((plan) => {
      const cells = plan.kind === 'date' ? (columns.get(plan)?.cells ?? []) : [];
      const own = findDateOrder(cells.flatMap((cell) => cell?.text ?? []));
      return [plan, own ?? scope.facts.place.order] as const;
    }),
  );
  const numbered = new Set(plans.filter((plan) => holdsNumbers(plan, columns.get(plan))));
  const main = plans.find((plan) => isTitle(plan) && columns.has(plan));
  const stating = plans.filter((plan) => columns.has(plan) && !isLink(plan));
  const title = findRegionTitle(scope.facts.page, region);
  const currency = findHeadedCurrency(plans, columns, title);
  const headed = listOtherHeaded(columns, title);
  const leftOut = new Map<string, number>();
  const otherUnits = new Map<string, number>();
  for (let row = 0; row < Math.min(region.size, limit); row += 1) {
    const value = new Map<string, unknown>();
    const sources = new Map<string, ValueSource>();
    for (const plan of plans) {
      const stated = columns.get(plan)?.cells[row];
      const sense = {
        kind: region.kind,
        peers: peers.get(plan) ?? [],
        dateOrder: dateOrders.get(plan),
        holdsNumbers: numbered.has(plan),
      };
      const said = stated === undefined ? undefined : readCell(plan, stated, scope, sense);
      const isOther =
        said?.otherUnit !== undefined ||
        (headed.has(plan) &&
          said !== undefined &&
          stated !== undefined &&
          findMoney(stated.text, true, scope.facts.place).length === 0);
      if (isOther) otherUnits.set(plan.name, (otherUnits.get(plan.name) ?? 0) + 1);
      const cell = isOther ? undefined : stated;
      const read = isOther ? undefined : said;
      const lines = plan.shape === 'list' ? listLines(columns.get(plan), row) : [];
      const items = lines.flatMap((line) => readCell(plan, line, scope, sense)?.value ?? []);
      if (items.length > 0 && cell !== undefined) {
        value.set(plan.name, items);
        items.forEach((_, at) => sources.set(toJsonPointer([plan.name, at]), cell.source));
      } else if (read?.value !== undefined && cell !== undefined) {
        const { alternatives } = read;
        value.set(plan.name, read.value);
        sources.set(
          toJsonPointer([plan.name]),
          alternatives === undefined ? cell.source : { ...cell.source, alternatives },
        );
      } else if (currency !== undefined && plan === currency.plan) {
        const amount = currency.column.cells[row];
        if (amount !== undefined && /\d/.test(amount.text)) {
          value.set(plan.name, currency.code);
          sources.set(toJsonPointer([plan.name]), amount.source);
        } else if (plan.nullable) value.set(plan.name, null);
      } else if (plan.nullable) value.set(plan.name, null);
      else if (columns.get(plan)?.isList === true) value.set(plan.name, []);
    }
    for (const { name, nullable } of findSwapped(plans, value)) {
      if (nullable) value.set(name, null);
      else value.delete(name);
      sources.delete(toJsonPointer([name]));
    }
    const isMissing = ({ name }: FieldPlan): boolean =>
      (value.get(name) ?? undefined) === undefined;
    const lacked = plans.filter((plan) => plan.required && columns.has(plan) && isMissing(plan));
    // What may be null is lacked by a record too; a row that says little else, or has no name, is none.
    const filled = stating.filter((plan) => !isMissing(plan)).length;
    const isWhole = filled >= stating.length * minStatedShare;
    const decisive = lacked.filter((plan) => !plan.nullable || plan === main || !isWhole);
    if (sources.size > 0 && decisive.length === 0)
      records.push({ value: Object.fromEntries(value), sources, found: sources.size, missing: [] });
    else if (main !== undefined && !isMissing(main) && isWhole)
      for (const { name } of decisive) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
  }
  for (const [name, count] of otherUnits)
    scope.facts.cuts.add(
      `${count} of ${region.size} values of "${name}" are in another unit or currency than the field asks for, or in several, and are not given.`,
    );
  for (const note of describeUnits(plans, region, columns, scope)) scope.facts.cuts.add(note);
  for (const note of describeBounds(region, columns, scope)) scope.facts.cuts.add(note);
  for (const [name, count] of leftOut)
    scope.facts.cuts.add(
      `${count} of ${region.size} records have no "${name}", which the schema requires, and were left out. Where it may be null, they are kept.`,
    );
  return records;
}

/** The former price of a record where it is not more than its price: it is the price again, or something else. */
function findSwapped(
  plans: readonly FieldPlan[],
  value: ReadonlyMap<string, unknown>,
): readonly FieldPlan[] {
  const amountOf = (concept: string): number => {
    const plan = plans.find((one) => one.concept?.name === concept);
    const found = plan === undefined ? undefined : value.get(plan.name);
    return typeof found === 'number' ? found : NaN;
  };
  return amountOf('oldPrice') <= amountOf('price')
    ? plans.filter(({ concept }) => concept?.name === 'oldPrice')
    : [];
}

/** The currency that the headers of all columns of amounts state, or the heading above them, for a field that no column has. */
function findHeadedCurrency(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
  title: string,
): { readonly plan: FieldPlan; readonly column: Column; readonly code: string } | undefined {
  const plan = plans.find(({ kind }) => kind === 'currency');
  const isText = plan?.types.length === 0 || plan?.types.includes('string') === true;
  if (plan === undefined || columns.has(plan) || !isText || plan.enumMembers.length > 0)
    return undefined;
  const amounts = [...columns].flatMap(([{ kind }, column]) => (kind === 'money' ? column : []));
  const [column] = amounts;
  const [code, ...others] = new Set(
    amounts.map(({ header }) => findStatedCurrency(header) ?? findStatedCurrency(title)),
  );
  return column === undefined || code === undefined || others.length > 0
    ? undefined
    : { plan, column, code };
}

/** The fields of numbers whose column states no currency itself, under a heading with another one than they ask for. */
function listOtherHeaded(
  columns: ReadonlyMap<FieldPlan, Column>,
  title: string,
): ReadonlySet<FieldPlan> {
  const code = findStatedCurrency(title);
  if (code === undefined) return new Set();
  return new Set(
    [...columns].flatMap(([plan, { header }]) =>
      isNumeric(plan) &&
      findStatedCurrency(header) === undefined &&
      isOtherCurrency(plan.asked, code) === true
        ? plan
        : [],
    ),
  );
}

/** The lines of a whole cell, which are the items of a field that holds a list. */
function listLines(column: Column | undefined, row: number): readonly Cell[] {
  const cell = column?.cuts === 0 ? column.cells[row] : undefined;
  if (cell?.listLines === undefined) return [];
  return cell.listLines().map((text) => ({ ...cell, text, price: undefined }));
}

/** Most cells of a column that are looked at for how its numbers are written. */
const maxPeers = 40;

function listPeers({ cells }: Column): readonly string[] {
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

interface CellRead {
  readonly value: unknown;
  readonly alternatives?: readonly (number | string)[] | undefined;
  readonly otherUnit?: string | undefined;
}

/** What the cells of a column share. */
interface ColumnSense {
  readonly kind: Region['kind'];
  readonly peers: readonly string[];
  readonly dateOrder: DateOrder | undefined;
  /** Whether they are numbers of records, which no text without a digit is. */
  readonly holdsNumbers: boolean;
}

const bracketedNumber = /^\(\s*\p{Nd}[\p{Nd}.,\s]*[km]?\s*\)$/iu;

/** Returns a cell's value in the schema's type; a text field takes the whole text of the cell. */
function readCell(
  plan: FieldPlan,
  cell: Cell,
  scope: Scope,
  { kind, peers, dateOrder, holdsNumbers }: ColumnSense,
): CellRead | undefined {
  const isText = plan.types.length === 0 || plan.types.includes('string');
  // A column of names under "Main figure (image)" has no picture to lead to.
  const isNamed = plan.kind === 'image' && kind === 'table' && !hasPicture(cell);
  const isAddress = isLink(plan) && !(isNamed && isText && plan.format === undefined);
  const text = isAddress
    ? (cell.href ?? '')
    : plan.kind === 'money'
      ? amountTextOf(cell, plan)
      : cell.text;
  // Behind the stars of a card: how many have rated. In a table of accounts brackets are a sign.
  if (plan.kind === 'money' && kind === 'repeat' && bracketedNumber.test(text)) return undefined;
  if (text === '') return isText && !isAddress && !plan.nullable ? { value: '' } : undefined;
  // In a listing the date is surrounded by other words; a table cell holds only the date.
  if (isText && kind === 'repeat' && plan.kind === 'date' && plan.format === undefined) {
    return { value: readDate(text, {})?.text ?? text };
  }
  if (holdsNumbers && !/\p{Nd}/u.test(text)) return undefined;
  const isAsWritten = isText && !isAddress && plan.kind !== 'currency' && plan.format === undefined;
  if (isAsWritten && plan.enumMembers.length === 0) return { value: text };
  // A currency that has a column of its own may stand there by its name.
  const asNamed =
    plan.kind === 'currency' && isText && !/\d/.test(text) ? { value: text } : undefined;
  const read = readValue(plan, text, {
    machine: isAddress,
    needsCurrency: false,
    baseUrl: scope.facts.page.reading.url,
    place: { ...scope.facts.place, order: dateOrder, peers, ownCell: true },
  });
  return read ?? asNamed;
}
