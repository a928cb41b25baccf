import { count } from '../../runtime/collections.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { isNumeric } from '../fields/value-read.ts';
import { findMoney } from '../values/money/find-money.ts';
import { findStatedCurrency, isOtherCurrency } from '../values/stated-unit.ts';
import { listAlike } from './alike-siblings.ts';
import type { Cell, Column, FoundRegion, Region } from './column.ts';
import { describeNothingFound } from './describe-nothing-found.ts';
import { describeUncalled } from './describe-uncalled.ts';
import { describeBounds, describeHeaders, describeUnits } from './describe-columns.ts';
import { isBody, isLink, isTitle } from './field-names.ts';
import { findRegion } from './find-region.ts';
import { withFollowing } from './following-paragraphs.ts';
import { flattenObjects } from './flatten-objects.ts';
import { type InnerList, type RowRecord, holdsInner, putInner } from './inner-lists.ts';
import { type CellRead, findColumnSense, readCell } from './read-cell.ts';
import { splitItems } from '../fields/split-items.ts';
import { takeAskedParts } from './parts-of-list.ts';
import { findRegionTitle, nameTitles } from './section-titles.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

export const maxRecords = 5_000;
/** Values of all records together; an answer may hold 50,000 in all. */
const maxValues = 45_000;
/** Share of the values other than links that a row states which is a record with a gap; entries of a menu have a name alone. */
const minStatedShare = 0.5;
/** Fields of which a record has more than one. */
const minWanted = 3;

/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(
  plans: readonly FieldPlan[],
  scope: Scope,
  name = '',
): readonly Filled[] {
  const flat = flattenObjects(plans);
  const records = readFlat(flat.plans, scope, name).map((record) => flat.nest(record));
  // Names alone are no records of several fields: what filled the objects was the link of a menu.
  const isBare =
    plans.length >= minWanted &&
    plans.length < flat.plans.length &&
    records.every(({ found }) => found < 2);
  return isBare ? [] : records;
}

function readFlat(plans: readonly FieldPlan[], scope: Scope, name: string): readonly Filled[] {
  const flat = plans.filter(({ shape }) => shape !== 'records');
  if (flat.length === plans.length) {
    const found = findRegion(plans, scope, name);
    return found === undefined
      ? []
      : readRows(plans, takeAskedParts(found, scope, name), scope, name).map(
          ({ record }) => record,
        );
  }
  const lists = 1 + plans.length - flat.length;
  const inner = plans.flatMap((plan) =>
    plan.shape === 'records' ? (readInner(plan, scope, lists) ?? []) : [],
  );
  const keepsNested = plans.some((plan) => asksSame(plan, flat));
  const found =
    findRegion(flat, scope, name, {
      mayBe: (region) => inner.every((list) => holdsInner(region, list)),
      keepsNested,
    }) ?? findRegion(flat, scope, name, { keepsNested });
  if (found === undefined) return [];
  const asked = takeAskedParts(found, scope, name);
  const held = inner.filter((list) => holdsInner(asked.region, list));
  return putInner(readRows(flat, asked, scope, name, lists), asked.region, held);
}

/** Whether a field asks for records in a record that have what it has: the replies to a comment, which are no comments beside it. */
function asksSame({ children }: FieldPlan, plans: readonly FieldPlan[]): boolean {
  const names = new Set(plans.map(({ name }) => name));
  return children.some(({ name }) => names.has(name));
}

/** Reads the lists of all records as one; lists of lists of lists are left out. */
function readInner(plan: FieldPlan, scope: Scope, lists: number): InnerList | undefined {
  const plans = plan.children.filter(({ shape }) => shape !== 'records');
  const found = findRegion(plans, scope, plan.name, { isInner: true });
  if (found === undefined) return undefined;
  return {
    plan,
    blocks: found.region.blocks,
    records: readRows(plans, found, scope, plan.name, lists),
  };
}

