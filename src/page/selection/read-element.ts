import { render } from 'dom-serializer';
import type { Element } from 'domhandler';
import type { FieldType } from '../../contracts/recipe/recipe.ts';
import { readText } from '../text/node-text.ts';

/** Most characters of one value; a page's whole text is seldom longer. */
const maxValue = 1_000_000;

/**
 * The value of an element as recipes read it in a browser: an attribute, else its text with a line for each block, else what a
 * form control holds. `undefined` where it lacks the attribute.
 */
export function readElement(
  element: Element,
  attribute: string | undefined,
  type: FieldType,
): string | undefined {
  const { attribs, name } = element;
  const wanted = attribute?.toLowerCase() ?? findImplied(element, type);
  if (wanted !== undefined) {
    return Object.hasOwn(attribs, wanted) ? attribs[wanted]?.slice(0, maxValue) : undefined;
  }
  if (type === 'html') {
    return render(element.children, { encodeEntities: 'utf8' }).slice(0, maxValue);
  }
  if (name === 'input') return readInput(attribs);
  return readText(element).slice(0, maxValue);
}

/** The attribute that holds a link or a moment where no attribute is named. */
function findImplied({ attribs }: Element, type: FieldType): string | undefined {
  const names =
    type === 'url' ? ['href', 'src', 'content'] : type === 'date' ? ['datetime', 'content'] : [];
  return names.find((name) => Object.hasOwn(attribs, name));
}

function readInput(attribs: Readonly<Record<string, string>>): string {
  const type = attribs['type']?.toLowerCase();
  if (type === 'checkbox' || type === 'radio') return String(Object.hasOwn(attribs, 'checked'));
  // Passwords are never read.
  return type === 'password' ? '' : (attribs['value'] ?? '').slice(0, maxValue);
}
