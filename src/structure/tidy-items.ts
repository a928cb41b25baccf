import { foldText } from '../page/node-text.ts';
import { foldLabel } from './fold-label.ts';
import type { ListItem } from './list-candidate.ts';
import type { FieldPlan } from './plan-fields.ts';

const bullets = /^[\s•·▪●◦‣■□▢☐✓✔–—*-]+(?=\S)/;
const stepMark =
  /^(?:step|schritt|étape|paso|passo|stap|steg|trin|vaihe|krok|шаг|adım|bước)?\s?\d{1,2}\s?(?:[.):：]\s?|(?:\s-\s))(?=\p{Lu}|\p{Lo})/iu;
const stepLabel =
  /^(?:step|schritt|étape|paso|passo|stap|steg|trin|vaihe|krok|шаг|adım|bước|langkah)\s?(?:no\.?\s?)?\d{1,2}\s?[:.)]?$/iu;

/** Cleans the items of a list the way a reader would copy them: no bullets, no check boxes, no labels, no repeats. */
export function tidyItems(plan: FieldPlan, items: readonly ListItem[]): readonly ListItem[] {
  const tidy: ListItem[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const text = tidyText(plan, item.text);
    if (text === '' || plan.labels.has(foldLabel(text))) continue;
    // Ingredient lists repeat ("salt"); other lists that repeat an item hold a second, hidden copy.
    if (plan.kind !== 'ingredients' && seen.has(text)) continue;
    seen.add(text);
    tidy.push({ text, source: item.source });
  }
  return plan.kind === 'ingredients' ? dropCopy(tidy) : tidy;
}

function tidyText(plan: FieldPlan, text: string): string {
  let line = foldText(text).replace(bullets, '').replaceAll('\u2044', '/');
  if (plan.kind === 'ingredients') {
    line = line.replace(/\s+([,.;)])/g, '$1').replace(/\(\s+/g, '(');
    if (isBalanced(line)) line = line.replaceAll('((', '(').replaceAll('))', ')');
    if (line.endsWith(':')) return '';
  }
  if (plan.kind === 'steps') {
    if (stepLabel.test(line)) return '';
    line = line.replace(stepMark, '');
  }
  return line;
}

/** Metric and imperial copies, or a second list for printing: the first half when the second says the same. */
function dropCopy(items: readonly ListItem[]): readonly ListItem[] {
  const half = items.length / 2;
  if (items.length < 4 || !Number.isInteger(half)) return items;
  for (let at = 0; at < half; at += 1) if (items[at]?.text !== items[half + at]?.text) return items;
  return items.slice(0, half);
}

function isBalanced(text: string): boolean {
  return text.split('(').length === text.split(')').length;
}
