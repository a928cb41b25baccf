import { add } from './add-candidate.ts';
import type { Candidate } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';
import { statesServings } from '../values/parse-yield.ts';

/** Elements looked at, and values taken from them. */
const maxScanned = 2_000;
const maxFound = 60;
const loneDuration = /^(?:\d{1,2}\s?\p{L}{1,8}\.?\s)?\d{1,3}\s?\p{L}{1,8}\.?(?:\s\p{L}{1,12})?$/u;

/** A lone duration near the heading, as recipes and videos show beside a clock; several would need labels. */
export function findDurations(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  if (plan.concept?.name !== 'totalTime') return [];
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  let scanned = 0;
  for (const element of page.elements) {
    if (scanned >= maxScanned || candidates.length >= maxFound) break;
    if (element.end - element.position > 3 || zones.isAside(element)) continue;
    if (element.textStart < (zones.mainHeading?.textStart ?? 0)) continue;
    scanned += 1;
    const text = page.lineOf(element, 24);
    if (!loneDuration.test(text)) continue;
    const weight = 0.35 * zones.nearness(element);
    const source = { node: element.node };
    add(candidates, plan, scope, { text, source, origin: 'text', weight, machine: false });
  }
  return new Set(candidates.map(({ key }) => key)).size === 1 ? candidates : [];
}

/** Lines that say for how many people the recipe is. */
export function findServings(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const candidates: Candidate[] = [];
  for (const element of page.elements) {
    if (candidates.length >= maxFound) break;
    if (element.end - element.position > 8 || zones.isAside(element)) continue;
    const text = page.lineOf(element, 40);
    if (!/\d/.test(text) || !statesServings(text)) continue;
    const weight = 0.3 + 0.2 * zones.nearness(element);
    const source = { node: element.node };
    add(candidates, plan, scope, { text, source, origin: 'text', weight, machine: false });
  }
  return candidates;
}
