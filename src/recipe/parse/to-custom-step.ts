import type {
  ExtractStep,
  PaginateStep,
  Pagination,
  RecipeField,
  RecipeFieldType,
  RecipeStep,
  RepeatStep,
  StepBase,
} from '../../contracts/recipe/recipe.ts';
import type { JsonSchema } from '../../contracts/extractor.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/list-applicable-schemas.ts';
import { parseSchema } from '../../schema/parse/parse-schema.ts';
import recipeSchema from './recipe.schema.json' with { type: 'json' };
import { suggestName } from '../variables/suggest-name.ts';
import type { StepReading } from './create-target-reader.ts';
import { toPageStep } from './to-page-step.ts';
import { toFollow } from './to-follow.ts';

/** One of our own steps, taken from a `customStep` that the JSON Schema was held against. */
export function toCustomStep(
  raw: SchemaObject,
  base: StepBase,
  reading: StepReading,
): RecipeStep | undefined {
  // A screenshot needs none.
  const { name, parameters = {} } = raw;
  if (!names.includes(String(name))) {
    leaveOut(String(name), base, reading);
    return undefined;
  }
  if (!isSchemaObject(parameters)) return undefined;
  const path = `${base.path}/parameters`;
  if (name === 'extract') return toExtract(parameters, path, base, reading);
  if (name === 'paginate') return toPaginate(parameters, path, base, reading);
  if (name === 'repeat') return toRepeat(parameters, path, base, reading);
  return toPageStep(name, parameters, base, reading);
}

const names = recipeSchema.$defs.ownStep.enum;

/** Leaves out a step of another tool, as the Recorder's own player does; a name that is nearly ours is a mistake. */
function leaveOut(name: string, { path }: StepBase, { refuse, warn }: StepReading): void {
  const meant = suggestName(name, names);
  if (meant === undefined) {
    warn(
      path,
      `"${name.slice(0, maxNameLength)}" is a custom step of another tool and was left out.`,
    );
  } else refuse(`${path}/name`, `there is no custom step "${name}"; did you mean "${meant}"?`);
}

/** Names of steps come from outside: longer ones are cut in messages. */
const maxNameLength = 60;

function toExtract(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  reading: StepReading,
): ExtractStep {
  const { target, refuse } = reading;
  const { items, fields, prompt, visible, follow, schema } = parameters;
  if (fields === undefined && prompt === undefined) {
    refuse(
      path,
      'needs "fields" (values by selectors) or "prompt" (the extractor reads the page).',
    );
  } else if (fields !== undefined && prompt !== undefined) {
    refuse(path, 'has both "fields" and "prompt"; keep one of them.');
  }
  const step: ExtractStep = {
    ...base,
    type: 'extract',
    items: items === undefined ? undefined : target(items, `${path}/items`),
    fields: isSchemaObject(fields)
      ? Object.entries(fields).flatMap(([name, field]) =>
          toField(name, field, path + toJsonPointer(['fields', name]), target),
        )
      : [],
    prompt: typeof prompt === 'string' ? prompt : undefined,
    onlyVisible: visible !== false,
    follow: undefined,
    schema: schema === undefined ? undefined : toUsableSchema(schema, path, refuse),
  };
  if (!isSchemaObject(follow)) return step;
  return { ...step, follow: toFollow(follow, step, reading, toExtract) };
}

function toField(
  name: string,
  raw: unknown,
  path: string,
  target: StepReading['target'],
): readonly RecipeField[] {
  if (!isSchemaObject(raw)) return [];
  const { selectors, attribute, type, list, optional } = raw;
  const element = target(selectors, `${path}/selectors`);
  if (element === undefined) return [];
  return [
    {
      name,
      element,
      attribute: typeof attribute === 'string' ? attribute : undefined,
      type: (type ?? 'string') as RecipeFieldType,
      isList: list === true,
      isOptional: optional === true,
    },
  ];
}

function toUsableSchema(
  schema: unknown,
  path: string,
  refuse: StepReading['refuse'],
): JsonSchema | undefined {
  try {
    return parseSchema(schema).schema;
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    // Its paths begin with /schema themselves.
    for (const issue of error.details.issues) {
      refuse(path + issue.path, `the schema ${issue.message}.`);
    }
    return undefined;
  }
}

const ways = ['next', 'loadMore', 'scroll', 'urlTemplate'] as const;

function toPaginate(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse }: StepReading,
): PaginateStep | undefined {
  const given = ways.filter((way) => parameters[way] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    const found = given.length === 0 ? 'none of them' : given.join(' and ');
    refuse(path, `needs exactly one of next, loadMore, scroll and urlTemplate; it has ${found}.`);
    return undefined;
  }
  const { maxPages, until } = parameters;
  const by = toPagination(kind, parameters[kind], `${path}/${kind}`, { target, refuse });
  if (by === undefined) return undefined;
  return {
    ...base,
    type: 'paginate',
    by,
    maxPages: typeof maxPages === 'number' ? maxPages : undefined,
    until: until === undefined ? undefined : target(until, `${path}/until`),
  };
}

function toPagination(
  kind: (typeof ways)[number],
  value: unknown,
  path: string,
  { target, refuse }: Pick<StepReading, 'target' | 'refuse'>,
): Pagination | undefined {
  if (kind === 'scroll') return { kind };
  if (kind !== 'urlTemplate') {
    const element = target(value, path);
    return element === undefined ? undefined : { kind, element };
  }
  const template = String(value).trim();
  if (!template.includes('{page}') && !template.startsWith('{{')) {
    refuse(path, 'urlTemplate must hold {page}, e.g. "https://example.com/list?page={page}".');
    return undefined;
  }
  if (!template.startsWith('{{') && !/^https?:\/\/[^/]/i.test(template)) {
    refuse(path, 'urlTemplate must be an absolute http or https URL.');
    return undefined;
  }
  return { kind, template };
}

function toRepeat(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse, list }: StepReading,
): RepeatStep {
  const { times, while: condition, nth } = parameters;
  for (const member of ['dialog', 'expectStatus'] as const) {
    if (base[member] === undefined) continue;
    refuse(`${base.path}/${member}`, `a loop has no ${member}; give it to the step inside.`);
  }
  if (times === undefined && condition === undefined) {
    refuse(path, 'would never end; give "times", "while", or both.');
  }
  if (nth !== undefined && condition === undefined) {
    refuse(`${path}/nth`, 'has "nth" but no "while" whose matches it could count.');
  }
  const steps = list(parameters['steps'], `${path}/steps`);
  for (const step of steps) {
    if (step.type === 'paginate') {
      refuse(step.path, 'cannot stand in a loop; put it behind, at the top of the recipe.');
    }
  }
  return {
    ...base,
    type: 'repeat',
    steps,
    times: typeof times === 'number' ? times : undefined,
    while: condition === undefined ? undefined : target(condition, `${path}/while`, nth),
    inRound: undefined,
  };
}
