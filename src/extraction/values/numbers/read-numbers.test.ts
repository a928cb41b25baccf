import { expect, test } from 'vitest';
import { judge, writeNumbers } from '../../../../test/support/written-numbers.ts';
import { workRatioOf } from '../../../../test/support/work-ratio-of.ts';
import { toCurrencyCode } from './currency-signs.ts';
import type { NumberContext } from './number-locale.ts';
import { readAllNumbers, readNumber, readNumbers } from './read-numbers.ts';

test('of a share of the numbers that Intl writes none is read wrong', () => {
  const wrong: unknown[] = [];
  let at = 0;
  let right = 0;
  let asked = 0;
  for (const { locale, style, text, kind, value } of writeNumbers()) {
    // A prime: every style, size and locale has its turn.
    at += 1;
    if (at % 101 !== 0) continue;
    asked += 1;
    const read = readNumber(text, { kind, language: locale });
    const found = judge(read, value);
    if (found === 'wrong') wrong.push([locale, style, text, read?.digits, value]);
    if (found === 'right') right += 1;
  }
  expect(wrong).toEqual([]);
  expect(right / asked).toBeGreaterThan(0.98);
});

const money = (text: string, place: Partial<NumberContext> = {}) =>
  readNumber(text, { kind: 'money', ...place });
const number = (text: string, place: Partial<NumberContext> = {}) =>
  readNumber(text, { kind: 'number', ...place });

test.each([
  ['1.299 €', 'de', 1299],
  ['$2.499 / gal', 'en-US', 2.499],
  ['£3.350 each (ex VAT)', 'en-GB', 3.35],
  ['12.500 €/mes', 'es', 12500],
  ['12.500 € por noche', 'es', 12500],
  ['12.500 €/m²', 'es', 12500],
  ['₹1,24,999.00', 'en-IN', 124999],
  ['۱۲٬۵۰۰٬۰۰۰ تومان', 'fa', 12500000],
  ['36元', 'zh', 36],
  ['1\u00A0875 C$', 'fr-CA', 1875],
  [',89 €', 'de', 0.89],
  ['$.75', 'en', 0.75],
  ['99¢', 'en', 0.99],
  ["CHF 1'299.–", 'de-CH', 1299],
  ['950,- €', 'de', 950],
  ['199:- kr', 'sv', 199],
  ['36,99€ - in stock', 'de', 36.99],
  ['Add to cart - $110', 'en', 110],
  ['$1.2M', 'en', 1200000],
  ['3,5 Mio. €', 'de', 3500000],
  ['2.499 €', 'de', 2499],
])('%s on a page of %s is %d', (text, language, value) => {
  expect(money(text, { language })).toMatchObject({
    value,
    confidence: expect.stringMatching(/certain|likely/),
  });
});

test.each([
  ['Cena 1 234,56 zł', 'pl', 1234.56],
  ['Prix 12 123 €', 'fr', 12123],
  ['EUR 12 123', 'fr', 12123],
])('groups behind a label of amounts or a currency are one number: %s', (text, language, value) => {
  expect(money(text, { language })).toMatchObject({ value, confidence: 'certain' });
});

test('a currency or a colon that stands for the decimal mark parts no number', () => {
  expect(money('1 068€50', { language: 'fr' })).toMatchObject({ value: 1068.5, currency: '€' });
  expect(money('3€50/kg', { language: 'fr' })).toMatchObject({ value: 3.5 });
  expect(money('12:50 kr', { language: 'sv' })).toMatchObject({ value: 12.5, currency: 'kr' });
  expect(money('12:50', { language: 'sv' })).toBeUndefined();
  expect(money('68€ 50', { language: 'fr' })).toMatchObject({ value: 68 });
});

test.each([
  '20-25',
  '20 – 25 km',
  '4—6',
  '20 to 25 km',
  '-8 °C to -2 °C',
  '8 bis 12 kg',
  'from 20 m to 25 m',
])('the range %s is no number', (text) => {
  expect(number(text, { language: 'en' })).toBeUndefined();
});

test.each([
  ['1.2k reviews', 1200],
  ['2.5M', 2500000],
  ['3.7 million', 3700000],
  ['12 m', 12],
  ['12 km', 12],
  ['12 kg', 12],
  ['12 Monate', 12],
])('%s is %d', (text, value) => {
  expect(number(text, { language: 'en-US' })).toMatchObject({ value, confidence: 'certain' });
});

