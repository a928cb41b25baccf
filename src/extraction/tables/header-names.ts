import { listLabelForms } from '../analysis/label-forms.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { findNamedUnit } from '../values/numbers/units.ts';
import { minAlike, shapeOf } from './column-shape.ts';
import type { Column } from './column.ts';
import { nameTitles } from './section-titles.ts';

/** Most characters of a header that is taken apart. */
const maxHeader = 120;
/** Brackets behind a name: with its unit, what it is of, and a note. */
const maxBrackets = 3;
const bracketsAtEnd = /[([][^()[\]]*[)\]]\s*$/u;
/** A unit that "in" joins to a name, or one that is no word: "Height in metres", "Height cm". */
const joinedUnit = /^(.{2,})\sin\s(\S{1,14})$/iu;
const bareUnit = /^(.{2,})\s(\p{L}{2}|\p{L}{1,3}[²³]|\p{L}{1,4}\/\p{L})$/u;
/** Names that mean the same things: "City/Town". */
const slash = /\s*\/\s*/;
const plainName = /^\p{L}[\p{L}\s.'’-]{1,40}$/u;

/** Shorter names that a header gives its column: without its plural, its unit or what stands in brackets behind it, and each of several. */
export function listHeaderNames(column: Column): readonly string[] {
  const header = foldText(column.header).slice(0, maxHeader);
  // Without its sign "Case #" is the case itself.
  if (/[#№]$/u.test(header)) return [];
  const names = new Set(listLabelForms(header));
  let name = header;
  for (let count = 0; count < maxBrackets; count += 1) {
    name = withoutBrackets(name);
    names.add(name);
  }
  const measured = measuredName(name);
  if (measured !== undefined) names.add(measured);
  const parts = name.split(slash);
  // "Points/Game" are neither.
  const areNames = parts.length > 1 && parts.every((part) => plainName.test(part));
  if (areNames && shapeOf(column).numbers < minAlike) for (const part of parts) names.add(part);
  names.delete('');
  names.delete(header);
  return [...names];
}

/** A name without what stands in brackets at its end. */
export function withoutBrackets(name: string): string {
  return name.replace(bracketsAtEnd, '').trim();
}

/** A name before its unit, which no brackets part from it. */
function measuredName(name: string): string | undefined {
  const [, measured, unit = ''] = joinedUnit.exec(name) ?? bareUnit.exec(name) ?? [];
  return isUnit(unit) ? measured : undefined;
}

function isUnit(word: string): boolean {
  const unit = findNamedUnit(word);
  return unit !== undefined && (unit.dimension !== 'time' || word.length > 2);
}

/** Whether a header says more of its values than what they are: their unit, or of when they are. */
export function isQualified({ header }: Column): boolean {
  const own = foldText(header).slice(0, maxHeader);
  return (
    /[\p{L}\p{N}%]{2}|%/u.test(bracketsAtEnd.exec(own)?.[0] ?? '') ||
    measuredName(own) !== undefined
  );
}

/** Says under which header the values of a field stand. */
export function describeShort(name: string, { header }: Column): string {
  return `"${name}" was read from the column ${nameTitles([foldText(header)])}.`;
}
