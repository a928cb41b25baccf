import { parseNumberText } from '../../schema/coerce/parse-number-text.ts';

/** Longer texts are prose: the numbers in it are not what the selector was made for. */
const maxLength = 200;

/** A number as people write it, with what stands beside it: sign and currency before, unit after. */
const numberPattern = /(?:(?<![\p{L}\p{N}])[A-Z]{0,3}\p{Sc}?[  ]?)?[-−]?\d(?:[\d.,'’   ]*\d)?/gu;

/**
 * The one number of a text, as `parseNumberText` reads it; other words may stand around it (`Only 3 left`, `Price:
 * £51.77`). `undefined` where there are several, or one with two readings that the page's language does not settle.
 */
export function readFieldNumber(text: string, language: string | undefined): number | undefined {
  const line = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  if (line.length > maxLength) return undefined;
  const whole = parseNumberText(line, false) ?? parseInLanguage(line, language);
  if (whole !== undefined) return whole;
  const [match, another] = [...line.matchAll(numberPattern)];
  if (match === undefined || another !== undefined) return undefined;
  // The word behind may make it another number (`million`), the sign before belongs to it.
  const after =
    /^(?: ?[\p{L}\p{Sc}%]+\.?)?/u.exec(line.slice(match.index + match[0].length))?.[0] ?? '';
  const part = match[0].trim();
  const number = part.replace(/^[A-Z]+ /, '');
  return parseNumberText(number + after, false) ?? parseInLanguage(number + after, language);
}

/** A number whose marks can be read either way, read as the page's language writes them. */
function parseInLanguage(text: string, language: string | undefined): number | undefined {
  const marks = language === undefined ? undefined : findMarks(language);
  if (marks === undefined) return undefined;
  const { decimal, group } = marks;
  const match =
    /^(?<before>[^\d]*)(?<number>\d{1,3}(?:[.,]\d{3})*(?:[.,]\d+)?)(?<after>[^\d]*)$/u.exec(text);
  const { before = '', number = '', after = '' } = match?.groups ?? {};
  const [whole = '', ...fractions] = number.split(decimal);
  const isWellFormed = fractions.length <= 1 && !fractions.join('').includes(group);
  if (match === null || !isWellFormed) return undefined;
  const plain = [whole.replaceAll(group, ''), ...fractions].join('.');
  // Without the marks there is one reading; four decimals are one that nobody takes for groups.
  const unmarked = fractions.length === 0 ? plain : `${plain}${'0'.repeat(4)}`;
  return parseNumberText(before + unmarked + after, false);
}

interface NumberMarks {
  readonly decimal: string;
  readonly group: string;
}

function findMarks(language: string): NumberMarks | undefined {
  let format: Intl.NumberFormat;
  try {
    format = new Intl.NumberFormat(language);
  } catch {
    // Pages write anything into `lang`.
    return undefined;
  }
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  if (decimal !== '.' && decimal !== ',') return undefined;
  return { decimal, group: decimal === '.' ? ',' : '.' };
}