/** The records of a region, and what is told of them; with other lists they share how many values an answer may hold. */
function readRows(
  plans: readonly FieldPlan[],
  { region, columns }: FoundRegion,
  scope: Scope,
  name: string,
  lists = 1,
): readonly RowRecord[] {
  if (region.note !== undefined) scope.facts.cuts.add(region.note);
  for (const note of describeHeaders(region, columns, scope, name)) scope.facts.cuts.add(note);
  const nothing = describeNothingFound(scope.facts.page, region.blocks[0], name);
  if (nothing !== undefined) scope.facts.cuts.add(nothing);
  const uncalled = describeUncalled(columns, scope, region, name);
  if (uncalled !== undefined) scope.facts.cuts.add(uncalled);
  const { sums = [] } = region;
  if (sums.length > 0)
    scope.facts.cuts.add(
      `Rows of the table sum others up or stand at its foot, and are given as records too: ${nameTitles(sums)}.`,
    );
  const limit = Math.min(maxRecords, Math.floor(maxValues / lists / (plans.length + 1)));
  if (region.size > limit) {
    scope.facts.cuts.add(
      `Only the first ${limit} of ${region.size > maxRecords ? `more than ${maxRecords}` : region.size} records were read.`,
    );
  }
  const main = plans.find((plan) => isTitle(plan) && columns.has(plan));
  const stating = plans.filter((plan) => columns.has(plan) && !isLink(plan));
  const rows = createRowReader(plans, region, columns, scope);
  const records: RowRecord[] = [];
  const leftOut = new Map<string, number>();
  const otherUnits = new Map<string, number>();
  const unfit = new Map<string, number>();
  for (let row = 0; row < Math.min(region.size, limit); row += 1) {
    const { value, sources, inOtherUnits, refused } = rows.read(row);
    for (const name of inOtherUnits) count(otherUnits, name);
    for (const name of refused) count(unfit, name);
    const isMissing = ({ name }: FieldPlan): boolean =>
      (value.get(name) ?? undefined) === undefined;
    const lacked = plans.filter((plan) => plan.required && columns.has(plan) && isMissing(plan));
    // What may be null is lacked by a record too; a row that says little else, or has no name, is none.
    const filled = stating.filter((plan) => !isMissing(plan)).length;
    const isWhole = filled >= stating.length * minStatedShare;
    const decisive = lacked.filter((plan) => !plan.nullable || plan === main || !isWhole);
    if (sources.size > 0 && decisive.length === 0)
      records.push({
        row,
        record: { value: Object.fromEntries(value), sources, found: sources.size, missing: [] },
      });
    else if (main !== undefined && !isMissing(main) && isWhole)
      for (const { name } of decisive) count(leftOut, name);
  }
  for (const [name, times] of otherUnits)
    scope.facts.cuts.add(
      `${times} of ${region.size} values of "${name}" are in another unit or currency than the field asks for, or in several, and are not given.`,
    );
  for (const [name, times] of unfit)
    scope.facts.cuts.add(
      `${times} of ${region.size} values of "${name}" are none that the schema takes, and are not given.`,
    );
  for (const note of describeUnits(plans, region, columns, scope)) scope.facts.cuts.add(note);
  for (const note of describeBounds(region, columns, scope)) scope.facts.cuts.add(note);
  for (const [name, times] of leftOut)
    scope.facts.cuts.add(
      `${times} of ${region.size} records have no "${name}", which the schema requires, and were left out. Where it may be null, they are kept.`,
    );
  return records;
}

interface RowRead {
  readonly value: ReadonlyMap<string, unknown>;
  readonly sources: ReadonlyMap<string, ValueSource>;
  /** Names of the fields whose cell is in another unit or currency than they ask for. */
  readonly inOtherUnits: readonly string[];
  /** Names of the fields whose cell states a value that the schema does not take. */
  readonly refused: readonly string[];
}

/** A value of a list in a record. */
interface Item {
  readonly value: unknown;
  readonly source: ValueSource;
}

