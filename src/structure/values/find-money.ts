/** An amount of money as a page writes it. */
export interface Money {
  /** Decimal point, no grouping: `1299.00`. */
  readonly amount: string;
  /** Symbol or code beside the amount, as written. */
  readonly currency: string | undefined;
  /** The part of the text that was read. */
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
const maxLength = 400;
const maxAmounts = 12;

/** The amounts of money in a text; `needsCurrency` leaves out bare numbers. */
export function findMoney(text: string, needsCurrency: boolean): readonly Money[] {
  const found: Money[] = [];
  for (const match of text.slice(0, maxLength).matchAll(amountPattern)) {
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

/** The form in which two amounts are compared: `15.9`, `15.90` and `15.900` are one. */
export function toAmountKey(amount: string): string {
  return String(Number(amount));
}

const currencyBySign: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['us$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['руб.', 'RUB'],
  ['₹', 'INR'],
  ['rs', 'INR'],
  ['rs.', 'INR'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['บาท', 'THB'],
  ['đ', 'VND'],
  ['vnđ', 'VND'],
  ['rp', 'IDR'],
  ['rp.', 'IDR'],
  ['rm', 'MYR'],
  ['₺', 'TRY'],
  ['tl', 'TRY'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['грн.', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
  ['лв', 'BGN'],
  ['c$', 'CAD'],
  ['ca$', 'CAD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['r$', 'BRL'],
  ['mex$', 'MXN'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['dollars', 'USD'],
]);

/** ISO 4217 code of a sign or code; `undefined` where a sign serves several currencies (`kr`). */
export function toCurrencyCode(sign: string): string | undefined {
  const text = sign.trim();
  if (/^[A-Za-z]{3}$/.test(text) && codes.includes(text.toUpperCase())) return text.toUpperCase();
  return currencyBySign.get(text.toLowerCase());
}
