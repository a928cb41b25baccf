import { centTags, markBeforeCents } from '../../extraction/values/numbers/mark-before-cents.ts';
import type { RecipeFieldType } from '../../runtime/contracts/recipe/recipe.ts';
import * as dom from './dom.ts';
import * as pictures from './pictures.ts';
import { markOf } from './marks.ts';
import { isSeen } from './visibility.ts';

/** What is read from an element: a field's value, the page that the element leads to, or the mark by which it is found again. */
export type ReadType = RecipeFieldType | 'link' | 'mark';

/** Most characters of one value; a page's whole text is seldom longer. */
const maxValue = 1_000_000;
/** Links inside one element; if so many lead to one page, the others do too. */
const maxLinks = 100;
/** Characters; longer texts are no digits beside a number. */
const maxDigits = 20;
/** Characters before the cents of a price that say which mark is left out. */
const tailLength = 8;
const silent = new Set(['script', 'style', 'noscript', 'template', 'head']);
const blocks = new Set(
  'address article aside blockquote br dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

const controls = 'button, fieldset, input, optgroup, option, select, textarea';

/**
 * Returns the text as shown: a line break at each block end, no scripts, open shadow roots included. With `isNumber` smaller or
 * raised digits behind others are set apart from them: as the cents of a price, or by a blank.
 */
export function textOf(element: Element, onlyVisible: boolean, isNumber = false): string {
  // Fast path: most values are a single text node.
  const only = element.firstChild;
  if (only !== null && only.nextSibling === null && dom.isText(only)) {
    if (dom.shadowRoot(element) === undefined) return tidy(dom.text(only));
  }
  let said = '';
  let before: Node | undefined;
  const stack: (Node | string)[] = [...dom.content(element)].reverse();
  while (said.length < maxValue) {
    const node = stack.pop();
    if (node === undefined) break;
    if (typeof node === 'string') said += node;
    else if (dom.isText(node)) {
      said += dom.text(node).replace(/[\t\n\r ]+/g, ' ');
      before = node;
    } else if (dom.isElement(node)) {
      const tag = dom.tag(node);
      if (silent.has(tag) || (onlyVisible && !isSeen(node))) continue;
      const gap = blocks.has(tag) ? '\n' : tag === 'td' || tag === 'th' ? '\t' : '';
      said += gap;
      if (isNumber && /\p{Nd}$/u.test(said.slice(-2)) && areSmallDigits(node, before)) {
        const isCents = node.textContent.trimEnd().length === 2;
        said += isCents ? markBeforeCents(said.slice(-tailLength)) : ' ';
      }
      if (gap !== '') stack.push(gap);
      for (const child of [...dom.content(node)].reverse()) stack.push(child);
    }
  }
  return tidy(said);
}

/** Whether an element holds digits alone that stand smaller than the text before it, or above its line. */
function areSmallDigits(element: Element, before: Node | undefined): boolean {
  const around = before && dom.parent(before);
  const digits = element.textContent;
  if (around === undefined || digits.length > maxDigits || !/^\p{Nd}+\s*$/u.test(digits))
    return false;
  const { fontSize, verticalAlign } = getComputedStyle(element);
  return (
    centTags.has(dom.tag(element)) ||
    verticalAlign === 'super' ||
    Number.parseFloat(fontSize) < Number.parseFloat(getComputedStyle(around).fontSize)
  );
}

function tidy(said: string): string {
  const lines = said
    .slice(0, maxValue)
    .split('\n')
    .map((line) => line.replace(/[\t\r\f ]+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * The page that an element leads to: its own link, the link around it, or the one link inside it. What a click would do
 * by a script or by sending a form is no link.
 */
function link(element: Element): string {
  const around = element.closest('a[href]');
  const own = addressOf(element) || (around === null ? '' : addressOf(around));
  if (own !== '') return own;
  const inside = [...element.querySelectorAll('a[href]')].slice(0, maxLinks).map(addressOf);
  return new Set(inside).size === 1 ? (inside[0] ?? '') : '';
}

function addressOf(element: Element): string {
  for (const name of ['href', 'data-href', 'formaction']) {
    if (name === 'formaction' && isPosting(element)) continue;
    const value = dom.attribute(element, name).trim();
    if (value !== '') return dom.toUrl(value);
  }
  return '';
}

function isPosting(element: Element): boolean {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement)) return true;
  return (element.formMethod || element.form?.method) === 'post';
}

/** Returns the attribute that is read, named or implied by the type; `undefined` when the text is. */
export function attributeOf(
  element: Element,
  attribute: string | undefined,
  type: ReadType,
): string | undefined {
  if (attribute !== undefined) return attribute;
  if (type === 'link') return 'href';
  const tag = dom.tag(element);
  if (type !== 'url' && type !== 'date') return tag === 'meta' ? 'content' : undefined;
  // A picture that is loaded late may have no `src` yet.
  if (type === 'url' && tag === 'img') return 'src';
  const names = type === 'url' ? ['href', 'src', 'content'] : ['datetime', 'content'];
  return names.find((name) => dom.hasAttribute(element, name));
}

function readAttribute(element: Element, name: string): string | undefined {
  const key = name.toLowerCase();
  const live = key === 'value' ? typedInto(element) : flagOf(element, key);
  if (live !== undefined) return live;
  if (key === 'src' && element instanceof HTMLImageElement) return pictures.read(element);
  return dom.hasAttribute(element, name) ? dom.attribute(element, name) : undefined;
}

/**
 * Returns the value of a form control as it is now: its attribute keeps the value that the page began with. A check
 * box's value never changes. Passwords are never read.
 */
function typedInto(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'password') return '';
    return element.type === 'checkbox' || element.type === 'radio' ? undefined : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLSelectElement)) return undefined;
  return [...element.selectedOptions].map((option) => option.value).join(', ');
}

