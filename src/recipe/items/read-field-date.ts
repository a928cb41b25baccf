import { parseDateText, parseDateTimeText } from '../../schema/coerce/parse-date-text.ts';

/** Longer texts are prose. */
const maxLength = 200;
/** Words before a date that say what happened on it: `Published on`, `Last updated at`. */
const maxWordsBefore = 4;

/**
 * The one date of a text: `YYYY-MM-DD`, or RFC 3339 where it says the time with its offset from UTC. A label may stand
 * before it, a time of day after it. `undefined` where day and month could be swapped and the page's language does not
 * settle it.
 */
export function readFieldDate(text: string, language: string | undefined): string | undefined {
  const line = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  if (line.length > maxLength) return undefined;
  let rest = line;
  for (let dropped = 0; dropped <= maxWordsBefore; dropped += 1) {
    const date = readDate(rest, language);
    if (date !== undefined) return date;
    const word = /^[^\d ]+ /.exec(rest)?.[0];
    if (word === undefined) return undefined;
    rest = rest.slice(word.length);
  }
  return undefined;
}

/** A time of day without an offset: which moment it is nobody knows, but the day is said. */
const localTime =
  /(?:T|,? (?:at |um |à |- |\| )?)\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d{1,9})?)?(?: ?[ap]\.?m\.?| Uhr)?$/i;

function readDate(text: string, language: string | undefined): string | undefined {
  const day = text.replace(localTime, '');
  return (
    parseDateTimeText(text) ?? parseDateText(day) ?? parseDateText(inOrder(day, language) ?? '')
  );
}

/** `05/06/2024` as `YYYY-MM-DD`, by the order in which the language writes day and month. */
function inOrder(text: string, language: string | undefined): string | undefined {
  const [, first = '', , second = '', year = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year === '' || language === undefined) return undefined;
  const order = findOrder(language);
  if (order === undefined) return undefined;
  return order === 'day' ? `${year}-${second}-${first}` : `${year}-${first}-${second}`;
}

function findOrder(language: string): 'day' | 'month' | undefined {
  // English without a country is written in both orders.
  if (/^en$/i.test(language)) return undefined;
  try {
    const parts = new Intl.DateTimeFormat(language).formatToParts(0);
    const first = parts.find(({ type }) => type === 'day' || type === 'month')?.type;
    return first === 'day' || first === 'month' ? first : undefined;
  } catch {
    // Pages write anything into `lang`.
    return undefined;
  }
}
