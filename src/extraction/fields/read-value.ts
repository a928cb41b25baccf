import { foldText } from '../../runtime/unicode/fold-text.ts';
import { isOfEvent } from '../lexicon/concept.ts';
import { foldLabel, joinName, splitWords } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import { cleanText } from '../analysis/index-entities.ts';
import { parseAvailability, parseAvailabilityName } from '../values/parse-availability.ts';
import type { Availability } from '../values/qualify-state.ts';
import { type DateRead, readDate } from '../values/dates/read-date.ts';
import { listTimes } from '../values/dates/times-of-day.ts';
import { readMonth } from '../values/dates/read-month.ts';
import { parseContact } from '../values/parse-contact.ts';
import { findMoney } from '../values/money/find-money.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { parseLanguage } from '../values/parse-language.ts';
import { parseYield, toCountedNumber } from '../values/parse-yield.ts';
import { isNutrient } from '../lexicon/concept.ts';
import { findOtherPeriod } from '../values/stated-unit.ts';
import { noWords, yesWords } from '../values/yes-no-words.ts';
import {
  type ReadContext,
  type ReadValue,
  exact,
  isNumeric,
  prefersNumber,
  toOtherUnit,
  isNumberKind,
} from './value-read.ts';
import { toAskedDay } from './day-labels.ts';
import { readMoney } from './read-money.ts';
import { readDuration } from './read-duration.ts';
import { readNumberValue, readPlainNumber } from './read-number-value.ts';
import { readCode } from './read-code.ts';
import { toUndated } from './dated-number.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Two letters, or a word in one sign: 黑. */
const named = /\p{L}{2}|^\p{Script=Han}$/u;
const bareNumber = /^\s*\d{10,}\s*$/;
/** What a template leaves where it has no value. */
const unfilled = /^(?:\{\{?[^{}]*\}\}?|<%.*%>|\[object Object\]|undefined|null|NaN)$/;
/** How dear a place is, in signs of a currency: "$$". */
const priceLevel = /^\p{Sc}{1,5}(?:\s?[-–]\s?\p{Sc}{1,5})?$/u;
const maxText = 500;
const maxOrganizationLength = 80;
const maxTitleLength = 300;

/** Quality of a date with its time of day; a date without it is preferred, since the page usually shows that one. */
const datedMomentQuality = 0.95;
/** Quality of 3/4/2024 where nothing tells which number is the month. */
const openDateQuality = 0.75;
const bareYear = /^(?:1[5-9]|20)\d\d$/;
const bareYearQuality = 0.9;
const bareYieldQuality = 0.8;
/** Reads a text as the field's kind and the schema's type; `undefined` when it is no such value. */
export function readValue(
  plan: FieldPlan,
  text: string,
  context: ReadContext,
): ReadValue | undefined {
  if (prefersNumber(plan)) {
    const types = plan.types.filter((type) => type !== 'string');
    const number = readValue({ ...plan, types }, text, context);
    // Of a range the text tells both ends.
    if (number !== undefined && (number.alternatives ?? []).length === 0) return number;
  }
  const whole = context.machine ? cleanText(text) : foldText(text);
  const clean =
    plan.concept?.name === 'year'
      ? toYear(plan, whole, context.place)
      : isNumberKind(plan) && isNumeric(plan)
        ? toUndated(plan, whole, context.place)
        : whole;
  if (clean === undefined || clean === '') return undefined;
  if (context.machine && noValue.test(clean)) return undefined;
  if (plan.concept !== undefined && isNutrient(plan.concept) && !weighed.test(clean))
    return undefined;
  const read = readKind(plan, clean, context);
  if (read?.otherUnit !== undefined) return read;
  const fitted = read === undefined ? undefined : fitType(plan, read, context);
  if (fitted?.otherUnit !== undefined) return fitted;
  return fitted === undefined || plan.fits?.(fitted.value) === false ? undefined : fitted;
}

/** An amount of what a portion holds; spoons and words are those of an ingredient of that name. */
const weighed =
  /^(?:[<≤~≈]|approx\.?|about|ca\.?|circa|etwa|env\.)?\s?\d{1,5}(?:[.,]\d{1,3})?(?:\s?[-–]\s?\d{1,5}(?:[.,]\d{1,3})?)?\s?(?:(?:%|[mµμ]?g|mcg|grams?|milligrams?|gramm|oz)(?!\p{L}).{0,80})?$/iu;

/** What a template writes where it has no value. */
const noValue = /^(?:undefined|null|NaN|\[object Object\])$/;

