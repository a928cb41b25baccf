import type { AnswerLeaf } from './answer-leaves.ts';
import { listWords } from './word-index.ts';

/** Share of numbers as long as a value that may stand on the page before the value may be one of them by chance. */
const maxChance = 0.02;
/** Prices end in the same few digits (`.00`, `.99`): decimals tell as much as one digit. */
const tellingDecimals = 10;
/** Numbers that are years stand on most pages. */
const years = 100;
/** Letters and digits of a text that does not stand on a page by chance: of one word, of several, and of a code. */
const tellingWord = 12;
const tellingPhrase = 9;
const tellingCode = 6;
const vocabulary = /^https?:\/\/schema\.org\//i;
const yearAlone = /^(?:1[89]|20)\d\d$/;
/** A character of a script in which each stands for a syllable or more. */
const syllableLength = 3;
const syllabic = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/**
 * Whether a value is so distinctive that it stands on a page for a reason, wherever it stands; others ("5", "Blue") need a label
 * or the record's other values near them.
 */
export function isTelling(
  { value }: Pick<AnswerLeaf, 'value'>,
  countLike: (value: number) => number,
): boolean {
  if (typeof value === 'boolean') return false;
  const text = String(value).trim().replace(vocabulary, '');
  if (text.startsWith('/') || text.includes('://')) return true;
  const number = Number(text);
  if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) {
    if (text.length > 5 && text.startsWith('0')) return true;
    return countLike(number) / spaceOf(Math.abs(number)) < maxChance;
  }
  let length = 0;
  const words = listWords(text);
  for (const { word } of words)
    length += syllabic.test(word) ? word.length * syllableLength : word.length;
  // Years stand on most pages, and so do spans of years.
  const hasYear = words.some(({ word }) => yearAlone.test(word));
  if (/\d/.test(text) && length >= tellingCode) return !hasYear || words.length > 2;
  return length >= (words.length > 1 ? tellingPhrase : tellingWord);
}

/** A code: letters and digits run together. */
const code = /^(?=[\p{L}\d-]{6,40}$)(?=[\p{L}-]{0,40}\d)(?=[\d-]{0,40}\p{L})/u;
/** Letters and digits of a text that is a sentence or a full name: it says where it is from without anything beside it. */
const selfEvidentLength = 24;

/** Whether a value is long enough to be on a page for a reason although nothing of its record is near. */
export function isSelfEvident({ value }: Pick<AnswerLeaf, 'value'>): boolean {
  const text = String(value);
  if (text.includes('://') || text.length >= selfEvidentLength) return true;
  return code.test(text);
}

/** Whether a number is so short that one like it stands in any part of a page. */
export function isCommon({ value }: Pick<AnswerLeaf, 'value'>): boolean {
  return typeof value !== 'boolean' && /^-?(?:\d{1,2}|\d\.\d)$/.test(String(value).trim());
}

/** How many numbers there are of a number's length, as far as all of them are about as frequent. */
function spaceOf(value: number): number {
  const [whole = '', decimals = ''] = String(value).split('.');
  if (decimals === '' && value >= 1_900 && value < 2_100) return years;
  return 10 ** whole.length * (decimals === '' ? 1 : tellingDecimals);
}
