import { findAskedUnits, toAskedUnit } from '../../values/stated-unit.ts';
import { findOnlyDate } from '../../values/dates/read-date.ts';
import { findOnlyNumber } from '../../values/numbers/find-only-number.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { isFormatted } from '../parse/schema-formats.ts';
import { type PlaceDescription, findMember } from './describe-place.ts';

/** Most characters of a text that is coerced; longer texts are prose. */
const maxScalarLength = 1_000;

/**
 * Returns a text, number or boolean in the type of the place, or unchanged if the conversion is ambiguous. Texts become
 * numbers and whole numbers (`findOnlyNumber`) in the unit that the property asks for (`toAskedUnit`), and booleans when they
 * say true, false, yes or no; `In stock` is not read. Numbers become texts. Texts lose surrounding white space and get the case
 * of the one `enum` member they match, and dates become ISO dates (`findOnlyDate`), where the text as it was is not allowed.
 */
export function coerceScalar(
  place: PlaceDescription,
  value: unknown,
  source: NumberPlace,
  name: string,
): unknown {
  if (typeof value === 'number') return coerceNumber(place, value);
  if (typeof value !== 'string' || value.length > maxScalarLength) return value;
  if (place.types.has('string')) return coerceText(place, value, source);
  const text = value.trim();
  const candidates = [
    place.types.has('number') || place.types.has('integer')
      ? readAmount(place, text, source, name)
      : undefined,
    place.types.has('boolean') ? booleans.get(text.toLowerCase()) : undefined,
  ];
  return (
    candidates.find((candidate) => candidate !== undefined && place.allows(candidate)) ?? value
  );
}

/** Characters of a name or a description that are looked through for a unit. */
const maxNamed = 200;

function readAmount(
  place: PlaceDescription,
  text: string,
  source: NumberPlace,
  name: string,
): number | undefined {
  const wholeNumber = !place.types.has('number');
  // Looked for only where the text has more than a number.
  const asked = /[^\d\s.,+-]/.test(text)
    ? findAskedUnits(name.slice(0, maxNamed), place.description.slice(0, maxNamed))
    : undefined;
  const context = { ...source, isMeasure: asked !== undefined && asked.dimensions.size > 0 };
  const read = findOnlyNumber(text, { ...context, wholeNumber });
  if (asked === undefined) return read;
  // A fraction of one unit may be a whole number of another: "1.2 kg" in grams.
  const exact = wholeNumber ? findOnlyNumber(text, { ...context, wholeNumber: false }) : read;
  const stated = exact ?? read;
  const fitting = stated === undefined ? undefined : toAskedUnit(asked, text, stated);
  if (fitting === stated) return read;
  return exact === undefined ? undefined : fitting;
}

const booleans: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, false: false, no: false }),
);

function coerceNumber(place: PlaceDescription, value: number): unknown {
  if (place.allows(value) || !place.types.has('string')) return value;
  const text = String(value);
  const member = place.members === undefined ? text : findMember(place.members, text);
  return member ?? value;
}

function coerceText(place: PlaceDescription, value: string, source: NumberPlace): string {
  if (place.members !== undefined) {
    return place.members.includes(value) ? value : (findMember(place.members, value) ?? value);
  }
  const { format } = place;
  if (format === undefined || isFormatted(format, value)) return value;
  const trimmed = value.trim();
  const isTime = format === 'date' || format === 'date-time';
  const date = isTime ? findOnlyDate(trimmed, source) : undefined;
  // Of a moment the day that it was written with, in its own offset.
  const candidates = [trimmed, format === 'date' ? date?.day : date?.moment];
  return (
    candidates.find((candidate) => candidate !== undefined && isFormatted(format, candidate)) ??
    value
  );
}
