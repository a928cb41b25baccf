import { getOrMake } from '../../runtime/collections.ts';
import { currencySource } from './numbers/currency-signs.ts';
import type { NumberContext } from './numbers/number-locale.ts';
import { type NumberRead, readNumbers } from './numbers/read-numbers.ts';
import { parseDuration } from './parse-duration.ts';
import { deliveryLabels, oldPriceLabels } from '../lexicon/concept.ts';
import { foldLabel, splitWords } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

export interface Money {
  /** Decimal point, no grouping: `1299.00`. */
  readonly amount: string;
  readonly currency: string | undefined;
  readonly text: string;
  readonly read: NumberRead;
}

/** A value is short: amounts behind this are prose. */
const maxAmountTextLength = 400;
const maxAmounts = 12;

/** What each sign, code or name of a currency has; most dates and numbers of cases have nothing of it, and are not read. */
const mayHoldCurrency = /[\p{L}\p{Sc}]|[,:，：]\P{Nd}/u;

/** The amounts of money in a text; `needsCurrency` leaves out bare numbers. */
export function findMoney(
  text: string,
  needsCurrency: boolean,
  // What is asked without a place is whether there are amounts, not what they are.
  place: Pick<NumberContext, 'language' | 'host' | 'peers' | 'ownCell'> = { language: 'en-US' },
): readonly Money[] {
  const short = text.slice(0, maxAmountTextLength);
  if (needsCurrency && !mayHoldCurrency.test(short)) return [];
  return readNumbers(short, { ...place, kind: 'money' })
    .filter(
      (read) =>
        !read.isPercent &&
        !isOfWord(read, short, place) &&
        (read.currency !== undefined || (!needsCurrency && !isTime(short.slice(read.end)))),
    )
    .slice(0, maxAmounts)
    .map((read) => ({
      amount: read.digits,
      currency: read.currency,
      text: short.slice(read.wholeStart, read.wholeEnd).trim(),
      read,
    }));
}

/** Codes that are words, or names of other things, in capitals: TOP 10, ALL 50, COP26, AMD 7600, PHP 8. */
const wordCodes: ReadonlySet<string> = new Set(
  'TOP ALL TRY COP CUP MAD PEN GEL SOS BAM AMD PHP CVE NIO'.split(' '),
);
/** Of these, what stands on badges by itself. */
const badgeCodes: ReadonlySet<string> = new Set('TOP ALL CUP SOS CVE PHP AMD'.split(' '));
/** Languages that are spoken in the country of a code alone. */
const codeLanguages: ReadonlyMap<string, string> = new Map([
  ['tr', 'TRY'],
  ['sq', 'ALL'],
  ['ka', 'GEL'],
  ['hy', 'AMD'],
  ['bs', 'BAM'],
]);

