import { toWordSet } from '../../runtime/collections.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { listAskedWords, subjectTypes } from '../lexicon/prompt-words.ts';
import { minAlike, shapeOf } from './column-shape.ts';
import type { Column, Region } from './column.ts';

/** Kinds of values that things of any sort have. */
const commonKinds: ReadonlySet<FieldPlan['kind']> = new Set([
  'title',
  'body',
  'date',
  'url',
  'image',
] as const);
/** Names of lists that say nothing of what is in them. */
const anyNouns: ReadonlySet<string> = toWordSet(
  'item entry record row result thing element value card node object data',
);
/** What the names of two parties tell that it is, whatever the page calls it. */
const courtNouns: ReadonlySet<string> = toWordSet(
  'case opinion decision judgment judgement ruling order',
);
/** Letters of a word that names things. */
const minWord = 3;
/** Characters above a list that may say what it holds. */
const maxLead = 300;
/** Elements of the first record whose names are looked at. */
const maxInside = 60;

/**
 * Says of the records of a list that nothing calls them what is asked for, where all that was found of them are values that things of
 * any sort have: a page that lists something else has names and days, too.
 */
export function describeUncalled(
  columns: ReadonlyMap<FieldPlan, Column>,
  { prompt, facts: { page } }: Scope,
  { blocks, element }: Region,
  name: string,
): string | undefined {
  if (![...columns.keys()].every(({ kind }) => commonKinds.has(kind))) return undefined;
  // Of what was read by its place this is told already.
  if ([...columns.values()].some(({ isPlaced }) => isPlaced === true)) return undefined;
  const asked = listNouns(splitWords(name).join(' '));
  if (asked.size === 0) return undefined;
  const areCases = [...columns.values()].some((column) => shapeOf(column).parties > minAlike);
  if (areCases && [...asked].some((word) => courtNouns.has(word))) return undefined;
  const first = page.elements[blocks[0]?.start ?? element.position] ?? element;
  const inside = page.elements.slice(
    first.position,
    Math.min(first.end, first.position + maxInside),
  );
  const headings = page.elements.filter((one) => headingLevel(one) !== undefined);
  const said = [
    page.title,
    URL.parse(page.reading.url)?.pathname ?? '',
    page.text.slice(Math.max(0, first.textStart - maxLead), first.textStart),
    ...headings.map((heading) => page.text.slice(heading.textStart, heading.textEnd)),
    ...Array.from(columns.values(), ({ header }) => header),
    ...[...page.around(first), ...inside].flatMap((one) => [...page.tokensOf(one)]),
  ];
  const words = new Set(
    said.flatMap((text) => splitWords(text)).flatMap((word) => [word, toSingular(word)]),
  );
  const fields = new Set([...columns.keys()].flatMap((plan) => splitWords(plan.name)));
  const named = [...asked, ...listNouns(prompt)].filter((word) => !fields.has(word));
  const types = new Set(named.flatMap((word) => subjectTypes.get(word) ?? []));
  const isSaid = (word: string): boolean => words.has(word);
  if (named.some(isSaid) || [...words].some((word) => types.has(subjectTypes.get(word) ?? '')))
    return undefined;
  return `Nothing on the page calls the records of "${name}" so: they are what it lists, and may be other things than those asked for.`;
}

function listNouns(text: string): ReadonlySet<string> {
  return new Set(
    [...listAskedWords(text)].filter((word) => word.length >= minWord && !anyNouns.has(word)),
  );
}
