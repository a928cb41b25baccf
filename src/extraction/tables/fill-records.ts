import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { readValue } from '../fields/read-value.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { type DateOrder, findDateOrder } from '../values/dates/date-order.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findRegion } from './find-region.ts';
import { type Cell, type Column, type Region, priceTextOf } from './column-shape.ts';

export const maxRecords = 5_000;
/** Values of all records together; an answer may hold 50,000 in all. */
const maxValues = 45_000;
/** The records that the page shows in a table or another part that repeats; none when nothing fits the fields. */
export function readRecords(plans: readonly FieldPlan[], scope: Scope): readonly Filled[] {
  const best = findRegion(plans, scope);
  if (best === undefined) return [];
  const { region, columns } = best;
  if (region.note !== undefined) scope.facts.cuts.add(region.note);
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
  for (let row = 0; row < Math.min(region.size, limit); row += 1) {
    const value = new Map<string, unknown>();
    const sources = new Map<string, ValueSource>();
    for (const plan of plans) {
      const cell = columns.get(plan)?.cells[row];
      const read =
        cell === undefined
          ? undefined
          : readCell(plan, cell, scope, {
              kind: region.kind,
              peers: peers.get(plan) ?? [],
              dateOrder: dateOrders.get(plan),
            });
      if (read?.value !== undefined && cell !== undefined) {
        const { alternatives } = read;
        value.set(plan.name, read.value);
        sources.set(
          toJsonPointer([plan.name]),
          alternatives === undefined ? cell.source : { ...cell.source, alternatives },
        );
      } else if (plan.nullable) value.set(plan.name, null);
    }
    if (sources.size > 0 && hasRequired(plans, sources, columns)) {
      records.push({ value: Object.fromEntries(value), sources, found: sources.size, missing: [] });
    }
  }
  return records;
}

function hasRequired(
  plans: readonly FieldPlan[],
  sources: ReadonlyMap<string, ValueSource>,
  columns: ReadonlyMap<FieldPlan, Column>,
): boolean {
  return plans.every(
    (plan) => !plan.required || !columns.has(plan) || sources.has(toJsonPointer([plan.name])),
  );
}

/** Most cells of a column that are looked at for how its numbers are written. */
const maxPeers = 40;

function listPeers({ cells }: Column): readonly string[] {
  return cells
    .flatMap((cell) => (cell === undefined || !/\p{Nd}/u.test(cell.text) ? [] : cell.text))
    .slice(0, maxPeers);
}

function isNumberKind({ kind }: FieldPlan): boolean {
  return kind === 'money' || kind === 'number' || kind === 'count';
}

interface CellRead {
  readonly value: unknown;
  readonly alternatives?: readonly (number | string)[] | undefined;
}

/** What the cells of a column share. */
interface ColumnSense {
  readonly kind: Region['kind'];
  readonly peers: readonly string[];
  readonly dateOrder: DateOrder | undefined;
}

/** Returns a cell's value in the schema's type; a text field takes the whole text of the cell. */
function readCell(
  plan: FieldPlan,
  cell: Cell,
  scope: Scope,
  { kind, peers, dateOrder }: ColumnSense,
): CellRead | undefined {
  const isText = plan.types.length === 0 || plan.types.includes('string');
  const isLink = plan.kind === 'url' || plan.kind === 'image';
  const text = isLink ? (cell.href ?? '') : plan.kind === 'money' ? priceTextOf(cell) : cell.text;
  if (text === '') return isText && !isLink && !plan.nullable ? { value: '' } : undefined;
  // In a listing the date is surrounded by other words; a table cell holds only the date.
  if (isText && kind === 'repeat' && plan.kind === 'date' && plan.format === undefined) {
    return { value: readDate(text, {})?.text ?? text };
  }
  if (isText && !isLink && plan.format === undefined && plan.enumMembers.length === 0)
    return { value: text };
  return readValue(plan, text, {
    machine: isLink,
    needsCurrency: false,
    baseUrl: scope.facts.page.reading.url,
    place: { ...scope.facts.place, order: dateOrder, peers, ownCell: true },
  });
}