/** Whether what looks like the code of a currency is a word: a whole number among other words, far from the country that pays with it. */
function isOfWord(
  { currency, digits, wholeStart, wholeEnd }: NumberRead,
  text: string,
  { language = '', host = '' }: Pick<NumberContext, 'language' | 'host'>,
): boolean {
  if (currency === undefined || !wordCodes.has(currency)) return false;
  const written = text.slice(wholeStart, wholeEnd);
  if (digits.includes('.') && currency !== 'PHP') return false;
  if (/\d[.,'’\s]\d{2,3}(?!\d)/u.test(written) && digits.length > 3) return false;
  const country = currency.slice(0, 2).toLowerCase();
  const [primary, ...regions] = language.toLowerCase().split(/[-_]/);
  const isLocal =
    host.endsWith(`.${country}`) ||
    regions.includes(country) ||
    codeLanguages.get(primary ?? '') === currency;
  const isWhole = written.trim() === text.trim() && !badgeCodes.has(currency);
  return !isLocal && !isWhole;
}

const wordsBehind =
  /^(?:[ \u00A0]?[-\u2013\u2014][ \u00A0]?\p{Nd}{1,3})?[ \u00A0]?(?:(?:business|working)[ \u00A0]|werk|arbeits)?(\p{L}{2,12})/iu;

/** Whether a unit of time stands behind a bare number: "3 days", "2–4 Werktage". */
function isTime(behind: string): boolean {
  const unit = wordsBehind.exec(behind)?.[1];
  return unit !== undefined && parseDuration(`2 ${unit}`) !== undefined;
}

/** A sign or code of a currency directly before or after a digit. */
const pricedDigit = new RegExp(`${currencySource}\\s{0,2}\\d|\\d\\s{0,2}${currencySource}`, 'gu');

/** Where amounts with a currency stand in a text, ascending: at most `limit` offsets, each inside of its amount. */
export function findAmountOffsets(text: string, limit: number): readonly number[] {
  const offsets: number[] = [];
  if (!digit.test(text) || !mayHoldCurrency.test(text)) return offsets;
  for (const { index, 0: found } of text.matchAll(pricedDigit)) {
    offsets.push(index + found.length - 1);
    if (offsets.length >= limit) break;
  }
  return offsets;
}

/** A decimal in markup, where a point is a point: `129.900` is less than 130. */
export function toMachineDecimal(written: string): string | undefined {
  const text = written.trim();
  return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? text : undefined;
}

export function toAmountKey(amount: string): string {
  return String(Number(amount));
}

/**
 * `former` was the price; `listed` is recommended or usual, and the price where no other is stated; `net` lacks the tax and `unit` is that of a unit, and each is the price where no other is
 * stated; `other` is that of delivery or an instalment, or what is saved.
 */
export type PriceSense = 'current' | 'former' | 'listed' | 'net' | 'unit' | 'other';

/** Whether an amount is something else beside one that is the price. */
export function isLesserSense(sense: PriceSense | undefined): boolean {
  return sense !== undefined && sense !== 'current';
}

/** Whether an amount stands beside the price as what it was or usually is. */
export function isFormerSense(sense: PriceSense | undefined): boolean {
  return sense === 'former' || sense === 'listed';
}

/** Whether an amount is a price, but not the whole one: without the tax, or of a unit. */
export function isPartialSense(sense: PriceSense | undefined): boolean {
  return sense === 'net' || sense === 'unit';
}

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const struckStyle = /text-decoration[a-z-]{0,12}\s{0,3}:[^;]{0,60}line-through/i;
const deliveryTokens = 'shipping delivery';
/** Words of class names. People who write markup write them in English whatever the language of the page. */
const senseByToken: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'old was before strike striked struck strikethrough through crossed cross previous prev past former',
  ),
  ...toEntries('listed', 'rrp uvp msrp regular original compare list retail normal'),
  ...toEntries(
    'other',
    `${deliveryTokens} instalment installment installments monthly month finance saving savings save saved deposit points cashback`,
  ),
  ...toEntries('unit', 'unit'),
  ...toEntries('current', 'current now sale final special offer actual primary'),
]);
const deliveryWords: ReadonlySet<string> = new Set(`${deliveryTokens} postage freight`.split(' '));

/** Whether a class name calls an amount a former or usual price. */
export function isFormerToken(token: string): boolean {
  return isFormerSense(senseByToken.get(token));
}

/** Whether a class name calls an amount the cost of delivery. */
export function isDeliveryToken(token: string): boolean {
  return deliveryWords.has(token);
}

