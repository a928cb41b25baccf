/** The day that a text states as `YYYY-MM-DD`; `undefined` when day and month could be swapped or the text holds more. */
export function parseDateText(text: string): string | undefined {
  if (text.length > maxDateLength) return undefined;
  const day = findDay(text.normalize('NFKC').trim());
  return day === undefined || day.rest !== '' ? undefined : day.date;
}

/** A date and time as RFC 3339; `undefined` when the time or its offset from UTC is missing. */
export function parseDateTimeText(text: string): string | undefined {
  if (text.length > maxDateLength) return undefined;
  const day = findDay(text.normalize('NFKC').trim());
  if (day === undefined) return undefined;
  const time = timePattern.exec(day.rest)?.groups;
  if (time === undefined) return undefined;
  const { hours = '', minutes = '', seconds = ':00', offset = '' } = time;
  if (Number(hours) > 23) return undefined;
  const zone = /^[+-]/.test(offset) ? offset.replace(/^(.\d\d):?(\d\d)$/, '$1:$2') : 'Z';
  return `${day.date}T${hours}:${minutes}${seconds}${zone}`;
}

const maxDateLength = 64;
const timePattern =
  /^(?:T|,? (?:at )?)(?<hours>\d\d):(?<minutes>[0-5]\d)(?<seconds>:[0-5]\d(?:\.\d{1,9})?)? ?(?<offset>Z|GMT|UTC|[+-]\d\d:?[0-5]\d)$/i;

interface FoundDay {
  readonly date: string;
  readonly rest: string;
}

function findDay(text: string): FoundDay | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s.exec(text);
  if (yearFirst !== null) {
    const [, year, , month, day, rest = ''] = yearFirst;
    return toFound(Number(year), Number(month), Number(day), rest);
  }
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)(.*)$/s.exec(text);
  if (numbers !== null) {
    const [, first, , second, year, rest = ''] = numbers;
    return findDayOfPair(Number(first), Number(second), Number(year), rest);
  }
  return findNamedMonth(text);
}

/** `25/12/2024` has one reading, and so has `05/05/2024`; `05/06/2024` has two. */
function findDayOfPair(
  first: number,
  second: number,
  year: number,
  rest: string,
): FoundDay | undefined {
  if (first > 12 || first === second) return toFound(year, second, first, rest);
  return second > 12 ? toFound(year, first, second, rest) : undefined;
}

const dayMonthYear =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[ -](?:of |de |d')?(\p{L}{3,12})\.?,?[ -](?:de |of )?(\d{4})(?!\d)(.*)$/su;
const monthDayYear = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/su;

function findNamedMonth(text: string): FoundDay | undefined {
  // A weekday is redundant: drop it.
  const bare = text.replace(/^\p{L}{2,12}\.?,\s+/u, '').replaceAll(/\s+/g, ' ');
  const dayFirst = dayMonthYear.exec(bare);
  const monthFirst = monthDayYear.exec(bare);
  const [, day, name, year, rest = ''] =
    dayFirst ?? (monthFirst === null ? [] : swapFirstTwo(monthFirst));
  const month = name === undefined ? undefined : monthsByName().get(name.toLowerCase());
  return month === undefined ? undefined : toFound(Number(year), month, Number(day), rest);
}

function swapFirstTwo(match: readonly string[]): readonly (string | undefined)[] {
  return [match[0], match[2], match[1], match[3], match[4]];
}

function toFound(year: number, month: number, day: number, rest: string): FoundDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
  return isReal ? { date: date.toISOString().slice(0, 10), rest } : undefined;
}

let months: ReadonlyMap<string, number> | undefined;

/** Month names in the languages whose dates are written with Latin letters most; a name of two months is left out. */
function monthsByName(): ReadonlyMap<string, number> {
  if (months !== undefined) return months;
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl']) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) {
        const parts = format.formatToParts(Date.UTC(2024, index, 5));
        const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
        const bare = name.replace(/\.$/, '');
        if (!/^\p{L}{3,12}$/u.test(bare)) continue;
        if ((found.get(bare) ?? index + 1) !== index + 1) ambiguous.add(bare);
        found.set(bare, index + 1);
      }
    }
  }
  for (const name of ambiguous) found.delete(name);
  // English writes it so beside `Sep`; no other language uses it for another month.
  found.set('sept', 9);
  months = found;
  return months;
}

/**
 * Reads the one number that a text consists of, as people write it: `£51.77`, `1.234,56 €`, `12 reviews`, `1 299 kr`.
 * `undefined` where a second reading is possible; the rules:
 *
 * - Around the number may stand a currency (before or after), `%` or up to two words (after), nothing else; `4 of 5`,
 *   `12+`, `(12)` and words that change the value (`million`, `k`, `pence`) are not read.
 * - Where `.` and `,` both stand, the last is the decimal mark. One of them several times groups thousands, and so do
 *   spaces and apostrophes; groups must be whole.
 * - One mark once, not followed by exactly three digits, is the decimal mark: `12,5`.
 * - Followed by exactly three digits: for whole numbers it groups. Otherwise `1.234` alone is a plain decimal, `1,234`
 *   alone or after a currency (`$1,299`) groups, and whatever else (`1.299 €`, `1,234 kg`) has two readings.
 */
