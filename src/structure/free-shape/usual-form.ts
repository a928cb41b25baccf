import { foldText } from '../../page/text/node-text.ts';
import { foldLabel, splitWords } from '../analysis/fold-label.ts';
import { type FieldPlan, planFields } from '../fields/plan-fields.ts';
import { readValue } from '../fields/read-value.ts';
import type { Concept, ValueKind } from '../lexicon/concept.ts';
import { findConcept, findConceptByLabel } from '../lexicon/lexicon.ts';
import { findMoney, toCurrencyCode } from '../values/find-money.ts';
import { parseDate } from '../values/parse-date.ts';

const availabilities: readonly string[] = [
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'Discontinued',
  'LimitedAvailability',
];

/**
 * The schema of the one form in which a value of a name is given where no schema asks for another: amounts, counts and ratings
 * as numbers, durations in minutes, days as `YYYY-MM-DD`, the start and the end of an event with its time, availability in
 * schema.org's words. The title names the concept, which `name` may be a translation of.
 */
export function toUsualSchema(name: string): { readonly [keyword: string]: unknown } {
  const concept = findNamed(name);
  if (concept === undefined) {
    const kind = findUsualKind(name);
    if (kind === 'money') return { type: 'number' };
    return kind === 'date' ? { type: 'string', format: 'date' } : {};
  }
  const title = concept.names[0] ?? concept.name;
  switch (concept.kind) {
    case 'money':
    case 'duration':
    case 'yield':
    case 'number':
    case 'count':
      return { title, type: 'number' };
    case 'date':
      // A day is known of every date; when an event begins is of no use without the time.
      return concept.name === 'startDate' || concept.name === 'endDate'
        ? { title, type: 'string', format: 'date-time' }
        : { title, type: 'string', format: 'date' };
    case 'availability':
      return { title, type: 'string', enum: availabilities };
    case 'ingredients':
    case 'steps':
    case 'keywords':
      return { title, type: 'array', items: { type: 'string' } };
    case 'persons':
      return name.endsWith('s') ? { title, type: 'array', items: { type: 'string' } } : { title };
    case 'title':
    case 'text':
    case 'body':
    case 'currency':
    case 'code':
    case 'organization':
    case 'url':
    case 'image':
    case 'language':
      break;
  }
  return { title };
}

/** The concept of a name or a visible label. */
export function findNamed(name: string): Concept | undefined {
  return findConcept(name) ?? findConceptByLabel(foldLabel(name.replaceAll('_', ' ')));
}

/** The kind of a name's values: its concept's, or that of an amount or a date where its last word says so. */
export function findUsualKind(name: string): ValueKind | undefined {
  const concept = findNamed(name);
  if (concept !== undefined) return concept.kind;
  const last = findNamed(splitWords(name).at(-1) ?? '')?.kind;
  return last === 'money' || last === 'date' ? last : undefined;
}

/** Kinds whose values have several forms. */
const readKinds: ReadonlySet<ValueKind> = new Set([
  'money',
  'date',
  'availability',
  'duration',
  'count',
  'number',
]);

/** How the values below a label are read; `undefined` where they stay as they are. */
export type FormReader = (text: string) => unknown;

/** Longer texts say more than a value. */
const maxLength = 60;

/**
 * Returns how a text below this label becomes the usual form. A text that says more than the value, e.g. `from £5 a month`,
 * stays as it is.
 */
export function toFormReader(
  label: string,
  context: { readonly baseUrl: string; readonly monthFirst: boolean },
): FormReader {
  const kind = findUsualKind(label);
  if (kind === undefined || !readKinds.has(kind)) return (text) => text;
  const name = findNamed(label) === undefined ? (splitWords(label).at(-1) ?? '') : label;
  const [plan] = planFields(
    { type: 'object', properties: { [name]: toUsualSchema(name) } },
    '',
  ).children;
  return (text) => (plan === undefined ? text : toUsualValue(plan, text, context));
}

function toUsualValue(
  plan: FieldPlan,
  text: string,
  context: { readonly baseUrl: string; readonly monthFirst: boolean },
): unknown {
  const line = foldText(text);
  if (line === '' || line.length > maxLength || !isOnlyValue(plan, line, context.monthFirst)) {
    return text;
  }
  const read = readValue(plan, line, { ...context, machine: false, needsCurrency: false });
  return read === undefined ? text : read.value;
}

/** Whether a line says nothing beside the value. */
function isOnlyValue({ kind }: FieldPlan, line: string, monthFirst: boolean): boolean {
  if (kind === 'money') {
    const [money, another] = findMoney(line, false);
    return money?.text === line && another === undefined;
  }
  if (kind === 'date') {
    const date = parseDate(line, monthFirst);
    return date?.text === line || /^\d{4}-\d\d-\d\dT\S+$/.test(line);
  }
  // A number of pieces says more than that there are some.
  if (kind === 'availability') return !/\d/.test(line);
  return kind === 'duration' || /^[\d., ]+$/.test(line);
}

/** ISO 4217 code of the currency that a text names beside its first amount, or the sign as written where it serves several. */
export function findCurrency(text: string): string | undefined {
  const sign = findMoney(text, true)[0]?.currency;
  return sign === undefined ? undefined : (toCurrencyCode(sign) ?? sign);
}
