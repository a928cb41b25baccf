import { type NumberLocale, findLocalCurrency, learnCurrencySigns } from './number-locale.ts';

const symbols =
  '(?<!\\p{L})(?:US|AU|NZ|HK)[ \\u00A0]\\$|US\\$|C\\$|A\\$|AU\\$|CA\\$|NZ\\$|HK\\$|S\\$|R\\$|Mex\\$|MX\\$|[\\p{Sc}元円](?!\\$)';
const codes =
  'USD|EUR|GBP|JPY|CNY|RMB|RUB|INR|KRW|TRY|UAH|ILS|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|RSD|MXN|BRL|ARS|CLP|COP|PEN|ZAR|AED|SAR|THB|VND|IDR|MYR|SGD|HKD|TWD|PHP|PKR|BDT|EGP|NGN|KES|KWD|BHD|OMR|QAR|JOD|TND|MAD|DZD|LKR|NPR|KZT|GEL|AMD|AZN|ISK|GHS';
/** Beyond what CLDR has of a language. */
const words =
  'руб\\.?|р\\.|грн\\.?|zł|Kč|Ft|lei|Lei|kr\\.?|лв\\.?|Rs\\.?|TL|Fr\\.?|,-|:-|€uro|euros?|Euros?|دج|ريال|ریال|درهم|سум|сум|тг|تومان|toman|dollars?|원|บาท|VNĐ|đ|Rp\\.?|RM|ر\\.س\\.?|د\\.إ\\.?|ج\\.م\\.?|د\\.ك\\.?|ر\\.ق\\.?|د\\.م\\.?';
/** The sign, code or name of a currency, as a part of a regular expression. */
export const currencySource: string = `(?:${symbols}|\\b(?:${codes})\\b|${words})`;

const signBefore = new RegExp(`(${currencySource})[ \\u00A0]{0,2}[-\\u2013%]?[ \\u00A0]?$`, 'u');
const signAfter = new RegExp(`^[ \\u00A0]{0,2}(${currencySource})`, 'u');

/** What each sign and name of a currency has; a language's are learned only where a text has it, for they take 10 ms. */
const anySign = /[\p{L}\p{Sc}]/u;

interface FoundSign {
  readonly sign: string;
  /** With the blanks between it and the number. */
  readonly length: number;
  /** Whether it says by itself that this is money: `L` may be litres. */
  readonly isPlain: boolean;
}

interface SignSearch {
  readonly locale: NumberLocale | undefined;
  /** Whether money is expected: the language's own names of currencies count as well. */
  readonly isWide: boolean;
}

/** The currency that ends a text before a number. */
export function findCurrencyBefore(
  text: string,
  { locale, isWide }: SignSearch,
): FoundSign | undefined {
  const found = signBefore.exec(text);
  if (found?.[1] !== undefined) {
    // A word is whole: the end of another word is no currency.
    const isWhole = !/^\p{L}/u.test(found[1]) || !/\p{L}$/u.test(text.slice(0, found.index));
    if (isWhole) return { sign: found[1], length: text.length - found.index, isPlain: true };
  }
  if (!isWide || locale === undefined) return undefined;
  const tail = /[^\d\n-]{1,24}$/u.exec(text)?.[0];
  if (tail === undefined || !anySign.test(tail)) return undefined;
  const known = learnCurrencySigns(locale);
  for (let at = 0; at < tail.length; at += 1) {
    if (at > 0 && /[\p{L}\p{M}]/u.test(tail.charAt(at - 1)) && /\p{L}/u.test(tail.charAt(at)))
      continue;
    const sign = tail.slice(at).trim().replaceAll('\u00A0', ' ');
    if (!known.has(sign)) continue;
    // A letter before a number is a currency in its own country: R 12 in South Africa.
    const isOwn = locale.hasCountry && findLocalCurrency(locale, sign) !== undefined;
    // Letters that touch the number begin a code: CF117 are no francs of the Comoros.
    const isCode = /^\p{L}+$/u.test(sign) && /\p{L}$/u.test(tail);
    return { sign, length: tail.length - at, isPlain: isOwn || (sign.length > 1 && !isCode) };
  }
  return undefined;
}