/** Words in front of an amount, folded. */
const senseByLabel: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    `${oldPriceLabels}|` +
      'before|previously|formerly|original|originally|orig|orig.|instead of|rather than|compared to|compared with|compare to|compare at|' +
      'anstatt|anstelle von|bisher|vorher|zuvor|früher|ehemals|ursprünglich|war|au lieu de|plutôt que|avant|auparavant|initialement|était|' +
      'antes|en vez de|en lugar de|anteriormente|originalmente|era|de|costaba|invece di|anziché|anzichè|al posto di|in precedenza|' +
      'em vez de|em lugar de|no lugar de|ao invés de|custava|i.p.v|i.p.v.|ipv|in plaats van|voorheen|vroeger|eerder|' +
      'było|zamiast|poprzednio|wcześniej|dawniej|przed|przed obniżką|istället för|i stället för|i stedet for|istedenfor|tidigare|tidligere|förut|innan|før|' +
      'ennen|aiemmin|aikaisemmin|původně|pôvodne|místo|namísto|namiesto|dříve|předtím|predtým|bylo|' +
      'было|вместо|раньше|ранее|прежде|було|замість|раніше|önceki|önceden|eski|eskiden|以前|之前|قبل|lowest price in 30 days|najniższa cena z 30 dni',
    '|',
  ),
  ...toEntries(
    'listed',
    'rrp|srp|msrp|mrp|m.r.p|list price|list|regular price|retail price|reg|reg. price|regular|usually|normally|' +
      'uvp|unverb. preisempf|prix conseillé|prix habituel|prix normal|pvp|pvpr|prezzo di listino|prezzo consigliato|' +
      'adviesprijs|ord. pris|ordinarie pris|norm. hinta|ovh|cena katalogowa|cena regularna|běžná cena|' +
      'rek|rek.|rek. pris|liste fiyatı|piyasa fiyatı|etiket fiyatı|' +
      '通常価格|メーカー希望小売価格|希望小売価格|参考価格|定価|市场价|市場價|정가|소비자가',
    '|',
  ),
  ...toEntries(
    'net',
    'net price|price net|net|price excl. vat|price ex vat|price without tax|excl. vat|ex vat|ex. vat|excl. tax|without tax|netto|nettopreis|' +
      'preis netto|preis ohne mwst|ohne mwst|zzgl. mwst|exkl. mwst|prix ht|prix hors taxe|hors taxe|ht|precio sin iva|sin iva|' +
      'prezzo senza iva|iva esclusa|prijs excl. btw|excl. btw|cena netto|pris exkl. moms|exkl. moms|ekskl. moms|bez dph|без ндс|' +
      'kdv hariç|本体|本体価格|税抜|税抜価格|税別',
    '|',
  ),
  ...toEntries(
    'other',
    'save|you save|saving|savings|sie sparen|du sparst|économisez|ahorras|risparmi|poupe|bespaar|spara|spar|shipping|delivery|versand|lieferung|bezorging|dostawa|wysyłka|toimitus|' +
      'livraison|envío|spedizione|verzending|frakt|fragt|' +
      `${deliveryLabels}|` +
      'club price|member price|members price|membership price|' +
      'deposit|security deposit|down payment|kaution|anzahlung|acompte|caution|dépôt de garantie|depósito|fianza|caparra|cauzione|borg|aanbetaling|kaucja|zaliczka|záloha|depozito|raty od|' +
      'shipping over|delivery over|orders over|shipping from|versand ab|ab einem bestellwert von|livraison offerte dès|envío gratis desde|payments of|instalments of|installments of|raten zu|rates of|fois|cuotas de|rate da|parcelas de|termijnen van',
    '|',
  ),
  ...toEntries(
    'current',
    'now|now only|today|sale|sale price|special price|current price|new price|deal price|offer price|' +
      'jetzt|nur|heute|aktuell|derzeit|neuer preis|aktueller preis|angebotspreis|aktionspreis|sonderpreis|' +
      "maintenant|désormais|aujourd'hui|aujourd’hui|prix soldé|prix promo|prix remisé|prix actuel|nouveau prix|" +
      'ahora|hoy|precio actual|nuevo precio|precio de oferta|precio rebajado|ora|adesso|oggi|prezzo attuale|nuovo prezzo|prezzo scontato|' +
      'agora|hoje|por|preço atual|preço actual|novo preço|preço promocional|nu|voor|vandaag|nieuwe prijs|huidige prijs|actieprijs|' +
      'teraz|obecnie|dziś|dzisiaj|nowa cena|aktualna cena|cena promocyjna|idag|i dag|nytt pris|kampanjpris|nå|ny pris|nupris|nåpris|tilbudspris|' +
      'nyt|uusi hinta|tarjoushinta|nyní|teď|dnes|nová cena|aktuální cena|akční cena|' +
      'сейчас|теперь|стало|сегодня|новая цена|текущая цена|цена со скидкой|зараз|şimdi|bugün|yeni|yeni fiyat|indirimli fiyat|sepette|' +
      'セール|セール価格|販売価格|特価|特別価格|新価格|値下げ後|現在|今|今だけ|现价|現價|现在|特价|特價|促销价|促銷價|到手价|الآن',
    '|',
  ),
  ...toEntries('unit', 'unit price|price per unit|grundpreis|prix au kilo|prix au litre|単価', '|'),
]);
const maxClimb = 3;
/** Characters that an element around an amount may hold besides: a label, but not another amount. */
const maxBeside = 25;
const digit = /\d/;
const leadingWords = /^([^\d$€£¥]{2,30}?)[\s:：]*(?:\p{Lu}{0,2}\p{Sc}\s?|\p{Lu}{2,3}\s?)?\d/u;

