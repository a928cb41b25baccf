import { foldLabel } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { foldText } from '../../page/tree/node-text.ts';

interface Money {
  /** Decimal point, no grouping: `1299.00`. */
  readonly amount: string;
  readonly currency: string | undefined;
  readonly text: string;
}

const symbols =
  'US\\$|C\\$|A\\$|AU\\$|CA\\$|NZ\\$|HK\\$|S\\$|R\\$|Mex\\$|[$€£¥₽₹₩₺₴₪₫฿₱₦₡₲₵₸₼₾₿円元]';
const codes =
  'USD|EUR|GBP|JPY|CNY|RMB|RUB|INR|KRW|TRY|UAH|ILS|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|RSD|MXN|BRL|ARS|CLP|COP|PEN|ZAR|AED|SAR|THB|VND|IDR|MYR|SGD|HKD|TWD|PHP|PKR|BDT|EGP|NGN|KES';
const words =
  'руб\\.?|р\\.|грн\\.?|zł|Kč|Ft|lei|Lei|kr\\.?|лв\\.?|Rs\\.?|TL|Fr\\.?|,-|:-|€uro|euros?|Euros?|دج|ريال|сум|тг|dollars?|원|บาท|VNĐ|đ|Rp\\.?|RM';
const currency = `(?:${symbols}|\\b(?:${codes})\\b|${words})`;
const number = "\\d{1,12}(?:[.,'’ \\u00A0\\u202F]\\d{1,3}){0,4}";
// Both sides bounded, so that a search is linear in the text.
const amountPattern = new RegExp(`(${currency})?\\s{0,2}(-?${number})\\s{0,2}(${currency})?`, 'gu');
/** A value is short: amounts behind this are prose. */
const maxAmountTextLength = 400;
const maxAmounts = 12;

/** The amounts of money in a text; `needsCurrency` leaves out bare numbers. */
export function findMoney(text: string, needsCurrency: boolean): readonly Money[] {
  const found: Money[] = [];
  if (!digit.test(text)) return found;
  for (const match of text.slice(0, maxAmountTextLength).matchAll(amountPattern)) {
    const [whole, before, digits = '', after] = match;
    const sign = before ?? after;
    if (needsCurrency && sign === undefined) continue;
    const amount = toDecimal(digits);
    if (amount === undefined) continue;
    found.push({ amount, currency: sign, text: whole.trim() });
    if (found.length >= maxAmounts) break;
  }
  return found;
}

/** A sign or code of a currency directly before or after a digit. */
const pricedDigit = new RegExp(`${currency}\\s{0,2}\\d|\\d\\s{0,2}${currency}`, 'gu');

/** Where amounts with a currency stand in a text, ascending: at most `limit` offsets, each inside of its amount. */
export function findAmountOffsets(text: string, limit: number): readonly number[] {
  const offsets: number[] = [];
  for (const { index, 0: found } of text.matchAll(pricedDigit)) {
    offsets.push(index + found.length - 1);
    if (offsets.length >= limit) break;
  }
  return offsets;
}