/** The currency that begins a text behind a number. */
export function findCurrencyAfter(
  text: string,
  { locale, isWide }: SignSearch,
): FoundSign | undefined {
  const found = signAfter.exec(text);
  if (found?.[1] !== undefined) {
    const isWhole =
      !/\p{L}$/u.test(found[1]) ||
      /[元円원]/.test(found[1]) ||
      !/^\p{L}/u.test(text.slice(found[0].length));
    if (isWhole) return { sign: found[1], length: found[0].length, isPlain: true };
  }
  if (!isWide || locale === undefined) return undefined;
  const head = /^[ \u00A0]?[^\d\n]{1,30}/u.exec(text)?.[0];
  if (head === undefined || !anySign.test(head)) return undefined;
  const known = learnCurrencySigns(locale);
  for (let end = head.length; end > 0; end -= 1) {
    if (/\p{L}/u.test(head.charAt(end)) && /\p{L}/u.test(head.charAt(end - 1))) continue;
    const sign = head.slice(0, end).trim().replaceAll('\u00A0', ' ');
    if (known.has(sign)) return { sign, length: end, isPlain: sign.length > 1 };
  }
  return undefined;
}

const currencyBySign: ReadonlyMap<string, string> = new Map(
  (
    'USD $ us$ dollars|EUR € euro euros|GBP £|JPY ¥ 円|CNY 元|RUB ₽ руб руб.|INR ₹ rs rs.|KRW ₩ 원|THB ฿ บาท|VND ₫ đ vnđ|' +
    'IDR rp rp.|MYR rm|TRY ₺ tl|UAH ₴ грн грн.|ILS ₪|PHP ₱|PLN zł|CZK kč|HUF ft|RON lei|BGN лв лв.|CHF fr fr.|SAR ر.س ر.س.|AED د.إ د.إ.|EGP ج.م ج.م.|KWD د.ك د.ك.|QAR ر.ق ر.ق.|MAD د.م د.م.|IRR ریال|CAD c$ ca$|AUD a$ au$|' +
    'NZD nz$|HKD hk$|SGD s$|BRL r$|MXN mex$ mx$'
  )
    .split('|')
    .flatMap((line) => {
      const [code = '', ...signs] = line.split(' ');
      return signs.map((sign) => [sign, code] as const);
    }),
);

/** Signs that several countries write for currencies of their own. */
const shared: ReadonlySet<string> = new Set([
  '$',
  '£',
  '¥',
  'kr',
  'kr.',
  'rs',
  'rs.',
  'lei',
  'fr',
  'fr.',
  'r',
]);

/** ISO 4217 code of a sign or code at a place; `undefined` where a sign serves several currencies (`kr`). */
export function toCurrencyCode(sign: string, locale?: NumberLocale): string | undefined {
  const text = sign.trim();
  if (/^[A-Za-z]{3}$/.test(text) && codes.split('|').includes(text.toUpperCase()))
    return text.toUpperCase();
  const folded = text.toLowerCase().replace(/^(\w\w)[ \u00A0](?=\$)/, '$1');
  const local =
    locale !== undefined && shared.has(folded)
      ? (findLocalCurrency(locale, text) ?? findLocalCurrency(locale, text.replace(/\.$/, '')))
      : undefined;
  return local ?? currencyBySign.get(folded) ?? findSignOwner(text);
}

const codeBefore = new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}[ \\u00A0])(${codes})[ \\u00A0]?$`, 'u');
const codeAfter = new RegExp(
  `^[ \\u00A0]?[([]?(${codes})(?![\\p{L}\\p{N}]|[ \\u00A0]?[\\p{Sc}\\p{N}])`,
  'u',
);

/** The code that says which of its currencies a sign of several is: `CAD $12`, `$12 USD`; one that belongs to another number says nothing. */
export function findCodeOfSign(sign: string, before: string, behind: string): string | undefined {
  if (!shared.has(sign.toLowerCase())) return undefined;
  return codeBefore.exec(before)?.[1] ?? codeAfter.exec(behind)?.[1];
}

let ownerBySign: ReadonlyMap<string, string | undefined> | undefined;

/** The only currency that CLDR has a sign for: ₾ ₦ ₸; `undefined` where several have it. */
function findSignOwner(sign: string): string | undefined {
  if (!/^\p{Sc}$/u.test(sign)) return undefined;
  ownerBySign ??= learnSignOwners();
  return ownerBySign.get(sign);
}

function learnSignOwners(): ReadonlyMap<string, string | undefined> {
  const owners = new Map<string, string | undefined>();
  for (const currency of Intl.supportedValuesOf('currency')) {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const parts = new Intl.NumberFormat('en', options).formatToParts(2);
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
    owners.set(sign, owners.has(sign) ? undefined : currency);
  }
  return owners;
}