test.each([
  ['£5 a month', undefined, 5],
  ['$12 a night', undefined, 12],
  ['£1,200 a month', undefined, 1200],
  ['£5 a', 'to', 5000],
  ['£5k', undefined, 5000],
  ['£5K a week', undefined, 5000],
  ['€5 m', undefined, 5e6],
  ['£2m a year', undefined, 2e6],
  ['£3M', undefined, 3e6],
])(
  'a letter behind the blank multiplies where languages write it so: %s, %s',
  (text, language, value) => {
    expect(money(text, { language })?.value).toBe(value);
  },
);

test('a multiplier of unknown measure is told', () => {
  expect(number('1,2 mil')?.confidence).toBe('ambiguous');
});

test('a mark that separates thousands in one country and decimals in another is told', () => {
  expect(number('1.299')).toMatchObject({ confidence: 'ambiguous', alternatives: [1299] });
  expect(number('1.299', { language: 'es' })).toMatchObject({ confidence: 'ambiguous' });
  expect(number('1.299', { language: 'es-ES' })).toMatchObject({
    value: 1299,
    confidence: 'certain',
  });
  expect(number('1.299', { language: 'es', host: 'tienda.example.mx' })).toMatchObject({
    value: 1.299,
  });
});

test('three digits behind a mark are thousands in a language whose countries differ, and told', () => {
  const amount = money('$ 12.000', { language: 'es' });
  expect(amount).toMatchObject({ value: 12_000, confidence: 'ambiguous', alternatives: [12] });
  expect(money('$ 12.50', { language: 'es' })).toMatchObject({ value: 12.5 });
  expect(money('$2.499 / gal', { language: 'es' })).toMatchObject({ value: 2.499 });
  expect(money('$2.499', { language: 'en' })).toMatchObject({ value: 2.499 });
});

test('the numbers of a column decide how its marks are meant', () => {
  const peers = ['1.299', '89,95', '2.499'];
  expect(number('1.299', { peers })).toMatchObject({ value: 1299, confidence: 'certain' });
  expect(number('1.299', { peers: ['1.299', '950', '2.499'] })).toMatchObject({
    value: 1299,
    confidence: 'likely',
  });
  expect(number('1.299', { peers: ['1.299', '0.5', '2.4'], language: 'de' })?.value).toBe(1.299);
});

test('a number behind a word and a blank may begin before it', () => {
  expect(money('Model 12 123 €', { language: 'fr' })).toMatchObject({
    value: 12123,
    confidence: 'ambiguous',
    alternatives: [123],
  });
});

test('numbers stand at their places in the text as written', () => {
  const text = '\u200Fقیمت: ۱۲٬۵۰۰ and 3';
  const [first, second] = readNumbers(text, { kind: 'number', language: 'fa' });
  expect(text.slice(first?.start, first?.end)).toBe('۱۲٬۵۰۰');
  expect(text.slice(second?.start, second?.end)).toBe('3');
});

test.each(['192.168.1.1', 'no digits', '1$23'])('%s is no number', (text) => {
  expect(money(text)).toBeUndefined();
});

test('full-width marks are those of a number behind a full-width digit alone', () => {
  expect(number('１，２９９．５', { language: 'ja' })?.value).toBe(1299.5);
  expect(number('１\u200B，２９９', { language: 'ja' })?.value).toBe(1299);
  const beside = readNumbers('重，２９９．和', { kind: 'number', language: 'ja' });
  expect(beside.map(({ value }) => value)).toEqual([299]);
});

// 4 times this when each character looked at the end of what was folded before it, and a hundredth now.
test.each([
  ['Chinese', '重量为１２公斤的产品在这里出售'],
  ['Arabic', 'السعر ۱۲ ريال '],
  ['emoji', '😀 12 👩\u200D👩\u200D👧 '],
  ['English', 'costs 12 and more '],
])('the numbers of a long text in %s are read in time linear in it', (_, sentence) => {
  const text = sentence.repeat(250_000 / sentence.length);
  const read = () => readAllNumbers(text, { kind: 'number' });
  expect(workRatioOf(() => expect(read().length).toBeGreaterThan(10_000))).toBeLessThan(1_000);
});

test.each([
  ['$950.00 CR', 'en-US', 'ambiguous', -950],
  ['1.250,00 S', 'de-DE', 'ambiguous', -1250],
  ['[1.250,00]', 'de-DE', 'ambiguous', -1250],
  ['\u25BC 4.5%', 'en-US', 'ambiguous', -4.5],
  ['$950.00 CRT', 'en-US', 'certain', undefined],
  ['note [3] of 1.250,00', 'de-DE', 'certain', undefined],
])('%s on a page of %s may be negative, and is %s', (text, language, confidence, negative) => {
  const reads = readNumbers(text, { kind: 'money', language });
  const all = reads.flatMap(({ value, alternatives }) => [value, ...alternatives]);
  expect(reads.at(-1)?.confidence).toBe(confidence);
  expect(all.find((value) => value < 0)).toBe(negative);
});

