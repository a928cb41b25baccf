import { getOrMake } from '../../../runtime/collections.ts';

const monthNames: readonly string[] = [
  'january|jan|januar|jänner|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|tammikuuta|tammikuu|stycznia|sty|styczeń|ledna|leden|января|янв|січня|ocak|januára|január|ianuarie|ianuar|ιανουαρίου|јануар|siječnja',
  'february|feb|februar|février|févr|fév|febrero|febbraio|fevereiro|fev|februari|helmikuuta|helmikuu|lutego|lut|luty|února|únor|февраля|фев|лютого|şubat|februára|február|februarie|φεβρουαρίου|veljače',
  'march|mar|marts|märz|mär|mrz|mars|marzo|março|maart|mrt|maaliskuuta|maaliskuu|marca|marzec|března|březen|марта|мар|березня|mart|március|martie|μαρτίου|ožujka',
  'april|apr|avril|avr|abril|abr|aprile|huhtikuuta|huhtikuu|kwietnia|kwi|kwiecień|dubna|duben|апреля|апр|квітня|nisan|apríla|április|aprilie|απριλίου|travnja',
  'may|mai|mayo|maggio|mag|maio|mei|maj|toukokuuta|toukokuu|maja|května|květen|мая|май|травня|mayıs|mája|május|μαΐου|svibnja',
  'june|jun|juni|juin|junio|giugno|giu|junho|kesäkuuta|kesäkuu|czerwca|cze|czerwiec|června|červen|июня|июн|червня|haziran|júna|június|iunie|ιουνίου|lipnja',
  'july|jul|juli|juillet|juil|julio|luglio|lug|julho|heinäkuuta|heinäkuu|lipca|lip|lipiec|července|červenec|июля|июл|липня|temmuz|júla|július|iulie|ιουλίου|srpnja',
  'august|aug|août|aout|agosto|ago|augusti|augustus|elokuuta|elokuu|sierpnia|sie|sierpień|srpna|srpen|августа|авг|серпня|ağustos|augusta|augusztus|αυγούστου|kolovoza',
  'september|sep|sept|septembre|septiembre|settembre|set|setembro|syyskuuta|syyskuu|września|wrz|wrzesień|září|сентября|сен|сент|вересня|eylül|septembra|szeptember|septembrie|σεπτεμβρίου|rujna',
  'october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|lokakuuta|lokakuu|października|paź|październik|října|říjen|октября|окт|жовтня|ekim|októbra|október|octombrie|οκτωβρίου',
  'november|nov|novembre|noviembre|novembro|marraskuuta|marraskuu|listopada|listopad|lis|listopadu|ноября|ноя|листопада|kasım|novembra|noiembrie|νοεμβρίου|studenog',
  'december|dec|dezember|dez|décembre|déc|diciembre|dic|dicembre|dezembro|joulukuuta|joulukuu|grudnia|gru|grudzień|prosince|prosinec|декабря|дек|грудня|aralık|decembra|decembrie|δεκεμβρίου|prosinca|des|desember',
];
const monthByName: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, month) =>
    names.split('|').map((name) => [toName(name), month + 1] as const),
  ),
);

/** Languages of other scripts than Latin, two of Arabic because its countries name the months differently. */
const otherScripts =
  'ar ar-SY fa ur he hi mr bn ta te kn ml gu pa th el bg mk sr uk ka hy kk am'.split(' ');
const latin = /^[\p{Script=Latin}.]+$/u;
/** Pages write anything into `lang`. */
const maxRemembered = 100;
const learned = new Map<string, ReadonlyMap<string, number>>();

/** The month, from 1, that a word names in a language (a BCP 47 tag) or in one of those that are known, or its short form. */
export function findMonth(word: string, language?: string): number | undefined {
  const name = toName(word);
  // A language's own names first: `listopada` is November in Polish and October in Croatian.
  const own = language === undefined ? undefined : namesOf(language).get(name);
  const known = own ?? monthByName.get(name);
  if (known !== undefined || latin.test(name)) return known;
  for (const tag of otherScripts) {
    const month = namesOf(tag).get(name);
    if (month !== undefined) return month;
  }
  return undefined;
}

function namesOf(tag: string): ReadonlyMap<string, number> {
  if (learned.size > maxRemembered) learned.clear();
  return getOrMake(learned, tag, () => learnMonths(tag));
}

/** In lower case; of the Turkish letters with and without a dot capitals do not tell which they are: KASIM, NİSAN. */
function toName(word: string): string {
  return toLower(word).replaceAll('i\u0307', 'i').replaceAll('ı', 'i');
}

function toLower(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

const learnedDays = new Map<string, ReadonlySet<string>>();
/** A Monday. */
const firstDay = Date.UTC(2024, 0, 1);
const millisecondsPerDay = 86_400_000;

/** What a language (a BCP 47 tag) calls the days of the week, in full and short. */
export function findWeekdays(tag: string): ReadonlySet<string> {
  if (learnedDays.size > maxRemembered) learnedDays.clear();
  return getOrMake(learnedDays, tag, () => {
    const days = Array.from({ length: 7 }, (_, at) => firstDay + at * millisecondsPerDay);
    return new Set(days.flatMap((day) => nameWeekday(day, tag)).map(toLower));
  });
}

/** What a language calls the day of the week of a moment (in milliseconds, UTC), in full and short. */
export function nameWeekday(moment: number, tag: string): readonly string[] {
  return (['long', 'short'] as const).map((weekday) =>
    new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(moment),
  );
}

/** The names that CLDR has for a language's months, alone and within a date. */
function learnMonths(tag: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const dated = { day: 'numeric', year: 'numeric' } as const;
  for (const month of ['long', 'short'] as const) {
    for (const options of [{ month }, { month, ...dated }]) {
      const format = new Intl.DateTimeFormat(`${tag}-u-ca-gregory`, {
        ...options,
        timeZone: 'UTC',
      });
      for (let at = 0; at < 12; at += 1) {
        const parts = format.formatToParts(Date.UTC(2024, at, 15));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        // Catalan has `de maig` for the month within a date.
        names.set(toName(name.replace(/^(?:de\s|d['’])/u, '')), at + 1);
      }
    }
  }
  return names;
}
