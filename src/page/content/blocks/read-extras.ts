import type { Element } from 'domhandler';
import { foldText } from '../../text/node-text.ts';
import type { ContentExtra } from './content-block.ts';

/** Longer attribute values are state for scripts, not something a page states. */
const maxExtraLength = 300;
/** Controls whose value is what a person or the page put in; of others (`li`, `progress`) it is layout. */
const valueTags: ReadonlySet<string> = new Set(['data', 'input', 'meter']);
const idleInputs: ReadonlySet<string> = new Set([
  'submit',
  'button',
  'checkbox',
  'radio',
  'image',
  'reset',
]);

/** Nothing to fold: the usual address, number or name. */
const plainLine = /^[!-~]+( [!-~]+)*$/;

/** Adds what an element's attributes say beside its text. Returns whether it has a name of microdata or RDFa. */
export function readExtras(element: Element, extras: ContentExtra[]): boolean {
  const { attribs, name } = element;
  const property = attribs['itemprop'] ?? attribs['property'];
  for (const attribute in attribs) {
    const value = attribs[attribute] ?? '';
    switch (attribute) {
      case 'class':
      case 'id':
      case 'style': {
        break;
      }
      case 'alt':
      case 'title':
      case 'aria-label': {
        if (value.length <= maxExtraLength) add(extras, 'label', '', value, element, attribute);
        break;
      }
      case 'content':
      case 'datetime':
      case 'value': {
        if (isValue(element, attribute, property !== undefined)) {
          add(extras, 'value', property ?? attribs['name'] ?? '', value, element, attribute);
        }
        break;
      }
      case 'href': {
        if (name === 'a' || name === 'area') add(extras, 'link', '', value, element, attribute);
        else if (property !== undefined) add(extras, 'value', property, value, element, attribute);
        break;
      }
      case 'src': {
        if (name === 'img') add(extras, 'image', '', value, element, attribute);
        break;
      }
      default: {
        if (attribute.startsWith('data-') && value.length <= maxExtraLength) {
          add(extras, 'data', attribute.slice(5), value, element, attribute);
        }
      }
    }
  }
  return property !== undefined;
}

function isValue(element: Element, attribute: string, hasProperty: boolean): boolean {
  if (attribute === 'content') return hasProperty;
  if (attribute === 'datetime') return true;
  if (element.name === 'input')
    return !idleInputs.has((element.attribs['type'] ?? '').toLowerCase());
  return valueTags.has(element.name) || hasProperty;
}

function add(
  extras: ContentExtra[],
  kind: ContentExtra['kind'],
  name: string,
  text: string,
  node: Element,
  attribute: string,
): void {
  const folded = plainLine.test(text) ? text : foldText(text);
  if (folded !== '') extras.push({ kind, name, text: folded, source: { node, attribute } });
}