/** Reads the fields of one row after the other. */
function createRowReader(
  plans: readonly FieldPlan[],
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  scope: Scope,
): { readonly read: (row: number) => RowRead } {
  const { place, page } = scope.facts;
  const senses = new Map(
    plans.map((plan) => [plan, findColumnSense(plan, columns.get(plan), region, scope)] as const),
  );
  const title = findRegionTitle(page, region);
  const currency = findHeadedCurrency(plans, columns, title);
  const headed = listOtherHeaded(columns, title);
  const read = (plan: FieldPlan, cell: Cell): CellRead | undefined => {
    const sense = senses.get(plan);
    return sense === undefined ? undefined : readCell(plan, cell, scope, sense);
  };
  const isRefused = (plan: FieldPlan, cell: Cell): boolean => {
    const sense = senses.get(plan);
    if (plan.fits === undefined || sense === undefined || cell.text === '') return false;
    return readCell({ ...plan, fits: undefined }, cell, scope, sense) !== undefined;
  };
  const isInOtherUnit = (plan: FieldPlan, cell: Cell, said: CellRead): boolean =>
    said.otherUnit !== undefined ||
    (headed.has(plan) && findMoney(cell.text, true, place).length === 0);
  const wholeCell = (plan: FieldPlan, row: number): Cell | undefined => {
    const cell = columns.get(plan)?.cells[row];
    const block = region.blocks[row];
    if (cell === undefined || block === undefined || region.kind === 'table' || !isBody(plan))
      return cell;
    const taken = [...columns].flatMap(([other, { cells }]) =>
      other === plan ? [] : (cells[row]?.source.node ?? []),
    );
    return withFollowing(page, cell, block, taken);
  };
  const listItems = (plan: FieldPlan, row: number): readonly Item[] => {
    const column = columns.get(plan);
    const cell = column?.cells[row];
    const block = region.blocks[row];
    if (cell === undefined) return [];
    const parts = listParts(plan, column, row, read);
    const alike =
      parts.length === 0 && block !== undefined && region.kind === 'repeat'
        ? listAlike(page, cell, block, plan)
        : [];
    return [...parts, ...alike].flatMap((part) => {
      const said = read(plan, part)?.value ?? [];
      const values: readonly unknown[] = Array.isArray(said) ? said : [said];
      return values.map((value) => ({ value, source: part.source }));
    });
  };
  return {
    read(row) {
      const value = new Map<string, unknown>();
      const sources = new Map<string, ValueSource>();
      const inOtherUnits: string[] = [];
      const refused: string[] = [];
      for (const plan of plans) {
        const column = columns.get(plan);
        const cell = wholeCell(plan, row);
        const said = cell === undefined ? undefined : read(plan, cell);
        const isOther = cell !== undefined && said !== undefined && isInOtherUnit(plan, cell, said);
        if (isOther) inOtherUnits.push(plan.name);
        if (cell !== undefined && said === undefined && isRefused(plan, cell))
          refused.push(plan.name);
        const items = plan.shape === 'list' ? listItems(plan, row) : [];
        const amount = plan === currency?.plan ? currency.column.cells[row] : undefined;
        if (items.length > 0 && cell !== undefined && !isOther) {
          value.set(
            plan.name,
            items.map((item) => item.value),
          );
          for (const [at, { source }] of items.entries())
            sources.set(toJsonPointer([plan.name, at]), source);
        } else if (said?.value !== undefined && cell !== undefined && !isOther) {
          const { alternatives, bound, source = cell.source } = said;
          const isPlain = alternatives === undefined && bound === undefined;
          value.set(plan.name, said.value);
          sources.set(
            toJsonPointer([plan.name]),
            isPlain ? source : { ...source, alternatives, bound },
          );
        } else if (currency !== undefined && amount !== undefined && hasDigit(amount.text)) {
          value.set(plan.name, currency.code);
          sources.set(toJsonPointer([plan.name]), amount.source);
        } else if (plan.nullable) value.set(plan.name, null);
        else if (column?.isList === true) value.set(plan.name, []);
      }
      for (const { name, nullable } of findSwapped(plans, value)) {
        if (nullable) value.set(name, null);
        else value.delete(name);
        sources.delete(toJsonPointer([name]));
      }
      return { value, sources, inOtherUnits, refused };
    },
  };
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

/** The items of a cell for a field that holds a list: the lines of a whole one, or what its text parts. */
function listParts(
  plan: FieldPlan,
  column: Column | undefined,
  row: number,
  read: (plan: FieldPlan, cell: Cell) => CellRead | undefined,
): readonly Cell[] {
  const cell = column?.cells[row];
  if (cell === undefined) return [];
  const toPart = (text: string): Cell => ({ ...cell, text, findPrice: undefined });
  const isValue = (text: string): boolean => read(plan, toPart(text))?.value !== undefined;
  const lines = (column?.cuts === 0 ? cell.listLines?.() : undefined) ?? [];
  const items = lines.length > 0 ? lines : splitItems(plan, cell.text, { isValue, isWhole: true });
  // What nothing parts may be several words of one item, or several items.
  const texts = items.length > 1 || lines.length > 0 ? items : [];
  return texts.map(toPart);
}
