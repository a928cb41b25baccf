import type { PickedField } from '../../browsers/in-page/picking/create-field-lister.ts';
import type { FieldType } from '../../contracts/recipe/recipe.ts';
import { readFieldValue } from '../../recipe/run/read-field-value.ts';

/** Where the texts were read. */
export interface TypeContext {
  /** Of the page, absolute. */
  readonly url: string;
  /** BCP 47; empty where the page names none. */
  readonly language: string;
}

/** The type in which all samples of a field can be read by a run; text where that is none. */
export function guessType(field: PickedField, { url, language }: TypeContext): FieldType {
  if (field.attribute === 'href' || field.attribute === 'src') return 'url';
  // Each text of a list is its own value.
  const samples = field.samples.flatMap((said) => (field.isList ? said.split(' | ') : said));
  if (samples.length === 0) return 'string';
  const fits = (type: FieldType): boolean =>
    samples.every((text) => {
      const form = { attribute: undefined, type, isList: false, isOptional: false };
      return readFieldValue(form, [text], { url, language }).value !== undefined;
    });
  // A number with words around it may be the beginning of a name.
  const isNumeric = samples.every(
    (text) => /\d/.test(text) && text.replace(/[^\p{L}]/gu, '').length <= 12,
  );
  if (isNumeric && !samples.every((text) => /^0\d/.test(text.trim())) && fits('number'))
    return 'number';
  return samples.every((text) => /\d/.test(text)) && fits('date') ? 'date' : 'string';
}
