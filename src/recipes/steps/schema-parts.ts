import type { SchemaObject } from '../../extraction/schema/list-schema-fields.ts';

/** One selector or several: a list inside the list is a chain through shadow roots. */
export const selectorList: SchemaObject = {
  type: ['string', 'array'],
  minLength: 1,
  maxLength: 4000,
  minItems: 1,
  maxItems: 20,
  items: {
    type: ['string', 'array'],
    minLength: 1,
    maxLength: 4000,
    minItems: 1,
    maxItems: 20,
    items: { type: 'string', minLength: 1, maxLength: 4000 },
  },
};

type SharedName =
  | 'timeout'
  | 'dialogAnswer'
  | 'expectedStatus'
  | 'selectors'
  | 'nth'
  | 'assertedEvent';

/** Parts of the recipe's JSON Schema that several types of step use, by their name in its `$defs`. */
export const sharedSchemas: Readonly<Record<SharedName, SchemaObject>> = {
  timeout: {
    type: 'number',
    minimum: 0,
    description:
      'Longest time the step may take, in milliseconds. More than 30,000, and 0, are taken as 30,000.',
  },
  dialogAnswer: {
    title: 'Dialog',
    description:
      'How the alert, confirm, prompt or question before leaving that this step raises is answered: "accept", "dismiss", or {"text": "…"} for what is typed into a prompt. Without it a dialog is dismissed.',
    type: ['string', 'object'],
    if: { type: 'string' },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { enum: ['accept', 'dismiss'] },
    else: {
      required: ['text'],
      additionalProperties: false,
      properties: {
        text: {
          type: 'string',
          maxLength: 10000,
          description: 'What is typed into the prompt, e.g. "{{name}}".',
        },
      },
    },
  },
  expectedStatus: {
    title: 'Expected status',
    description:
      'HTTP status, or a list of them, of the page that this step loads. A status of 400 or more that is not among them fails the step.',
    type: ['integer', 'array'],
    minimum: 100,
    maximum: 599,
    minItems: 1,
    maxItems: 20,
    items: { type: 'integer', minimum: 100, maximum: 599 },
  },
  selectors: {
    title: 'Selectors',
    description: String.raw`Alternatives in order of preference: CSS, "aria/Name[role=\"button\"]", "text/…", "xpath/…" or "pierce/…"; a list inside the list is a chain through shadow roots.`,
    ...selectorList,
  },
  nth: {
    title: 'Place among the matches',
    type: ['integer', 'string'],
    minimum: 1,
    maximum: 10000,
    maxLength: 100,
    pattern: String.raw`^(?:[1-9][0-9]{0,4}|\{\{ {0,4}[A-Za-z][A-Za-z0-9_.-]{0,63} {0,4}\}\})$`,
    description:
      'Takes the n-th visible match of each selector, counted from 1, e.g. 3, or "{{index}}" for the round of a loop.',
  },
  assertedEvent: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', maxLength: 100 },
      url: { type: 'string', maxLength: 8192, description: 'URL that was navigated to.' },
      title: { type: 'string', maxLength: 4000, description: 'Title of that page.' },
    },
  },
};

/** A reference to a shared part, with another description where the place says more. */
export function shared(
  name: SharedName | 'step' | 'fields' | 'field' | 'follow',
  description?: string,
): SchemaObject {
  const reference = { $ref: `#/$defs/${name}` };
  return description === undefined ? reference : { ...reference, description };
}

/** A list of steps inside of a step. */
export function innerSteps(description: string): SchemaObject {
  return { type: 'array', minItems: 1, maxItems: 1000, description, items: shared('step') };
}

/** What is said of most switches: off unless they are given. */
export function optionalSwitch(description: string): SchemaObject {
  return { type: 'boolean', default: false, description };
}

interface StepSchema {
  readonly title: string;
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties: SchemaObject;
}

const recordedMembers: SchemaObject = {
  target: {
    type: 'string',
    maxLength: 8192,
    description:
      'Where the step acts: "main" (the default), or the URL of the tab or popup that was recorded.',
  },
  timeout: shared('timeout'),
  assertedEvents: {
    type: 'array',
    maxItems: 50,
    description:
      'What the action brought with it when it was recorded. Navigations are waited for; other kinds are ignored.',
    items: shared('assertedEvent'),
  },
};

const frameMembers: SchemaObject = {
  ...recordedMembers,
  frame: {
    type: 'array',
    maxItems: 16,
    description: 'Indexes of nested frames, outermost first, e.g. [0, 1].',
    items: { type: 'integer', minimum: 0, maximum: 1000 },
  },
};

/** The schema of a step of the Recorder that acts on the tab as a whole. */
export function tabStep({ properties, ...rest }: StepSchema): SchemaObject {
  return { ...rest, properties: { ...recordedMembers, ...properties } };
}

/** The schema of a step that acts inside of a page, perhaps in one of its frames. */
export function frameStep({ properties, ...rest }: StepSchema): SchemaObject {
  return { ...rest, properties: { ...frameMembers, ...properties } };
}

/** The schema of the parameters of a step of our own, or of an object among them: a member that it does not name is refused. */
export function parameters(schema: StepSchema): SchemaObject {
  return { ...schema, type: 'object', additionalProperties: false };
}
