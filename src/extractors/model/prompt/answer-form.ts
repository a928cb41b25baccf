import type { JsonSchema } from '../../../contracts/extractor.ts';
import type { ModelTexts } from '../../../contracts/extraction-page.ts';
import { isSchemaObject } from '../../../schema/list-applicable-schemas.ts';
import {
  anyJson,
  type ProviderSchema,
  toProviderSchema,
  wrapperName,
} from './to-provider-schema.ts';

/** How an answer is asked for, and how it is read. */
export interface AnswerForm extends Pick<ModelTexts, 'as' | 'wrapper'> {
  readonly format: ProviderSchema;
}

// One form for each schema, so that a provider's refusal of it is remembered; schemas are shared by their parser.
const forms = new WeakMap<object, AnswerForm>();
const freeShape: AnswerForm = { format: anyJson, as: 'object' };

/** The form of an answer to this schema; without one, a JSON object of any shape. */
export function toAnswerForm(schema: JsonSchema | undefined): AnswerForm {
  if (schema === undefined) return freeShape;
  const known = isSchemaObject(schema) ? forms.get(schema) : undefined;
  if (known !== undefined) return known;
  const format = toProviderSchema(schema);
  const form: AnswerForm = {
    format,
    as: 'value',
    ...(format.wrapped ? { wrapper: wrapperName } : {}),
  };
  if (isSchemaObject(schema)) forms.set(schema, form);
  return form;
}
