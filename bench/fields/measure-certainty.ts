import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import { readPage } from '../../src/page/read-page.ts';
import {
  type ExtractStructureResult,
  extractStructure,
} from '../../src/extraction/structure/extract-structure.ts';
import { toJsonPointer } from '../../src/runtime/plain-json.ts';
import { countFields } from '../score-fields.ts';
import type { FieldPage } from './field-page.ts';

/** A value that was handed out, how far its level says that it can be wrong, and whether it is. */
interface JudgedValue {
  readonly field: string;
  /** 1 without a proof. */
  readonly doubt: number;
  readonly isRight: boolean;
}

/** The values of a page that an expected one can be held against. */
export function* judgeValues(
  page: FieldPage,
  { schema, prompt, anyOf }: { schema: JsonSchema; prompt: string; anyOf: boolean },
): Generator<JudgedValue> {
  const reading = readPage({ html: page.html, url: page.url });
  const { value, sources } = extractStructure({
    reading,
    prompt,
    schema,
    detailLevel: 'medium',
    mayNarrow: true,
  });
  for (const [field, expected] of Object.entries(page.expected)) {
    const given: unknown = Reflect.get(Object(value), field);
    if (given === undefined || given === null) continue;
    const count = countFields({ [field]: expected }, { [field]: given }, page.site, anyOf).get(
      field,
    );
    if (count === undefined || count.right + count.wrong === 0) continue;
    const isRight =
      count.wrong === 0 ||
      // The reference scorer tells 5 from "5.0".
      (typeof given === 'number' && given === Number(expected)) ||
      (field === 'currency' && isCurrency(given, expected)) ||
      (field.endsWith('_date') && isSameDay(given, expected)) ||
      (field === 'yields' && isSameCount(given, expected)) ||
      isSameText(field, given, expected);
    yield { field, doubt: findDoubt(sources, field), isRight };
  }
}

/** Whether a day that is written as people write it is the one that is given: "November 18, 2025". */
function isSameDay(given: unknown, expected: unknown): boolean {
  const [own, wanted] = [given, expected].map((value) => String([value].flat()[0]));
  const day = Date.parse(`${wanted} UTC`);
  return !Number.isNaN(day) && own?.slice(0, 10) === new Date(day).toISOString().slice(0, 10);
}

/** Whether a bare number is the servings that are given: "8" and "8 servings". */
function isSameCount(given: unknown, expected: unknown): boolean {
  return [expected]
    .flat()
    .some((count) => /^\d+$/.test(String(count)) && given === `${String(count)} servings`);
}

/** Whether texts of several words differ in marks and blanks alone, and names in what labels of authors have around them. */
function isSameText(field: string, given: unknown, expected: unknown): boolean {
  const forms = [given, expected].map((value) =>
    [value].flat().map((item) => foldMarks(field.startsWith('author') ? bareName(item) : item)),
  );
  const [one = [], two = []] = forms.map((items) => items.toSorted());
  return (
    [given].flat().some((item) => typeof item === 'string' && /\s/.test(item)) &&
    one.length === two.length &&
    one.every((item, at) => item === two[at])
  );
}

/** "By Ada Byron", "Ada Byron | Harbour Kitchen". */
function bareName(value: unknown): string {
  return String(value).replace(/^by\s|\s\|\s.*$/giu, '');
}

/** Letters and digits, and the marks inside of numbers. */
function foldMarks(value: unknown): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2044', '/')
    .replace(/[^\p{L}\p{N}.,/]+/gu, '')
    .replace(/(?<!\d)[.,/]+|[.,/]+(?!\d)/g, '');
}

/** Of a list that of the least sure item. */
function findDoubt(sources: ExtractStructureResult['sources'], field: string): number {
  const pointer = toJsonPointer([field]);
  const doubts = Array.from(sources)
    .filter(([place]) => place === pointer || place.startsWith(`${pointer}/`))
    .map(([, { certainty }]) => certainty?.doubt ?? 1);
  return doubts.length === 0 ? 1 : Math.max(...doubts);
}

/** Whether one of the expected signs or words ("£", "Lei") is one of those that the currency of this code is written with. */
function isCurrency(code: unknown, expected: unknown): boolean {
  if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return false;
  const local = new Intl.Locale(`und-${code.slice(0, 2)}`).maximize().language;
  const words = ['en', local].flatMap((locale) =>
    (['narrowSymbol', 'symbol', 'name'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay })
        .format(5)
        .toLowerCase()
        .split(/[\s\d.,]+/),
    ),
  );
  const written = new Set(words);
  return [expected].flat().some((text) => written.has(String(text).toLowerCase().replace('~', '')));
}

/** The levels that are told, the surest first. */
const levels = [0.005, 0.05, 1];

/**
 * One line a level: share of the values at it or surer, of those the wrong ones, and the upper bound of their share; and how many of
 * each field are at the first.
 */
export function describeCertainty(values: readonly JudgedValue[]): readonly string[] {
  const lines = levels.map((level) => {
    const taken = values.filter(({ doubt }) => doubt <= level);
    const wrong = taken.filter(({ isRight }) => !isRight);
    const byField = Map.groupBy(wrong, ({ field }) => field);
    const fields = [...byField].map(([field, own]) => `${field} ${own.length}`).join(', ');
    const share = (taken.length / Math.max(1, values.length)).toFixed(2);
    const part = (wrong.length / Math.max(1, taken.length)).toFixed(4);
    const bound = upperBound(wrong.length, taken.length).toFixed(4);
    return `  level ${level}: ${taken.length} of ${values.length} values (${share}), ${wrong.length} wrong: ${part}, at most ${bound} (95 %)${fields === '' ? '' : `; ${fields}`}`;
  });
  const [first = 0] = levels;
  const shares = Array.from(
    Map.groupBy(values, ({ field }) => field),
    ([field, own]) => {
      const sure = own.filter(({ doubt }) => doubt <= first);
      return `${field} ${sure.length} of ${own.length}`;
    },
  );
  return [...lines, `  at ${first}: ${shares.join(', ')}`];
}

/** Wilson's upper bound, one-sided at 95 %. */
function upperBound(wrong: number, all: number): number {
  if (all === 0) return 1;
  const z = 1.645;
  const share = wrong / all;
  const middle = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return Math.min(1, (middle + spread) / (1 + (z * z) / all));
}
