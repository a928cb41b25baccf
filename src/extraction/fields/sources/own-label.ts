import type { FieldPlan } from '../plan-fields.ts';
import { findConceptByLabel } from '../../lexicon/find-concept.ts';
import { foldLabel } from '../../lexicon/fold-label.ts';

/** Whether a line has the label of another field: "Colour: oak" inside an element of class size. */
export function isOfOther(line: string, { concept, labels }: FieldPlan): boolean {
  const label = foldLabel(/^([^:：]{1,40})[:：]/u.exec(line)?.[1] ?? '');
  const other = label === '' ? undefined : findConceptByLabel(label);
  return other !== undefined && other !== concept && !labels.has(label);
}

/** Returns a text without the field's label: "SKU: 123" inside an element of class sku is 123. */
export function stripOwnLabel(line: string, plan: FieldPlan): string {
  const colon = /^([^:：]{1,40})[:：]\s*(\S.*)$/u.exec(line);
  if (colon === null) return plan.labels.has(foldLabel(line)) ? '' : line;
  const label = foldLabel(colon[1] ?? '');
  if (plan.labels.has(label)) return colon[2] ?? '';
  // "more from brand: X" keeps what follows its label word.
  const last = label.split(' ').at(-1) ?? '';
  return plan.labels.has(last) ? (colon[2] ?? '') : line;
}
