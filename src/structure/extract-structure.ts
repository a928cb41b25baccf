import type { DetailLevel, JsonSchema } from '../contracts/extractor.ts';
import type { PageReading } from '../page/page-reading.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';
import { analysePage } from './analysis/analyse-page.ts';
import { electList } from './lists/elect-list.ts';
import { electScalar } from './elect-scalar.ts';
import { fillObject, listMissing, rescope } from './fill-object.ts';
import { readRecords } from './tables/fill-records.ts';
import type { MissingField, ValueSource } from './fields/filled.ts';
import { type ExtractionPlan, type FieldPlan, planFields } from './fields/plan-fields.ts';
import type { Scope } from './fields/scope.ts';
import { usualConfidence } from './fields/vote.ts';

/**
 * Least confidence of an optional value. `low` keeps values that two sources agree on or structured data states, `high`
 * also takes values that only a class name or their own form suggests.
 */
const confidences: Readonly<Record<DetailLevel, number>> = {
  low: 0.7,
  medium: usualConfidence,
  high: 0.15,
};

export interface ExtractStructureInput {
  readonly reading: PageReading;
  readonly prompt: string;
  /** Normalised to 2020-12. */
  readonly schema: JsonSchema;
  readonly detailLevel: DetailLevel;
}

export interface ExtractStructureResult {
  /** The values found for the schema; `undefined` when there are none. */
  readonly value: unknown;
  /** Where on the page each value was read, by JSON Pointer into `value`. */
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly missing: readonly MissingField[];
  /** Sentences for people about what was left out because of a limit. */
  readonly cuts: readonly string[];
}

type Findings = Omit<ExtractStructureResult, 'cuts'>;

/**
 * Fills a schema from a page's structured data and visible text. Pure; time is linear in the page for a given schema.
 */
export function extractStructure(input: ExtractStructureInput): ExtractStructureResult {
  const plan = planFields(input.schema, input.prompt);
  const fields = plan.root === undefined ? plan.children : [plan.root];
  const facts = analysePage(input.reading, collectLabels(fields));
  const scope = rescope(fields, {
    facts,
    entities: [],
    prompt: input.prompt,
    wholePage: true,
    minConfidence: confidences[input.detailLevel],
  });
  const found = plan.root === undefined ? fillRoot(plan, scope) : fillPlain(plan.root, scope);
  return { ...found, cuts: [...facts.cuts] };
}

function fillRoot(plan: ExtractionPlan, scope: Scope): Findings {
  if (plan.shape !== 'records') {
    const filled = fillObject(plan.children, scope);
    return { value: filled.value, sources: filled.sources, missing: filled.missing };
  }
  const records = readRecords(plan.children, scope);
  const sources = new Map<string, ValueSource>();
  records.forEach((record, at) => {
    const place = toJsonPointer([at]);
    for (const [pointer, source] of record.sources) sources.set(place + pointer, source);
  });
  const missing =
    records.length === 0
      ? [{ pointer: '', required: true }]
      : listMissing(plan.children, records, '');
  return { value: records.map(({ value }) => value), sources, missing };
}

function fillPlain(plan: FieldPlan, scope: Scope): Findings {
  if (plan.shape === 'list') {
    const list = electList(plan, scope);
    if (list === undefined) {
      return {
        value: [],
        sources: new Map(),
        missing: [{ pointer: '', required: true }],
      };
    }
    const sources = new Map(
      list.items.map((item, at) => [toJsonPointer([at]), item.source] as const),
    );
    return { value: list.values, sources, missing: [] };
  }
  const { elected, shown } = electScalar(plan, scope, []);
  if (elected === undefined) {
    return {
      value: undefined,
      sources: new Map(),
      missing: [{ pointer: '', required: true, shown }],
    };
  }
  return {
    value: elected.candidate.value,
    sources: new Map([['', elected.candidate.source]]),
    missing: [],
  };
}

/** The labels of all fields, the inner ones too. */
function collectLabels(plans: readonly FieldPlan[]): ReadonlySet<string> {
  const labels = new Set<string>();
  const pending = [...plans];
  for (let plan = pending.pop(); plan !== undefined; plan = pending.pop()) {
    for (const label of plan.labels) labels.add(label);
    pending.push(...plan.children);
  }
  return labels;
}
