import type { DragStep, Offset, PointerButton } from '../../runtime/contracts/recipe/recipe.ts';
import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { listPlaceholders } from '../placeholders.ts';
import { frameStep, parameters, selectorList, shared, tabStep } from './schema-parts.ts';
import {
  type OwnMembers,
  type RawStep,
  type StepKind,
  type StepOf,
  bindElement,
  optionalNumber,
  parseElement,
  withElement,
} from './step-kind.ts';

/** What the Recorder calls buttons, by the names browsers are driven with. */
const buttons: ReadonlyMap<unknown, PointerButton> = new Map([
  ['primary', 'left'],
  ['auxiliary', 'middle'],
  ['secondary', 'right'],
  ['back', 'back'],
  ['forward', 'forward'],
]);

function toClickKind(title: string, description: string): StepKind<StepOf<'click'>> {
  return {
    schema: frameStep({
      title,
      description,
      properties: {
        selectors: shared('selectors'),
        offsetX: {
          type: 'number',
          description:
            'CSS pixels from the left of the element; without both offsets its middle is clicked.',
        },
        offsetY: {
          type: 'number',
          description:
            'CSS pixels from the top of the element; without both offsets its middle is clicked.',
        },
        button: {
          enum: [...buttons.keys()],
          description: 'Button of the pointer.',
          default: 'primary',
        },
        deviceType: {
          enum: ['mouse', 'pen', 'touch'],
          description: 'Kind of pointer.',
          default: 'mouse',
        },
        duration: {
          type: 'number',
          description: 'Milliseconds between pressing and releasing, at most 30,000.',
          minimum: 0,
          maximum: 30000,
        },
      },
      required: ['selectors'],
    }),
    parse(raw) {
      const { deviceType, button, duration } = raw.members;
      return withElement(raw, {
        offset: toOffset(raw.members),
        button: buttons.get(button) ?? 'left',
        deviceType: deviceType === 'pen' || deviceType === 'touch' ? deviceType : 'mouse',
        holdMs: optionalNumber(duration),
      });
    },
    bind: bindElement,
  };
}

export const clickKind: StepKind<StepOf<'click'>> = toClickKind('Click', 'Clicks an element.');

export const doubleClickKind: StepKind<StepOf<'doubleClick'>> = toClickKind(
  'Double click',
  'Clicks an element twice.',
);

export const hoverKind: StepKind<StepOf<'hover'>> = {
  schema: frameStep({
    title: 'Hover',
    description: 'Moves the pointer over an element.',
    properties: { selectors: shared('selectors') },
    required: ['selectors'],
  }),
  parse: parseElement,
  bind: bindElement,
};

/** Drags an element, or what lies at a place of it, to another place. */
export const dragKind: StepKind<DragStep> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Drag',
    description: 'Drags an element, or what lies at a place of it, to another place.',
    required: ['selectors', 'to'],
    properties: {
      selectors: shared('selectors', 'The element that is taken.'),
      offsetX: {
        type: 'number',
        description: 'CSS pixels from its left; without both offsets it is taken in its middle.',
      },
      offsetY: { type: 'number', description: 'CSS pixels from its top.' },
      to: {
        ...selectorList,
        title: 'Where it is dropped',
        type: ['string', 'array', 'object'],
        description:
          'Where it is dropped: selectors, or an object with selectors, offsetX and offsetY. Without selectors it is a place of the same element.',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          selectors: shared('selectors', 'The element that it is dropped on.'),
          offsetX: {
            type: 'number',
            description:
              'CSS pixels from its left; without both offsets it is dropped on its middle.',
          },
          offsetY: { type: 'number', description: 'CSS pixels from its top.' },
          nth: shared('nth'),
        },
      },
      nth: shared('nth'),
    },
  }),
  parse: parseDrag,
  bind: (step, fill) => ({ ...bindElement(step, fill), to: step.to && fill.target(step.to) }),
};

/** The offsets of a click or of one end of a drag; `undefined` unless both are given. */
function toOffset({ offsetX: x, offsetY: y }: SchemaObject): Offset | undefined {
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

function parseDrag(raw: RawStep): OwnMembers<DragStep> | undefined {
  const { members, path, target, refuse } = raw;
  const element = raw.element();
  const end = members['to'];
  const place: SchemaObject = isSchemaObject(end) ? end : { selectors: end };
  const { selectors, nth } = place;
  const toPath = isSchemaObject(end) ? `${path}/to/selectors` : `${path}/to`;
  const to = selectors === undefined ? undefined : target(selectors, toPath, nth);
  if (element === undefined || (selectors !== undefined && to === undefined)) return undefined;
  const toEnd = toOffset(place);
  if (to === undefined && toEnd === undefined) {
    refuse(`${path}/to`, 'drags the element nowhere: "to" needs selectors, or both offsets.');
  }
  return { element, offset: toOffset(members), to, toOffset: toEnd };
}

/** Gives a form field a value. */
export const changeKind: StepKind<StepOf<'change'>> = {
  schema: frameStep({
    title: 'Change',
    description:
      'Gives a form field a value: text, the value of an option, "true" or "false" of a checkbox.',
    properties: {
      selectors: shared('selectors'),
      value: {
        type: 'string',
        maxLength: 100000,
        description: 'The new value, e.g. "{{query}}".',
      },
    },
    required: ['selectors', 'value'],
  }),
  parse(raw) {
    const value = String(raw.members['value']);
    const variables = [...new Set(listPlaceholders(value))];
    return withElement(raw, { value, variables });
  },
  bind: (step, fill) => ({ ...bindElement(step, fill), value: fill.text(step.value) }),
};

function toKeyKind(title: string, description: string): StepKind<StepOf<'keyDown'>> {
  return {
    schema: tabStep({
      title,
      description,
      properties: {
        key: {
          type: 'string',
          maxLength: 100,
          description: 'Name of the key, e.g. "Enter" or "a".',
          minLength: 1,
        },
      },
      required: ['key'],
    }),
    parse: ({ members }) => ({ key: String(members['key']) }),
    bind: ({ key }, fill) => ({ key: fill.text(key) }),
  };
}

export const keyDownKind: StepKind<StepOf<'keyDown'>> = toKeyKind('Key down', 'Presses a key.');

export const keyUpKind: StepKind<StepOf<'keyUp'>> = toKeyKind('Key up', 'Releases a key.');

/** Chooses files of the embedder's folder for a file field. */
export const uploadKind: StepKind<StepOf<'upload'>> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Upload',
    description: "Chooses files of the embedder's folder for a file field.",
    required: ['selectors', 'files'],
    properties: {
      selectors: shared(
        'selectors',
        'The file field, its label, the button that opens its dialog, or the place around it to drop files on.',
      ),
      files: {
        type: ['string', 'array'],
        description: 'Names in the folder of uploads, e.g. "invoice.pdf" or "2024/{{month}}.pdf".',
        minLength: 1,
        maxLength: 1000,
        minItems: 1,
        maxItems: 10,
        items: { type: 'string', minLength: 1, maxLength: 1000 },
      },
      nth: shared('nth'),
    },
  }),
  parse: (raw) => withElement(raw, { files: [raw.members['files']].flat().map(String) }),
  bind: (step, fill) => ({ ...bindElement(step, fill), files: step.files.map(fill.text) }),
};
