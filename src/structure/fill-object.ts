import { toJsonPointer } from '../schema/json-pointer.ts';
import { electScalar } from './elect-scalar.ts';
import { electList, type ElectedList } from './lists/elect-list.ts';
import { maxRecords, readRecords } from './tables/fill-records.ts';
import type { Filled, MissingField, ValueSource } from './fields/filled.ts';
import { findCandidates } from './fields/find-candidates.ts';
import { joinName } from './analysis/fold-label.ts';
import { type IndexedEntity, indexEntity, readPath } from './analysis/index-entities.ts';
import type { FieldPlan } from './fields/plan-fields.ts';
import { rankEntities } from './fields/rank-entities.ts';
import { type Scope, toEntityScope } from './fields/scope.ts';
import { vote } from './fields/vote.ts';

/** Property names that mean the page's main subject: an object of that name wraps the page and is not a part of it. */
const wrapperNames: ReadonlySet<string> = new Set(
  'data result page item entity details info'.split(' '),
);

interface Draft {
  readonly value: Map<string, unknown>;
  readonly sources: Map<string, ValueSource>;
  readonly missing: MissingField[];
  /** Number of things on the page that have a value of their own each, by the field that got none of these. */
  readonly shown: Map<FieldPlan, number>;
  found: number;
}

/** Fills an object's fields: lists first, since other values are searched around them. Recursion follows the schema. */
export function fillObject(plans: readonly FieldPlan[], scope: Scope): Filled {
  const draft: Draft = {
    value: new Map(),
    sources: new Map(),
    missing: [],
    shown: new Map(),
    found: 0,
  };
  const lists = new Map<FieldPlan, ElectedList>();
  for (const plan of plans) {
    const list = plan.shape === 'list' ? electList(plan, scope) : undefined;
    if (list !== undefined) lists.set(plan, list);
  }
  for (const plan of plans) {
    const list = lists.get(plan);
    if (list !== undefined) putList(draft, plan, list);
    else if (plan.shape === 'records') putRecords(draft, plan, scope);
    else if (plan.shape === 'object') putNested(draft, plan, plans, scope);
    else if (plan.shape === 'scalar') putScalar(draft, plan, scope, lists);
    if (!draft.value.has(plan.name)) {
      const shown = draft.shown.get(plan);
      draft.missing.push({ pointer: toJsonPointer([plan.name]), required: plan.required, shown });
      if (plan.nullable) draft.value.set(plan.name, null);
    }
  }
  addTotalTime(draft, plans, scope);
  return {
    value: Object.fromEntries(draft.value),
    sources: draft.sources,
    found: draft.found,
    missing: draft.missing,
  };
}

function putList(draft: Draft, plan: FieldPlan, list: ElectedList): void {
  draft.value.set(plan.name, list.values);
  draft.found += 1;
  list.items.slice(0, list.values.length).forEach((item, at) => {
    draft.sources.set(toJsonPointer([plan.name, at]), item.source);
  });
}

function putScalar(
  draft: Draft,
  plan: FieldPlan,
  scope: Scope,
  lists: ReadonlyMap<FieldPlan, ElectedList>,
): void {
  const { elected, shown } = electScalar(plan, scope, lists.values());
  if (shown !== undefined) draft.shown.set(plan, shown);
  if (elected === undefined) return;
  draft.value.set(plan.name, elected.candidate.value);
  draft.sources.set(toJsonPointer([plan.name]), elected.candidate.source);
  draft.found += 1;
}

function putRecords(draft: Draft, plan: FieldPlan, scope: Scope): void {
  const records = findRecords(plan, scope);
  if (records.length === 0) return;
  draft.value.set(
    plan.name,
    records.map(({ value }) => value),
  );
  draft.found += 1;
  records.forEach((record, at) => {
    const place = toJsonPointer([plan.name, at]);
    for (const [pointer, source] of record.sources) draft.sources.set(place + pointer, source);
  });
  draft.missing.push(...listMissing(plan.children, records, toJsonPointer([plan.name])));
}

/**
 * The fields that records lack, below the pointer of their list: required ones of each record, and as `/*` those that no record
 * has, without which the records may be of another kind than what was asked for.
 */
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
  const isLacked = ({ name }: FieldPlan): boolean =>
    records.every(({ value }) => value[name] === undefined || value[name] === null);
  const lacked = plans
    .filter((plan) => !plan.required && isLacked(plan))
    .map(({ name }) => ({ pointer: `${list}/*${toJsonPointer([name])}`, required: false }));
  return [...missing, ...lacked];
}