/** Several fields and sources ask for the same amount. */
const senses = new WeakMap<IndexedElement, PriceSense | 'none'>();

/** What tags, inline style, class names and the words in front say of an amount, around it as long as it stands alone. */
export function findPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  const sense = getOrMake(senses, element, () => readPriceSense(page, element) ?? 'none');
  return sense === 'none' ? undefined : sense;
}

function readPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  let sense: PriceSense | undefined;
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) break;
    const own = findOwnSense(page, current);
    // The nearest class that says so calls it the present one: those around it are of the whole block.
    const isOutvoted = sense === 'current' && own === 'former' && !isStruck(current);
    const found =
      (isOutvoted ? undefined : own) ??
      findSenseInLine(page.lineOf(current, maxAmountTextLength)) ??
      findSenseOfWords(textBefore(page, current));
    if (found !== undefined && isLesserSense(found)) return found;
    sense ??= found;
    current = page.elements[current.parent];
  }
  return sense;
}

/** What stands in front of an element on its line, or on a line above that has no amount of its own, in the element around it. */
export function textBefore(page: PageIndex, element: IndexedElement): string {
  const from = page.elements[element.parent]?.textStart ?? 0;
  const start = Math.max(from, element.textStart - maxSenseLength);
  const all = page.text.slice(start, element.textStart);
  const before = all.trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (digit.test(line) && all.slice(before.length).includes('\n')) return '';
  return line.slice(line.search(/[^\d]*$/u));
}

export function findOwnSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  if (isStruck(element)) return 'former';
  let sense: PriceSense | undefined;
  for (const token of page.tokensOf(element)) {
    const found = senseByToken.get(token);
    if (isLesserSense(found)) return found;
    sense ??= found;
  }
  return sense;
}

/** Whether an element strikes its text through, itself or around it as long as it stands alone there. */
export function isStruckThrough(page: PageIndex, element: IndexedElement): boolean {
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) return false;
    if (isStruck(current)) return true;
    current = page.elements[current.parent];
  }
  return false;
}

/** Whether an element strikes its own text through. */
export function isStruck({ node: { name, attribs } }: IndexedElement): boolean {
  return struckTags.has(name) || struckStyle.test(attribs['style'] ?? '');
}

/** Whether an outer element holds the text of the inner one and at most a label besides. */
export function holdsAlone(page: PageIndex, outer: IndexedElement, inner: IndexedElement): boolean {
  if (outer.textEnd - outer.textStart > 4 * (inner.textEnd - inner.textStart) + 200) return false;
  const before = page.text.slice(outer.textStart, inner.textStart).trim();
  const after = page.text.slice(inner.textEnd, outer.textEnd).trim();
  return before.length + after.length <= maxBeside && !digit.test(before) && !digit.test(after);
}

