import type { PageFacts } from '../analysis/analyse-page.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';
import { findWeekdays } from '../values/dates/month-names.ts';
import { listTimes } from '../values/dates/times-of-day.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { listPairLists } from './list-name-values.ts';
import { toWordSet } from '../../runtime/collections.ts';

type HoursPart = 'day' | 'hours' | 'opens' | 'closes';

/** The names of the fields for what is said of a day, in some languages. */
const partWords: Readonly<Record<HoursPart, ReadonlySet<string>>> = {
  day: toWordSet(
    'day days weekday dayofweek tag tage wochentag jour jours día dia días dias giorno giorni dag dagen',
  ),
  hours: toWordSet(
    'hours openinghours öffnungszeiten heures horaire horaires horas horario horarios orario orari openingstijden',
  ),
  opens: toWordSet('opens open opensat opentime opening openingtime from start'),
  closes: toWordSet('closes close closesat closetime closing closingtime to until end'),
};

/** What a field says of a day on which something is open. */
function findHoursPart(name: string): HoursPart | undefined {
  const word = joinName(name);
  return (['day', 'hours', 'opens', 'closes'] as const).find((part) => partWords[part].has(word));
}

/** Whether records say of a day when something is open, and nothing else. */
export function asksHours(plans: readonly FieldPlan[]): boolean {
  const parts = new Set(plans.map(({ name }) => findHoursPart(name)));
  const asksTimes = parts.has('hours') || (parts.has('opens') && parts.has('closes'));
  return !parts.has(undefined) && parts.has('day') && asksTimes;
}

/** What a row of hours says for a field: of when it opens and closes one time each. */
export function readHours({ labelText, value }: LabelPair, name: string): string | undefined {
  const part = findHoursPart(name);
  if (part === 'day') return labelText;
  if (part === 'hours') return value;
  const [opens, closes, another] = listTimes(value);
  if (closes === undefined || another !== undefined) return undefined;
  return part === 'opens' ? opens : closes;
}

/** The rows of the only list of the page of which each row begins with a day of the week, with when something is open on it. */
export function listHours(facts: PageFacts): readonly LabelPair[] {
  const { page, zones } = facts;
  const days = listDayWords(facts);
  const found = listPairLists(page).filter(({ pairs }) => areHours(pairs, days));
  const own = found.filter(({ holder }) => !zones.isAside(holder));
  const [only, another] = own.length > 0 ? own : found;
  if (only === undefined || another !== undefined) return [];
  // A second definition of a day goes on with its hours, and is no part of the pair.
  const isWhole = only.pairs.every(
    ({ element }) => element.node.name !== 'dd' || page.elements[element.end]?.node.name !== 'dd',
  );
  return isWhole ? only.pairs : [];
}

function listDayWords({ place }: PageFacts): ReadonlySet<string> {
  const names = findWeekdays(findNumberLocale(place)?.tag ?? 'en');
  return new Set([...names].flatMap((name) => splitWords(name)[0] ?? []));
}

/** Words of a row's days: "Monday to Thursday and Saturday". */
const maxDayWords = 8;
const maxHours = 60;

function areHours(pairs: readonly LabelPair[], days: ReadonlySet<string>): boolean {
  return (
    pairs.some(({ value }) => /\p{Nd}/u.test(value)) &&
    pairs.every(({ labelText, value }) => {
      const words = splitWords(labelText.toLowerCase());
      const isOfDay = words.length <= maxDayWords && isDay(words[0] ?? '', days);
      // A meal of a day has its price.
      return isOfDay && value.length <= maxHours && !/\p{Sc}/u.test(value);
    })
  );
}

/** "Mondays" are a day, too. */
function isDay(word: string, days: ReadonlySet<string>): boolean {
  return days.has(word) || days.has(word.replace(/s$/, ''));
}
