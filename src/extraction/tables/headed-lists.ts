import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Column, Region } from './column.ts';
import { listTags } from './list-runs.ts';
import { isTitle } from './field-names.ts';

/** Blocks of a region that are looked at for what they are. */
const maxLooked = 8;

/**
 * Whether of several fields the name alone is filled, with the headings of parts of the page that have nothing but a list below: what is
 * asked for is what these list.
 */
export function namesPartsAlone(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
  { kind, blocks }: Region,
  page: PageIndex,
): boolean {
  const [[plan, column] = []] = columns;
  if (kind !== 'repeat' || plans.length < 2 || columns.size !== 1 || blocks.length < 2)
    return false;
  if (plan === undefined || !isTitle(plan) || column?.words.has('heading') !== true) return false;
  return blocks.slice(0, maxLooked).every((block) => isHeadedList(page, block));
}

function isHeadedList(page: PageIndex, { start, end, to }: Region['blocks'][number]): boolean {
  let at = start;
  let heading: IndexedElement | undefined;
  for (
    let element = page.elements[at];
    at < end && element !== undefined;
    element = page.elements[at]
  ) {
    if (heading === undefined) heading = headingLevel(element) === undefined ? undefined : element;
    else if (listTags.has(element.node.name) && at >= heading.end) {
      const isAll =
        page.text.slice(heading.textEnd, element.textStart).trim() === '' &&
        page.text.slice(element.textEnd, to).trim() === '';
      return isAll && page.childrenOf(element).length > 1;
    }
    at += 1;
  }
  return false;
}
