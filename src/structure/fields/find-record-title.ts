import { add } from './add-candidate.ts';
import type { Candidate } from './candidate.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { compareWords } from '../analysis/fold-label.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

/** Containers around a list that are searched for its title. */
const maxClimb = 12;
/** Trust in the record's own title, above that in the page's title. */
const recordTitleTrust = 0.98;
/** Least likeness to the page's title; the heading of another part shares almost no words. */
const minLikeness = 0.3;

/**
 * The title of the record that a list belongs to: the first heading or element of class name/title in the nearest
 * container before the list, when it shares words with the page's title.
 */
export function findRecordTitle(
  plan: FieldPlan,
  scope: Scope,
  list: IndexedElement | undefined,
): readonly Candidate[] {
  const { page, heading } = scope.facts;
  const candidates: Candidate[] = [];
  if (list === undefined) return candidates;
  let around = page.elements[list.parent];
  for (let step = 0; step < maxClimb && around !== undefined; step += 1) {
    for (let at = around.position + 1; at < list.position; at += 1) {
      const element = page.elements[at];
      if (element === undefined || !isTitle(element, scope)) continue;
      const text = page.lineOf(element, 160);
      const likeness = Math.max(compareWords(text, page.title), compareWords(text, heading));
      if (text === '' || likeness < minLikeness) continue;
      add(candidates, plan, scope, {
        text,
        source: { node: element.node },
        origin: 'hint',
        weight: recordTitleTrust,
        machine: false,
      });
      return candidates;
    }
    around = page.elements[around.parent];
  }
  return candidates;
}

function isTitle(element: IndexedElement, scope: Scope): boolean {
  const level = headingLevel(element);
  if (level !== undefined) return level <= 4;
  const tokens = scope.facts.page.tokensOf(element);
  return (tokens.has('name') || tokens.has('title')) && element.end - element.position < 6;
}