test.each([
  ['$41.20 USD', 'en-CA', 'USD', undefined],
  ['CAD $41.20', 'en-US', 'CAD', undefined],
  ['$41.20 (NZD)', 'en', 'NZD', undefined],
  ['kr 412 NOK', 'sv', 'NOK', undefined],
  ['US $41.20', 'en-CA', 'US $', 'USD'],
  ['AU $41.20', 'en', 'AU $', 'AUD'],
  ['$41.20 EUR 38.00', 'en', '$', 'USD'],
  ['38 CAD $41.20', 'en-US', 'CAD', 'CAD'],
  ['BONUS $41.20', 'en-US', '$', 'USD'],
])('the currency of %s in %s is %s', (text, language, sign, code) => {
  const [read] = readNumbers(text, { kind: 'money', language });
  expect(read?.currency).toBe(sign);
  expect(toCurrencyCode(read?.currency ?? '')).toBe(code ?? sign);
});

test('the Swiss dash before a point stands for the nought', () => {
  expect(money('CHF -.85', { language: 'de-CH' })?.value).toBe(0.85);
  expect(money('-.85 Fr.', { language: 'de-CH' })?.value).toBe(0.85);
  expect(money('-$.85', { language: 'en' })?.value).toBe(-0.85);
  expect(number('-.85', { language: 'en' })?.value).toBe(-0.85);
});

test.each(['CF117', 'CF0117-26', 'RM0012', 'kr042'])('%s is a code and no amount', (code) => {
  const [read] = readNumbers(code, { kind: 'money', language: 'en' });
  expect(read?.currency).toBeUndefined();
});

test.each([
  ['CF 500', 'en', 'CF'],
  ['CF500', 'fr-KM', 'CF'],
  ['R0.50', 'en-ZA', 'R'],
  ['kr42', 'en', 'kr'],
  ['$0012', 'en', '$'],
])('%s in %s is an amount of %s', (text, language, currency) => {
  const [read] = readNumbers(text, { kind: 'money', language });
  expect(read?.currency).toBe(currency);
});

test.each([
  ['ja', '1万2800円', 12_800, '円'],
  ['ja', '¥3億5000万', 350_000_000, '¥'],
  ['ja', '-1億2,000万50円', -120_000_050, '円'],
  ['zh', '1亿2000万元', 120_000_000, '元'],
  ['ko', '1만2800원', 12_800, '원'],
  ['ko', '3억 5000만원', 350_000_000, '원'],
])('a number goes on behind the sign of its myriads: %s %s', (language, text, value, currency) => {
  expect(money(text, { language })).toMatchObject({ value, currency, wholeEnd: text.length });
});

test.each([
  ['ja', '1万円2800円', [10_000, 2800]],
  ['ja', '2万 3000円', [20_000, 3000]],
  ['ja', '1万2万円', [10_000, 20_000]],
  ['ja', '3年2800円', [3, 2800]],
  ['en', '2k 300', [2000, 300]],
])('two numbers stay two: %s %s', (language, text, values) => {
  const found = readNumbers(text, { kind: 'money', language });
  expect(found.map(({ value }) => value)).toEqual(values);
});

test.each([
  ['5 mi', { language: 'pt-BR', peers: ['12 km', '5 mi', '9 km'] }, 5],
  ['5 mi', { peers: ['12 km', '5 mi', '9 km'] }, 5],
  ['5 mi', { language: 'pt-BR', peers: ['12 mi', '5 mi'] }, 5_000_000],
  ['5 mi', {}, 5],
  ['5 mi', { language: 'pt-BR', isMeasure: true }, 5],
  ['3 t', { language: 'hr', peers: ['500 kg', '3 t'] }, 3],
  ['$5m', { language: 'en' }, 5_000_000],
  ['5M', { language: 'en', peers: ['900K', '5M'] }, 5_000_000],
] as const)('%s among %j is %d', (text, place, value) => {
  const kind = text.startsWith('$') ? 'money' : 'number';
  expect(readNumber(text, { ...place, kind })?.value).toBe(value);
});

test.each([
  ['€ 450.000 k.k.', 'nl', 450_000],
  ['1.200 m.p.', 'ro', 1200],
  ['€ 450k', 'nl', 450_000],
  ['5 M. Euro', 'de', 5_000_000],
])('letters that stand for words multiply nothing: %s', (text, language, value) => {
  expect(readNumbers(text, { kind: 'money', language })[0]?.value).toBe(value);
});