/** What the words of a line say of its only amount; those in front of the first of several say nothing of the others. */
export function findSenseInLine(line: string): PriceSense | undefined {
  if (findAmountOffsets(line, 2).length > 1) return undefined;
  if (severalFor.test(line) || orByMonth.test(line)) return 'other';
  if (measureBefore.test(line)) return 'unit';
  return findLabelSense(line.slice(0, maxSenseLine)) ?? findSenseBehind(line);
}

/** What may be paid by the month instead: "or $49.91 per month". */
const orByMonth =
  /^(?:or|oder|ou|o|of|eller|lub|или)\s(?=\D{0,20}\d)[^\n]{0,40}?\d[\s,]?(?:\p{Sc}\s?)?(?:\/|per|a|pro|im|par|al|por|ao|om|i)\s?(?:mo|mth|month|monat|mois|mes|mese|mês|maand|måned|månad)(?!\p{L})/iu;

/** What several things cost together: "2 for $30". */
const severalFor = new RegExp(
  `^(?:(?:any|buy|get|take|choose)\\s)?[2-9]\\s?(?:for|für|pour|por|per|voor|za|за|/)\\s?(?:${currencySource})?\\s?\\p{Nd}`,
  'iu',
);

/** So many payments of an amount: `12x R$ 9,90`. */
const instalments = new RegExp(
  `(?<![\\p{N}.,])\\p{Nd}{1,2}\\s?[x×]\\s?(?:de\\s)?(?:${currencySource}\\s?\\p{Nd}|\\p{Nd}{1,6}[.,]\\p{Nd}{2}\\s?${currencySource})`,
  'iu',
);

/** So many times directly in front of an amount, and behind the number of times. */
const timesBefore = /(?<![\p{N}.,])\p{Nd}{1,2}\s?[x×]\s?(?:de\s)?$/iu;
const timesBehind = /^\s?[x×]\s?(?:de\s)?(?:\p{Lu}{0,3}\p{Sc}\s?)?\p{Nd}/iu;
const maxTimes = 12;

/** Whether an amount is one of several payments, or the number of them. */
function isOfInstalments(text: string, { wholeStart, wholeEnd }: NumberRead): boolean {
  return (
    timesBefore.test(text.slice(Math.max(0, wholeStart - maxTimes), wholeStart)) ||
    timesBehind.test(text.slice(wholeEnd, wholeEnd + maxTimes))
  );
}

function findLabelSense(line: string): PriceSense | undefined {
  if (instalments.test(line)) return 'other';
  const words = leadingWords.exec(line)?.[1];
  const whole = words === undefined ? undefined : senseByLabel.get(foldLabel(words));
  return whole ?? findSenseOfWords(beforeAmount.exec(line)?.[1] ?? words ?? '');
}

const beforeAmount = /^(.{2,40}?)[\s:：]*(?:\p{Lu}{0,2}\p{Sc}\s?|\p{Lu}{2,3}\s?)\d/u;
/** Words that say "former" only beside an amount that is called the present one: a range begins with them, too. */
const rangeWords: ReadonlySet<string> = new Set('de da von van from från fra z ze с'.split(' '));
/** Words that say so inside of a text alone: a name holds them. */
const openWords: ReadonlySet<string> = new Set('war era przed eski yeni'.split(' '));
/** Words that make little of an amount, or lead to it, and leave the sense to those in front of them: "now just", "ora a". */
const fillers: ReadonlySet<string> = new Set(
  'only just nur für seulement à solo sólo solamente a soltanto apenas só somente voor slechts maar tylko za endast bara kun bare vain jen pouze za len только лише sadece'.split(
    ' ',
  ),
);
const maxSenseWords = 5;