/** Returns the records that an entity states under the field's name, else those of a repeating part of the page. */
function findRecords(plan: FieldPlan, scope: Scope): readonly Filled[] {
  const stated = findInner(plan, scope);
  if (stated.length > 0) {
    const filled = stated
      .map((entity) => fillObject(plan.children, toEntityScope(scope, entity)))
      .filter(({ found }) => found > 0);
    if (filled.length > 0) return filled;
  }
  return scope.wholePage ? readRecords(plan.children, scope) : [];
}

function putNested(
  draft: Draft,
  plan: FieldPlan,
  siblings: readonly FieldPlan[],
  scope: Scope,
): void {
  const inner = findInner(plan, scope)[0];
  let filled =
    inner === undefined ? undefined : fillObject(plan.children, toEntityScope(scope, inner));
  if ((filled === undefined || filled.found === 0) && scope.wholePage) {
    // A lone object, or one named like the page's subject, wraps the page; any other is a part and is found by its
    // label.
    const wraps = siblings.length === 1 || wrapperNames.has(joinName(plan.name));
    filled = fillObject(
      wraps ? plan.children : toParts(plan),
      rescope(plan.children, scope, plan.name),
    );
  }
  if (filled === undefined || filled.found === 0) return;
  draft.value.set(plan.name, filled.value);
  draft.found += 1;
  const place = toJsonPointer([plan.name]);
  for (const [pointer, source] of filled.sources) draft.sources.set(place + pointer, source);
  for (const field of filled.missing)
    draft.missing.push({ ...field, pointer: place + field.pointer });
}

/**
 * Returns a part's fields. Fields that every entity has would get the page's own name: their labels must contain the
 * part's name.
 */
function toParts(plan: FieldPlan): readonly FieldPlan[] {
  const general: ReadonlySet<string> = new Set([
    'title',
    'description',
    'image',
    'url',
    'language',
    'keywords',
  ]);
  return plan.children.map((child) =>
    general.has(child.concept?.name ?? '')
      ? {
          ...child,
          kind: 'text',
          concept: undefined,
          keys: [],
          metas: [],
          tokens: [[...plan.tokens.slice(-1).flat(), child.name.toLowerCase()]],
          labels: new Set([`${plan.name} ${child.name}`.toLowerCase()]),
        }
      : child,
  );
}

/** Returns the entities under a field's name, in the order of the ranked entities. */
function findInner(plan: FieldPlan, scope: Scope): readonly IndexedEntity[] {
  for (const { entity } of scope.entities) {
    for (const key of plan.keys) {
      const inner = readPath(entity, key, maxRecords).flatMap((value) =>
        value.kind === 'entity' ? [indexEntity(value, entity.depth + 1)] : [],
      );
      if (inner.length > 0) return inner;
    }
  }
  return [];
}

/** Returns the scope for a set of fields: the entities are ranked again by which of these fields they state. */
export function rescope(plans: readonly FieldPlan[], scope: Scope, wantedName?: string): Scope {
  const { facts } = scope;
  const page = {
    title: facts.page.title,
    heading: facts.heading,
    url: facts.page.reading.url,
  };
  const wanted = wantedName === undefined ? undefined : joinName(wantedName);
  return { ...scope, entities: rankEntities(facts.entities, plans, page, wanted) };
}

/** Sets the total time to the sum of its parts when the page gives only the parts. */
function addTotalTime(draft: Draft, plans: readonly FieldPlan[], scope: Scope): void {
  const total = plans.find(
    ({ concept, types }) => concept?.name === 'totalTime' && types.includes('number'),
  );
  if (total === undefined || typeof draft.value.get(total.name) === 'number') return;
  let sum = 0;
  let source: ValueSource | undefined;
  for (const name of ['prepTime', 'cookTime']) {
    const part = plans.find(({ concept }) => concept?.name === name);
    const elected = part === undefined ? undefined : vote(findCandidates(part, scope));
    if (typeof elected?.candidate.value !== 'number') continue;
    sum += elected.candidate.value;
    source = elected.candidate.source;
  }
  if (source === undefined || sum === 0) return;
  draft.value.set(total.name, sum);
  draft.sources.set(toJsonPointer([total.name]), { ...source, rule: 'sum' });
  draft.found += 1;
}
