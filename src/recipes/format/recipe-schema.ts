import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { extractSchemas } from '../steps/extract-kind.ts';
import {
  frameStep,
  innerSteps,
  optionalSwitch,
  shared,
  sharedSchemas,
} from '../steps/schema-parts.ts';
import { stepKinds } from '../steps/step-kinds.ts';

const kinds = Object.entries(stepKinds);
const recorded = kinds.filter(([, { parameters }]) => parameters === undefined);
const own = kinds.filter(([, { parameters }]) => parameters !== undefined);

/** Names of our own steps, which stand in the file as `customStep`. */
export const ownStepNames: readonly string[] = own.map(([name]) => name);

/** The schema that counts where a member is a name. */
function where(member: string, name: string, then: SchemaObject): SchemaObject {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { properties: { [member]: { const: name } }, required: [member] }, then };
}

const customStep = {
  ...frameStep({
    title: 'Custom step',
    description: "One of Gleaner's own steps. Those of other tools are left out with a warning.",
    required: ['name'],
    properties: {
      name: {
        anyOf: [{ $ref: '#/$defs/ownStep' }, { type: 'string', minLength: 1, maxLength: 200 }],
        description:
          "One of Gleaner's own steps; a step of another tool is left out with a warning.",
      },
    },
  }),
  allOf: own.map(([name, { parameters }]) => {
    const properties = { parameters: { $ref: `#/$defs/${name}` } };
    return where(
      'name',
      name,
      parameters === 'needed' ? { required: ['parameters'], properties } : { properties },
    );
  }),
};

const stepTypes = [...recorded.map(([type]) => type), 'customStep'];

const text: SchemaObject = { type: 'string', maxLength: 2000 };
const texts: SchemaObject = { type: 'array', maxItems: 400, items: text };
const count: SchemaObject = { type: 'integer', minimum: 0 };
const pixels: SchemaObject = { type: 'number' };

/** An object that has all of the properties. */
function whole(properties: Readonly<Record<string, SchemaObject>>): SchemaObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

const elementMembers: Readonly<Record<keyof ElementFingerprint, SchemaObject>> = {
  tag: text,
  role: text,
  name: text,
  text,
  label: text,
  id: text,
  classes: texts,
  attributes: { type: 'object', maxProperties: 200, additionalProperties: text },
  tagPath: texts,
  indexedPath: texts,
  parent: whole({ tag: text, id: text, classes: texts }),
  neighbours: texts,
  row: text,
  heading: text,
  landmarks: texts,
  box: whole({ x: pixels, y: pixels, width: pixels, height: pixels }),
  childCount: count,
  ordinal: count,
  isInteractive: { type: 'boolean' },
};

const element: SchemaObject = { $ref: '#/$defs/elementFingerprint' };

const fingerprintSchemas: Readonly<Record<string, SchemaObject>> = {
  fingerprints: {
    title: 'Fingerprints',
    description:
      'What the last good run learnt, by the path of each target. Written by Gleaner; delete it to learn anew.',
    type: 'object',
    required: ['version', 'targets'],
    properties: {
      version: { const: 1, description: 'Form of the fingerprints.' },
      targets: {
        type: 'object',
        maxProperties: 1000,
        propertyNames: { pattern: '^/steps/', maxLength: 1000 },
        additionalProperties: { $ref: '#/$defs/targetFingerprint' },
      },
    },
  },
  targetFingerprint: {
    title: 'Target as it was found',
    type: 'object',
    required: ['element', 'rivals', 'unique'],
    properties: {
      element,
      rivals: { type: 'array', maxItems: 20, items: element },
      unique: { type: 'array', maxItems: 100, items: text },
      onlyIn: {
        description:
          'Where an element to act on was the only control of its kind: its row, its form, the page.',
        type: 'array',
        maxItems: 3,
        items: { enum: ['row', 'form', 'page'] },
      },
      count,
      isShared: { type: 'boolean' },
    },
  },
  elementFingerprint: {
    title: 'Fingerprint',
    description: 'What an element was like when it was last found.',
    ...whole(elementMembers),
  },
};

const definitions: Readonly<Record<string, SchemaObject>> = {
  step: {
    title: 'Step',
    description: 'One step of the flow.',
    type: 'object',
    required: ['type'],
    properties: {
      type: { enum: stepTypes, description: 'What the step does.' },
      dialog: shared('dialogAnswer'),
      expectStatus: shared('expectedStatus'),
      optional: optionalSwitch(
        'true: the step is left out with a warning where its element, frame or popup is not there.',
      ),
      nth: shared('nth'),
    },
    allOf: stepTypes.map((type) => where('type', type, { $ref: `#/$defs/${type}` })),
  },
  variable: {
    title: 'Variable',
    description: 'Its default as text, or an object with default, secret and description.',
    type: ['string', 'number', 'boolean', 'object'],
    maxLength: 100000,
    additionalProperties: false,
    properties: {
      default: {
        type: ['string', 'number', 'boolean'],
        maxLength: 100000,
        description: 'Used where the run brings no value.',
      },
      secret: {
        type: 'boolean',
        description:
          'Its value is shown nowhere. Without it the name decides: password, token, pin, …',
      },
      description: { type: 'string', maxLength: 1000, description: 'For people.' },
    },
  },
  ownStep: { description: "Names of Gleaner's own steps.", enum: ownStepNames },
  customStep,
  ...Object.fromEntries(kinds.map(([type, { schema }]) => [type, schema])),
  ...sharedSchemas,
  ...extractSchemas,
  ...fingerprintSchemas,
};

/** The JSON Schema of recipes, made of what each type of step says of itself. The build ships it as `gleaner/recipe.schema.json`. */
export const recipeSchema: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Gleaner recipe',
  description:
    "A user flow of Chrome's Recorder, with Gleaner's own steps extract, paginate and repeat as customStep, and variables.",
  type: 'object',
  required: ['title', 'steps'],
  properties: {
    title: { type: 'string', maxLength: 1000, description: 'What the recipe does, for people.' },
    timeout: shared(
      'timeout',
      'Longest time of each step that names none of its own, in milliseconds; 5,000 without it. More than 30,000, and 0, are taken as 30,000.',
    ),
    selectorAttribute: {
      type: 'string',
      description: 'The attribute the Recorder made selectors from. Not used.',
    },
    variables: {
      type: 'object',
      maxProperties: 200,
      description:
        'Names that stand as {{name}} in strings, with their defaults: {"query": "shoes", "password": {"secret": true}}.',
      propertyNames: {
        pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$',
        description:
          'A name begins with a letter and goes on with letters, digits, _, . or -, up to 64.',
      },
      additionalProperties: { $ref: '#/$defs/variable' },
    },
    steps: innerSteps('What is done, in order.'),
    fingerprints: { $ref: '#/$defs/fingerprints' },
    memory: {
      $ref: '#/$defs/fingerprints',
      deprecated: true,
      description:
        'Former name of fingerprints, which is still read. Where both stand, fingerprints counts.',
    },
  },
  $defs: definitions,
};

/** What the schema says about a place, for people: its own description, else that of the part it refers to. */
export function describeSchema(schema: unknown): string | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const { description, $ref: reference } = schema;
  if (typeof description === 'string') return description;
  const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : '';
  return Object.hasOwn(definitions, name) ? describeSchema(definitions[name]) : undefined;
}