/** What the words directly in front of an amount say of it. */
function findSenseOfWords(before: string, hasCurrent = false): PriceSense | undefined {
  const words = foldLabel(before.slice(-maxSenseLength))
    .split(/[\s,;(]+/)
    .filter(Boolean);
  for (let count = Math.min(maxSenseWords, words.length); count > 0; count -= 1) {
    const label = words.slice(-count).join(' ');
    const said = senseByLabel.get(label);
    const isOpen = rangeWords.has(label) || (openWords.has(label) && count < words.length);
    const open = hasCurrent ? 'former' : undefined;
    const sense = isOpen ? open : said;
    if (sense !== undefined) return sense;
  }
  return words.length > 1 && fillers.has(words.at(-1) ?? '')
    ? findSenseOfWords(words.slice(0, -1).join(' '), hasCurrent)
    : undefined;
}

const maxSenseLength = 40;
/** Characters of a line whose first words say what its amount is. */
const maxSenseLine = 80;
/** A rate: `/ 100 g`, `per month`. */
const unitBehind =
  /^\s?(?:\/|per\b|pro\b|je\b|par\b|por\b)\s?(?!(?:st(?:ü|u)?ck|piece|item|unit|each)\b)[\p{L}\d]/iu;
/** A part of the bill. */
const deliveryBehind =
  /^\s?(?:(?:for )?(?:shipping|delivery|postage|versand|livraison|envío|spedizione|verzendkosten|frakt|fragt)\b)/iu;

/** That an amount lacks the tax: `12.50 € excl. VAT`. */
const netBehind =
  /^[\s(,]{0,3}(?:(?:excl|ex|exkl|ekskl|zzgl)\.? ?(?:vat|tax|gst|mwst|ust|btw|moms|mva)|(?:plus|without|before) (?:vat|tax|gst)|netto|ohne mwst|ht|hors taxes?|sin iva|iva esclusa|senza iva|bez dph|без ндс)(?!\p{L})/iu;

/** What is taken off the price: "$5 off your first order", "5 € Rabatt". */
const offBehind =
  /^\s?(?:off(?=$|[\s]?[.,!;)]|\s(?:your|any|all|the|first|orders?|with|when|for|on|selected|every|now|today|sale)(?!\p{L}))|rabatt|nachlass|de (?:réduction|remise|descuento|desconto)|di sconto|korting|zniżki|rabatu)(?![\p{L}-])/iu;

/** That another amount took its place, in languages that say so behind it: "450 TL yerine", "4,500円のところ". */
const formerBehind =
  /^\s?(?:yerine|sijaan|asemesta|のところ|の代わりに|대신)(?![\p{Script=Latin}])/iu;

function findSenseOfRest(rest: string): PriceSense | undefined {
  if (formerBehind.test(rest)) return 'former';
  if (offBehind.test(rest)) return 'other';
  if (netBehind.test(rest)) return 'net';
  if (unitBehind.test(rest)) return 'unit';
  return deliveryBehind.test(rest) ? 'other' : undefined;
}

/** What the words behind the only amount of a line say of it. */
function findSenseBehind(line: string): PriceSense | undefined {
  if (!mayQualify.test(line)) return undefined;
  const [first] = findMoney(line, true);
  const rest = first === undefined ? '' : line.slice(first.read.wholeEnd);
  if (formerBehind.test(rest)) return 'former';
  if (deliveryBehind.test(rest) || offBehind.test(rest)) return 'other';
  if (netBehind.test(rest)) return 'net';
  return measureBehind.test(rest) ? 'unit' : undefined;
}

/** A measure that a price is given for; pieces, and packs of 3 or of 30 m, are what is sold. */
const measureBehind =
  /^\s?(?:\/|per\b|pro\b|je\b|par\b|por\b)\s?(?:10{0,3}\s?)?(?:kg|m?g|[cdm]?l|c?m[²2³3]?|lit(?:re|er|ro)s?|oz|lbs?|kilo(?:gram)?s?|gal|ft|sq\.? ?(?:ft|m))(?!\p{L})/iu;

/** A measure whose price follows: "1 l = 15,99 €", "100mlあたり 45円". */
const measureBefore =
  /^[\s(]{0,3}10{0,3}\s?(?:kg|m?g|[cdm]?l|c?m[²2³3]?|lit(?:re|er|ro)s?|oz|lbs?)\s?(?:=|あたり|当たり)\s?[^\p{L}\p{Nd}]{0,3}\p{Nd}/iu;

/** Words behind the last digit, or a stroke: without them nothing is said of an amount. */
const mayQualify = /\d[^\d]{0,6}(?:\/|[\s(,]\p{L}{2}|の)/u;

/** Whether the words directly in front of an amount call it the present one, and do not belong to what is before them. */
function leadsToPresent(before: string): boolean {
  return /[\p{L}:：]\s*$/u.test(before) && findSenseOfWords(before) === 'current';
}

/** Whether a text is an amount that was the price, by what follows it: "$60" before "now $10". */
export function isBeforePresent(text: string, behind: string): boolean {
  if (findAmountOffsets(text, 1).length === 0) return false;
  const [next] = findMoney(behind, true);
  return next !== undefined && leadsToPresent(behind.slice(0, next.read.wholeStart));
}

/** What the name of a field for an amount asks of it beyond being a price. */
export type PriceRole = 'former' | 'net' | 'unit' | 'delivery' | 'lowest' | 'highest';

const rolesByWord: readonly (readonly [PriceRole, RegExp])[] = [
  ['net', /^(?:net|netto\p{L}*|ex|excl|excluding|without|before|ht|hors|sin|senza|zonder|exkl)$/u],
  ['unit', /^(?:unit|per|grundpreis)$/u],
  ['lowest', /^(?:min|minimum|lowest|low)$/u],
  ['highest', /^(?:max|maximum|highest|high)$/u],
];

/** The role that the words of a field's name give its amount, beside what its concept does. */
export function findPriceRole(name: string, concept: string | undefined): PriceRole | undefined {
  if (concept === 'oldPrice') return 'former';
  if (concept === 'shippingCost') return 'delivery';
  if (concept === 'lowSalary') return 'lowest';
  if (concept === 'highSalary') return 'highest';
  const words = splitWords(name);
  return rolesByWord.find(([, word]) => words.some((one) => word.test(one)))?.[0];
}

/** The amounts of a text that its words say have a role. */
export function chooseByRole(
  text: string,
  found: readonly Money[],
  role: PriceRole,
): readonly Money[] {
  return found.filter(({ read }, at) => {
    const before = text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart);
    const behind = text.slice(read.wholeEnd, found[at + 1]?.read.wholeStart);
    if (role === 'net') return netBehind.test(behind) || findSenseOfWords(before) === 'net';
    if (role === 'unit') return measureBehind.test(behind);
    if (role === 'delivery') return deliveryBehind.test(behind);
    if (role !== 'former') return false;
    return formerBehind.test(behind) || isFormerSense(findSenseOfWords(before));
  });
}

/** The amounts of a text that it calls former beside one that it calls the present one, or that fell: "Was £80, now £64". */
export function listReplaced(text: string, found: readonly Money[]): readonly Money[] {
  const hasPresent = found.some(({ read }, at) =>
    leadsToPresent(text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart)),
  );
  const former = hasPresent ? chooseByRole(text, found, 'former') : [];
  return found.filter((money, at) => former.includes(money) || hasFallen(text, found, at));
}

/** What stands between an amount and the one to which it fell, and nothing else: another amount has a mark or a noun there. */
const fallenTo: ReadonlySet<string> = new Set(
  'to for now por auf nur jetzt naar nu voor a à pour maintenant ahora agora ora na do teraz til till nå до сейчас'.split(
    ' ',
  ),
);

/** Whether an amount behind a word that begins a range is followed by a lesser one: a range ascends, a price falls. "De R$ 99 por R$ 79" */
function hasFallen(text: string, found: readonly Money[], at: number): boolean {
  const [money, next] = found.slice(at, at + 2);
  if (money === undefined || next === undefined) return false;
  const between = text.slice(money.read.wholeEnd, next.read.wholeStart).trim().toLowerCase();
  const isLast = text.slice(next.read.wholeEnd).trim() === '';
  const isNext = between === '' ? isLast : fallenTo.has(between);
  if (!isNext || money.currency !== next.currency) return false;
  const before = text.slice(found[at - 1]?.read.wholeEnd ?? 0, money.read.wholeStart);
  const word = foldLabel(before.slice(-maxSenseLength)).split(' ').at(-1) ?? '';
  return (
    rangeWords.has(word) &&
    next.read.value < money.read.value &&
    !isOfInstalments(text, next.read) &&
    findSenseOfRest(text.slice(next.read.wholeEnd)) === undefined
  );
}

/** Of the amounts of one text those that are its price, as far as the words around them tell; all where they tell nothing. */
export function choosePrices(text: string, found: readonly Money[]): readonly Money[] {
  if (found.length < 2) return found;
  const taxed = findTaxed(text, found);
  if (taxed !== undefined) return [taxed];
  const befores = found.map(({ read }, at) =>
    text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart),
  );
  const hasCurrent = befores.some((before) => findSenseOfWords(before) === 'current');
  const present = befores.findIndex(leadsToPresent);
  const prices = found.filter(({ read }, at) => {
    const sense = findSenseOfWords(befores[at] ?? '', hasCurrent);
    // "$60 – now $10": what stands in front of the present amount was it.
    return (
      at >= present &&
      !isLesserSense(sense) &&
      !hasFallen(text, found, at) &&
      !isOfInstalments(text, read) &&
      findSenseOfRest(text.slice(read.wholeEnd)) === undefined
    );
  });
  if (prices.length > 0) return prices;
  const [first, second] = found;
  const isNetBetween =
    found.length === 2 &&
    first !== undefined &&
    second !== undefined &&
    netBehind.test(text.slice(first.read.wholeEnd)) &&
    findSenseOfWords(befores[1] ?? '') === 'net';
  // "£100 ex VAT £120", "£120 (ex VAT £100)": the words are of the lesser amount.
  return isNetBetween && second.read.value > first.read.value ? [second] : found;
}

