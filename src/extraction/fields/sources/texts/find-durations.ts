import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import type { IndexedElement, PageIndex } from '../../../analysis/index-page.ts';
import { foldLabel } from '../../../lexicon/fold-label.ts';
import { labelsOfParts } from '../../../lexicon/concept.ts';
import { findLabelBefore } from '../find-times.ts';
import { listBelowHeading, maxScanned } from './list-below-heading.ts';

/** Trust in a lone duration or a line about servings: just above the least confidence, higher near the main heading. */
const durationTrust = 0.35;

const loneDuration = /^(?:\d{1,2}\s?\p{L}{1,8}\.?\s)?\d{1,3}\s?\p{L}{1,8}\.?(?:\s(\p{L}{1,12}))?$/u;

/** A lone duration near the heading, as recipes and videos show beside a clock. */
export function* findDurations({ concept }: FieldPlan, scope: Scope): Generator<Found> {
  if (concept?.name !== 'totalTime') return;
  const { page, zones } = scope.facts;
  let scanned = 0;
  for (const element of listBelowHeading(scope, 3)) {
    scanned += 1;
    const text = page.lineOf(element, 24);
    const weight = durationTrust * zones.nearness(element);
    const lone = loneDuration.exec(text);
    if (lone !== null && !isOfPart(element, lone[1] ?? '', scope))
      yield { text, source: { node: element.node }, origin: 'text', weight };
    if (scanned >= maxScanned) break;
  }
}

/** Whether a duration has the label of a part of the time: in its own text, or before or behind it. */
function isOfPart(element: IndexedElement, own: string, { facts }: Scope): boolean {
  const { page, pairs } = facts;
  const labels = [own, findLabelBefore(page, element).label, findLabelBehind(page, element)];
  if (labels.some((label) => labelsOfParts.has(foldLabel(label)))) return true;
  return Array.from(labelsOfParts).some(
    (label) => pairs.get(label)?.some((pair) => pair.element === element) === true,
  );
}

function findLabelBehind(page: PageIndex, { parent, end }: IndexedElement): string {
  const next = page.elements[end];
  return next?.parent === parent ? page.lineOf(next, maxPartLabel) : '';
}

const maxPartLabel = 40;
