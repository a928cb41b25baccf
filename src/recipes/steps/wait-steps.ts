import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { frameStep, parameters, shared } from './schema-parts.ts';
import {
  type StepKind,
  type StepOf,
  bindElement,
  optionalNumber,
  withElement,
} from './step-kind.ts';

export const waitForElementKind: StepKind<StepOf<'waitForElement'>> = {
  schema: frameStep({
    title: 'Wait for element',
    description: 'Waits until as many elements are there as are wanted.',
    properties: {
      selectors: shared('selectors'),
      operator: {
        enum: ['>=', '==', '<='],
        default: '>=',
        description: 'How the number of elements is compared with count.',
      },
      count: {
        type: 'integer',
        minimum: 0,
        maximum: 100000,
        default: 1,
        description: 'Number of elements.',
      },
      visible: {
        type: 'boolean',
        description: 'false waits until the whole condition no longer holds.',
      },
      properties: {
        type: 'object',
        maxProperties: 100,
        description: 'Properties that every element must have.',
      },
      attributes: {
        type: 'object',
        maxProperties: 100,
        description: 'Attributes that every element must have.',
        additionalProperties: { type: 'string', maxLength: 8192 },
      },
    },
    required: ['selectors'],
  }),
  parse(raw) {
    const { operator, count, visible, properties, attributes } = raw.members;
    return withElement(raw, {
      operator: operator === '==' || operator === '<=' ? operator : '>=',
      count: optionalNumber(count) ?? 1,
      visible: typeof visible === 'boolean' ? visible : undefined,
      properties: isSchemaObject(properties) ? properties : {},
      attributes: isSchemaObject(attributes) ? (attributes as Record<string, string>) : {},
    });
  },
  bind: (step, fill) => ({
    ...bindElement(step, fill),
    properties: fill.json(step.properties),
    attributes: fill.json(step.attributes),
  }),
};

export const waitForExpressionKind: StepKind<StepOf<'waitForExpression'>> = {
  schema: frameStep({
    title: 'Wait for expression',
    description:
      "Waits until JavaScript in the page gives something true. Only runs where the recipe's owner enabled it.",
    properties: {
      expression: {
        type: 'string',
        maxLength: 100000,
        description: 'A JavaScript expression.',
        minLength: 1,
      },
    },
    required: ['expression'],
  }),
  parse: ({ members: { expression } }) => ({ expression: String(expression) }),
  bind: ({ expression }, fill) => ({ expression: fill.expression(expression) }),
};

/** Waits for what the step in front set off. */
export const waitKind: StepKind<StepOf<'wait'>> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Wait',
    description: 'Waits for what the step before it set off.',
    required: ['for'],
    properties: {
      for: {
        enum: ['network', 'change'],
        description:
          '"network": until no request of the page is open; "change": until what is shown differs from before the step in front, and has come to rest.',
      },
      selectors: shared(
        'selectors',
        'The element whose change is waited for; without it the page.',
      ),
      nth: shared('nth'),
    },
  }),
  parse({ members: { for: kind, selectors }, path, refuse, optionalElement }) {
    if (kind === 'network' && selectors !== undefined) {
      refuse(`${path}/selectors`, 'is for "change" alone: requests belong to no element.');
    }
    return { for: kind === 'change' ? 'change' : 'network', element: optionalElement() };
  },
  bind: bindElement,
};
