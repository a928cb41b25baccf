import { isNumeric } from '../fields/value-read.ts';
import type { ListItem } from './list-item.ts';
import { foldLabel } from '../lexicon/fold-label.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** Share of consecutively numbered items from which the numbers are list markers and not text. */
const minNumbered = 0.8;
const bullets = /^[\s•·▪●◦‣■□▢☐✓✔–—*-]+(?=\S)/;
const stepWords = 'step|schritt|étape|paso|passo|stap|steg|trin|vaihe|krok|шаг|adım|bước|langkah';
const stepMark = new RegExp(
  `^(?:(?:${stepWords})\\s?\\d{1,2}\\s?[.):：-]?|\\d{1,2}\\s?(?:[.):：]|\\s-))\\s?(?=\\p{Lu}|\\p{Lo})`,
  'iu',
);
/** What a list of ingredients goes on with where the steps stand in the same part of the page. */
const numberedStep = new RegExp(`^(?:${stepWords})\\s?\\d{1,2}(?!\\d)`, 'iu');
const doubledBrackets = /\(\(([^()]*)\)\)/g;
const maxCopies = 4;
const stepLabel = new RegExp(`^(?:${stepWords})\\s?(?:no\\.?\\s?)?\\d{1,2}\\s?[:.)]?$`, 'iu');

/** Cleans the items of a list the way a reader would copy them: no bullets, no check boxes, no labels, no repeats. */
export function tidyItems(plan: FieldPlan, items: readonly ListItem[]): readonly ListItem[] {
  const tidy: ListItem[] = [];
  const keeps = keepsRepeats(plan, items);
  const seen = new Set<string>();
  for (const item of plan.kind === 'steps' ? dropNumbers(items) : items) {
    const text = tidyText(plan, item.text);
    if (text === '' || plan.labels.has(foldLabel(text))) continue;
    // Other lists that repeat an item hold a second, hidden copy.
    if (!keeps && seen.has(text)) continue;
    seen.add(text);
    tidy.push({ ...item, text });
  }
  if (plan.kind === 'persons') return dropInitials(tidy);
  return keeps && !isNumeric(plan) ? dropCopy(tidy) : tidy;
}

const capitals = /^\p{Lu}{2,3}$/u;

/** Without the letters that stand in place of the portrait of somebody who is listed, too: "AB" and "Ada Byron". */
function dropInitials(items: readonly ListItem[]): readonly ListItem[] {
  if (!items.some(({ text }) => capitals.test(text))) return items;
  const initials = new Set(
    items.map(({ text }) => Array.from(text.split(/[\s-]+/), (word) => word.slice(0, 1)).join('')),
  );
  return items.filter(({ text }) => !capitals.test(text) || !initials.has(text));
}

/**
 * Whether an item may stand in a list twice: ingredients ("salt"), and numbers and steps where all stand in one text or below one
 * element. What is printed at two places of a page is there once.
 */
export function keepsRepeats(plan: FieldPlan, items: readonly ListItem[]): boolean {
  if (plan.kind === 'ingredients') return true;
  if (plan.kind !== 'steps' && !isNumeric(plan)) return false;
  const nodes = new Set(items.map(({ source }) => source.node));
  const parents = new Set(Array.from(nodes, ({ parent }) => parent));
  return nodes.size === 1 || parents.size === 1;
}

/** Items numbered 1, 2, 3 by the page's markup rather than by the list. */
function dropNumbers(items: readonly ListItem[]): readonly ListItem[] {
  const numbers = items.map(({ text }) => Number(/^\s*(\d{1,2})(?!\d|[.,]\d)/.exec(text)?.[1]));
  const counted = numbers.filter((number, at) => number === at + 1).length;
  if (items.length < 2 || counted < items.length * minNumbered) return items;
  return items.map((item, at) =>
    numbers[at] === at + 1 ? { ...item, text: item.text.replace(/^\s*\d{1,2}[\s.):]*/, '') } : item,
  );
}

function tidyText(plan: FieldPlan, text: string): string {
  let line = foldText(text).replace(bullets, '').replaceAll('\u2044', '/');
  if (plan.kind === 'ingredients') {
    line = line.replace(doubledBrackets, '($1)');
    if (line.endsWith(':') || numberedStep.test(line)) return '';
  }
  if (plan.kind === 'steps') {
    if (stepLabel.test(line)) return '';
    line = line.replace(stepMark, '');
  }
  return line;
}

/** Returns the first copy when the list consists of equal copies, for example for printing or for other amounts. */
function dropCopy(items: readonly ListItem[]): readonly ListItem[] {
  for (let copies = 2; copies <= maxCopies; copies += 1) {
    const length = items.length / copies;
    if (!Number.isInteger(length) || length < 2) continue;
    if (items.every(({ text }, at) => text === items[at % length]?.text))
      // Copies of copies: in two units for each of three portions.
      return dropCopy(items.slice(0, length));
  }
  return items;
}
