import { Text } from 'domhandler';
import { type LinkedDocument, LinkedElement, visitElements } from '../parse/linked-tree.ts';
import { type HiddenGroup, hasElements, minElements } from './hidden-groups.ts';

/** Parts that one rule hides; more of them are content that waits. */
const maxParts = 2;
const controls: ReadonlySet<string> = new Set(['button', 'summary', 'input', 'label', 'select']);
/** What is opened by its part in the page, whatever opens it. */
const opened = /^(?:tabpanel|dialog|alertdialog|menu|listbox|tooltip)$/;
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

const leftBehind = new WeakSet<object>();

/** Whether an element was noted as hidden for good: main content leaves it out. */
export function isLeftBehind(element: object): boolean {
  return leftBehind.has(element);
}

/**
 * Notes the elements of hidden groups that nothing in the page shows: few small ones, which no rule shows in another state, no
 * control stands beside, and no script or attribute names. None where they are most of the page's text, which a script shows.
 */
export function noteLeftBehind(root: LinkedDocument, groups: Iterable<HiddenGroup>): void {
  const found: LinkedElement[] = [];
  for (const { elements, isShownAtTimes } of groups) {
    if (isShownAtTimes || elements.length > maxParts) continue;
    for (const element of elements) if (isPassage(element)) found.push(element);
  }
  if (found.length === 0) return;
  const mentions = listMentions(root);
  const left = found.filter((element) => !isNamed(element, mentions));
  const lost = left.reduce((sum, element) => sum + lengthOf(element), 0);
  if (lost * 2 <= lengthOf(root)) for (const element of left) leftBehind.add(element);
}

function isPassage(element: LinkedElement): boolean {
  if (hasElements([element], minElements) || opened.test(element.attribs['role'] ?? ''))
    return false;
  const { parent } = element;
  if (!(parent instanceof LinkedElement)) return false;
  for (let node = parent.head; node !== null; node = node.next) {
    if (node instanceof LinkedElement && node !== element && isControl(node)) return false;
  }
  return true;
}

function isControl({ name, attribs }: LinkedElement): boolean {
  return (
    controls.has(name) ||
    attribs['aria-expanded'] !== undefined ||
    attribs['onclick'] !== undefined ||
    attribs['role'] === 'button' ||
    attribs['role'] === 'tab' ||
    attribs['role'] === 'tablist' ||
    (name === 'a' && /^(?:#|javascript:)/.test(attribs['href'] ?? '#'))
  );
}

/** What the page's scripts and controls may name an element by. */
function listMentions(root: LinkedDocument): ReadonlySet<string> {
  const texts: string[] = [];
  visitElements(root, (element) => {
    if (element.name === 'script') {
      for (let node = element.head; node !== null; node = node.next)
        if (node instanceof Text) texts.push(node.data);
      return 'skip';
    }
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^(?:aria-|data-|on|for$)/.test(name) || (name === 'href' && value.includes('#')))
        texts.push(value);
    }
    return 'inner';
  });
  return new Set(texts.flatMap((text) => text.split(/[^\w-]+/)));
}

function isNamed({ attribs }: LinkedElement, mentions: ReadonlySet<string>): boolean {
  const names = [attribs['id'] ?? '', ...(attribs['class'] ?? '').split(/\s+/)];
  return names.some((name) => name !== '' && mentions.has(name));
}

/** Characters of the text within an element. */
function lengthOf(around: LinkedElement | LinkedDocument): number {
  let length = lengthOfOwn(around);
  visitElements(around, (element) => {
    if (silent.has(element.name)) return 'skip';
    length += lengthOfOwn(element);
    return 'inner';
  });
  return length;
}

function lengthOfOwn({ head }: LinkedElement | LinkedDocument): number {
  let length = 0;
  for (let node = head; node !== null; node = node.next)
    if (node instanceof Text) length += node.data.trim().length;
  return length;
}