/** A number as written by people: grouping and decimal marks are distinguished by their place. */
export function toDecimal(written: string): string | undefined {
  const digits = written.replace(/['’\s\u00A0\u202F]/g, ' ').trim();
  const negative = digits.startsWith('-') ? '-' : '';
  const parts = digits.replace('-', '').split(/[., ]/);
  const marks = digits.replace(/[^., ]/g, '');
  const last = parts.at(-1) ?? '';
  if (parts.some((part) => !/^\d+$/.test(part))) return undefined;
  if (marks === '') return negative + last;
  const lastMark = marks.at(-1);
  // "1.299" and "1,299" are thousands; "0.299" is not. "1.299,00" has its decimals after another mark.
  const grouped = last.length === 3 && parts[0] !== '0' && parts[0] !== '';
  const mixed = new Set(marks).size > 1;
  const repeated = marks.length > 1 && !mixed;
  if (lastMark === ' ' || (grouped && (!mixed || repeated)) || (repeated && last.length === 3)) {
    return parts.slice(1).every((part) => part.length === 3)
      ? negative + parts.join('')
      : undefined;
  }
  if (repeated) return undefined;
  return `${negative}${parts.slice(0, -1).join('')}.${last}`;
}

/** A decimal in markup, where a point is a point: `129.900` is less than 130. */
export function toMachineDecimal(written: string): string | undefined {
  const text = written.trim();
  return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? text : undefined;
}

export function toAmountKey(amount: string): string {
  return String(Number(amount));
}

const currencyBySign: ReadonlyMap<string, string> = new Map(
  (
    'USD $ us$ dollars|EUR € euro euros|GBP £|JPY ¥ 円|CNY 元|RUB ₽ руб руб.|INR ₹ rs rs.|KRW ₩ 원|THB ฿ บาท|VND ₫ đ vnđ|' +
    'IDR rp rp.|MYR rm|TRY ₺ tl|UAH ₴ грн грн.|ILS ₪|PHP ₱|PLN zł|CZK kč|HUF ft|RON lei|BGN лв|CAD c$ ca$|AUD a$ au$|' +
    'NZD nz$|HKD hk$|SGD s$|BRL r$|MXN mex$'
  )
    .split('|')
    .flatMap((line) => {
      const [code = '', ...signs] = line.split(' ');
      return signs.map((sign) => [sign, code] as const);
    }),
);

/** ISO 4217 code of a sign or code; `undefined` where a sign serves several currencies (`kr`). */
export function toCurrencyCode(sign: string): string | undefined {
  const text = sign.trim();
  if (/^[A-Za-z]{3}$/.test(text) && codes.includes(text.toUpperCase())) return text.toUpperCase();
  return currencyBySign.get(text.toLowerCase());
}

/** `former` was the price or is recommended; `other` is that of a unit, delivery or an instalment, or what is saved. */
export type PriceSense = 'current' | 'former' | 'other';

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const struckStyle = /text-decoration[a-z-]{0,12}\s{0,3}:[^;]{0,60}line-through/i;
/** Words of class names. People who write markup write them in English whatever the language of the page. */
const senseByToken: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'old was rrp uvp msrp regular original before compare strike striked struck strikethrough through crossed cross list ' +
      'previous prev past former retail normal',
  ),
  ...toEntries(
    'other',
    'unit shipping delivery instalment installment installments monthly month finance saving savings save saved deposit ' +
      'points cashback',
  ),
  ...toEntries('current', 'current now sale final special offer actual'),
]);
/** Words in front of an amount, folded. */
const senseByLabel: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'was|rrp|srp|msrp|list price|regular price|original price|retail price|reg|reg. price|regular|original|before|old price|previously|' +
      'uvp|statt|bisher|alter preis|unverb. preisempf|prix conseillé|ancien prix|au lieu de|prix barré|antes|precio anterior|pvp|pvpr|' +
      'prezzo di listino|prezzo consigliato|invece di|era|de|adviesprijs|ord. pris|ordinarie pris|før|tidligere pris|' +
      'førpris|norm. hinta|ovh|cena katalogowa|cena regularna|poprzednia cena|původní cena|běžná cena|pôvodná cena|старая цена|' +
      'стара ціна|eski fiyat|通常価格|メーカー希望小売価格|定価|原价|市场价|정가|소비자가|lowest price in 30 days|najniższa cena z 30 dni',
    '|',
  ),
  ...toEntries(
    'other',
    'save|you save|saving|savings|sie sparen|du sparst|économisez|ahorras|risparmi|poupe|bespaar|spara|spar|shipping|delivery|versand|' +
      'livraison|envío|spedizione|verzending|frakt|fragt',
    '|',
  ),
  ...toEntries(
    'current',
    'now|now only|today|sale|sale price|special price|jetzt|nur|maintenant|ahora|ora|agora|por|nu|teraz',
    '|',
  ),
]);
const maxClimb = 3;
/** Characters that an element around an amount may hold besides: a label, but not another amount. */
const maxBeside = 25;
const digit = /\d/;
const leadingWords = /^([^\d$€£¥]{2,30}?)[\s:：]*(?:\p{Sc}|\p{Lu}{2,3}\s?)?\d/u;

/** What tags, inline style, class names and the words in front say of an amount, around it as long as it stands alone. */
export function findPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  let sense: PriceSense | undefined;
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) break;
    const found = findOwnSense(page, current) ?? findLabelSense(page.lineOf(current, 80));
    if (found === 'former' || found === 'other') return found;
    sense ??= found;
    current = page.elements[current.parent];
  }
  return sense;
}

function findOwnSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  const { name, attribs } = element.node;
  if (struckTags.has(name) || struckStyle.test(attribs['style'] ?? '')) return 'former';
  let sense: PriceSense | undefined;
  for (const token of page.tokensOf(element)) {
    const found = senseByToken.get(token);
    if (found === 'former' || found === 'other') return found;
    sense ??= found;
  }
  return sense;
}

/** Whether an outer element holds the text of the inner one and at most a label besides. */
function holdsAlone(page: PageIndex, outer: IndexedElement, inner: IndexedElement): boolean {
  if (outer.textEnd - outer.textStart > 4 * (inner.textEnd - inner.textStart) + 200) return false;
  const before = page.text.slice(outer.textStart, inner.textStart).trim();
  const after = page.text.slice(inner.textEnd, outer.textEnd).trim();
  return before.length + after.length <= maxBeside && !digit.test(before) && !digit.test(after);
}

function findLabelSense(line: string): PriceSense | undefined {
  const words = leadingWords.exec(line)?.[1];
  return words === undefined ? undefined : senseByLabel.get(foldLabel(words));
}

function toEntries(
  sense: PriceSense,
  list: string,
  separator = ' ',
): readonly (readonly [string, PriceSense])[] {
  return list.split(separator).map((word) => [word, sense] as const);
}

const maxPriceElements = 40;
const maxPriceLineLength = 300;

/** An element's text for a price: no former amounts beside another, superscript decimals (`173<sup>34</sup>`) with a point. */
export function readPriceLine(page: PageIndex, element: IndexedElement): string {
  if (
    element.textEnd - element.textStart > maxPriceLineLength ||
    element.end - element.position > maxPriceElements
  ) {
    return page.lineOf(element);
  }
  let text = '';
  let at = element.textStart;
  let position = element.position + 1;
  while (position < element.end) {
    const inner = page.elements[position];
    if (inner === undefined) break;
    const { name } = inner.node;
    position += 1;
    if (inner.textStart < at) continue;
    if (findOwnSense(page, inner) === 'former') {
      text += `${page.text.slice(at, inner.textStart)} `;
      at = inner.textEnd;
      position = inner.end;
    } else if (name === 'sup' && /^\d{2}$/.test(page.lineOf(inner))) {
      const before = page.text.slice(at, inner.textStart).trimEnd();
      text += before + (/\d$/.test(before || text) ? '.' : '');
      at = inner.textStart;
    }
  }
  const line = foldText(text + page.text.slice(at, element.textEnd));
  return /\d/.test(line) ? line : page.lineOf(element);
}
