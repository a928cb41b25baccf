import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { Filled, ValueSource } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { asksProperties, findNameAndValue, listNameValues } from './list-name-values.ts';
import { asksHours, listHours, readHours } from './list-hours.ts';
import { listQuestions } from './list-questions.ts';
import { listTrail } from './list-trail.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Whether a field asks for the way to the page from the first of its site. */
export function isTrail({ name }: FieldPlan): boolean {
  return /^bread-?crumbs?$/.test(splitWords(name).join(''));
}

const askingWords = toWordSet(
  'faq faqs questions fragen preguntas domande perguntas vragen frågor fragor spørgsmål spørsmål pytania otázky вопросы питання sorular',
);
/** The names of the fields for the parts of a question with its answer, in some languages. */
const questionWords: Readonly<Record<'question' | 'answer', ReadonlySet<string>>> = {
  question: toWordSet(
    'question frage pregunta domanda pergunta vraag fråga fraga spørgsmål spørsmål pytanie otázka otazka вопрос питання soru 質問 问题 질문',
  ),
  answer: toWordSet(
    'answer antwort réponse reponse respuesta risposta resposta antwoord svar odpowiedź odpowiedz odpověď odpoved ответ відповідь cevap 回答 答え 답변',
  ),
};

function findQuestionPart(name: string): 'question' | 'answer' | undefined {
  const word = joinName(name);
  return (['question', 'answer'] as const).find((part) => questionWords[part].has(word));
}

function asksQuestions({ name, children }: FieldPlan): boolean {
  const parts = new Set(children.map((child) => findQuestionPart(child.name)));
  return (
    splitWords(name).some((word) => askingWords.has(word)) &&
    parts.has('question') &&
    parts.has('answer')
  );
}

/** What a record of a trail may call the address of a step; any other first text is its name. */
const addressNames: ReadonlySet<string> = toWordSet('url link href item address uri');

/**
 * The records of a list, of which some kinds are named by what the page says of itself: the steps of a trail, questions with their
 * answers, properties with their values, days with their hours. `read` finds any other, and what is compared with these.
 */
export function fillNamedParts(
  plan: FieldPlan,
  scope: Scope,
  read: () => readonly Filled[],
): readonly Filled[] {
  const { facts, wholePage } = scope;
  if (!wholePage) return read();
  if (isTrail(plan)) {
    return listTrail(facts).map((step) =>
      fill(plan.children, step.source, (name) => (addressNames.has(name) ? step.url : step.name)),
    );
  }
  const found = fillNameValues(plan.children, scope, plan.name, read());
  return fillQuestions(plan, facts, fillHours(plan, facts, found));
}

/** When something is open on the days of the week, where nothing else was found for it. */
function fillHours(
  { children }: FieldPlan,
  facts: PageFacts,
  found: readonly Filled[],
): readonly Filled[] {
  if (found.length > 0 || !asksHours(children)) return found;
  return listHours(facts).map((row) => fill(children, row.source, (name) => readHours(row, name)));
}

/** Questions with their answers, where these are asked for, as data or the page's markup says them, unless a list that was found has as many. */
function fillQuestions(
  plan: FieldPlan,
  facts: PageFacts,
  found: readonly Filled[],
): readonly Filled[] {
  if (!asksQuestions(plan)) return found;
  const names = plan.children
    .map(({ name }) => name)
    .filter((name) => findQuestionPart(name) !== undefined);
  const whole = found.filter(({ value }) => names.every((name) => typeof value[name] === 'string'));
  const questions = listQuestions(facts);
  if (questions.length === 0 || (whole.length > 0 && whole.length >= questions.length))
    return found;
  return questions.map(({ value, source }) =>
    fill(plan.children, source, (name) => {
      const part = findQuestionPart(name);
      return part === undefined ? undefined : value[part];
    }),
  );
}

/**
 * The properties of a thing, where their names and values are asked for: `{ specs: [{ name, value }] }`. A list that was found otherwise
 * is kept where it has values, and the page calls nothing else properties.
 */
export function fillNameValues(
  plans: readonly FieldPlan[],
  { facts, prompt, wholePage }: Scope,
  listName: string,
  found: readonly Filled[],
): readonly Filled[] {
  const asked = wholePage ? findNameAndValue(plans) : undefined;
  if (asked === undefined || !mayBeText(asked.value)) return found;
  const { name, value } = asked;
  const isAsked = asksProperties(`${prompt} ${splitWords(listName).join(' ')}`);
  const hasValues = found.some((record) => typeof record.value[value.name] === 'string');
  if (hasValues && !isAsked) return found;
  const { pairs, areCalled } = listNameValues(facts);
  const labels = new Set(pairs.map(({ labelText }) => labelText));
  const areOther =
    !anyThings.has(toSingular(joinName(listName))) &&
    found.some((record) => !labels.has(String(record.value[name.name])));
  // What nothing but its markup makes properties says less than other things that were found.
  if (!areCalled && (hasValues || (!isAsked && areOther))) return found;
  // Things that have a name and no value are no properties.
  if (pairs.length === 0) return isAsked ? [] : found;
  return pairs.map((pair) =>
    fill(plans, pair.source, (key) => (key === joinName(name.name) ? pair.labelText : pair.value)),
  );
}

/** Names of lists that say nothing of what these hold; of a list without a name neither. */
const anyThings: ReadonlySet<string> = new Set([
  '',
  ...'item entry row record field pair data value list result fact detail'.split(' '),
]);

function mayBeText({ types }: FieldPlan): boolean {
  return types.length === 0 || types.includes('string');
}

function fill(
  children: readonly FieldPlan[],
  source: ValueSource,
  read: (name: string) => string | undefined,
): Filled {
  const value: Record<string, unknown> = {};
  const sources = new Map<string, ValueSource>();
  for (const plan of children) {
    const { name, nullable } = plan;
    const said = mayBeText(plan) ? read(joinName(name)) : undefined;
    if (said !== undefined) sources.set(toJsonPointer([name]), source);
    if (said !== undefined || nullable) value[name] = said ?? null;
  }
  const missing = children
    .filter(({ name }) => !(name in value))
    .map(({ name, required }) => ({ pointer: toJsonPointer([name]), required }));
  return { value, sources, found: sources.size, missing };
}