const fullYear = /(?<![\d.,])(?:1[4-9]|20)\d\d(?!\d|[.,]\d)/g;

/** The year of a day. A number has the only year of its text, or its only number, a text says what else is said of it: `c. 1850`. */
function toYear(plan: FieldPlan, text: string, place: ReadContext['place']): string | undefined {
  const [year, ...others] = new Set(text.match(fullYear));
  if (!isNumeric(plan)) return readDate(text, place) === undefined ? text : (year ?? text);
  if (year !== undefined) return others.length === 0 ? year : undefined;
  return text.match(/\p{Nd}+/gu)?.length === 1 ? text : undefined;
}

function readKind(plan: FieldPlan, text: string, context: ReadContext): ReadValue | undefined {
  const period = isNumberKind(plan) ? findOtherPeriod(plan.asked, text) : undefined;
  if (period !== undefined) return toOtherUnit(text, `${period} each`);
  switch (plan.kind) {
    case 'money':
      return readMoney(plan, text, context);
    case 'currency': {
      const sign = findMoney(text, true, context.place)[0]?.currency ?? text;
      const code = toCurrencyCode(sign, findNumberLocale(context.place));
      if (code === undefined) return readEnum(plan, text);
      const currency = findCurrencyMember(plan, code);
      return currency === undefined ? undefined : exact(currency);
    }
    case 'code':
      return readCode(plan, text, context);
    case 'availability':
      return readAvailability(plan, text);
    case 'date': {
      // A year or a month is a date of that precision, where the schema takes one; it stays as the page writes it.
      const part =
        plan.format === undefined && !isNumeric(plan) ? readPart(text, context) : undefined;
      if (part !== undefined) return { value: text, key: part, quality: bareYearQuality };
      // Milliseconds are written for programs; what readers see is a number of an article.
      if (!context.machine && bareNumber.test(text)) return undefined;
      const date = readDate(toAskedDay(plan.concept?.name, text), context.place);
      if (asksForTime(plan)) {
        if (date === undefined) return readTime(plan, text);
        if (momentOf(plan, date) === date.day) return undefined;
      }
      if (date === undefined) return undefined;
      const { until } = date;
      // A field for the end of a range has its last day, any other one its first.
      if (until !== undefined && plan.concept?.name === 'endDate')
        return { value: until, key: until, quality: 1 };
      const isStart = plan.concept?.name === 'startDate';
      const alternatives = [date.other, isStart ? undefined : until].filter(
        (day) => day !== undefined,
      );
      return {
        value: plan.format === 'date' ? date.day : momentOf(plan, date),
        key: date.day,
        quality:
          date.other !== undefined
            ? openDateQuality
            : date.iso === date.day
              ? datedMomentQuality
              : 1,
        alternatives: alternatives.length === 0 ? undefined : alternatives,
      };
    }
    case 'duration':
      return readDuration(plan, text, context);
    case 'yield': {
      const parsed = parseYield(text);
      if (parsed === undefined) return undefined;
      if (isNumeric(plan) && parsed.isMeasure) return undefined;
      const value = isNumeric(plan) ? toCountedNumber(parsed.count) : parsed.text;
      return {
        value,
        key: parsed.count,
        quality: parsed.hasNoun ? 1 : bareYieldQuality,
        alternatives:
          parsed.least === undefined || !isNumeric(plan)
            ? undefined
            : [Number(parsed.least.replace(',', '.'))],
      };
    }
    case 'number':
    case 'count':
      return readNumberValue(plan, text, context);
    case 'boolean':
      return readBoolean(text);
    case 'enum':
      return readEnum(plan, text);
    case 'url':
    case 'image':
      return readUrl(plan, text, context);
    case 'language':
      return readLanguage(text, context);
    case 'organization':
      if (text.length > maxOrganizationLength || /^https?:/.test(text)) return undefined;
      // A number is no name, with a currency or without.
      return /\p{L}{2}/u.test(text) && findMoney(text, true).length === 0
        ? exact(text.replace(byBefore, '').replace(dateBehind, ''))
        : undefined;
    case 'title':
      return text.length > maxTitleLength || /^https?:/.test(text) ? undefined : exact(text);
    // Lists of names are read as lists.
    case 'persons':
    case 'body':
    case 'steps':
      return exact(text);
    case 'text': {
      const term = context.machine ? enumTerm.exec(text) : null;
      if (term !== null) return exact(toTerm(term[1] ?? term[2] ?? ''));
      const { name } = plan.concept ?? {};
      if (name === 'email' || name === 'phone') return readContact(name, text, context);
      if (!context.machine && isOffer(plan, text)) return undefined;
      if (plan.concept?.name === 'color' && (!named.test(text) || text.endsWith(':')))
        return undefined;
      // What somebody says of who wears it is no name.
      if (plan.concept?.name === 'model' && text.split(' ').length > maxModelWords)
        return undefined;
      if (isMeasured(plan) && !/\p{N}/u.test(text)) return undefined;
      // Marks, and pictures that a font has in place of letters, say nothing.
      const isLevel = name === 'priceRange' && priceLevel.test(text);
      if (!isLevel && (!/[\p{L}\p{N}]/u.test(text) || unfilled.test(text))) return undefined;
      break;
    }
    case 'keywords':
    case 'ingredients':
      break;
  }
  return text.length > maxText ? undefined : exact(text);
}

