import type { StructuredEntity, StructuredText } from '../../page/page-reading.ts';
import { cleanLines, cleanText } from '../analysis/clean-text.ts';
import { foldLabel, joinName } from '../analysis/fold-label.ts';
import { propertyOf } from '../analysis/index-entities.ts';
import { recipeConcepts } from '../lexicon/recipe-concepts.ts';
import type { ListItem } from './list-candidate.ts';

const labels: ReadonlySet<string> = new Set(
  recipeConcepts.find(({ name }) => name === 'instructions')?.labels,
);
const numbered = /^(?:step|schritt|étape|paso|passo|stap|steg|krok|шаг)?\s?\d{1,3}\.?$/iu;
const maxSteps = 300;

/**
 * Steps of a schema.org HowTo: texts, HowToStep, HowToSection with its steps. A section's name is a step's heading and
 * is kept unless it only says "Preparation"; a step's name is kept unless its text begins with it. Iterative.
 */
export function readInstructions(
  values: readonly (StructuredText | StructuredEntity)[],
): readonly ListItem[] {
  const items: ListItem[] = [];
  const waiting = [...values].reverse();
  for (
    let value = waiting.pop();
    value !== undefined && items.length < maxSteps;
    value = waiting.pop()
  ) {
    if (value.kind === 'text') {
      for (const text of cleanLines(value.text)) items.push({ text, source: value.source });
      continue;
    }
    const name = firstText(value, 'name');
    const text = firstText(value, 'text') ?? firstText(value, 'description');
    const inner = propertyOf(value, 'itemlistelement').filter(
      (child) => child.kind === 'entity' || text === undefined,
    );
    if (name !== undefined && isHeading(cleanText(name.text), cleanText(text?.text ?? ''))) {
      items.push({ text: cleanText(name.text), source: name.source });
    }
    if (text !== undefined)
      for (const line of cleanLines(text.text)) items.push({ text: line, source: text.source });
    else waiting.push(...[...inner, ...propertyOf(value, 'steps')].reverse());
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
