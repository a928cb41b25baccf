import { leafItems, toItems } from './find-page-lists.ts';
import type { ListCandidate, ListItem } from './list-candidate.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/scope.ts';

const quantityFirst =
  /^(?:ca\.?\s|about\s|circa\s|etwa\s)?(?:\d|[½¼¾⅓⅔⅛]|an?\s|one\s|two\s|half\s|eine?n?\s|een\s|une?\s|una?\s|en\s|ett\s|sol$|salt\b|salz\b|sel\b|sal\b|pepper\b)/i;
const sentence = /\p{L}{2,}.*[.!?。](?:\s|$)/u;
const minItems = 3;
/** Share of the items that must have the shape. */
const minShare = 0.6;
const maxLists = 200;
/** Mean length in characters: longer ingredients are steps, shorter steps are the names of sections. */
const maxIngredientLength = 110;
const minStepLength = 30;
/** Elements around a list of ingredients, behind which its steps may stand as paragraphs; elements read there. */
const maxWrappers = 4;
const maxBetween = 200;
const stopTags = /^(?:h[1-6]|ul|ol|footer|form|aside|nav)$/;
/** Trust in a list recognised only by its shape, below that in every named list. Steps are usually numbered. */
const shapedIngredientsTrust = 0.36;
const shapedStepsTrust = 0.34;
const numberedStepsTrust = 0.38;

/** Returns unnamed lists whose items look like ingredients or, after such a list, like steps. */
export function findShapedLists(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  if (plan.kind !== 'ingredients' && plan.kind !== 'steps') return [];
  const { page, zones } = scope.facts;
  const lists: ListCandidate[] = [];
  let seen = 0;
  let behindIngredients = false;
  for (const element of page.elements) {
    if (element.node.name !== 'ul' && element.node.name !== 'ol') continue;
    if (zones.isAside(element)) continue;
    seen += 1;
    if (seen > maxLists) break;
    const items = toItems(page, leafItems(page, element), plan.kind);
    if (items.length < 2) continue;
    const isIngredients =
      items.length >= minItems &&
      shareOf(items, quantityFirst) >= minShare &&
      meanLength(items) < maxIngredientLength;
    if (isIngredients && plan.kind === 'steps') {
      const prose = toItems(page, listProseAfter(page, element), plan.kind);
      if (prose.length >= 2 && shareOf(prose, sentence) >= minShare)
        lists.push({ items: prose, weight: shapedStepsTrust, origin: 'text', element });
    }
    if (plan.kind === 'ingredients') {
      // Sections of one list follow each other.
      const last = lists.at(-1);
      if (isIngredients && last?.element?.parent === element.parent && last.element !== undefined) {
        lists[lists.length - 1] = { ...last, items: [...last.items, ...items] };
      } else if (isIngredients)
        lists.push({ items, weight: shapedIngredientsTrust, origin: 'text', element });
    } else if (
      behindIngredients &&
      shareOf(items, sentence) >= minShare &&
      meanLength(items) > minStepLength
    ) {
      lists.push({
        items,
        weight: element.node.name === 'ol' ? numberedStepsTrust : shapedStepsTrust,
        origin: 'text',
        element,
      });
    }
    behindIngredients ||= isIngredients;
  }
  return lists;
}

/** Returns the paragraphs that follow a list, up to the next heading or list, beside it or beside what wraps it. */
function listProseAfter(page: PageIndex, list: IndexedElement): readonly IndexedElement[] {
  let before: IndexedElement | undefined = list;
  for (let step = 0; step < maxWrappers && before !== undefined; step += 1) {
    const paragraphs: IndexedElement[] = [];
    const around: IndexedElement | undefined = page.elements[before.parent];
    const stop = Math.min(around?.end ?? 0, before.end + maxBetween);
    for (let at = before.end; at < stop; at += 1) {
      const element = page.elements[at];
      if (element === undefined || stopTags.test(element.node.name)) break;
      if (element.node.name === 'p') paragraphs.push(element);
    }
    if (paragraphs.length > 0) return paragraphs;
    before = around;
  }
  return [];
}

function shareOf(items: readonly ListItem[], shape: RegExp): number {
  return items.filter(({ text }) => shape.test(text)).length / items.length;
}

function meanLength(items: readonly ListItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0) / items.length;
}