/** What a maker is named with: "by Elm Press"; with a capital it is a part of the name. */
const byBefore = /^by\s(?=\p{Lu})/u;

/** The day in brackets behind who published something then: "Elm Press (March 5, 2019)". */
const dateBehind = /\s\([^()]{0,20}\b(?:19|20)\d\d(?:-\d\d-\d\d)?\)$/u;

function readPart(text: string, { place }: ReadContext): string | undefined {
  return bareYear.test(text) ? text : readMonth(text, place.language);
}

/** When an event begins is told by the clocks of its place; when something was published by the moment. */
function momentOf({ concept, format }: FieldPlan, { iso, day, local }: DateRead): string {
  const isOfPlace = format === undefined && concept !== undefined && isOfEvent(concept);
  return isOfPlace && iso === day ? local : iso;
}

/** Whether a field of an event asks for the time of day: for `start_time` a day alone is no answer. */
function asksForTime({ name, concept, format }: FieldPlan): boolean {
  if (concept === undefined || !isOfEvent(concept) || format === 'date') return false;
  const words = splitWords(name);
  return words.includes('time') && !words.includes('date');
}

/** The time of day of a text without a date, as it stands there; of a range the end that is asked for. */
function readTime({ concept }: FieldPlan, text: string): ReadValue | undefined {
  const value = listTimes(text).at(concept?.name === 'endDate' ? -1 : 0);
  return value === undefined ? undefined : exact(value);
}

function readLanguage(text: string, { machine, place }: ReadContext): ReadValue | undefined {
  if (/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text)) return exact(text);
  const code = machine ? undefined : parseLanguage(text, place);
  return code === undefined ? undefined : { value: text, key: code, quality: 1 };
}

function readContact(
  kind: 'email' | 'phone',
  text: string,
  { machine }: ReadContext,
): ReadValue | undefined {
  const contact = text.length > maxText ? undefined : parseContact(kind, text);
  if (contact === undefined) return undefined;
  const { key, others } = contact;
  const value = machine && kind === 'phone' ? text.replace(/^tel:/i, '') : contact.text;
  return { value, key, quality: 1, alternatives: others.length === 0 ? undefined : others };
}

/** Properties of things that are told in numbers alone: what has none tells of them. */
const measured: ReadonlySet<string> = toWordSet(
  'weight height width depth diameter thickness dimensions fat protein carbs carbohydrates sodium cholesterol',
);

export function isMeasured({ name, concept }: FieldPlan): boolean {
  return measured.has(concept?.name ?? '') || measured.has(splitWords(name).at(-1) ?? '');
}

function isOffer({ concept, labels }: FieldPlan, text: string): boolean {
  const isOfVariants = concept?.name === 'color' || labels.has('size');
  return isOfVariants && splitWords(text).some((word) => labels.has(word));
}

function readAvailability(plan: FieldPlan, text: string): ReadValue | undefined {
  const state = parseAvailability(text);
  if (state === undefined) return undefined;
  const buyable = state === 'InStock' || state === 'LimitedAvailability';
  if (plan.types.includes('boolean') && plan.types.length === 1) {
    return { value: buyable, key: String(buyable), quality: 1 };
  }
  const member = findMember(plan.enumMembers, state);
  if (plan.enumMembers.length > 0 && member === undefined) return undefined;
  return { value: member ?? state, key: JSON.stringify(member ?? state), quality: 1 };
}

/** What a state of stock is as well, where an enum has no member for it; the others are no state but their own. */
const nearestStates: ReadonlyMap<Availability, Availability> = new Map([
  ['LimitedAvailability', 'InStock'],
  ['PreOrder', 'OutOfStock'],
  ['BackOrder', 'OutOfStock'],
  ['Discontinued', 'OutOfStock'],
]);