export function parseNumberText(text: string, wholeNumber: boolean): number | undefined {
  if (text.length > maxNumberLength) return undefined;
  const trimmed = text.normalize('NFKC').trim();
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(trimmed)) {
    return toNumber(trimmed, wholeNumber) ?? readGrouped(trimmed, wholeNumber);
  }
  return readGrouped(trimmed, wholeNumber);
}

function readGrouped(text: string, wholeNumber: boolean): number | undefined {
  const match = numberPattern.exec(text);
  if (match === null) return undefined;
  const { before = '', sign = '', number = '', after = '' } = match.groups ?? {};
  if (!isCurrency(before.trim()) || !isHarmless(after.trim())) return undefined;
  const style = { wholeNumber, hasBefore: before.trim() !== '', hasAfter: after.trim() !== '' };
  const plain = toPlainNumber(number, style);
  return plain === undefined ? undefined : toNumber(sign === '' ? plain : `-${plain}`, wholeNumber);
}

const maxNumberLength = 64;
const numberPattern =
  /^(?<plus>\+?)(?<sign>[-−]?)(?<before>[^\d.,+−-]{0,8}?)(?<number>\d(?:[\d.,'’ ]*\d)?)(?<after>[^\d]*)$/u;

/** A currency's sign or code, the only thing that may stand before. `¢` counts hundredths, so it is none. */
function isCurrency(text: string): boolean {
  return /^(?:|(?:[A-Z]{1,3})?(?!¢)\p{Sc}|[A-Z]{3}|Rs\.?|[Kk]r\.?|Fr\.?|zł)$/u.test(text);
}

function isHarmless(text: string): boolean {
  if (text === '%' || isCurrency(text)) return true;
  if (text.includes('¢') || !/^[\p{L}\p{Sc}./%²³°]+(?: \p{L}+)?$/u.test(text)) return false;
  return text.split(' ').every((word) => !changesValue.has(word.toLowerCase().replace(/\.$/, '')));
}

/** Words after a number that make it another number, or one of several. */
const changesValue: ReadonlySet<string> = new Set(
  `k m b t bn mn tn mio mrd mln mld mil hundred thousand thousands million millions billion billions trillion dozen
  lakh lakhs lac crore crores tausend hundert millionen milliarde milliarden mille milliard milliards millón millones
  milhão milhões miljoen miljard тыс млн млрд 万 億 千 亿 百 만 억 c ct cent cents centimes p penny pence
  or and plus minus to of out x bis oder und ou et o y a`.split(/\s+/),
);

interface NumberStyle {
  readonly wholeNumber: boolean;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** `1.234,56` → `1234.56`, or `undefined` where both readings are possible. */
function toPlainNumber(number: string, style: NumberStyle): string | undefined {
  const spaced = /[ '’]/.test(number);
  const dots = number.split('.').length - 1;
  const commas = number.split(',').length - 1;
  if (dots > 0 && commas > 0) {
    const decimal = number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ',';
    if (spaced || (decimal === '.' ? dots : commas) > 1) return undefined;
    return joinGroups(number, decimal);
  }
  if (dots > 1 || commas > 1) return spaced ? undefined : joinGroups(number, undefined);
  if (dots + commas === 0) return spaced ? joinGroups(number, undefined) : number;
  const mark = dots === 1 ? '.' : ',';
  const [whole = '', fraction = ''] = number.split(mark);
  const mayGroup = !spaced && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayGroup) return joinGroups(number, mark);
  if (style.wholeNumber) return whole + fraction;
  if (mark === '.') return style.hasBefore || style.hasAfter ? undefined : `${whole}.${fraction}`;
  return style.hasAfter ? undefined : whole + fraction;
}

/** Groups are of three digits; before the last, of two as well (12,34,567 in India). */
function joinGroups(number: string, decimal: '.' | ',' | undefined): string | undefined {
  const at = decimal === undefined ? -1 : number.lastIndexOf(decimal);
  const whole = at === -1 ? number : number.slice(0, at);
  const fraction = at === -1 ? '' : number.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return undefined;
  const isPlain = /^\d+$/.test(whole);
  if (!isPlain && !/^[1-9]\d{0,2}(?:([.,'’ ])\d{2,3})?(?:\1\d{2,3})*$/.test(whole))
    return undefined;
  if (!isPlain && !/[^\d]\d{3}$/.test(whole)) return undefined;
  const digits = whole.replaceAll(/[^\d]/g, '');
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

function toNumber(text: string, wholeNumber: boolean): number | undefined {
  const value = Number(text);
  // More digits than a double holds would come out changed.
  if (!Number.isFinite(value) || text.replaceAll(/[^\d]/g, '').length > 15) return undefined;
  return wholeNumber && !Number.isInteger(value) ? undefined : value;
}
