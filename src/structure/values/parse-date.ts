/** A day, with the time where one was written. */
export interface ParsedDate {
  /** `2024-05-31`: the day as written, never shifted to another zone. */
  readonly day: string;
  /** ISO date and time where the text was one; the day otherwise. */
  readonly iso: string;
  /** The part of the text that was read. */
  readonly text: string;
}

const monthNames: readonly string[] = [
  'january|jan|januar|jänner|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|tammikuuta|tammikuu|stycznia|styczeń|ledna|leden|января|янв|січня|ocak|januára|január|ianuarie|ianuar|ιανουαρίου|јануар|siječnja',
  'february|feb|februar|février|févr|fév|febrero|febbraio|fevereiro|fev|februari|helmikuuta|helmikuu|lutego|luty|února|únor|февраля|фев|лютого|şubat|februára|február|februarie|φεβρουαρίου|veljače',
  'march|mar|märz|mär|mrz|mars|marzo|março|maart|mrt|maaliskuuta|maaliskuu|marca|marzec|března|březen|марта|мар|березня|mart|március|martie|μαρτίου|ožujka',
  'april|apr|avril|avr|abril|abr|aprile|huhtikuuta|huhtikuu|kwietnia|kwiecień|dubna|duben|апреля|апр|квітня|nisan|apríla|április|aprilie|απριλίου|travnja',
  'may|mai|mayo|maggio|mag|maio|mei|maj|toukokuuta|toukokuu|maja|května|květen|мая|май|травня|mayıs|mája|május|μαΐου|svibnja',
  'june|jun|juni|juin|junio|giugno|giu|junho|kesäkuuta|kesäkuu|czerwca|czerwiec|června|červen|июня|июн|червня|haziran|júna|június|iunie|ιουνίου|lipnja',
  'july|jul|juli|juillet|juil|julio|luglio|lug|julho|heinäkuuta|heinäkuu|lipca|lipiec|července|červenec|июля|июл|липня|temmuz|júla|július|iulie|ιουλίου|srpnja',
  'august|aug|août|aout|agosto|ago|augusti|augustus|elokuuta|elokuu|sierpnia|sierpień|srpna|srpen|августа|авг|серпня|ağustos|augusta|augusztus|αυγούστου|kolovoza',
  'september|sep|sept|septembre|septiembre|settembre|set|setembro|syyskuuta|syyskuu|września|wrzesień|září|сентября|сен|сент|вересня|eylül|septembra|szeptember|septembrie|σεπτεμβρίου|rujna',
  'october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|lokakuuta|lokakuu|października|październik|října|říjen|октября|окт|жовтня|ekim|októbra|október|octombrie|οκτωβρίου',
  'november|nov|novembre|noviembre|novembro|marraskuuta|marraskuu|listopada|listopad|listopadu|ноября|ноя|листопада|kasım|novembra|noiembrie|νοεμβρίου|studenog',
  'december|dec|dezember|dez|décembre|déc|diciembre|dic|dicembre|dezembro|joulukuuta|joulukuu|grudnia|grudzień|prosince|prosinec|декабря|дек|грудня|aralık|decembra|decembrie|δεκεμβρίου|prosinca|des|desember',
];
const monthByName: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, month) => names.split('|').map((name) => [name, month + 1] as const)),
);

/** Whether a word is the name of a month in one of the known languages, or its short form. */
export function isMonthName(word: string): boolean {
  return monthByName.has(word.toLowerCase().replace(/\.$/, ''));
}

const isoPattern =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?(?!\d)/;
const compactPattern = /^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/;
const cjkPattern = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const yearFirst = /(?<![\d/.-])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\d/.-]*\d)/;
const yearLast = /(?<![\d/.-])(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/-])/;
const dayMonthYear =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s?(?:de\s|of\s|-)?\s?(\p{L}{3,12})\.?,?(?:\s|-)(?:de\s|del\s)?(\d{4})(?!\d)/u;
const monthDayYear = /(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/gu;
/** Every form of a date but the numeric one with a short year has a year of four digits, and that one has two together. */
const fourDigits = /\d{4}/;
const twoDigits = /\d{2}/;
/** Most characters searched for a date, from the start of the text. */
const maxLength = 200;

/**
 * Reads a date. Numbers such as 3/4/2024 are month first with `/` in English (`monthFirst`), day first elsewhere.
 */
export function parseDate(text: string, monthFirst = true): ParsedDate | undefined {
  const head = text.slice(0, maxLength);
  if (!fourDigits.test(head))
    return twoDigits.test(head) ? findNumeric(head, monthFirst) : undefined;
  const iso = isoPattern.exec(head);
  if (iso !== null) {
    const date = toDate(iso[1], iso[2], iso[3], iso[0]);
    return date === undefined || iso[4] === undefined ? date : { ...date, iso: toIsoTime(iso) };
  }
  const compact = compactPattern.exec(head.trim());
  if (compact !== null) return toDate(compact[1], compact[2], compact[3], compact[0]);
  if (/^\d{10}(?:\d{3})?$/.test(head.trim())) return fromEpoch(head.trim());
  const ordered = cjkPattern.exec(head) ?? yearFirst.exec(head);
  if (ordered !== null) return toDate(ordered[1], ordered[2], ordered[3], ordered[0]);
  const named = dayMonthYear.exec(head);
  if (named !== null) {
    const month = monthByName.get((named[2] ?? '').toLowerCase());
    if (month !== undefined) return toDate(named[3], String(month), named[1], named[0]);
  }
  for (const match of head.matchAll(monthDayYear)) {
    const month = monthByName.get((match[1] ?? '').toLowerCase());
    if (month !== undefined) return toDate(match[3], String(month), match[2], match[0]);
  }
  return findNumeric(head, monthFirst);
}

function findNumeric(head: string, monthFirst: boolean): ParsedDate | undefined {
  const match = yearLast.exec(head);
  if (match === null) return undefined;
  const [text, first = '', mark, second = '', year = ''] = match;
  const swapped = Number(first) <= 12 && (Number(second) > 12 || (mark === '/' && monthFirst));
  // Two-digit years: up to 50 is this century's first half, as most libraries read them.
  const full = year.length === 4 ? year : String(Number(year) + (Number(year) <= 50 ? 2000 : 1900));
  return swapped ? toDate(full, first, second, text) : toDate(full, second, first, text);
}

function fromEpoch(digits: string): ParsedDate {
  const iso = new Date(Number(digits) * (digits.length === 10 ? 1_000 : 1)).toISOString();
  return { day: iso.slice(0, 10), iso, text: digits };
}

function toDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  text: string,
): ParsedDate | undefined {
  const numbers = [Number(year), Number(month), Number(day)] as const;
  if (numbers[1] < 1 || numbers[1] > 12 || numbers[2] < 1 || numbers[2] > 31) return undefined;
  if (numbers[0] < 1000 || numbers[0] > 2200) return undefined;
  const iso = `${year}-${pad(numbers[1])}-${pad(numbers[2])}`;
  return { day: iso, iso, text };
}

function toIsoTime(match: RegExpExecArray): string {
  const [, year, month, day, hour, minute, second, zone] = match;
  const offset =
    zone === undefined || zone === 'Z' ? (zone ?? '') : zone.replace(/(\d{2}):?(\d{2})/, '$1:$2');
  return `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${offset}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
