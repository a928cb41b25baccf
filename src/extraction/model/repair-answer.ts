import type { Extraction, RepairRequest } from '../../runtime/contracts/extractor.ts';
import { findAtPath, parseJsonPointer, setOwn } from '../../runtime/plain-json.ts';
import {
  type SchemaObject,
  isSchemaObject,
  listApplicableSchemas,
  listTypes,
} from '../schema/list-schema-fields.ts';
import { type FailingPart, listFailingParts } from '../schema/validate/list-failing-parts.ts';
import { anyJson, toAnswerForm } from './to-provider-schema.ts';
import { buildInstructions, buildPrompt, fencePage, toContentBudget } from './build-prompt.ts';
import { extractByModel } from './extract-by-model.ts';
import { readRepair } from './read-repair.ts';
import type { ModelSession } from './call-model.ts';

/** A plain value stands in a few lines; the rest is room for the records around them. */
const tokensPerPart = 400;
const maxValueChars = 300;
/** What lies beyond is rather a wrong page or model than a wrong value. */
const maxParts = 50;

/** Asks the model for the failing parts only, with the lines that mention them; for the whole where it failed as a whole. */
export async function repairAnswer(
  request: RepairRequest,
  session: ModelSession,
): Promise<Extraction> {
  if (request.plainText) return extractByModel(request, session);
  const { schema = true, value, issues } = request;
  const parts = listFailingParts(schema, value, issues).slice(0, maxParts);
  const whole = parts.find(({ path }) => path === '');
  if (whole !== undefined) return extractByModel(request, session, whole.messages);
  const patches = await askForParts(request, parts, session);
  return {
    value: applyPatches(value, [...patches.keys()], patches),
    usage: session.usage,
    warnings: [...session.warnings],
  };
}

async function askForParts(
  request: RepairRequest,
  parts: readonly FailingPart[],
  session: ModelSession,
): Promise<ReadonlyMap<string, unknown>> {
  const { schema, isAmbiguous } = toPartsSchema(parts);
  const form = toAnswerForm(schema);
  const values = describeValues(request, parts);
  const query = {
    prompt: values,
    schema: { properties: Object.fromEntries(parts.map((part) => [nameOf(part), part.schema])) },
    budgetTokens: parts.some(isContainer)
      ? toContentBudget(request)
      : Math.min(toContentBudget(request), tokensPerPart * parts.length),
  };
  const content = await request.page.content(query);
  const [answer = ''] = await session.ask([
    {
      instructions: buildInstructions({ ...request, schema, wrapped: form.format.wrapped }),
      prompt: buildPrompt({
        request: `${request.prompt}\n\n${describeFaults(parts)}`,
        // The earlier values came from the page, so they go where the page goes: inside the fence.
        page: fencePage(`${content.parts.join('\n')}\n\nEarlier answer:\n${values}`),
        closing: 'Answer with the JSON of these values alone.',
      }),
      format: isAmbiguous ? anyJson : form.format,
    },
  ]);
  const { as, wrapper } = form;
  const read = await request.page.readTexts({ query, texts: [answer], as, wrapper, schema });
  for (const warning of read.warnings) session.warn(warning);
  return readRepair(read.value, parts, {
    earlier: request.value,
    schema: request.schema ?? true,
    seen: content.parts.join('\n'),
  });
}

function isContainer({ schema }: FailingPart): boolean {
  const types = listTypes(listApplicableSchemas(schema, schema));
  return types.length === 0 || types.includes('array') || types.includes('object');
}

function describeFaults(parts: readonly FailingPart[]): string {
  return [
    'An earlier answer broke rules of its schema in these places. Give the values for these places anew, and no others; the earlier ones stand below the page.',
    ...parts.map(({ path, messages }) => `${JSON.stringify(path)}: ${messages.join('; ')}`),
  ].join('\n');
}

function describeValues(request: RepairRequest, parts: readonly FailingPart[]): string {
  return parts
    .map(({ path, value }) => {
      const record = describeRecord(request.value, parseJsonPointer(path) ?? []);
      return `${JSON.stringify(path)}${record}: ${print(value)}`;
    })
    .join('\n');
}

/** The first texts of a record in a list, which distinguish it from the others. */
function describeRecord(answer: unknown, segments: readonly string[]): string {
  const index = segments.findLastIndex((segment) => /^\d+$/.test(segment));
  const record = index < 0 ? undefined : findAtPath(answer, segments.slice(0, index + 1));
  if (!isSchemaObject(record) || index === segments.length - 1) return '';
  const texts = Object.entries(record)
    .filter(([name, text]) => typeof text === 'string' && name !== segments[index + 1])
    .slice(0, 2);
  return texts.length === 0 ? '' : ` of the record with ${print(Object.fromEntries(texts))}`;
}

function print(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value).slice(0, maxValueChars);
}

function nameOf({ path }: FailingPart): string {
  return parseJsonPointer(path)?.findLast((segment) => !/^\d+$/.test(segment)) ?? 'value';
}

interface PartsSchema {
  readonly schema: SchemaObject;
  /** Whether parts use one name for different definitions: readable, but no schema that a provider can hold to. */
  readonly isAmbiguous: boolean;
}

function toPartsSchema(
  parts: readonly Pick<FailingPart, 'path' | 'schema' | 'isRequired'>[],
): PartsSchema {
  const definitions = new Map<string, unknown>();
  let isAmbiguous = false;
  const properties = parts.map(({ path, schema }) => {
    if (!isSchemaObject(schema)) return [path, schema] as const;
    const { $defs, ...rest } = schema;
    for (const [name, definition] of Object.entries(isSchemaObject($defs) ? $defs : {})) {
      const known = definitions.get(name) ?? definition;
      isAmbiguous ||= JSON.stringify(known) !== JSON.stringify(definition);
      definitions.set(name, known);
    }
    return [path, rest] as const;
  });
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: parts.filter(({ isRequired }) => isRequired).map(({ path }) => path),
      ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
    },
    isAmbiguous,
  };
}

/** A copy of the value with the patches applied at places in `paths` whose owners exist. */
export function applyPatches(
  value: unknown,
  paths: readonly string[],
  patches: ReadonlyMap<string, unknown>,
): unknown {
  let patched = value;
  for (const path of new Set(paths)) {
    const segments = parseJsonPointer(path);
    if (segments === undefined || !patches.has(path)) continue;
    patched = replaceAt(patched, segments, patches.get(path));
  }
  return patched;
}

function replaceAt(owner: unknown, segments: readonly string[], replacement: unknown): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined) return replacement;
  if (Array.isArray(owner)) {
    const index = Number(segment);
    if (!/^\d+$/.test(segment) || index >= owner.length) return owner;
    return owner.map((item, at) => (at === index ? replaceAt(item, rest, replacement) : item));
  }
  if (!isSchemaObject(owner)) return owner;
  if (!Object.hasOwn(owner, segment) && rest.length > 0) return owner;
  const copied = { ...owner };
  setOwn(copied, segment, replaceAt(owner[segment], rest, replacement));
  return copied;
}
