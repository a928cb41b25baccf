import { isNumeric } from '../value-read.ts';
import { isMeasured } from '../read-value.ts';
import type { FieldPlan } from '../plan-fields.ts';

/** A bare number of what is measured with the unit that is stated beside it. */
export function addUnit(text: string, plan: FieldPlan, unit: string | undefined): string {
  const isBare = unit !== undefined && /^\p{Nd}{1,9}(?:[.,]\p{Nd}{1,6})?$/u.test(text);
  if (!isBare || plan.kind !== 'text' || isNumeric(plan) || !isMeasured(plan)) return text;
  return `${text} ${unit}`;
}
