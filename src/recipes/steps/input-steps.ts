import { listPlaceholders } from '../placeholders.ts';
import { frameStep, parameters, shared, tabStep } from './schema-parts.ts';
import { type StepKind, type StepOf, bindElement, withElement } from './step-kind.ts';

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