/** Returns the state of a control as `true` or `false`; `undefined` where the attribute is none of a state. */
function flagOf(element: Element, name: string): string | undefined {
  if (name === 'disabled' && element.matches(controls)) {
    return String(element.matches(':disabled'));
  }
  if (name === 'checked' && element instanceof HTMLInputElement) return String(element.checked);
  if (name === 'selected' && element instanceof HTMLOptionElement) {
    return String(element.selected);
  }
  if (name !== 'open') return undefined;
  const opens = element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement;
  return opens ? String(element.open) : undefined;
}

/** Returns what people see in a form control; `undefined` for other elements. */
function shownIn(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) {
    return tidy([...element.selectedOptions].map((option) => option.text).join(', '));
  }
  const isTicked =
    element instanceof HTMLInputElement &&
    (element.type === 'checkbox' || element.type === 'radio');
  return isTicked ? String(element.checked) : typedInto(element);
}

/**
 * Returns the value; `undefined` when the element has none of this kind. A `link` is an absolute URL, empty when the
 * element leads nowhere; a `screenshot` is empty.
 */
export function readValue(
  element: Element,
  attribute: string | undefined,
  type: ReadType,
  onlyVisible: boolean,
): string | undefined {
  if (type === 'link') return link(element).slice(0, maxValue);
  if (type === 'mark') return String(markOf(element));
  // A picture is taken later: what counts here is that its element is there.
  if (type === 'screenshot') return '';
  const name = attributeOf(element, attribute, type);
  if (name !== undefined) {
    const value = readAttribute(element, name)?.slice(0, maxValue);
    return type === 'url' && value !== undefined && value.trim() !== ''
      ? dom.toUrl(value.trim())
      : value;
  }
  if (type === 'html') return element.innerHTML.slice(0, maxValue);
  return shownIn(element)?.slice(0, maxValue) ?? textOf(element, onlyVisible, type === 'number');
}
