import { parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled, MissingField, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';

/** Why an answer is none: no record of its lists has the main field, or it has no record and nothing else. */
export function findMainLack({
  missing,
  sources,
}: {
  readonly missing: readonly MissingField[];
  readonly sources: ReadonlyMap<string, ValueSource>;
}): string | undefined {
  if (sources.size === 0) {
    const list = missing.find(({ isList }) => isList === true);
    const name = list?.pointer === '' ? 'the schema' : list?.pointer;
    return name === undefined ? undefined : `the page lists nothing that fits ${name}`;
  }
  const lacking = missing.filter(({ isMain }) => isMain === true).map(({ pointer }) => pointer);
  const lists = lacking.map((pointer) => pointer.slice(0, pointer.lastIndexOf('/*') + 1));
  const isAll = Array.from(sources.keys()).every((place) =>
    lists.some((list) => place.startsWith(list)),
  );
  return isAll && lacking[0] !== undefined
    ? `none of the things that the page lists${describeField(lacking[0])}`
    : undefined;
}

/** The end of the sentence with the names that people know of a field of the records of a list: ` as "products" has a "price"`. */
function describeField(pointer: string): string {
  const names = (parseJsonPointer(pointer) ?? []).filter((name) => name !== '*');
  const list = names.slice(0, -1).join('/');
  return `${list === '' ? '' : ` as "${list}"`} has a "${names.at(-1)}"`;
}

/** Share of the records from which on a warning says that they have no value for a field. */
const toldShare = 0.1;

/** Required fields that single records lack, and as `/*` those that more than a tenth of them lack. */
export function listMissing(
  plans: readonly FieldPlan[],
  records: readonly Filled[],
  list: string,
): readonly MissingField[] {
  if (records.length === 0) return [];
  const missing = records.flatMap((record, at) =>
    record.missing
      .filter(({ required }) => required)
      .map((field) => ({ ...field, pointer: list + toJsonPointer([at]) + field.pointer })),
  );
  const main = plans.find(({ kind }) => kind === 'title') ?? plans[0];
  const countLacking = ({ name }: FieldPlan): number =>
    records.filter(({ value }) => value[name] === undefined || value[name] === null).length;
  const lacked = plans
    .filter((plan) => !plan.required || plan.nullable)
    .map((plan) => ({ plan, count: countLacking(plan) }))
    .filter(({ count }) => count > records.length * toldShare)
    .map(({ plan, count }) => ({
      pointer: `${list}/*${toJsonPointer([plan.name])}`,
      required: false,
      ...(count === records.length
        ? plan === main && records.length > 1 && { isMain: true }
        : { lacking: { count, of: records.length } }),
    }));
  return [...missing, ...lacked];
}
