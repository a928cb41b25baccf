import { joinName, splitWords, toSingular } from '../analysis/fold-label.ts';
import { articleConcepts } from './article-concepts.ts';
import type { Concept } from './concept.ts';
import { courtConcepts } from './court-concepts.ts';
import { generalConcepts } from './general-concepts.ts';
import { productConcepts } from './product-concepts.ts';
import { recipeConcepts } from './recipe-concepts.ts';

/** All concepts. */
export const concepts: readonly Concept[] = [
  ...articleConcepts,
  ...productConcepts,
  ...recipeConcepts,
  ...courtConcepts,
  ...generalConcepts,
];

const conceptByName = new Map<string, Concept>();
const genericKeys: ReadonlySet<string> = new Set(['name', 'url', 'value', 'id', 'text']);

// A concept's own names come before names from the ends of key paths: `dateModified` belongs to two concepts.
for (const concept of concepts) for (const name of concept.names) learnName(name, concept);
for (const concept of concepts) {
  for (const key of concept.keys) {
    const name = joinName(key.slice(key.lastIndexOf('.') + 1));
    if (!genericKeys.has(name)) learnName(name, concept);
  }
}

function learnName(name: string, concept: Concept): void {
  if (!conceptByName.has(name)) conceptByName.set(name, concept);
}

const conceptByLabel = new Map<string, Concept>();
for (const concept of concepts) {
  for (const label of concept.labels) {
    if (!conceptByLabel.has(label)) conceptByLabel.set(label, concept);
  }
}

/** Whether a concept has this very name, in the singular or the plural. */
export function isConceptName(name: string): boolean {
  const words = splitWords(name);
  return conceptByName.has(words.join('')) || conceptByName.has(words.map(toSingular).join(''));
}

/** The concept that a visible label stands for, in any language that we know labels of; `label` is folded. */
export function findConceptByLabel(label: string): Concept | undefined {
  return conceptByLabel.get(label);
}

/** Words that name the shape of a value, not its meaning. */
const shapeWords: ReadonlySet<string> = new Set(
  'list array value values text string item items info data field the of full current main'.split(
    ' ',
  ),
);

/** The concept that a property name stands for: the whole name first, then without shape words, then in the singular. */
export function findConcept(name: string): Concept | undefined {
  const whole = conceptByName.get(joinName(name));
  if (whole !== undefined) return whole;
  const words = splitWords(name).filter((word) => !shapeWords.has(word));
  const bare = conceptByName.get(words.join(''));
  if (bare !== undefined) return bare;
  const singular = conceptByName.get(words.map(toSingular).join(''));
  if (singular !== undefined) return singular;
  // `recipe_title`, `article_author`: the last word names the field, the words before name its subject.
  const last = words.at(-1);
  return words.length > 1 &&
    last !== undefined &&
    /^(?:title|price|author|description|image|brand|sku)$/.test(last)
    ? conceptByName.get(last)
    : undefined;
}
