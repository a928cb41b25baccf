import { type NumberMarks } from './number-locale.ts';

/** Digits with the marks between them, as they stand in a folded text. */
export interface DigitRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A number that the marks of a run allow. */
export interface MarkReading {
  /** Plain digits with a decimal point. */
  readonly digits: string;
  readonly form: 'plain' | 'grouped' | 'decimal';
  /** The mark that a reading of the other form would take otherwise. */
  readonly mark: string;
}

/**
 * Digits joined by marks; a mark in front only where a number begins. The sign of the euro and, in Sweden, a colon may stand for
 * the decimal mark of a price: `68€50`, `12:50 kr`.
 */
const runPattern =
  /(?:(?<![\d\p{L}.,'/])(?:[.\u066B](?=\d)|,(?=\d{1,2}(?!\d))))?\d+(?:[.,'\u066B\u066C\u00A0]\d+)*(?:€\d\d(?![\d.,€]|[ \u00A0]?€)|(?<![\d:]:\d*):\d\d(?=[ \u00A0]?kr(?!\p{L})))?/gu;
const blankGroup = /^\d{3}(?:[.,\u066B€:]\d+)?$/;
/** Longer ones are no numbers with which anybody calculates. */
const maxRunLength = 32;

/** The runs of digits in a folded text; groups behind blanks are joined where all of them are whole. */
export function listRuns(text: string): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  for (const { 0: found, index } of text.matchAll(runPattern)) {
    let start = index;
    // A no-break space that separates no groups is a blank.
    for (const part of splitAtBlanks(found)) {
      const end = start + part.length;
      const last = runs.at(-1);
      if (
        last !== undefined &&
        text[last.end] === ' ' &&
        start === last.end + 1 &&
        mayJoin(last.text, part)
      ) {
        runs[runs.length - 1] = { text: `${last.text} ${part}`, start: last.start, end };
      } else runs.push({ text: part, start, end });
      start = end + 1;
    }
  }
  return runs.filter((run) => run.text.length <= maxRunLength);
}

function splitAtBlanks(found: string): readonly string[] {
  return !found.includes('\u00A0') || listReadings(found).length > 0
    ? [found]
    : found.split('\u00A0');
}

function mayJoin(first: string, next: string): boolean {
  return /^[1-9]\d{0,2}(?: \d{3})*$/.test(first) && blankGroup.test(next);
}

/** Every number that the marks of a run allow: usually one, two of `1.299`, none of `192.168.1.1`. */
export function listReadings(run: string): readonly MarkReading[] {
  const text = run.replaceAll('\u00A0', ' ');
  const parts = text.split(/[^\d]/);
  const marks = text.replaceAll(/\d/g, '');
  const [first = ''] = parts;
  if (marks === '') return [{ digits: first, form: 'plain', mark: '' }];
  const readings: MarkReading[] = [];
  const last = marks.at(-1) ?? '';
  const whole = parts.slice(0, -1);
  const isDecimal = '.,\u066B€:'.includes(last) && !marks.slice(0, -1).includes(last);
  if (isDecimal && (whole.length === 1 || areGroups(whole, marks.slice(0, -1)))) {
    readings.push({
      digits: `${whole.join('') || '0'}.${parts.at(-1)}`,
      form: 'decimal',
      mark: last,
    });
  }
  if (areGroups(parts, marks))
    readings.push({ digits: parts.join(''), form: 'grouped', mark: last });
  return readings;
}

/** Groups of three, or in India of two before the last. */
function areGroups(parts: readonly string[], marks: string): boolean {
  const [first = '', ...rest] = parts;
  const [mark = ''] = marks;
  if ('\u066B€:'.includes(mark) || new Set(marks).size > 1 || !/^[1-9]\d{0,2}$/.test(first))
    return false;
  if (rest.every((part) => part.length === 3)) return true;
  return (
    mark === ',' &&
    first.length <= 2 &&
    rest.length > 1 &&
    rest.every((part, at) => part.length === (at === rest.length - 1 ? 3 : 2))
  );
}

/** How the numbers of a column are written, by those that have one reading. */
export interface Convention {
  readonly decimal: ReadonlySet<string>;
  readonly group: ReadonlySet<string>;
  /** Whether those without marks are all too small for groups, and others with marks are of three digits throughout. */
  readonly isGroupedThroughout: boolean;
}

/** What folded texts beside a number say of its marks. */
export function readConvention(texts: readonly string[]): Convention {
  const decimal = new Set<string>();
  const group = new Set<string>();
  let undecided = 0;
  let small = 0;
  let large = 0;
  for (const { text } of texts.flatMap(listRuns)) {
    const readings = listReadings(text);
    const only = readings.length === 1 ? readings[0] : undefined;
    if (readings.length === 2) undecided += 1;
    if (only?.form === 'plain') {
      if (only.digits.length > 3) large += 1;
      else small += 1;
    } else if (only?.form === 'grouped') group.add(only.mark);
    else if (only?.form === 'decimal') {
      decimal.add(only.mark);
      const marks = text.replaceAll(/\d/g, '');
      if (marks.length > 1) group.add(marks.charAt(0));
    }
  }
  return { decimal, group, isGroupedThroughout: undecided > 1 && small > 0 && large === 0 };
}

/** The form in which marks are used, as far as they tell. */
export function findForm(
  { decimal, group }: NumberMarks,
  mark: string,
): 'grouped' | 'decimal' | undefined {
  if (decimal.has(mark) !== group.has(mark)) return decimal.has(mark) ? 'decimal' : 'grouped';
  if (decimal.has(mark)) return undefined;
  const other = mark === '.' ? ',' : '.';
  return decimal.has(other) && !group.has(other) ? 'grouped' : undefined;
}
