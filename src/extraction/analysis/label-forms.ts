import { findUnit } from '../values/numbers/units.ts';
import { foldLabel } from '../lexicon/fold-label.ts';

/** What a label may have besides letters, digits and blanks, and is found fast. */
const anyMark = /[^\p{L}\p{N}\s]/u;
const marks = /[^\p{L}\p{N}]+/gu;
/** "Author(s)", "Material(es)" */
const pluralInBrackets = /\((?:e?s|en|n|e)\)/giu;
const unitInBrackets = /^(.*\S)\s*[([]\s*([^()[\]]{1,20}?)\s*[)\]]\s*[:：]?\s*$/u;
const currencySign = /^(?:[A-Z]{3}|\p{Sc})$/u;

/** The unit or currency that a label has in brackets at its end: "kg" of "Weight (kg)". */
export function findUnitOfLabel(text: string): string | undefined {
  const stated = unitInBrackets.exec(text)?.[2];
  if (stated === undefined) return undefined;
  return currencySign.test(stated) || findUnit(stated) !== undefined ? stated : undefined;
}

/** The forms in which a label is found: as it stands, and without its marks, the plural or the unit in its brackets. */
export function listLabelForms(text: string): readonly string[] {
  const label = foldLabel(text);
  if (!anyMark.test(text)) return [label];
  const forms = new Set([label]);
  const add = (form: string): void => {
    const words = foldLabel(form)
      .replaceAll(/['’®™]/g, '')
      .replaceAll(marks, ' ')
      .trim();
    if (words === '') return;
    forms.add(words);
    // "Wi-Fi" is also written as one word.
    if (/\p{L}-\p{L}/u.test(form)) forms.add(words.replaceAll(' ', ''));
  };
  add(text);
  add(text.replaceAll(pluralInBrackets, ''));
  add(text.replaceAll(pluralInBrackets, (ending) => ending.slice(1, -1)));
  if (findUnitOfLabel(text) !== undefined) add(unitInBrackets.exec(text)?.[1] ?? '');
  return [...forms];
}
