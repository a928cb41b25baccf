import { parsePersons } from '../values/parse-persons.ts';
import type { FieldPlan } from './plan-fields.ts';

/** Marks between items; the comma of "1,072 results" is part of a number. */
const itemSeparator = /\s*(?:(?<!\d),|,(?!\d)|[;|、])\s*/;
/** Words from which on a text that ends as a sentence does is one, with commas of its own. */
const minSentence = 6;

/** The items that a page writes in one text for a field that holds a list: names of persons, or keywords between commas. */
export function splitItems({ kind }: FieldPlan, text: string): readonly string[] {
  if (kind === 'persons') {
    const names = parsePersons(text);
    return names.length === 0 ? [text] : names;
  }
  const isSentence = /[.!?。]$/u.test(text) && text.split(' ').length >= minSentence;
  return kind === 'keywords' && !isSentence ? text.split(itemSeparator).filter(Boolean) : [text];
}
