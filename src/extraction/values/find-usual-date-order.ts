import type { DateOrder } from './parse-date.ts';

/** The order in which a language writes day and month; `undefined` where its countries differ or it is not known. */
export function findUsualDateOrder(language: string | undefined): DateOrder | undefined {
  // English without a country is written in both orders.
  if (language === undefined || /^\s*(?:en\s*)?$/i.test(language)) return undefined;
  try {
    const format = new Intl.DateTimeFormat(language.trim().replaceAll('_', '-'));
    const first = format
      .formatToParts(0)
      .find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
    return first === 'day' || first === 'month' ? first : undefined;
  } catch {
    // Pages write anything into `lang`.
    return undefined;
  }
}
