import type {
  ExtractStep,
  Follow,
  RecipeField,
  RecipeFieldType,
  RecipeStep,
  StepBase,
} from '../../runtime/contracts/recipe/recipe.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import { innerSteps, optionalSwitch, parameters, shared } from './schema-parts.ts';
import type { OwnMembers, RawStep, StepKind, StepReading } from './step-kind.ts';

/** Reads the items of a page, and the pages that they link to. */
export const extractKind: StepKind<ExtractStep> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Extract',
    description: 'Collects the items of the page: give either fields, or a prompt (with a schema).',
    properties: {
      items: shared('selectors', 'The repeated element; without it the page is one item.'),
      fields: shared('fields'),
      prompt: {
        type: 'string',
        maxLength: 10000,
        description: 'Plain language, instead of fields: the extractor reads the page.',
        minLength: 1,
      },
      visible: {
        type: 'boolean',
        default: true,
        description:
          'Only what people can see: hidden items are left out, and hidden texts are not read. false takes everything.',
      },
      follow: shared('follow'),
      schema: {
        type: ['object', 'boolean'],
        description: 'JSON Schema (drafts 04 to 2020-12) that every item is validated against.',
      },
    },
  }),
  parse,
  bind: ({ items, fields, prompt, follow }, fill) => ({
    items: items && fill.target(items),
    fields: fields.map((field) => ({
      ...field,
      element: fill.target(field.element),
      attribute: field.attribute === undefined ? undefined : fill.text(field.attribute),
    })),
    prompt: prompt === undefined ? undefined : fill.text(prompt),
    follow: follow && { link: fill.target(follow.link), steps: fill.steps(follow.steps) },
  }),
  inner: ({ follow }) => follow?.steps ?? [],
};

/** Parts of its JSON Schema, by their name in the `$defs` of the recipe's. */
export const extractSchemas: Readonly<Record<'fields' | 'follow' | 'field', SchemaObject>> = {
  fields: {
    type: 'object',
    minProperties: 1,
    maxProperties: 200,
    description: 'The values of an item, by name.',
    propertyNames: {
      description: 'A name has 1 to 100 characters.',
      minLength: 1,
      maxLength: 100,
      not: { const: '__proto__' },
    },
    additionalProperties: shared('field'),
  },
  follow: parameters({
    title: 'Follow',
    description:
      'Opens the link of each item in a tab of its own and adds the fields of its page to the item.',
    required: ['link'],
    properties: {
      link: shared('selectors', 'The link in the item; ":scope" is the item itself.'),
      steps: innerSteps(
        'What is done on the page before its fields are read; an extract step among them adds its fields too.',
      ),
      fields: shared('fields', 'The values that the page adds to the item, by name.'),
    },
  }),
  field: parameters({
    title: 'Field',
    description: 'One value of an item: {"selectors": [".price"], "type": "number"}.',
    required: ['selectors'],
    properties: {
      selectors: shared('selectors'),
      attribute: {
        type: 'string',
        maxLength: 100,
        description:
          'Attribute that is read instead of the element\'s text, e.g. "href". value, checked, selected, disabled and open are read as they are now.',
        minLength: 1,
      },
      type: {
        enum: ['string', 'number', 'boolean', 'url', 'date', 'html', 'screenshot'],
        default: 'string',
        description:
          'What the text is read as; "screenshot" keeps a picture of the element instead, and the value is the name of its file.',
      },
      list: optionalSwitch('Reads all matches, not only the first.'),
      optional: optionalSwitch('Missing on a page is no fault.'),
    },
  }),
};

type RawExtract = StepReading & Pick<RawStep, 'members' | 'path' | 'base'>;

function parse(raw: RawExtract): OwnMembers<ExtractStep> {
  const { path, target, refuse } = raw;
  const { items, fields, prompt, visible, follow, schema } = raw.members;
  if (fields === undefined && prompt === undefined) {
    refuse(
      path,
      'needs "fields" (values by selectors) or "prompt" (the extractor reads the page).',
    );
  } else if (fields !== undefined && prompt !== undefined) {
    refuse(path, 'has both "fields" and "prompt"; keep one of them.');
  }
  const step: OwnMembers<ExtractStep> = {
    items: items === undefined ? undefined : target(items, `${path}/items`),
    fields: Object.entries(isSchemaObject(fields) ? fields : {}).flatMap(([name, field]) =>
      toField(name, field, path + toJsonPointer(['fields', name]), target),
    ),
    prompt: typeof prompt === 'string' ? prompt : undefined,
    onlyVisible: visible !== false,
    follow: undefined,
    schema: schema === undefined ? undefined : toUsableSchema(schema, path, refuse),
  };
  return isSchemaObject(follow) ? { ...step, follow: toFollow(follow, step, raw) } : step;
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

/** The steps that would leave the item's page, and what to do instead. */
const leaving: Partial<Readonly<Record<RecipeStep['type'], string>>> = {
  navigate: 'the page is opened by the link of its item; leave the step out',
  paginate: 'only the list has further pages; put it behind the extract step',
  close: 'the tab is closed when its fields are read; leave the step out',
};

/** The `follow` of an extract step, whose own `fields` become the last extract step on the page. */
function toFollow(
  follow: SchemaObject,
  { fields, prompt, onlyVisible }: OwnMembers<ExtractStep>,
  raw: RawExtract,
): Follow | undefined {
  const { refuse } = raw;
  const path = `${raw.path}/follow`;
  if (prompt !== undefined) {
    refuse(path, 'needs "fields" beside it; items that a prompt reads have no links.');
  }
  const link = raw.target(follow['link'], `${path}/link`);
  const given = Array.isArray(follow['steps']) ? follow['steps'] : [];
  const steps = [...raw.list(given, `${path}/steps`)];
  // A step with a problem of its own is missing here, and its fields with it.
  const isWhole = steps.length === given.length;
  for (const inner of steps) checkStep(inner, refuse);
  if (follow['fields'] !== undefined) {
    // What the step says of its list's place and of its own effects is not about these pages.
    const base: StepBase = {
      ...raw.base,
      path,
      target: 'main',
      frame: [],
      navigations: [],
      dialog: undefined,
      isOptional: false,
    };
    const members = { fields: follow['fields'], visible: onlyVisible };
    steps.push({ ...base, type: 'extract', ...parse({ ...raw, members, path, base }) });
  }
  const followed = steps.flatMap((inner) => (inner.type === 'extract' ? inner.fields : []));
  if (followed.length === 0 && isWhole) {
    refuse(path, 'needs "fields", or an extract step with fields among its "steps".');
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const { name, element } of followed) {
    if (names.has(name)) {
      const place = element.path.replace(/\/selectors$/, '');
      refuse(place, `is a second field "${name}" of the item; give it another name.`);
    }
    names.add(name);
  }
  return link === undefined ? undefined : { link, steps };
}

function checkStep(step: RecipeStep, refuse: StepReading['refuse']): void {
  const advice = leaving[step.type];
  if (advice !== undefined) refuse(step.path, `cannot stand in "follow": ${advice}.`);
  if (step.type === 'extract') {
    const { items, prompt, follow, schema } = step;
    const isPlain = [items, prompt, follow, schema].every((member) => member === undefined);
    if (!isPlain) {
      refuse(
        step.path,
        'can have only "fields" in "follow", because the page is one item; a field with "list": true reads several values.',
      );
    }
  }
  if (step.type !== 'repeat') return;
  for (const inner of step.steps) {
    checkStep(inner, refuse);
    if (inner.type === 'extract') {
      refuse(inner.path, 'cannot stand in a loop of "follow", because the page is one item.');
    }
  }
}
