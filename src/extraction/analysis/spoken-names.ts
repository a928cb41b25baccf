import { foldText } from '../../runtime/unicode/fold-text.ts';
import { toWordSet } from '../../runtime/collections.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** What a value is called by attributes, for who hears the page or points at it, where the page shows no label. */
export interface SpokenName {
  readonly name: string;
  /** Where the value stands, and the value. */
  readonly element: IndexedElement;
  readonly value: string;
}

const attributes: readonly string[] = ['aria-label', 'title', 'alt'];
const maxName = 60;
const maxValue = 120;
/** What these say of elements that people use, or that hold many things, is what they do or hold. */
const used: ReadonlySet<string> = toWordSet(
  'a abbr button input select option textarea label form nav iframe table tr ul ol dl section article main aside header footer body html',
);
const pressed: ReadonlySet<string> = toWordSet('a button label option nav');
/** Elements around a value that may be pressed. */
const maxAround = 5;
const nameBeforeValue = /^([^:：]{1,40})[:：]\s?(\S.*)$/u;

/** Lists what attributes call by one of the names that are asked for: `<li title="Bedrooms">3</li>`, `<img alt="Bedrooms"> 3`. */
export function* listSpokenNames(
  page: PageIndex,
  isWanted: (text: string) => boolean,
): Generator<SpokenName> {
  for (const element of page.elements) {
    const { attribs, name: tag } = element.node;
    if (used.has(tag)) continue;
    for (const attribute of attributes) {
      const said = attribs[attribute];
      if (said === undefined || said === '' || said.length > maxName + maxValue) continue;
      const found = nameValue(page, element, foldText(said), isWanted);
      if (found === undefined || isPressed(page, found.element)) continue;
      yield found;
      break;
    }
  }
}

function nameValue(
  page: PageIndex,
  element: IndexedElement,
  said: string,
  isWanted: (text: string) => boolean,
): SpokenName | undefined {
  const line = page.lineOf(element, maxValue);
  if (line === '') return isWanted(said) ? findBehind(page, element, said) : undefined;
  const [, name = '', value] = nameBeforeValue.exec(said) ?? [];
  if (value === line && isWanted(name)) return { name, element, value };
  if (!isWanted(said) || isWanted(line) || page.linesOf(element).length > 1) return undefined;
  return { name: said, element, value: line };
}

/** What stands right behind a picture, up to the next one that has a name: the text around it, or another element. */
function findBehind(page: PageIndex, icon: IndexedElement, name: string): SpokenName | undefined {
  const around = page.elements[icon.parent];
  if (around === undefined) return undefined;
  const next = page
    .childrenOf(around)
    .find((child) => child.position > icon.position && (hasText(child) || isNamed(child)));
  const text = foldText(page.text.slice(icon.textEnd, next?.textStart ?? around.textEnd));
  if (next !== undefined && hasText(next)) {
    // "posted by <a>Ann</a>" is more than its first words.
    if (text !== '' || used.has(next.node.name) || page.linesOf(next).length > 1) return undefined;
    return { name, element: next, value: page.lineOf(next, maxValue) };
  }
  return text === '' || text.length > maxValue ? undefined : { name, element: around, value: text };
}

function hasText({ textStart, textEnd }: IndexedElement): boolean {
  return textStart < textEnd;
}

function isNamed({ node }: IndexedElement): boolean {
  return attributes.some((attribute) => (node.attribs[attribute] ?? '') !== '');
}

function isPressed(page: PageIndex, element: IndexedElement): boolean {
  return page.around(element, maxAround).some(({ node }) => pressed.has(node.name));
}
