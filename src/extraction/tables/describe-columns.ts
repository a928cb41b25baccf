import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { findPriceBound, findPriceRate, isPlainPrice } from '../fields/price-bound.ts';
import { isNumeric, isNumberKind } from '../fields/value-read.ts';
import { findMoney } from '../values/money/find-money.ts';
import { toCurrencyCode } from '../values/numbers/currency-signs.ts';
import { findNumberLocale } from '../values/numbers/number-locale.ts';
import { listMeasures } from '../values/numbers/units.ts';
import { findRatings } from '../values/ratings.ts';
import { findStatedScale, statesOtherUnit } from '../values/stated-unit.ts';
import { titleWords } from './class-words.ts';
import type { Column, Region } from './column.ts';
import { codeNouns, fitHeader, isLink, isNamedBy, namesOf } from './field-names.ts';
import { scoreFit } from './fit-column.ts';
import { withoutBrackets } from './header-names.ts';
import { listTellingWords, minScore, namesApart } from './map-columns.ts';
import { findRegionTitle, nameTitles } from './section-titles.ts';

/** Says of which columns fields were read whose headers name them in part, or not alone. */
export function describeHeaders(
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  scope: Scope,
  listName: string,
): readonly string[] {
  return [
    ...describeGroups(region, columns),
    ...describeRivals(region, columns, scope, listName),
    ...describeNames(region, columns, scope),
    ...describePlaced(columns),
  ];
}

/** Says which fields nothing on the page names. */
function describePlaced(columns: ReadonlyMap<FieldPlan, Column>): readonly string[] {
  return Array.from(columns).flatMap(([{ name }, { isPlaced }]) =>
    isPlaced === true
      ? [
          `"${name}" was read by its place, as the only other text of each record: nothing on the page says that it is that.`,
        ]
      : [],
  );
}

/** Says which of several columns a field was read from whose headers fit it alike, unless the prompt names that one alone. */
function describeRivals(
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  { prompt, facts: { page } }: Scope,
  listName: string,
): readonly string[] {
  if (region.kind !== 'table') return [];
  const used = new Set(Array.from(columns.values(), ({ key }) => key));
  const telling = listTellingWords(prompt, [...columns.keys()], listName);
  return Array.from(columns).flatMap(([plan, { key, header, within }]) => {
    const names = namesOf(plan);
    const fit = fitHeader(names, header);
    if (fit === 0 || within.length > 0 || isLink(plan)) return [];
    const isNamed = namesApart(header, telling);
    const named = countNamed(plan, header);
    const rivals = region.columns.filter(
      (other) =>
        other.key !== key &&
        !used.has(other.key) &&
        joinName(other.header) !== joinName(header) &&
        !other.header.includes('\n') &&
        fitHeader(names, other.header) >= fit &&
        countNamed(plan, other.header) >= named &&
        (!isNamed || namesApart(other.header, telling)) &&
        scoreFit(plan, other, page.reading.url) >= minScore,
    );
    return rivals.length === 0
      ? []
      : [
          `Several columns of the table fit "${plan.name}"; it was read from ${nameTitles([header])}, and not from ${nameTitles(rivals.map((other) => other.header))}.`,
        ];
  });
}

/** How many words of a field's name a header has; one more where it is the name, but for its unit or what else stands in brackets. */
function countNamed(plan: FieldPlan, header: string): number {
  const words = new Set(splitWords(spellSigns(header)).map(toSingular));
  const count = namesOf(plan).words.filter((word) => words.has(word)).length;
  const isName = joinName(spellSigns(withoutBrackets(header))) === joinName(plan.name);
  return isName ? count + 1 : count;
}

/** "FG%" is `fg_percent`. */
function spellSigns(header: string): string {
  return header.replaceAll('%', ' percent ');
}

/** Words for the form in which a thing is given. */
const formNouns: ReadonlySet<string> = new Set([
  ...titleWords,
  ...codeNouns,
  ...'text value count amount total'.split(' '),
]);

