import { fractionSigns, toFraction } from './numbers/fractions.ts';
import { createSpeller } from './spelled-durations.ts';

const isoDurationPattern =
  /^P(?:(\d{1,4}(?:\.\d+)?)Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,4}(?:\.\d+)?)D)?(?:T(?:(\d{1,5}(?:[.,]\d+)?)H)?(?:(\d{1,6}(?:[.,]\d+)?)M)?(?:(\d{1,7}(?:[.,]\d+)?)S)?)?$/i;
/** Texts written as ISO 8601; one that does not keep to it states no duration. */
const isoStart = /^[+-]?P(?:T|[+-]?\d)/i;
const minutesPerYear = 527_040;
const amount = `(\\d{1,5}(?:[.,]\\d{1,2})?)?(?:(?:\\s|(?<=\\d)-)?([${fractionSigns}]|\\d/\\d))?(?:(?<=[\\d${fractionSigns}])\\s?(?:-|–|to|bis|à|a|до)\\s?(\\d{1,5}(?:[.,]\\d{1,2})?))?`;
const units: readonly (readonly [string, number])[] = [
  [
    'days?|tage?n?|jours?|días?|dias?|giorni|giorno|dagen|dage?|dygn|døgn|dagar|päivää|dni|дней|дня|день|gün|日',
    1_440,
  ],
  [
    'hours?|hrs?|h|std|stunden?|heures?|horas?|ore|ora|uur|uren|timmar|timme|timer?|tim|tuntia?|tunti|godzin[aęy]?|godz|hodin[ay]?|hod|часов|часа|час|ч|години?|годину|год|saat|sa|時間|小时|小時|시간|óra|giờ|ώρ[αες]+|ore|sati?|stunde',
    60,
  ],
  [
    'minutes?|mins?|min|m|minuten|minuti|minuto?s?|minut[ay]?|minuter|minutter|minutt|minuut|minuutti?a?|minuuttia|minut|мин(?:ут[аы]?)?|хв(?:илин[аи]?)?|dakika|dk|dak|分钟|分鐘|分|분|perc|phút|λεπτ[άό]|minute|min[uú]t',
    1,
  ],
  ['seconds?|secs?|s|sek(?:unden)?|secondes?|segundos?|secondi|sekunder|секунд[ы]?|秒', 1 / 60],
];
const unitPatterns = units.map(
  ([names, minutes]) =>
    [new RegExp(`${amount}\\s?(?:${names})(?![\\p{L}])`, 'giu'), minutes] as const,
);
const spellOut = createSpeller(units.map(([names]) => names).join('|'));
/** Minutes behind hours without a unit of their own: "1h30 in all", "1 h 30, then …"; not the weight of "1 h 30 g". */
const bareMinutes =
  /^(?:([0-5]\d)|\s(?:(?:and|und|et|y|e|og|och|en)\s)?([0-5]\d)(?=\s*(?:$|[^\s\p{L}\p{N}°%€$£/:.,-]|[.,;](?:\s|$))))(?!\d|[.,:/]\d|\p{L})/u;
const maxDurationLength = 120;
/** A number of something else directly before a part of a duration, which may be a unit that is not known: "1 orë 25 min". */
const countedBefore = /(?:^|\s)\d{1,3}\s?\p{L}{1,10}\.?,?\s(?:(?:and|und|et|y|e|i|og|och|en)\s)?$/u;

/** A range whose ends have units of their own: "45 minutes to 1 hour". */
const unitRange = /^(\d.*?\p{L})\.?\s(?:to|bis|à|a|tot|till|til|do|до)\s(\d.*)$/u;

/** What adds one duration to another: "half an hour plus 2 hours". */
const plus = /\s(?:plus|más|più|mais)\s|\s?\+\s?/iu;

/** How long ago something was, in some languages: no duration of its own. */
const ago =
  /(?:\s(?:ago|geleden|sedan|siden|temu|önce|назад|тому|fa|atrás)|前|전)\s*$|^(?:vor|il y a|hace|há|před|acum)\s/iu;

