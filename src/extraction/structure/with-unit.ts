import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import type { Filled } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric } from '../fields/value-read.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { readNumber } from '../values/numbers/read-numbers.ts';
import { findUnit, listMeasures } from '../values/numbers/units.ts';
import { partUnit } from '../values/stated-unit.ts';
import { toWordSet } from '../../runtime/collections.ts';

const unitNames: ReadonlySet<string> = toWordSet(
  'unit units unitname unittext einheit unité unidad unità',
);

/** The same with the unit of its number, where an object asks for both and the value of one label states both: "Weight: 4 kg". */
export function withUnit({ children }: FieldPlan, filled: Filled, facts: PageFacts): Filled {
  const unit = children.find(({ name, types }) => isUnitName(name) && types.includes('string'));
  const number = children.find(({ asPart }) => asPart !== undefined && isNumeric(asPart));
  if (unit === undefined || number?.asPart === undefined) return filled;
  const isStated = typeof filled.value[unit.name] === 'string';
  // A number in an asked unit may have been worked out from that of the page.
  if (isStated || number.asPart.asked.units.length > 0) return filled;
  const source = filled.sources.get(toJsonPointer([number.name]));
  const pair = [...number.asPart.labels]
    .flatMap((label) => facts.pairs.get(label) ?? [])
    .find((one) => one.source.node === source?.node);
  const written = pair && readUnit(pair, filled.value[number.name], facts);
  const stated = written === undefined ? undefined : findUnitMember(unit, written);
  if (source === undefined || stated === undefined) return filled;
  const pointer = toJsonPointer([unit.name]);
  return {
    value: { ...filled.value, [unit.name]: stated },
    sources: new Map([...filled.sources, [pointer, { node: source.node }]]),
    found: filled.found + 1,
    missing: filled.missing.filter((field) => field.pointer !== pointer),
  };
}

/** A unit as the schema writes it, where it names those that it takes. */
function findUnitMember({ enumMembers }: FieldPlan, written: string): unknown {
  if (enumMembers.length === 0) return written;
  const unit = findUnit(written)?.name;
  return enumMembers.find(
    (member) =>
      member === written || (unit !== undefined && findUnit(String(member))?.name === unit),
  );
}

function isUnitName(name: string): boolean {
  return unitNames.has(joinName(name));
}

/** A number with one word behind it, whatever that means: "230 V". */
const oneWordBehind = /^\p{Nd}[\p{Nd}.,]{0,11}\s?(\p{L}{1,12})$/u;

/** The unit that stands behind a number, or in brackets at the end of its label, as the page writes it. */
function readUnit(
  { labelText, value: text }: LabelPair,
  value: unknown,
  { place }: PageFacts,
): string | undefined {
  const [measure] = listMeasures(text);
  const end = measure === undefined ? text.length : measure.start + 1;
  const isItsNumber =
    readNumber(text.slice(0, end), { kind: 'number', isMeasure: true, ...place })?.value === value;
  if (!isItsNumber) return undefined;
  return measure === undefined
    ? (partUnit(labelText).unit ?? oneWordBehind.exec(text)?.[1])
    : text.slice(end, measure.end).trim();
}
