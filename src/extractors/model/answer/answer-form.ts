import type { JsonSchema } from '../../../contracts/extractor.ts';
import { isSchemaObject } from '../../../schema/list-applicable-schemas.ts';
import { readAnswer, type ReadAnswer } from './read-answer.ts';
import {
  anyJson,
  type ProviderSchema,
  toProviderSchema,
  wrapperName,
} from '../prompt/to-provider-schema.ts';

/** How an answer is asked for, and how it is read. */
export interface AnswerForm {
  readonly format: ProviderSchema;
  /** `undefined` when the text holds no answer of this form. */
  read(text: string): ReadAnswer | undefined;
}

// One form for each schema, so that a provider's refusal of it is remembered; schemas are shared by their parser.
const forms = new WeakMap<object, AnswerForm>();

/** The form of an answer to this schema; without one, a JSON object of any shape. */
export function toAnswerForm(schema: JsonSchema | undefined): AnswerForm {
  if (schema === undefined) return { format: anyJson, read: readObject };
  const known = isSchemaObject(schema) ? forms.get(schema) : undefined;
  if (known !== undefined) return known;
  const format = toProviderSchema(schema);
  const read = (text: string): ReadAnswer | undefined => {
    const answer = readAnswer(text);
    return format.wrapped ? unwrap(answer) : answer;
  };
  const form = { format, read };
  if (isSchemaObject(schema)) forms.set(schema, form);
  return form;
}

function readObject(text: string): ReadAnswer | undefined {
  const read = readAnswer(text);
  // The result is an object by contract, and a bare list is a usual answer to "all the …".
  if (Array.isArray(read?.value)) return { value: { items: read.value } };
  return isSchemaObject(read?.value) ? read : undefined;
}

function unwrap(read: ReadAnswer | undefined): ReadAnswer | undefined {
  const value = read?.value;
  if (!isSchemaObject(value) || !Object.hasOwn(value, wrapperName)) return read;
  return { value: value[wrapperName] };
}
