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
  monthNames.flatMap((names, month) => names.split('|').map((name) => [name, month + 1] as const)),
);

/** The month, from 1, that a word names in one of the known languages, or its short form. */
export function findMonth(word: string): number | undefined {
  return monthByName.get(word.toLowerCase().replace(/\.$/, ''));
}
