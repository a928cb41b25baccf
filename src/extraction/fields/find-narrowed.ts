import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { findConcept } from '../lexicon/find-concept.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import {
  determiners,
  isPlainWord,
  listNouns,
  narrowingWords,
  partingWords,
  subjectTypes,
  yesNoWords,
} from '../lexicon/prompt-words.ts';
import { findAskedUnits } from '../values/stated-unit.ts';
import type { FieldPlan } from './plan-fields.ts';

/** Words of requests and descriptions that say how a value is written, or that it is one. */
const formWords: ReadonlySet<string> = toWordSet(
  'amount array boolean code commerce currency data date day describe document field format html integer iso json known list link ' +
    'missing name null number object online optional output possible precise property required result schema sentence shop short store string ' +
    'text time title unit unknown url valid value website whether word written year yyyy detail entire overall plain single visible',
);
/** Characters of a word that can ask for anything. */
const minLength = 3;
/** Words of a request that are looked at, and characters of a text with words. */
const maxWords = 60;
const maxText = 2_000;

/**
 * The fields of which more is asked than what they are called: by a request with words that name none of them, nor the page ("the
 * name of the mayor"), or by a description of their own ("without tax"). What the page states for such a field is read, and not sure to be
 * what is meant.
 */
export function findNarrowed(
  plans: readonly FieldPlan[],
  prompt: string,
  facts: PageFacts,
): ReadonlySet<FieldPlan> {
  const all = listAll(plans);
  const asked = listTelling(prompt);
  const described = all.map((plan) => ({ plan, asked: listTelling(plan.description, isUnit) }));
  // Most requests and descriptions say nothing beside the names of fields.
  if (asked.length === 0 && described.every((field) => field.asked.length === 0)) return new Set();
  const ofPage = wordsOf(`${facts.page.title} ${facts.heading} ${[...facts.siteNames].join(' ')}`);
  const isNamed = (word: string, of: readonly FieldPlan[]): boolean =>
    [word, toSingular(word)].some(
      (form) => ofPage.has(form) || of.some((plan) => ownWordsOf(plan).has(form)),
    );
  const isDescribed = (word: string): boolean =>
    described.some((field) => field.asked.includes(word));
  if (asked.some((word) => !isNamed(word, all) && !isDescribed(word))) return new Set(all);
  return new Set(
    described.flatMap((field) =>
      field.asked.some((word) => !isNamed(word, [field.plan])) ? field.plan : [],
    ),
  );
}

function listAll(plans: readonly FieldPlan[]): readonly FieldPlan[] {
  return plans.flatMap((plan) => [plan, ...listAll(plan.children)]);
}

const ownWords = new WeakMap<FieldPlan, ReadonlySet<string>>();

/** The words by which a field, or its concept, is called. */
function ownWordsOf(plan: FieldPlan): ReadonlySet<string> {
  return getOrMake(ownWords, plan, () => {
    const { name, concept, enumMembers } = plan;
    const { names = [], tokens = [], labels = [] } = concept ?? {};
    return wordsOf([name, ...names, ...tokens, ...labels, ...enumMembers.map(String)].join(' | '));
  });
}

/** The words of a request or a description that ask for something. */
function listTelling(
  text: string,
  isKnown: (word: string) => boolean = () => false,
): readonly string[] {
  const words = splitWords(text.slice(0, maxText)).slice(0, maxWords);
  return words.filter((word, at) => {
    const tells = [word, toSingular(word)].every((form) => isTelling(form) && !isKnown(form));
    // "Name, price and material" names three values, but "the name of the author" none of the page.
    return tells && (findConcept(word) === undefined || isBehindOf(words, at));
  });
}

function isBehindOf(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => !determiners.has(word));
  return before !== undefined && narrowingWords.has(before);
}

/** Whether values are given in what a description asks for, or not at all. */
function isUnit(word: string): boolean {
  const { units, currencies } = findAskedUnits('', word);
  return units.length > 0 || currencies.size > 0;
}

/** Whether a word asks for something, and is not part of how requests are put. */
function isTelling(word: string): boolean {
  return (
    word.length >= minLength &&
    /\p{L}/u.test(word) &&
    !formWords.has(word) &&
    !isPlainWord(word) &&
    ![determiners, listNouns, narrowingWords, partingWords, yesNoWords].some((set) =>
      set.has(word),
    ) &&
    !subjectTypes.has(word)
  );
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = splitWords(text);
  return new Set([...words, ...words.map(toSingular)]);
}
