import { isTag } from 'domhandler';
import { type CandidateOrigin, atLeast } from '../fields/candidate.ts';
import { type ListItem, kitchenUnits } from './list-item.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';

const quantity = /\d|[½¼¾⅓⅔⅛]/;
const unitWord = new RegExp(`^[\\d\\s½¼¾⅓⅔⅛.,/-]*(?:${kitchenUnits})?\\.?$`, 'iu');
/** Items of one list may end with semicolons. */
const sentenceEnd = /[.!?。](?:\s|$)|;$/;
/** Mean length of an ingredient in characters; longer ones are steps. */
const maxIngredientLength = 110;
/** Characters from which a single step is treated as several. */
const maxStepLength = 250;

/** Too long for ingredients; one to three, maybe a part of the list; without words, a column of it; without amounts. */
const proseFit = 0.2;
const fewIngredientsFit: readonly number[] = [0.4, 0.75, 0.9];
const wordlessFit = 0.3;
const amountlessFit = 0.55;
/** Mean length of steps in characters; shorter ones are the names of sections. */
const minStepLength = 20;
/** Share of sentences from which short steps are none of that: "Melt the butter." */
const sentenceShare = 0.6;
const labelFit = 0.25;
/** Fit of all steps in one text of structured data, as against a list in the page; and of a recipe of one step. */
const wholeTextFit = 0.45;
const oneStepFit = 0.7;
const oneLineFit = 0.85;
/** Fit of steps that end without a full stop. */
const sentencelessFit = 0.6;
/** What the site's software calls who published it: `webadmin`. */
const isLogin = (text: string): boolean => /^[a-z][a-z\d]*$/.test(text);
const loginFit = 0.5;
/** Most characters of a value in other lists, which hold names and keywords; longer texts are sentences. */
const maxValueLength = 120;
const proseValueFit = 0.4;

/** Returns how well the items fit the field's kind, 0 to 1. */
export function fitList(
  plan: FieldPlan,
  items: readonly ListItem[],
  origin: CandidateOrigin,
): number {
  if (items.length === 0) return 0;
  const share = (test: (text: string) => boolean): number =>
    items.filter(({ text }) => test(text)).length / items.length;
  const meanLength = items.reduce((sum, { text }) => sum + text.length, 0) / items.length;
  if (plan.kind === 'ingredients') {
    if (meanLength > maxIngredientLength) return proseFit;
    const worded = share((text) => /\p{L}{2}/u.test(text.replace(unitWord, '')));
    return (
      (fewIngredientsFit[items.length - 1] ?? 1) *
      atLeast(wordlessFit, worded) *
      atLeast(
        amountlessFit,
        share((text) => quantity.test(text)),
      )
    );
  }
  if (plan.kind === 'steps') {
    if (
      !areNumbered(items) &&
      meanLength < minStepLength &&
      share((text) => sentenceEnd.test(text)) < sentenceShare
    )
      return labelFit;
    if (items.length === 1 && meanLength > maxStepLength)
      return origin === 'hint' ? oneStepFit : wholeTextFit;
    // A line that leads into the steps, which its heading does not reach.
    if (items.length === 1 && origin === 'hint') return oneLineFit;
    return atLeast(
      sentencelessFit,
      share((text) => sentenceEnd.test(text)),
    );
  }
  if (plan.kind === 'persons') return share(isLogin) > 0 ? loginFit : 1;
  return meanLength > maxValueLength ? proseValueFit : 1;
}

/** Whether the page numbers some items, and links none of them, as it does the names of its sections. */
function areNumbered(items: readonly ListItem[]): boolean {
  return (
    items.length > 1 &&
    items.every(({ source: { node } }) => {
      const parent = node.parent;
      const isNumbered = parent !== null && isTag(parent) && parent.name === 'ol';
      return (
        isNumbered && isTag(node) && !node.children.some((one) => isTag(one) && one.name === 'a')
      );
    })
  );
}
