import { toWordSet } from '../../runtime/collections.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { isFormatted } from '../schema/parse/schema-formats.ts';
import { saysWhen } from '../values/dates/times-of-day.ts';
import { type Unit, convertUnit, findUnit, listMeasures } from '../values/numbers/units.ts';
import { parseDuration, parseShortClock, toIsoDuration } from '../values/parse-duration.ts';
import type { FieldPlan } from './plan-fields.ts';
import { readPlainNumber } from './read-number-value.ts';
import { type ReadContext, type ReadValue, exact, isNumeric } from './value-read.ts';

/** Characters of a duration with what is said of it; a longer text is a step that mentions one. */
const maxDuration = 80;

/** Reads how long something takes in the unit that the field asks for; of `time` a time of a day as well. */
export function readDuration(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  if (text.length > maxDuration) return undefined;
  const bare = /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  const minutes = parseDuration(text) ?? (context.machine ? bare : undefined);
  if (minutes === undefined) return readTimeOfDay(plan, text) ?? readLength(plan, text, context);
  if (minutes <= 0) return undefined;
  if (!isNumeric(plan))
    return { value: toDurationText(plan, text, minutes), key: String(minutes), quality: 1 };
  const clock = asksForRunning(plan) ? parseShortClock(text) : undefined;
  if (clock !== undefined && clock !== minutes) return readOpenClock(plan, minutes, clock);
  const least = parseDuration(text, 'lower') ?? minutes;
  const value = toWantedUnit(plan, minutes);
  const lowest = toWantedUnit(plan, least);
  if (value === undefined || lowest === undefined)
    return { value: text, key: text, quality: 1, otherUnit: 'another unit of time' };
  // Data states seconds that a field for whole minutes has no place for.
  const isAny = !plan.types.includes('integer') || plan.types.includes('number');
  return {
    value:
      isAny || !context.machine ? value : (toWantedUnit(plan, dropSeconds(plan, minutes)) ?? value),
    key: String(minutes),
    quality: 1,
    alternatives: least === minutes ? undefined : [lowest],
  };
}

/** The time of a day of a field that asks for no part of how long something takes: "7:00 PM – 9:30 PM" of `time`. */
function readTimeOfDay(plan: FieldPlan, text: string): ReadValue | undefined {
  const isAsked = plan.name.toLowerCase() === 'time' && plan.format === undefined;
  return isAsked && !isNumeric(plan) && saysWhen(text) ? exact(text) : undefined;
}

/** A duration as the page writes it, or in the form that the schema asks for. */
function toDurationText({ format }: FieldPlan, text: string, minutes: number): string {
  return format === 'duration' && !isFormatted(format, text) ? toIsoDuration(minutes) : text;
}

function dropSeconds(plan: FieldPlan, minutes: number): number {
  return isOfSeconds(plan) ? minutes : Math.floor(minutes);
}

/** Words for how long something runs, which pages write as minutes and seconds too. */
const runningWords: ReadonlySet<string> = toWordSet('duration length runtime dauer durée duración');

function asksForRunning({ name, concept }: FieldPlan): boolean {
  return concept?.name === 'totalTime' && splitWords(name).some((word) => runningWords.has(word));
}

/** "3:45" of a field for how long something runs: hours and minutes, or minutes and seconds where it asks for seconds. */
function readOpenClock(plan: FieldPlan, hours: number, minutes: number): ReadValue | undefined {
  const [one, two] = isOfSeconds(plan) ? [minutes, hours] : [hours, minutes];
  const [value, other] = [toWantedUnit(plan, one), toWantedUnit(plan, two)];
  if (value === undefined || other === undefined) return undefined;
  return { value, key: String(one), quality: 1, alternatives: [other] };
}

function isOfSeconds(plan: FieldPlan): boolean {
  return (toWantedUnit(plan, 1) ?? 0) > 1;
}

/** Of a field for a length, which is one of time or of space: "42 cm". */
function readLength(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  if (!plan.asked.dimensions.has('length')) return undefined;
  if (isNumeric(plan)) return readPlainNumber(plan, text, context);
  return listMeasures(text).some(({ unit }) => unit.dimension === 'length')
    ? exact(text)
    : undefined;
}

const minute: Unit = { name: 'min', dimension: 'time' };

/** A duration in the unit that the field asks for, minutes where it asks for none. */
export function toWantedUnit(
  { name, description, asked }: FieldPlan,
  minutes: number,
): number | undefined {
  const unit = asked.units.find(({ dimension }) => dimension === 'time');
  const said = /\b(?:milli)?(?:seconds|hours)\b/i.exec(
    `${splitWords(name).join(' ')} ${description}`,
  );
  const value = convertUnit(minutes, minute, unit ?? findUnit(said?.[0] ?? '') ?? minute);
  return value === undefined ? undefined : Math.round(value * 100) / 100;
}
