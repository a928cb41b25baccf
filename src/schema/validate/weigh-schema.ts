import type { JsonSchema } from '../../contracts/extractor.ts';
import { listChildren } from '../parse/index-schema.ts';
import { findReferenced, isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { keywordsByDialect } from '../parse/schema-dialects.ts';

/** An upper bound of what a schema costs, read off it without running anything. */
export interface SchemaWeight {
  /** Subschemas to compile. */
  readonly subschemas: number;
  /** Checks on one value and everything in it, every `$ref` followed; infinite for recursive schemas. */
  readonly checks: number;
  /** Whether it refers to other schemas by `$ref`. */
  readonly hasReferences: boolean;
  /** Whether items are compared pairwise. */
  readonly comparesItems: boolean;
}

// 200,000 steps took 120 ms where every check fails (2 busy cores, cold code); the event loop may stand still for 50 ms.
const maxInlineSteps = 50_000;
/** Ajv copies all errors so far at every `$ref`: the time may grow with the square of the checks. */
const maxInlineStepsWithReferences = 20_000;
/** Compiling takes up to 0.4 ms for each, in cold code. */
const maxInlineSubschemas = 100;
const charactersPerStep = 16;
/** `x{1000}` is a thousand times `x` for an engine that does not backtrack. */
const repetitionFactor = 1_000;

/** Weighs a schema that `parseSchema` made. */
export function weighSchema(schema: JsonSchema): SchemaWeight {
  const known = new Map<SchemaObject, number>();
  const open = new Set<SchemaObject>();
  let comparesItems = false;
  let hasReferences = false;

  function weigh(current: unknown): number {
    if (!isSchemaObject(current)) return 1;
    const weight = known.get(current);
    if (weight !== undefined) return weight;
    if (open.has(current)) return Number.POSITIVE_INFINITY;
    open.add(current);
    comparesItems ||= current['uniqueItems'] === true;
    let sum = 1 + weighOwn(current);
    for (const [[keyword], child] of listChildren(current, keywordsByDialect['2020-12'])) {
      // Definitions count where they are used.
      if (keyword !== '$defs') sum += weigh(child);
    }
    const referenced = findReferenced(schema, current);
    if (referenced !== undefined) {
      hasReferences = true;
      sum += weigh(referenced);
    }
    open.delete(current);
    known.set(current, sum);
    return sum;
  }

  const checks = weigh(schema);
  return { subschemas: known.size, checks, hasReferences, comparesItems };
}

/** Whether compiling and checking are bound to be quick: then they need no thread that can be killed. */
export function isCheap(schema: SchemaWeight, valueWeight: number): boolean {
  if (schema.subschemas > maxInlineSubschemas || schema.checks > maxInlineSteps) return false;
  const pairs = schema.comparesItems ? valueWeight ** 2 : 0;
  const maxSteps = schema.hasReferences ? maxInlineStepsWithReferences : maxInlineSteps;
  return schema.checks * valueWeight + pairs <= maxSteps;
}

/** The size of a JSON value in steps: what is in it, and its text. */
export function weighValue(value: unknown): number {
  let steps = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    steps += 1;
    if (typeof next === 'string') steps += next.length / charactersPerStep;
    else if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isSchemaObject(next)) {
      for (const [name, item] of Object.entries(next)) {
        steps += name.length / charactersPerStep;
        pending.push(item);
      }
    }
  }
  return steps;
}

function weighOwn(schema: SchemaObject): number {
  let steps = 0;
  for (const keyword of ['enum', 'const']) {
    const members = schema[keyword];
    if (members !== undefined) steps += JSON.stringify(members).length / charactersPerStep;
  }
  if (Array.isArray(schema['required'])) steps += schema['required'].length;
  if (typeof schema['pattern'] === 'string') steps += weighPattern(schema['pattern']);
  const byPattern = schema['patternProperties'];
  if (isSchemaObject(byPattern))
    for (const name of Object.keys(byPattern)) steps += weighPattern(name);
  // Keeping account of what alternatives evaluated doubles the work of each level.
  if (schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined) {
    return Number.POSITIVE_INFINITY;
  }
  return steps;
}

function weighPattern(pattern: string): number {
  return pattern.length * (pattern.includes('{') ? repetitionFactor : charactersPerStep);
}