/** Minutes as ISO 8601 writes how long something takes: `PT1H30M`. */
export function toIsoDuration(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  const parts = [
    [Math.floor(seconds / 3_600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const stated = parts.flatMap(([amount, unit]) => (amount === 0 ? [] : `${amount}${unit}`));
  return `PT${stated.length === 0 ? '0S' : stated.join('')}`;
}

/** Reads a duration as minutes: ISO 8601 or words in the languages of the lexicon; of a range the upper end unless the lower is asked for. */
export function parseDuration(text: string, end: 'upper' | 'lower' = 'upper'): number | undefined {
  const whole = text.slice(0, maxDurationLength).trim();
  if (isoStart.test(whole)) {
    const iso = isoDurationPattern.exec(whole);
    return iso === null ? undefined : toPlausible(fromIso(iso));
  }
  if (ago.test(whole)) return undefined;
  const [first, second, ...others] = whole.split(plus);
  if (first !== undefined && second !== undefined && others.length === 0) {
    const [one, two] = [parseDuration(first, end), parseDuration(second, end)];
    if (one !== undefined && two !== undefined) return one + two;
  }
  const head = spellOut(whole);
  const [, from, to] = unitRange.exec(head) ?? [];
  if (from !== undefined && to !== undefined) {
    const [least = 0, most = 0] = [parseDuration(from), parseDuration(to)];
    if (least > 0 && least < most) return end === 'lower' ? least : most;
  }
  let total = 0;
  let found = false;
  const compact = /^(\d{1,2})\s?h\s?(\d{1,2})$/i.exec(head);
  if (compact !== null) return Number(compact[1]) * 60 + Number(compact[2]);
  const shown = clock.exec(head);
  if (shown !== null) return readClock(shown);
  for (const [pattern, minutes] of unitPatterns) {
    const match = [...head.matchAll(pattern)].find(
      ([, digits, part]) => digits !== undefined || part !== undefined,
    );
    if (match === undefined) continue;
    if (!found && countedBefore.test(head.slice(0, match.index))) return undefined;
    const [, digits, part, upper] = match;
    const isSingle = upper === undefined || (end === 'lower' && digits !== undefined);
    const value = isSingle ? toNumber(digits) + toFraction(part ?? '') : toNumber(upper);
    total += value * minutes;
    found = true;
    if (minutes !== 60) continue;
    const behind = bareMinutes.exec(head.slice(match.index + match[0].length));
    total += Number(behind?.[1] ?? behind?.[2] ?? 0);
  }
  return found ? toPlausible(roundParts(total)) : undefined;
}

/** "1:02:30", "1:30 h", "3:45" */
const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(\s?h)?$/;
/** Hours of which a page writes how long something takes as hours and minutes; above it has days. */
const maxClockHours = 23;

/** Two numbers are hours and minutes, where there may be so many hours; else, as three are, they end in seconds. */
function readClock([, first, second, third, unit]: RegExpExecArray): number {
  const [one, two, three] = [first, second, third].map(toNumber) as [number, number, number];
  if (third !== undefined) return roundParts(one * 60 + two + three / 60);
  const isHours = unit !== undefined || one <= maxClockHours;
  return isHours ? one * 60 + two : roundParts(one + two / 60);
}

/** The minutes of "3:45" where that is minutes and seconds, which may be hours and minutes as well. */
export function parseShortClock(text: string): number | undefined {
  const shown = clock.exec(text.trim());
  const [, first, second, third, unit] = shown ?? [];
  if (shown === null || third !== undefined || unit !== undefined) return undefined;
  return roundParts(toNumber(first) + toNumber(second) / 60);
}

/** Finer than a second, and without the noise of a sum of its parts. */
function roundParts(minutes: number): number {
  return Math.round(minutes * 1e6) / 1e6;
}

/** Nothing that a page tells the duration of takes no time or more than a year. */
function toPlausible(minutes: number): number | undefined {
  return minutes > 0 && minutes <= minutesPerYear ? minutes : undefined;
}

function fromIso(match: RegExpExecArray): number {
  const [, years, months, weeks, days, hours, minutes, seconds] = match;
  // Prefixed month and year parts are template leftovers in durations (`P0Y0M0DT1H`); months have no fixed length.
  return (
    toNumber(years) * 525_600 +
    toNumber(months) * 43_200 +
    toNumber(weeks) * 10_080 +
    toNumber(days) * 1_440 +
    toNumber(hours) * 60 +
    toNumber(minutes) +
    roundParts(toNumber(seconds) / 60)
  );
}

function toNumber(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'));
}
