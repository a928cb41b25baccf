import type { JsonSchema } from '../../contracts/extractor.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import type { ModelCall } from './call-model.ts';
import { readAnswer, type ReadAnswer } from './read-answer.ts';
import { toProviderSchema, wrapperName } from './to-provider-schema.ts';

/** How an answer is asked for, and how it is read. */
export interface AnswerForm {
  readonly format: ModelCall['format'];
  /** Whether the value is asked for under `answer`. */
  readonly wrapped: boolean;
  /** `undefined` when the text holds no answer of this form. */
  read(text: string): ReadAnswer | undefined;
}

/** The form of an answer to this schema; without one, a JSON object of any shape. */
export function toAnswerForm(schema: JsonSchema | undefined): AnswerForm {
  if (schema === undefined) return { format: 'json', wrapped: false, read: readObject };
  const format = toProviderSchema(schema);
  const { wrapped } = format;
  return {
    format,
    wrapped,
    read: (text) => (wrapped ? unwrap(readAnswer(text)) : readAnswer(text)),
  };
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
