import { parsePersons } from '../values/parse-persons.ts';
import type { FieldPlan } from './plan-fields.ts';

const itemSeparator = /\s*[,;|、]\s*/;

/** The items that a page writes in one text for a field that holds a list: names of persons, or keywords between commas. */
export function splitItems({ kind }: FieldPlan, text: string): readonly string[] {
  if (kind === 'persons') {
    const names = parsePersons(text);
    return names.length === 0 ? [text] : names;
  }
  return kind === 'keywords' ? text.split(itemSeparator).filter(Boolean) : [text];
}
