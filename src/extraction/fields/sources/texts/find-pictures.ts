import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { findImageSource } from '../../../../page/tree/pictures.ts';
import { joinName } from '../../../lexicon/fold-label.ts';
import { findIcon } from './own-facts.ts';

/** Trust in a picture by its name: what the page states for previews, by classes and in its data comes before it. */
const namedPictureTrust = 0.5;
/** Fewer characters are the name of a site, whose logo has it. */
const minName = 4;
/** What a page shows until the picture has been loaded. */
const placeholder = /(?:^|[/._-])(?:empty|blank|placeholder|loader|loading|spacer|logo)\b/i;

/** Pictures for a field that asks for one: of the site its icon, of the page the first one in its content with the name of its heading. */
export function* findPictures(plan: FieldPlan, scope: Scope): Generator<Found> {
  yield* findIcon(plan, scope);
  if (plan.concept?.name !== 'image') return;
  const { page, zones, heading, siteNames } = scope.facts;
  const name = joinName(heading);
  if (name.length < minName || siteNames.has(name)) return;
  for (const element of page.elements) {
    const { attribs } = element.node;
    if (element.node.name !== 'img' || joinName(attribs['alt'] ?? '') !== name) continue;
    const text = findImageSource(attribs);
    if (text === undefined || placeholder.test(text) || zones.isAside(element)) continue;
    const attribute = Object.keys(attribs).find((key) => attribs[key] === text);
    const source =
      attribute === undefined ? { node: element.node } : { node: element.node, attribute };
    yield { text, source, origin: 'text', weight: namedPictureTrust, machine: true };
    return;
  }
}
