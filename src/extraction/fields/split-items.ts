import { joiningWords, parsePersons } from '../values/parse-persons.ts';
import { isNothing } from '../schema/coerce/no-value.ts';
import type { FieldPlan } from './plan-fields.ts';

/** Marks between items; the comma of "1,072 results" is part of a number. */
const itemSeparator = /\s*(?:(?<!\d),|,(?!\d)|[;|、]|(?<=\s)[·•∙●⋅/](?=\s))\s*/;
/** Marks between values, in which commas and full stops of numbers stand without a blank. */
const valueSeparator = /\s*[;|、]\s*|\s*,\s+|\s[·•]\s/;
/** Between numbers that are written one behind the other; two of them may be a fraction or a rating. */
const slash = /\s*\/\s*/;
const leastSlashed = 3;
/** Words from which on a text that ends as a sentence does is one, with commas of its own. */
const minSentence = 6;

/** Kinds whose values are told by their form, so that a part of a text that is none shows that the text is no list. */
const formed: ReadonlySet<FieldPlan['kind']> = new Set([
  'number',
  'count',
  'money',
  'date',
  'duration',
  'enum',
]);
const slashed: ReadonlySet<FieldPlan['kind']> = new Set(['number', 'count', 'money']);

interface SplitOptions {
  /** Whether a part of the text is a value of the field. */
  readonly isValue: (text: string) => boolean;
  /** Whether it is all that people are shown: in data, and in one of several items, what stands behind "and" belongs to it. */
  readonly isWhole: boolean;
}

/** The items that a page writes in one text for a field that holds a list: names of persons, keywords between commas, numbers, days. */
export function splitItems(
  { kind, name }: FieldPlan,
  text: string,
  { isValue, isWhole }: SplitOptions,
): readonly string[] {
  if (kind === 'persons') {
    const names = parsePersons(text);
    return names.length === 0 ? [text] : names;
  }
  if (kind === 'url') return text.split(beforeAddress).filter(Boolean);
  if (formed.has(kind)) {
    const parts = splitValues(kind, text);
    if (parts.length < 2) return [text];
    const values = parts.filter(isValue);
    // What an enum does not have is one more of the things that it has some of.
    const isList =
      kind === 'enum' ? values.length * 2 >= parts.length : values.length === parts.length;
    return isList ? parts : [text];
  }
  const isSentence = /[.!?。]$/u.test(text) && text.split(' ').length >= minSentence;
  if (kind !== 'keywords' || isSentence) return [text];
  const parts = splitText(text);
  return isWhole ? partLast(parts, partedNames.test(name)) : parts;
}

const hashtags = /^#[^\s#,;|]+(?:\s+#[^\s#,;|]+)+$/u;

/** The parts of a text between semicolons where each holds a comma at most, as "Portland, OR" does; else those between all marks. */
function splitText(text: string): readonly string[] {
  if (hashtags.test(text)) return text.split(/\s+/);
  const wide = text.split(';').map((part) => part.trim());
  const areWhole = wide.every((part) => part.split(itemSeparator).length <= 2);
  const isNested = areWhole && wide.length > 1 && wide.some((part) => part.includes(','));
  return (isNested ? wide : text.split(itemSeparator)).filter(Boolean);
}

/** Before an address behind another one: a semicolon may stand in both. */
const beforeAddress = /(?<![\s,;|])[\s,;|]+(?=https?:\/\/)/i;

/** Fields whose values are one word or so: in others what a word joins may be one thing, such as bed and breakfast. */
const partedNames =
  /(?:^|[_A-Z-])(?:colou?r|language|material|flavou?r|fabric|finish|cuisine|genre|size|allergen|topping)/i;

const joint = new RegExp(`\\s(?:${joiningWords})\\s`, 'iu');
const firstJoint = new RegExp(`^(?:${joiningWords}|&)\\s+(?=\\S)`, 'iu');
/** Capitals on both sides are those of one name: "Food & Drink". */
const smallAmpersand = /(?<=\p{Ll})\s&\s(?=\p{Ll})/u;

/** Parts the last two of several items, which a word joins behind a comma or in place of it, where it joins no others of them. */
function partLast(parts: readonly string[], mayLackComma: boolean): readonly string[] {
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  if (before.length === 0 || before.some((part) => joint.test(part) || part.includes('&')))
    return parts;
  const bare = last.replace(firstJoint, '');
  if (bare !== last) return [...before, bare];
  const two = [joint, smallAmpersand]
    .map((mark) => last.split(mark))
    .find(({ length }) => length === 2);
  const all = [...before, ...(two ?? [])];
  return two !== undefined && (mayLackComma || beginAlike(all, two)) ? all : parts;
}

const fullName = /^\p{Lu}\S*(?:\s\p{Lu}\S*)+$/u;
const sentenceCase = /^\p{Lu}\S*(?:\s\S+)*\s\p{Ll}/u;

/** Whether a capital behind the joining word begins an item: all are names, or all begin so, and other words of these two do not. */
function beginAlike(all: readonly string[], two: readonly string[]): boolean {
  return (
    all.every((part) => fullName.test(part)) ||
    (all.every((part) => /^\p{Lu}/u.test(part)) && two.some((part) => sentenceCase.test(part)))
  );
}

function splitValues(kind: FieldPlan['kind'], text: string): readonly string[] {
  const stated = text.split(valueSeparator).filter((part) => !isNothing(part));
  const parts = partLast(stated, true);
  if (kind === 'date') return joinDays(parts);
  if (parts.length > 1 || !slashed.has(kind)) return parts;
  const numbers = text.split(slash).filter(Boolean);
  return numbers.length >= leastSlashed ? numbers : parts;
}

/** What ends a day behind a comma: its year, or a time of day. */
const dayEnd = /^\d{4}(?!\d)|^\d{1,2}[:.]\d\d(?!\d|\.)/;

/** Days in whose forms commas stand: "Friday, May 3, 2024". */
function joinDays(parts: readonly string[]): readonly string[] {
  const days: string[] = [];
  for (const part of parts) {
    const last = days.at(-1);
    if (last !== undefined && (dayEnd.test(part) || !/\d/.test(last)))
      days[days.length - 1] = `${last}, ${part}`;
    else days.push(part);
  }
  return days;
}