/** The highest tax on what is sold, as a factor. */
const maxTaxFactor = 1.3;
const taxedWords =
  '(?:税込(?:み|価格)?|総額|(?:incl|inc|inkl|including)\\.?\\s?(?:vat|tax|gst|mwst|ust|btw|moms)\\.?|ttc|iva incl(?:uido|usa|\\.)|brutto)';
const taxedBefore = new RegExp(`${taxedWords}[\\s:：(（]{0,3}$`, 'iu');
const taxedBehind = new RegExp(
  `^[\\s(（]{0,3}${taxedWords}(?![\\s:：¥￥]{0,3}\\p{Nd})(?!\\p{L})`,
  'iu',
);

/** Of two amounts of which one is the other with its tax, as words beside it say, that one: "11,636円（税込12,800円）". */
function findTaxed(text: string, [first, second, ...others]: readonly Money[]): Money | undefined {
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const lesser = Math.min(first.read.value, second.read.value);
  const greater = first.read.value > second.read.value ? first : second;
  if (greater.read.value <= lesser || greater.read.value > lesser * maxTaxFactor) return undefined;
  const before = text.slice(greater === first ? 0 : first.read.wholeEnd, greater.read.wholeStart);
  const isSaid = taxedBefore.test(before) || taxedBehind.test(text.slice(greater.read.wholeEnd));
  // "1,980円（本体1,800円＋税10%）"
  const between = text.slice(first.read.wholeEnd, second.read.wholeStart);
  const isLesserNet = greater === first && findSenseOfWords(between) === 'net';
  return isSaid || isLesserNet ? greater : undefined;
}

function toEntries(
  sense: PriceSense,
  list: string,
  separator = ' ',
): readonly (readonly [string, PriceSense])[] {
  return list.split(separator).map((word) => [word, sense] as const);
}
