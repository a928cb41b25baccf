import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import { readPage } from '../../src/page/read-page.ts';
import { extractStructure } from '../../src/extraction/structure/extract-structure.ts';
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
  const { value, sources } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  for (const [field, expected] of Object.entries(page.expected)) {
    const given: unknown = Reflect.get(Object(value), field);
    if (given === undefined || given === null) continue;
    const count = countFields({ [field]: expected }, { [field]: given }, page.site, anyOf).get(
      field,
    );
    if (count === undefined || count.right + count.wrong === 0) continue;
    const doubt = sources.get(toJsonPointer([field]))?.certainty?.doubt ?? 1;
    yield { field, doubt, isRight: count.wrong === 0 };
  }
}

/** The levels that are told, the surest first. */
const levels = [0.005, 0.05, 1];

/** One line a level: share of the values at it or surer, of those the wrong ones, and the upper bound of their share. */
export function describeCertainty(values: readonly JudgedValue[]): readonly string[] {
  return levels.map((level) => {
    const taken = values.filter(({ doubt }) => doubt <= level);
    const wrong = taken.filter(({ isRight }) => !isRight);
    const byField = Map.groupBy(wrong, ({ field }) => field);
    const fields = [...byField].map(([field, own]) => `${field} ${own.length}`).join(', ');
    const share = (taken.length / Math.max(1, values.length)).toFixed(2);
    const part = (wrong.length / Math.max(1, taken.length)).toFixed(4);
    const bound = upperBound(wrong.length, taken.length).toFixed(4);
    return `  level ${level}: ${taken.length} of ${values.length} values (${share}), ${wrong.length} wrong: ${part}, at most ${bound} (95 %)${fields === '' ? '' : `; ${fields}`}`;
  });
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
