import type { ElementFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { NearElement } from './list-nearest.ts';

/** Characters of an element's name, or of its row, in a message. */
const maxShown = 40;

const reasons: Readonly<Record<NearElement['objection'], string>> = {
  rival: 'more like another element of the page where it was learnt',
  kind: 'another kind of control, or switched off',
  row: 'in another row',
  words: 'another name',
  identity: 'nothing left that identified it',
  unlike: 'little in common',
  tie: 'another one is as likely',
};

/**
 * Names the nearest elements with their likeness and what speaks against each: `Nearest: button "Save draft" (.62):
 * another name; changed: id, tag`. Empty for none.
 */
export function describeNearest(nearest: readonly NearElement[]): string {
  if (nearest.length === 0) return '';
  return `Nearest: ${nearest.map(describeNearElement).join('; ')}`;
}

/** Names an element with its likeness and what speaks against it. */
export function describeNearElement({ element, score, objection, changed }: NearElement): string {
  const row = objection === 'row' && element.row !== '' ? ` (${quote(element.row)})` : '';
  const differences = changed.length === 0 ? '' : `, changed: ${changed.join(', ')}`;
  const likeness = score.toFixed(2).replace(/^0/, '');
  return `${nameElement(element)} (${likeness}): ${reasons[objection]}${row}${differences}`;
}

/** The role, or the tag where there is none, and what the element is called: `button "Save"`. */
export function nameElement({ role, tag, name, text, label }: ElementFingerprint): string {
  const said = [name, text, label].find((each) => each !== '');
  return said === undefined ? role || tag : `${role || tag} ${quote(said)}`;
}

function quote(text: string): string {
  return text.length > maxShown ? `"${text.slice(0, maxShown - 1)}…"` : `"${text}"`;
}
