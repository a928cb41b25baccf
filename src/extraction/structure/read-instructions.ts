import type { StructuredEntity, StructuredText } from '../../page/page-reading.ts';
import type { ListItem } from './list-item.ts';
import { foldLabel, joinName } from '../lexicon/fold-label.ts';
import {
  type StructuredValue,
  cleanLines,
  cleanText,
  propertyOf,
  toText,
} from '../analysis/index-entities.ts';
import { recipeConcepts } from '../lexicon/concept.ts';
import { addAll } from '../../runtime/collections.ts';

export function toItems(values: readonly StructuredValue[]): readonly ListItem[] {
  return values.flatMap((value) => {
    const { text = '', source } = toText(value) ?? {};
    // A whole list in one text has one item per line.
    return source === undefined ? [] : cleanLines(text).map((line) => ({ text: line, source }));
  });
}

const labels: ReadonlySet<string> = new Set(
  recipeConcepts.find(({ name }) => name === 'instructions')?.labels,
);
const numbered = /^(?:step|schritt|étape|paso|passo|stap|steg|krok|шаг)?\s?\d{1,3}\.?$/iu;
const maxSteps = 300;

/** Steps of a schema.org HowTo; names are kept as headings unless they only say "Preparation" or the text repeats them. */
export function readInstructions(values: readonly StructuredValue[]): readonly ListItem[] {
  const items: ListItem[] = [];
  const waiting = [...values].reverse();
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (items.length >= maxSteps) break;
    if (value.kind === 'text') {
      addAll(items, toItems([value]));
      continue;
    }
    const name = firstText(value, 'name');
    const title = cleanText(name?.text ?? '');
    const text = firstText(value, 'text') ?? firstText(value, 'description');
    const inner = propertyOf(value, 'itemlistelement').filter(
      (child) => child.kind === 'entity' || text === undefined,
    );
    if (name !== undefined && isHeading(title, cleanText(text?.text ?? '')))
      items.push({ text: title, source: name.source });
    if (text !== undefined) addAll(items, toItems([text]));
    else addAll(waiting, [...inner, ...propertyOf(value, 'steps')].reverse());
  }
  return items;
}

function isHeading(name: string, text: string): boolean {
  if (name === '' || labels.has(foldLabel(name)) || numbered.test(name)) return false;
  const start = joinName(name.replace(/(?:\.\.\.|…)$/, ''));
  return !joinName(text).startsWith(start);
}

function firstText(entity: StructuredEntity, name: string): StructuredText | undefined {
  return propertyOf(entity, name).find((value) => value.kind === 'text');
}
