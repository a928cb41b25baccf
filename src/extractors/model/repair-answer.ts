import type { Extraction, JsonSchema, RepairRequest } from '../../contracts/extractor.ts';
import { selectContent } from '../../page/content/select-content.ts';
import { findAtPath } from '../../schema/json-pointer.ts';
import { isSchemaObject, listApplicableSchemas } from '../../schema/list-applicable-schemas.ts';
import { listTypes } from '../../schema/list-schema-fields.ts';
import { toAnswerForm } from './answer-form.ts';
import { buildInstructions, buildPrompt } from './build-prompt.ts';
import { toContentBudget } from './content-budget.ts';
import { extractJson } from './extract-json.ts';
import { extractText } from './extract-text.ts';
import { type FailingPart, listFailingParts } from './list-failing-parts.ts';
import { fencePage } from './fence-page.ts';
import type { ModelSession } from './model-session.ts';
import { patchValue } from './patch-value.ts';
import { readRepair, type RepairPatch } from './read-repair.ts';
import { restoreLinks } from './restore-links.ts';

/** A field is told in a few lines; the rest is room for the records around them. */
const tokensPerPart = 400;
const maxValueChars = 300;

/**
 * Asks again for the failing parts alone, with the few lines of the page that speak of them, and puts the answers in
 * their places. An answer that failed as a whole is asked for as a whole.
 */
export async function repairAnswer(
  request: RepairRequest,
  session: ModelSession,
): Promise<Extraction> {
  if (request.plainText) return extractText(request, session);
  const parts = listFailingParts(request);
  const whole = parts.find(({ pointer }) => pointer === '');
  if (whole !== undefined) return extractJson(request, session, whole.rules);
  const removals = parts.filter(({ schema }) => schema === undefined);
  const wanted = parts.filter(({ schema }) => schema !== undefined);
  const answers = wanted.length === 0 ? [] : await askForParts(request, wanted, session);
  return {
    value: patchValue(request.value, [
      // Last first, so that the indexes of a list stay true.
      ...removals.map(({ segments }) => ({ segments, value: undefined })).reverse(),
      ...answers,
    ]),
    usage: session.usage,
    warnings: session.warnings,
  };
}

async function askForParts(
  request: RepairRequest,
  parts: readonly FailingPart[],
  session: ModelSession,
): Promise<readonly RepairPatch[]> {
  const schema = toPartsSchema(request.schema, parts);
  const form = toAnswerForm(schema);
  const selection = selectContent(request.reading, {
    prompt: describeValues(request, parts),
    schema: { properties: Object.fromEntries(parts.map((part) => [nameOf(part), part.schema])) },
    budgetTokens: parts.some(isContainer)
      ? toContentBudget(request)
      : Math.min(toContentBudget(request), tokensPerPart * parts.length),
  });
  const page = `${selection.text}\n\nEarlier answer:\n${describeValues(request, parts)}`;
  const [answer = ''] = await session.ask([
    {
      instructions: buildInstructions({ ...request, schema, wrapped: form.wrapped }),
      prompt: buildPrompt({
        request: `${request.prompt}\n\n${describeRules(parts)}`,
        page: fencePage(page),
        closing: 'Answer with the JSON of these values alone.',
      }),
      // References into the whole schema would point elsewhere in this one.
      format: refersToRoot(schema) ? 'json' : form.format,
    },
  ]);
  const patches = readRepair(form.read(answer)?.value, parts);
  return patches.map(({ segments, value }) => ({
    segments,
    value: restoreLinks(value, selection.links),
  }));
}

/** Lists and records take more of the page than a single value. */
function isContainer({ schema }: FailingPart): boolean {
  const types = listTypes(listApplicableSchemas(schema ?? true, schema));
  return types.length === 0 || types.includes('array') || types.includes('object');
}

/** An object with a property for each failing part, named by its pointer. */
function toPartsSchema(
  root: JsonSchema | undefined,
  parts: readonly FailingPart[],
): { readonly [keyword: string]: unknown } {
  const definitions = isSchemaObject(root) ? root['$defs'] : undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map(({ pointer, schema }) => [pointer, schema])),
    required: parts.map(({ pointer }) => pointer),
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
}

function refersToRoot(schema: JsonSchema): boolean {
  return /"\$ref":"#(?!\/\$defs\/)/.test(JSON.stringify(schema));
}

function describeRules(parts: readonly FailingPart[]): string {
  return [
    'An earlier answer broke rules of its schema in these places. Give the values for these places anew, and no others; the earlier ones stand below the page.',
    ...parts.map(({ pointer, rules }) => `${JSON.stringify(pointer)}: ${rules.join('; ')}`),
  ].join('\n');
}

/** The values came from the page, so they go where the page goes: inside the fence. */
function describeValues({ value }: RepairRequest, parts: readonly FailingPart[]): string {
  return parts
    .map(({ pointer, segments }) => {
      const record = describeRecord(value, segments);
      return `${JSON.stringify(pointer)}${record}: ${print(findAtPath(value, segments))}`;
    })
    .join('\n');
}

/** Of a record in a list, its first texts, so that it can be told from the others. */
function describeRecord(value: unknown, segments: readonly string[]): string {
  const index = segments.findLastIndex((segment) => /^\d+$/.test(segment));
  const record = index < 0 ? undefined : findAtPath(value, segments.slice(0, index + 1));
  if (!isSchemaObject(record) || index === segments.length - 1) return '';
  const texts = Object.entries(record)
    .filter(([name, text]) => typeof text === 'string' && name !== segments[index + 1])
    .slice(0, 2);
  return texts.length === 0 ? '' : ` of the record with ${print(Object.fromEntries(texts))}`;
}

function print(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value).slice(0, maxValueChars);
}

function nameOf({ segments }: FailingPart): string {
  return segments.findLast((segment) => !/^\d+$/.test(segment)) ?? 'value';
}