test.each([
  ['2 1/2', 2.5],
  ['2½', 2.5],
  ['-2 ½', -2.5],
  ['1¾ in', 1.75],
  ['1-3/4 in', 1.75],
  ['3⅛ million', 3_125_000],
])('a fraction behind a whole number is a part of it: %s', (text, value) => {
  expect(readNumbers(text, { kind: 'number', language: 'en' })).toMatchObject([
    { value, start: text.startsWith('-') ? 1 : 0 },
  ]);
});

test.each([
  ['½ in', 0.5, 0],
  ['about ⅜ inch', 0.375, 6],
  ['-¼', -0.25, 1],
  ['3/4 in', 0.75, 0],
  ['1/2 kg', 0.5, 0],
  ['5/16"', 0.3125, 0],
])('a fraction without a whole number is a number: %s', (text, value, start) => {
  expect(readNumbers(text, { kind: 'number', language: 'en' })).toMatchObject([{ value, start }]);
});

test('two numbers with a bar that no unit says to be a part of one may be one', () => {
  expect(number('3/4', { language: 'en' })).toMatchObject({
    confidence: 'ambiguous',
    alternatives: [0.75],
  });
});

test.each([
  ['6/8 mm', 6],
  ['$3/4 lb', 3],
  ['3/4 in stock', 3],
  ['1/2/2024 m', 1],
  ['5/4 in', 5],
  ['5/3/4 in', 5],
  ['x½', undefined],
])('what may be two numbers is no part of one: %s', (text, value) => {
  expect(number(text, { language: 'en' })?.value).toBe(value);
});

test.each([
  ['5 3/4/2024', 5],
  ['3 5/4', 3],
  ['3/4', 3],
  ['12.5 1/2', 12.5],
  ['1-2/3', undefined],
])('other numbers with a bar are none: %s', (text, value) => {
  expect(number(text, { language: 'en' })?.value).toBe(value);
});

test.each([
  ['1.99 × 10^30 kg', 1.99e30],
  ['1.99 x 10³⁰ kg', 1.99e30],
  ['6.67·10⁻¹¹', 6.67e-11],
  ['6.67 × 10^(-11)', 6.67e-11],
  ['10^3 cells', 1000],
  ['10⁻³ m', 0.001],
  ['110^3', 110],
  ['1.5e3', 1500],
  ['5E-3', 0.005],
  ['3E5', 3],
  ['2 × 10 cm', 2],
])('a power of ten behind a number multiplies it: %s', (text, value) => {
  expect(number(text, { language: 'en' })?.value).toBe(value);
});

test('a letter is a scale in a column in which others have a word for theirs', () => {
  const peers = ['1.2 bn', '800 m'];
  expect(number('800 m', { language: 'en', peers })?.value).toBe(800_000_000);
  expect(number('800 m', { language: 'en', peers: ['12 km', '800 m'] })?.value).toBe(800);
  expect(number('4,5 mkr', { language: 'sv' })?.value).toBe(4_500_000);
});

test('a group that begins with a nought is no number of its own, whatever word stands in front', () => {
  expect(money('от 120 000 ₽', { language: 'ru' })).toMatchObject({
    value: 120000,
    confidence: 'certain',
  });
  expect(money('Модель 12 123 ₽', { language: 'ru' })?.confidence).toBe('ambiguous');
});

test('an amount for a litre may have three decimals where an amount for a month has none', () => {
  expect(money('1.499 €/l', { language: 'es' })?.value).toBe(1.499);
  expect(money('1.499 €/mes', { language: 'es' })?.value).toBe(1499);
});

test.each([
  ['1 234 руб. 50 коп.', 'ru', 1234.5],
  ['3 euros con 50', 'es', 3.5],
  ['3 € 05 ct', 'de', 3.05],
  ['12 zł 40 gr', 'pl', 12.4],
  ['3 euros et 50 personnes', 'fr', 3],
  ['12 € 40', 'de', 12],
])(
  'coins behind an amount are its fraction, other numbers are not: %s',
  (text, language, value) => {
    expect(readNumber(text, { kind: 'money', language })?.value).toBe(value);
  },
);

test.each([
  ['$80-100k', [80_000, 100_000], 'certain'],
  ['$80 – $100k', [80_000, 100_000], 'ambiguous'],
  ['€5 to 6 million', [5_000_000, 6_000_000], 'certain'],
  ['$500 – 10k', [500, 10_000], 'certain'],
  ['$80K/yr - $100K/yr', [80_000, 100_000], 'certain'],
])('what multiplies the upper end of a range is said of the lower one: %s', (text, ends, sure) => {
  const [lower, upper] = readNumbers(text, { kind: 'money', language: 'en-US' });
  expect([lower?.value, upper?.value]).toEqual(ends);
  expect(lower?.confidence).toBe(sure);
});
