import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';

interface FlatFields {
  readonly plans: readonly FieldPlan[];
  /** Puts the values of a record back into its objects. */
  readonly nest: (record: Filled) => Filled;
}

/** A field of an object as one of the record itself, which columns are compared with: `author`, `authorUrl`. */
interface FlatField {
  readonly child: FieldPlan;
  readonly plan: FieldPlan;
}

/** The fields of records with those of their objects in place of these, since a table or listing has a column for each. */
export function flattenObjects(plans: readonly FieldPlan[]): FlatFields {
  const inner = plans.flatMap(({ children }) => children.map(({ name }) => name));
  // What several objects have is called with their names as well: the airports of two ends.
  const shared = inner.filter((name, at) => inner.indexOf(name) < at);
  const taken = new Set([...plans.map(({ name }) => name), ...shared]);
  const flat = new Map<FieldPlan, readonly FlatField[]>();
  for (const plan of plans) {
    const fields = listFlat(plan, taken);
    const names = fields.map((field) => field.plan.name).filter((name) => name !== plan.name);
    if (fields.length === 0 || names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    flat.set(plan, fields);
  }
  return {
    plans: plans.flatMap((plan) => flat.get(plan)?.map((field) => field.plan) ?? plan),
    nest: (record) => (flat.size === 0 ? record : nest(record, flat)),
  };
}

/** Kinds of what a record has itself, too: those of its objects are called with their names. */
const general: ReadonlySet<FieldPlan['kind']> = new Set(['title', 'url', 'image', 'body'] as const);

/** None for what is no object of plain values. */
function listFlat(plan: FieldPlan, taken: ReadonlySet<string>): readonly FlatField[] {
  const { name, shape, children, concept, required, nullable } = plan;
  if (shape !== 'object' || children.some((child) => child.shape !== 'scalar')) return [];
  const own = children.find(({ asPart }) => asPart !== undefined && asPart.concept === concept);
  const findName = (child: FieldPlan): string => {
    if (child === own) return name;
    const isPlain = child.asPart === undefined && !general.has(child.kind);
    return isPlain && !taken.has(child.name)
      ? child.name
      : name + child.name.slice(0, 1).toUpperCase() + child.name.slice(1);
  };
  return children.map((child) => ({
    child,
    plan: {
      ...(child.asPart ?? child),
      name: findName(child),
      required: required && !nullable && child.required,
      nullable: false,
    },
  }));
}

function nest(record: Filled, flat: ReadonlyMap<FieldPlan, readonly FlatField[]>): Filled {
  const value = { ...record.value };
  const sources = new Map(record.sources);
  for (const [plan, fields] of flat) {
    const object: Record<string, unknown> = {};
    const places = new Map<string, ValueSource>();
    let isNamed = false;
    for (const { child, plan: field } of fields) {
      const pointer = toJsonPointer([field.name]);
      const source = sources.get(pointer);
      const said = value[field.name];
      sources.delete(pointer);
      delete value[field.name];
      if (said !== undefined) object[child.name] = said;
      else if (child.nullable) object[child.name] = null;
      if (source !== undefined) places.set(toJsonPointer([plan.name, child.name]), source);
      // A link alone may be that of the record.
      if (source !== undefined && child.kind !== 'url') isNamed = true;
    }
    const isWhole = plan.children.every((child) => !child.required || child.name in object);
    const isNeeded = plan.required && !plan.nullable;
    // What must be there and need not have anything is there without it.
    const isStated = isNamed || (places.size > 0 && fields.length === 1);
    if (isStated ? isWhole || isNeeded : isWhole && isNeeded) {
      value[plan.name] = object;
      for (const [pointer, source] of places) sources.set(pointer, source);
    } else if (plan.nullable) value[plan.name] = null;
  }
  return { ...record, value, sources, found: sources.size };
}
