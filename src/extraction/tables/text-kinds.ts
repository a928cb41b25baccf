import { rememberWithin } from '../../runtime/collections.ts';
import { findUpperEnd } from '../fields/read-money.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findMoney } from '../values/money/find-money.ts';
import { listMeasures } from '../values/numbers/units.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

const maxDateRest = 0.4;
const maxCodeLength = 40;
const minCodeDigits = 0.3;
const maxNameWords = 5;
export const minWordShare = 0.6;
export const maxSampleLength = 400;
const sizeOrTime = /^\d[\d.,]*\s?[KMG]i?B?$|^\d{1,2}:\d{2}|^\(?\d+ \p{L}{4,}\)?$/u;
/** The time of the day, which is as long as many a date. */
const clockTime = /\s*(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)(?:\s?[ap]\.?m\b\.?)?/giu;
/** "2.0.0 – 2024-01-01", "1.9 (12 May 2023)" */
const codeBeforeDate = /^\S{1,30}\s(?:[-–—|·•]\s|[([])(.{6,30})$/u;
/** Zeros before a number are those of a code, whatever letters it begins with: "CF0117-26". */
const paddedNumber = /(?<![\d.,'’]|\d\s)0\d/;
/** A dash in place of the small coin marks an amount as a currency does: "45:-", "1 299,-". */
export const wholeAmount: RegExp = /^\d[\d\s.'’]{0,12}[:,.][-–—]{1,2}$/u;
const dateOnly = /^\d{8,}$/;
/** Bytes of the texts that are remembered with their kinds: some ten thousand cells. */
const maxKnownBytes = 1_000_000;
/** Bytes of an entry, measured, and of a letter where the text has one that needs two. */
const entryBytes = 60;
const letterBytes = 2;
const bytesOf = ({ length }: string): number => entryBytes + letterBytes * length;
/** Several columns hold the same texts: a cell's text is also that of its parts. */
const rememberKind = rememberWithin<'date' | 'code' | 'other'>(maxKnownBytes, bytesOf);
const rememberAmount = rememberWithin<boolean>(maxKnownBytes, bytesOf);
const rememberDate = rememberWithin<string>(maxKnownBytes, bytesOf);

/** Whether a text is a date and little else; bare digits may be any number. */
export function isDate(text: string): boolean {
  return kindOf(text) === 'date';
}

/** Whether a text is a number or code and nothing else; sizes, times and texts with dates are none. */
export function isCode(text: string): boolean {
  return kindOf(text) === 'code';
}

function kindOf(text: string): 'date' | 'code' | 'other' {
  if (text.length > 2 * maxCodeLength || !hasDigit(text)) return 'other';
  return rememberKind(text, () => {
    if (readsAsDate(text)) return 'date';
    return readsAsCode(text) ? 'code' : 'other';
  });
}

/** The first date of a text as it stands there; kept, since parts of columns are looked at again and again. */
export function findDateText(text: string): string | undefined {
  if (text.length > maxSampleLength || !/\d{2}/.test(text)) return readDate(text, {})?.text;
  return rememberDate(text, () => readDate(text, {})?.text ?? '') || undefined;
}

function readsAsDate(text: string): boolean {
  const date = findDateText(text);
  if (date === undefined || dateOnly.test(date)) return false;
  const day = date.replace(clockTime, '');
  return day.length >= text.replace(clockTime, '').length * (1 - maxDateRest);
}

function readsAsCode(text: string): boolean {
  return (
    text.length <= maxCodeLength &&
    !/[()[\]]\s*$/.test(text) &&
    text.replace(/\D/g, '').length >= text.replace(/\s/g, '').length * minCodeDigits &&
    !/,\s/.test(text) &&
    !sizeOrTime.test(text) &&
    !wholeAmount.test(text) &&
    !readsAsDate(codeBeforeDate.exec(text)?.[1] ?? '') &&
    (paddedNumber.test(text) || findMoney(text, true).length === 0)
  );
}

/** Whether a text is short and has one amount with a currency or a dash for the small coin, or a range of two. */
export function isAmount(text: string): boolean {
  if (text.length > maxCodeLength || !hasDigit(text) || paddedNumber.test(text)) return false;
  if (wholeAmount.test(text)) return true;
  return rememberAmount(text, () => {
    const found = findMoney(text, true);
    return (
      found.length === 1 ||
      (found.length === 2 && findUpperEnd(text, found, found[0]) !== undefined)
    );
  });
}

const firstNumber = /^\p{Nd}[\p{Nd}.,]{0,15}/u;

/** Whether a text begins with a number and its unit: "2 days ago". */
export function beginsWithMeasure(text: string): boolean {
  const { length } = firstNumber.exec(text)?.[0] ?? '';
  const [measure] = length === 0 ? [] : listMeasures(text.slice(0, maxSampleLength));
  return measure !== undefined && measure.start < length;
}

/** Whether a text is a few words with capitals, as names of people are; tested word by word. */
export function isName(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > maxNameWords || hasDigit(text)) return false;
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capital >= words.length * minWordShare;
}

const writtenAddress = /^https?:\/\/[^\s/]{1,255}\.\S{1,2000}$/i;

/** Whether a text is an address as it is written out, and nothing else. */
export function isWrittenAddress(text: string): boolean {
  return writtenAddress.test(text);
}

const versus = /\s(?:v|vs|versus|c|contra|contre|contro|gegen)\.?\s+\S/iu;
const party =
  /^(?:in\s+(?:re|the\s+(?:matter|interest)\s+of)|matter\s+of|ex\s+parte|estate\s+of)\s/iu;

/** Whether a text names two parties, or one before a court, as cases are called: "Smith v. Jones", "In re Smith". */
export function namesParties(text: string): boolean {
  return versus.test(text) || party.test(text);
}
