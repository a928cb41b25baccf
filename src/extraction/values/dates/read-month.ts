import { findMonth } from './month-names.ts';

const year = String.raw`((?:1[5-9]|20)\d\d)`;
const named = new RegExp(String.raw`^(\p{L}{3,14})\.?(?:\s(?:de|del|of))?[\s,]+${year}$`, 'iu');
const namedLast = new RegExp(String.raw`^${year}[.,]?\s(\p{L}{3,14})\.?$`, 'iu');
const numbered = new RegExp(String.raw`^${year}(?:-|年\s?)(0?[1-9]|1[0-2])月?$`, 'u');
const numberedFirst = new RegExp(String.raw`^(0?[1-9]|1[0-2])/${year}$`);

/** The month that a text is, and nothing else, as `2010-06`: "June 2010", "06/2010", "2010年6月". A month alone is a date of that precision. */
export function readMonth(text: string, language?: string): string | undefined {
  const [, before, yearBehind] = named.exec(text) ?? numberedFirst.exec(text) ?? [];
  const [, yearBefore, behind] = namedLast.exec(text) ?? numbered.exec(text) ?? [];
  const written = before ?? behind;
  const found = yearBehind ?? yearBefore;
  if (written === undefined || found === undefined) return undefined;
  const month = /^\d/.test(written) ? Number(written) : findMonth(written, language);
  return month === undefined ? undefined : `${found}-${String(month).padStart(2, '0')}`;
}
