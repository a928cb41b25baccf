import { getOrMake } from '../../runtime/collections.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric } from '../fields/value-read.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isTimeOfDay } from '../values/dates/times-of-day.ts';
import { parseDuration } from '../values/parse-duration.ts';
import { isCountedRating, isPointsOfScale, isRating, isRatingCount } from '../values/ratings.ts';

/** What a value looks like that says by itself what it is. */
export interface ValueForm {
  readonly name: string;
  readonly test: (text: string) => boolean;
  /** Whether only a whole text has it: "1990 pieces" are no year without their word. */
  readonly isOfWhole: boolean;
}

const maxLength = 160;
const maxDurationLength = 25;
const email = /^[^\s@<>()]{1,64}@[^\s@<>()]{1,100}\.\p{L}{2,}$/u;
/** With a code of a country, or with that of an area. */
const phone = /^(?:(?:\+|00)\d|\(?0\d)[\d ()./-]{6,22}$/;
const year = /^(?:.{0,40}\()?(?:1[4-9]|20)\d\d\)?$/;
const percent = /^[-–−+]?\s?\d{1,3}(?:[.,]\d{1,3})?\s?%$/;
const version = /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+][\w.]{1,20})?$/i;
const question = /[?？؟]["'”’»)]?$/u;

const isDuration = (text: string): boolean =>
  text.length <= maxDurationLength && /\d\s?\p{L}/u.test(text) && parseDuration(text) !== undefined;

/** By the concept of a field, or by the last word of its name. */
const forms: ReadonlyMap<string, ValueForm> = new Map(
  Object.entries({
    email: (text: string) => email.test(text),
    phone: (text: string) => phone.test(text),
    year: (text: string) => year.test(text),
    percent: (text: string) => percent.test(text),
    percentage: (text: string) => percent.test(text),
    version: (text: string) => version.test(text),
    question: (text: string) => question.test(text),
    rating: (text: string) => isRating(text) || isPointsOfScale(text),
    ratingCount: (text: string) => isRatingCount(text) || isCountedRating(text),
    duration: isDuration,
    totalTime: (text: string) => isTimeOfDay(text) || isDuration(text),
  }).map(([name, test]) => [
    name,
    {
      name,
      test: (text) => text.length <= maxLength && test(text),
      isOfWhole: name === 'year',
    },
  ]),
);

/** The form that the values of a field have wherever they stand; `undefined` where they have none. */
export function formOf(plan: FieldPlan): ValueForm | undefined {
  const form = getOrMake(formByPlan, plan, () => {
    const noun = toSingular(splitWords(plan.name).at(-1) ?? '');
    const isOfLength = plan.kind === 'duration' && isNumeric(plan);
    const key = isOfLength ? 'duration' : (plan.concept?.name ?? noun);
    return forms.get(key) ?? forms.get(noun) ?? 'none';
  });
  return form === 'none' ? undefined : form;
}

const formByPlan = new WeakMap<FieldPlan, ValueForm | 'none'>();