/** Returns the enum member that means a state of stock: `in_stock`, `auf_lager`, `Sold out`. */
function findMember(members: readonly unknown[], state: Availability): unknown {
  const senses = members.map((member) => parseAvailabilityName(String(member)));
  const nearest = nearestStates.get(state) ?? state;
  const at = senses.includes(state) ? senses.indexOf(state) : senses.indexOf(nearest);
  return at < 0 ? undefined : members[at];
}

function readBoolean(text: string): ReadValue | undefined {
  // A tick or a cross is the whole text, and as a bullet of a label it would go.
  const label = foldLabel(text) || text.trim();
  if (yesWords.has(label)) return { value: true, key: 'true', quality: 1 };
  return noWords.has(label) ? { value: false, key: 'false', quality: 1 } : undefined;
}

/** Words of the name of a model. */
const maxModelWords = 8;

/** A term of schema.org by its address, and one that nothing else is called. */
const enumTerm =
  /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)([A-Z][A-Za-z]{1,60})$|^((?:New|Used|Refurbished|Damaged)Condition)$/;

/** A term without what it is one of: `new` of `NewCondition`. */
function toTerm(term: string): string {
  const condition = /^([A-Z][a-z]+)Condition$/.exec(term);
  return condition?.[1]?.toLowerCase() ?? term;
}

/** What is said before "new" alone, and adds nothing to it. */
const brandNew = /^brand[ -](?=new$)/i;

function readEnum(plan: FieldPlan, text: string): ReadValue | undefined {
  const term = text.replace(/^https?:\/\/schema\.org\//, '');
  const find = (said: string): unknown =>
    plan.enumMembers.find((member) => joinName(String(member)) === joinName(said));
  const same = find(term) ?? find(toTerm(term)) ?? find(term.replace(brandNew, ''));
  return same === undefined ? undefined : { value: same, key: JSON.stringify(same), quality: 1 };
}

/** The member of an enum that means a currency, such as `eur` for EUR; without an enum its code. */
function findCurrencyMember({ enumMembers }: FieldPlan, code: string): string | undefined {
  if (enumMembers.length === 0) return code;
  const members = enumMembers.filter((member) => typeof member === 'string');
  return members.find((member) => toCurrencyCode(member.toUpperCase()) === code);
}

/** The address of a site as pages write it for people: "acme.example/shop". */
const bareHost =
  /^(?:[\p{L}\p{N}-]{1,63}\.){1,5}(?!(?:html?|php|aspx?|pdf|jpe?g|png|gif|zip)\b)\p{L}{2,24}(?:[/?#]\S*)?$/iu;

/** How an address begins, or the name of a file with its ending. */
const shownAddress = /^(?:[a-z][a-z\d+.-]{1,20}:|\.{0,2}\/|[#?])|\.[a-z][a-z\d]{1,4}(?:[?#]|$)/i;

function readUrl({ format }: FieldPlan, said: string, context: ReadContext): ReadValue | undefined {
  const written = said.trim();
  const text = !context.machine && bareHost.test(written) ? `https://${written}` : written;
  // What a script works on leads nowhere.
  if (text === '#') return undefined;
  // A word or a number that the page shows is no address, and neither is "n/a".
  if (!context.machine && !shownAddress.test(text)) return undefined;
  // Addresses of files may have blanks in attributes; among the words of a page they end there.
  if (/\s/.test(text) && !(context.machine && /^\S*[/?]/.test(text))) return undefined;
  // A page without an address of its own has links that are relative to nothing: they stay as they are.
  const isOfNowhere = context.machine && format === undefined && text !== '';
  if (isOfNowhere && !URL.canParse('/', context.baseUrl) && !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(text))
    return { value: text, key: text, quality: 1 };
  if (!URL.canParse(text, context.baseUrl)) return undefined;
  const url = new URL(text, context.baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return { value: url.href, key: `${url.host}${url.pathname.replace(/\/$/, '')}`, quality: 1 };
}

function fitType(plan: FieldPlan, read: ReadValue, context: ReadContext): ReadValue | undefined {
  const { value } = read;
  if (plan.types.length === 0 || plan.types.includes('string')) {
    return typeof value === 'number' &&
      plan.types.includes('string') &&
      !plan.types.includes('number')
      ? { ...read, value: String(value) }
      : read;
  }
  if (isNumeric(plan) && typeof value === 'string') return readPlainNumber(plan, value, context);
  if (
    plan.types.includes('integer') &&
    !plan.types.includes('number') &&
    typeof value === 'number'
  ) {
    // A fraction is no whole number.
    return Number.isInteger(value) ? read : undefined;
  }
  return read;
}
