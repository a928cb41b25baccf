import type { IndexedElement } from '../../../analysis/index-page.ts';
import { countsServings, statesServings } from '../../../values/parse-yield.ts';
import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';

const servingsTrust = 0.3;

const nearServingsBonus = 0.2;

export function* findServings(_: FieldPlan, { facts: { page, zones } }: Scope): Generator<Found> {
  const isServings = (element: IndexedElement): boolean => {
    const text = page.lineOf(element, 40);
    return /\d/.test(text) && statesServings(text);
  };
  for (const element of page.elements) {
    if (element.end - element.position > 8 || zones.isAside(element)) continue;
    // What is around a line that visitors wrote is none of the page's either.
    const inner = page.elements.slice(element.position + 1, element.end);
    if (zones.isByVisitor(element) || !isServings(element)) continue;
    // "Print" beside "12 people printed it" is no line of its own.
    if (inner.some((part) => countsServings(page.lineOf(part, 40)))) continue;
    const weight = servingsTrust + nearServingsBonus * zones.nearness(element);
    yield {
      text: page.lineOf(element, 40),
      source: { node: element.node },
      origin: 'text',
      weight,
    };
  }
}
