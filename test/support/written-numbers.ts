import type { NumberContext } from '../../src/extraction/values/numbers/number-locale.ts';

/** A number as `Intl` writes it. */
export interface WrittenNumber {
  readonly locale: string;
  readonly style: string;
  readonly text: string;
  readonly kind: NumberContext['kind'];
  readonly value: number;
}

/** A locale each with the currency of its country. */
const places =
  'en-US USD|en-GB GBP|en-IN INR|en-ZA ZAR|en-AU AUD|en-CA CAD|de-DE EUR|de-AT EUR|de-CH CHF|fr-FR EUR|fr-CH CHF|fr-CA CAD|' +
  'es-ES EUR|es-MX MXN|es-AR ARS|es-CL CLP|it-IT EUR|it-CH CHF|pt-BR BRL|pt-PT EUR|nl-NL EUR|nl-BE EUR|sv-SE SEK|nb-NO NOK|' +
  'da-DK DKK|fi-FI EUR|is-IS ISK|pl-PL PLN|cs-CZ CZK|sk-SK EUR|sl-SI EUR|hr-HR EUR|sr-RS RSD|bs-BA BAM|hu-HU HUF|ro-RO RON|' +
  'bg-BG BGN|ru-RU RUB|uk-UA UAH|el-GR EUR|tr-TR TRY|he-IL ILS|ar-EG EGP|ar-AE AED|fa-IR IRR|ur-PK PKR|hi-IN INR|bn-BD BDT|' +
  'mr-IN INR|ta-IN INR|th-TH THB|vi-VN VND|id-ID IDR|ms-MY MYR|ja-JP JPY|ko-KR KRW|zh-CN CNY|zh-TW TWD|et-EE EUR|lv-LV EUR|' +
  'lt-LT EUR|sw-KE KES|ka-GE GEL|hy-AM AMD';
const amounts = [
  0.01, 0.05, 0.5, 0.99, 1, 1.5, 7.25, 9.99, 12.5, 49.95, 99.99, 123.456, 199, 349.5, 950, 999.99,
  1_000, 1_234, 1_299.5, 2_499, 2_500, 4_750.25, 9_999, 12_990, 24_500.75, 99_999.99, 123_456,
  495_000, 1_234_567.89, 2_500_000, 12_345_678, 99_000_000, 123_456_789.01, 1e9,
];

/** Writes amounts of .01 to a thousand million, of both signs, in every style of every locale. */
export function* writeNumbers(): Generator<WrittenNumber> {
  for (const place of places.split('|')) {
    const [locale = '', currency = ''] = place.split(' ');
    for (const { style, kind, options } of listStyles(currency)) {
      const format = new Intl.NumberFormat(locale, options);
      const latin = new Intl.NumberFormat(locale, {
        ...options,
        numberingSystem: 'latn',
        useGrouping: false,
      });
      for (const size of amounts) {
        for (const amount of [size, -size]) {
          const text = format.format(amount);
          // `mille` alone has no digit.
          if (/\p{Nd}/u.test(text))
            yield { locale, style, text, kind, value: toWritten(amount, options, latin) };
        }
      }
    }
  }
}

interface Style {
  readonly style: string;
  readonly kind: NumberContext['kind'];
  readonly options: Intl.NumberFormatOptions;
}

function money(currency: string): Intl.NumberFormatOptions {
  return { style: 'currency', currency };
}

function listStyles(local: string): readonly Style[] {
  const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;
  const named = [...new Set([local, 'USD', 'EUR'])].flatMap((currency) =>
    (['symbol', 'code', 'name'] as const).map((currencyDisplay) => ({
      style: `${currency} as ${currencyDisplay}`,
      kind: 'money' as const,
      options: { ...money(currency), currencyDisplay },
    })),
  );
  return [
    { style: 'decimal', kind: 'number', options: {} },
    { style: 'percent', kind: 'percent', options: { style: 'percent', maximumFractionDigits: 2 } },
    { style: 'short', kind: 'number', options: compact },
    { style: 'long', kind: 'number', options: { ...compact, compactDisplay: 'long' } },
    ...named,
    {
      style: 'narrow',
      kind: 'money',
      options: { ...money(local), currencyDisplay: 'narrowSymbol' },
    },
    { style: 'whole', kind: 'money', options: { ...money(local), maximumFractionDigits: 0 } },
    {
      style: 'accounting',
      kind: 'money',
      options: { ...money(local), currencySign: 'accounting' },
    },
    { style: 'short money', kind: 'money', options: { ...money(local), ...compact } },
  ];
}

/** The number that is left after the writer rounded it. */
function toWritten(
  amount: number,
  options: Intl.NumberFormatOptions,
  latin: Intl.NumberFormat,
): number {
  const shown = options.style === 'percent' ? amount * 100 : amount;
  const digits = latin
    .formatToParts(amount)
    .map(({ type, value }) =>
      type === 'decimal' ? '.' : /integer|fraction/.test(type) ? value : '',
    )
    .join('');
  const written = Number(digits);
  const power = written === 0 ? 0 : Math.round(Math.log10(Math.abs(shown) / written));
  const scaled = Number((written * 10 ** (Math.abs(shown) < 1 ? 0 : power)).toPrecision(15));
  return scaled === 0 ? 0 : Math.sign(amount) * scaled;
}

/** How a reading stands to what was written. */
export function judge(
  read: { readonly value: number; readonly confidence: string } | undefined,
  value: number,
): 'right' | 'told' | 'wrong' | 'none' {
  if (read === undefined) return 'none';
  if (read.confidence === 'ambiguous') return 'told';
  return Math.abs(read.value) === 0 && value === 0
    ? 'right'
    : read.value === value
      ? 'right'
      : 'wrong';
}
