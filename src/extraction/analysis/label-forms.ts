import { partUnit } from '../values/stated-unit.ts';
import { foldLabel, splitWords } from '../lexicon/fold-label.ts';

/** What a label may have besides letters, digits and blanks, and is found fast. */
const anyMark = /[^\p{L}\p{N}\s]/u;
const marks = /[^\p{L}\p{N}]+/gu;
/** "Author(s)", "Material(es)" */
const pluralInBrackets = /\((?:e?s|en|n|e)\)/giu;

/** The forms in which a label is found: as it stands, and without its marks, the plural or the unit in its brackets. */
export function listLabelForms(text: string): readonly string[] {
  const label = foldLabel(text);
  if (!anyMark.test(text) && !onAtEnd.test(text)) return [label];
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
  add(partUnit(text).name);
  add(text.replace(lawAtEnd, ''));
  add(text.replaceAll(partedInitials, '$1$2'));
  add(text.replace(onAtEnd, ''));
  const [, name = '', initials] = initialsAtEnd.exec(text) ?? [];
  if (initials !== undefined && initialsOf(name) === initials.toLowerCase()) add(name);
  return [...forms];
}

/** The law that a label is called by, with the word before it: "VAT ID gemäß § 27a UStG". */
const lawAtEnd = /\s\S{2,12}\s§.{0,40}$/u;

/** "Updated on" */
const onAtEnd = /\son\s?[:：]?$/iu;

/** "P/E ratio" */
const partedInitials = /(?<![\p{L}\p{N}])(\p{L})\/(\p{L})(?![\p{L}\p{N}])/gu;

/** "Manufacturer part number (MPN)" */
const initialsAtEnd = /^(.{3,60})\((\p{Lu}{2,6})\)[\s:：]*$/u;

function initialsOf(name: string): string {
  return splitWords(name)
    .map((word) => word.charAt(0))
    .join('');
}
