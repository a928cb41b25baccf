import type { PlaceDescription } from './describe-place.ts';
import { parseDateText, parseDateTimeText } from './parse-date-text.ts';
import { parseNumberText } from './parse-number-text.ts';
import { isFormatted } from '../parse/schema-formats.ts';

/** Most characters of a text that is coerced; longer texts are prose. */
const maxScalarLength = 1_000;

/**
 * Texts that people and models write for a missing value; read as missing only when the schema does not allow the
 * text itself.
 */
const nothingTexts: ReadonlySet<string> = new Set([
  '',
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'n.a.',
  'null',
  'nil',
  'none',
  'undefined',
  'not available',
  'not applicable',
]);

/** Whether a value means "no value". */
export function isNothing(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    value.length <= maxScalarLength &&
    nothingTexts.has(value.trim().toLowerCase())
  );
}

/**
 * Returns a text, number or boolean in the type of the place, or unchanged if the conversion is ambiguous. Texts become
 * numbers and whole numbers (`parseNumberText`), and booleans when they say true, false, yes or no; `In stock` is not
 * read. Numbers become texts. Texts lose surrounding white space and get the case of the one `enum` member they match,
 * and dates become ISO dates (`parseDateText`), where the text as it was is not allowed.
 */
export function coerceScalar(place: PlaceDescription, value: unknown): unknown {
  if (typeof value === 'number') return coerceNumber(place, value);
  if (typeof value !== 'string' || value.length > maxScalarLength) return value;
  if (place.types.has('string')) return coerceText(place, value);
  const text = value.trim();
  const candidates = [
    place.types.has('number') || place.types.has('integer')
      ? parseNumberText(text, !place.types.has('number'))
      : undefined,
    place.types.has('boolean') ? booleans.get(text.toLowerCase()) : undefined,
  ];
  return (
    candidates.find((candidate) => candidate !== undefined && place.allows(candidate)) ?? value
  );
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function coerceNumber(place: PlaceDescription, value: number): unknown {
  if (place.allows(value) || !place.types.has('string')) return value;
  const text = String(value);
  const member = place.members === undefined ? text : findMember(place.members, text);
  return member ?? value;
}

function coerceText(place: PlaceDescription, value: string): string {
  if (place.members !== undefined) {
    return place.members.includes(value) ? value : (findMember(place.members, value) ?? value);
  }
  const { format } = place;
  if (format === undefined || isFormatted(format, value)) return value;
  const trimmed = value.trim();
  const candidates = [
    trimmed,
    format === 'date' ? parseDateText(trimmed) : undefined,
    format === 'date' ? dayOf(trimmed) : undefined,
    format === 'date-time' ? parseDateTimeText(trimmed) : undefined,
  ];
  return (
    candidates.find((candidate) => candidate !== undefined && isFormatted(format, candidate)) ??
    value
  );
}

/** The day that a moment was written with, in its own offset. */
function dayOf(text: string): string | undefined {
  return parseDateTimeText(text)?.slice(0, 10);
}

function findMember(members: readonly unknown[], text: string): string | undefined {
  const folded = fold(text);
  const matching = members.filter(
    (member): member is string => typeof member === 'string' && fold(member) === folded,
  );
  return matching.length === 1 ? matching[0] : undefined;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}