/** Says which fields were read under a header that lacks a word of their name: the date of birth under "Date". */
function describeNames(
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  { prompt, facts }: Scope,
): readonly string[] {
  if (region.kind !== 'table') return [];
  const counts = new Map<string, number>();
  for (const plan of columns.keys())
    for (const word of new Set(namesOf(plan).words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const about = new Set(
    splitWords(`${prompt} ${findRegionTitle(facts.page, region)}`).map(toSingular),
  );
  return Array.from(columns).flatMap(([plan, column]) => {
    const names = namesOf(plan);
    if (
      column.header === '' ||
      isLink(plan) ||
      isNamedBy(plan, column) ||
      fitHeader(names, column.header) === 0
    )
      return [];
    const said = new Set(splitWords(column.header).map(toSingular));
    // What several fields are named after, or the list, is what the records are; the number of a flight stands under "Flight".
    const lacked = names.words.filter(
      (word) =>
        !said.has(word) && !about.has(word) && !formNouns.has(word) && (counts.get(word) ?? 0) < 2,
    );
    return lacked.length === 0
      ? []
      : [
          `"${plan.name}" was read from the column ${nameTitles([column.header.replaceAll('\n', ', ')])}, which does not say "${lacked.join(' ')}".`,
        ];
  });
}

/** Says which columns were not read because of the unit in their header, and which numbers stand in several units. */
export function describeUnits(
  plans: readonly FieldPlan[],
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  scope: Scope,
): readonly string[] {
  const hasCurrency = plans.some((plan) => plan.kind === 'currency' && columns.has(plan));
  const title = region.kind === 'table' ? findRegionTitle(scope.facts.page, region) : '';
  return plans.flatMap((plan) => {
    const column = columns.get(plan);
    if (column === undefined) {
      const other = region.columns.find(({ header }) => statesOtherUnit(plan.asked, header));
      return other === undefined
        ? []
        : [
            `"${plan.name}" is not given: the column ${nameTitles([other.header.replaceAll('\n', ', ')])} is in another unit or currency.`,
          ];
    }
    if (!isNumeric(plan)) return [];
    const scales = plan.concept?.name === 'rating' ? listScales(column) : [];
    if (scales.length > 1)
      return [`The values of "${plan.name}" are on several scales: out of ${scales.join(', ')}.`];
    if (!isNumberKind(plan)) return [];
    const scale = findStatedScale(plan.asked, column.header);
    if (scale !== undefined)
      return [`The values of "${plan.name}" are in ${scale}, as the header of their column says.`];
    const titleScale = findTitleScale(plan, column, region.columns, title);
    if (titleScale !== undefined)
      return [
        `The values of "${plan.name}" are in ${titleScale}, as the title of their table says.`,
      ];
    if (plan.kind === 'money' && (hasCurrency || plan.asked.currencies.size > 0)) return [];
    const units = plan.kind === 'money' ? listSigns(column, scope) : listUnits(plan, column);
    return units.length < 2
      ? []
      : [`The values of "${plan.name}" are in several units or currencies: ${units.join(', ')}.`];
  });
}

/** The scale that the title of a table states for a column: of those that are called as the table is, else of amounts and of years. */
function findTitleScale(
  plan: FieldPlan,
  column: Column,
  columns: readonly Column[],
  title: string,
): string | undefined {
  const scale = findStatedScale(plan.asked, title);
  if (scale === undefined) return undefined;
  const about = new Set(splitWords(withoutBrackets(title)).map(toSingular));
  const isCalledSo = ({ header }: Column): boolean =>
    splitWords(withoutBrackets(header)).some((word) => about.has(toSingular(word)));
  const isOfTitle = columns.some(isCalledSo)
    ? isCalledSo(column)
    : plan.kind === 'money' || yearHeader.test(column.header);
  return isOfTitle ? scale : undefined;
}

const yearHeader = /^(?:19|20)\d{2}$/;

/** Says of which prices the page says that they begin, or end, there, or are for a month, a kilogram and the like. */
export function describeBounds(
  { size }: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
  scope: Scope,
): readonly string[] {
  return Array.from(columns).flatMap(([plan, { cells }]) => {
    if (!isPlainPrice(plan)) return [];
    const bounds = cells.flatMap(
      (cell) => (cell === undefined ? undefined : findPriceBound(scope, cell.source)) ?? [],
    );
    const rates = cells.flatMap(
      (cell) => (cell === undefined ? undefined : findPriceRate(plan, cell.source, scope)) ?? [],
    );
    const told =
      rates[0] === undefined
        ? []
        : [
            `${rates.length} of ${size} values of "${plan.name}" are prices for a time or a measure, as in "${rates[0]}".`,
          ];
    const ends = [true, false].flatMap((isLeast) => {
      const [first, ...others] = bounds.filter((bound) => bound.isLeast === isLeast);
      return first === undefined
        ? []
        : [
            `${others.length + 1} of ${size} values of "${plan.name}" are the ${isLeast ? 'lowest' : 'highest'} of several prices, as in "${first.text}".`,
          ];
    });
    return [...ends, ...told];
  });
}

/** The scales that the ratings of a column are given with. */
function listScales({ cells }: Column): readonly number[] {
  const scales = cells.flatMap((cell) => findRatings(cell?.text ?? '')[0]?.scale ?? []);
  return [...new Set(scales)].slice(0, maxUnits);
}

/** Most units that a sentence names. */
const maxUnits = 6;

/** The units of the first measures of a column that are asked for, where any is: those of one dimension. */
function listUnits({ asked: { units } }: FieldPlan, { cells }: Column): readonly string[] {
  const found = cells.flatMap((cell) => listMeasures(cell?.text ?? '')[0]?.unit ?? []);
  const dimension = found[0]?.dimension;
  const same = found.filter((unit) => unit.dimension === dimension);
  if (units.some((unit) => unit.dimension === dimension)) return [];
  return [...new Set(same.map(({ name }) => name))].slice(0, maxUnits);
}

function listSigns({ cells }: Column, { facts }: Scope): readonly string[] {
  const signs = cells.flatMap(
    (cell) => findMoney(cell?.text ?? '', true, facts.place)[0]?.currency ?? [],
  );
  const locale = findNumberLocale(facts.place);
  return [...new Set(signs.map((sign) => toCurrencyCode(sign, locale) ?? sign))].slice(0, maxUnits);
}

/** Says of which group of columns a field was read, where others have the same heading below theirs and the field names none. */
function describeGroups(
  region: Region,
  columns: ReadonlyMap<FieldPlan, Column>,
): readonly string[] {
  if (region.kind !== 'table') return [];
  const used = new Set(Array.from(columns.values(), ({ key }) => key));
  return Array.from(columns).flatMap(([plan, { key, header }]) => {
    const [heading, ...groups] = header.split('\n').toReversed();
    const named = new Set(splitWords(plan.name));
    const words = splitWords(groups.join(' ').toLowerCase());
    if (groups.length === 0 || words.every((word) => named.has(word))) return [];
    const others = region.columns.filter(
      (other) =>
        other.key !== key &&
        !used.has(other.key) &&
        other.header !== header &&
        other.header.includes('\n') &&
        other.header.split('\n').at(-1) === heading,
    );
    return others.length === 0
      ? []
      : [
          `Several columns of the table are named "${heading}"; "${plan.name}" has that under ${nameTitles([groups.toReversed().join(' ')])}, and not that under ${nameTitles(others.map(({ header: whole }) => whole.split('\n').slice(0, -1).join(' ')))}.`,
        ];
  });
}
