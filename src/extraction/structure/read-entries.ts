import type { ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { type Scope, isInScope } from '../fields/rank-entities.ts';
import { findOnlyNumber } from '../values/numbers/find-only-number.ts';
import { listNamedValues } from './list-name-values.ts';

interface Entry {
  readonly value: string | number;
  readonly source: ValueSource;
}

/** Fewer are a line of the page, and no list of names with values. */
const minEntries = 2;
const maxEntries = 500;

/**
 * The names and values for a field that takes any names, as the page writes them: the rows of a list or table that is called as the
 * field is. Of numbers those rows that state one with its unit and nothing else.
 */
export function readEntries(plan: FieldPlan, scope: Scope): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const unread: string[] = [];
  for (const { labelText, value: text, source } of listNamedValues(plan, scope.facts)) {
    // A name that programs may take for something else than one.
    const isName = labelText !== '' && labelText !== '__proto__';
    if (!isName || !isInScope(source, scope) || entries.has(labelText)) continue;
    const value = readEntry(plan, text, scope);
    if (value === undefined) unread.push(labelText);
    else entries.set(labelText, { value, source });
    if (entries.size >= maxEntries) break;
  }
  if (entries.size < minEntries) return new Map();
  const [first] = unread;
  if (first !== undefined)
    scope.facts.cuts.add(
      `${unread.length} of the values of "${plan.name}" are no numbers and not given (the first: "${first}").`,
    );
  return entries;
}

function readEntry(
  { entryTypes = [] }: FieldPlan,
  text: string,
  { facts: { place } }: Scope,
): string | number | undefined {
  if (entryTypes.includes('string')) return text;
  const wholeNumber = !entryTypes.includes('number');
  return findOnlyNumber(text, { ...place, wholeNumber, isMeasure: true });
}
