import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import { type PaginationLabels, findPageNumber } from '../../page/links/pagination-labels.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { findAll } from './finder.ts';
import { markOf } from './marks.ts';
import { pageOption, pageWord } from './shown-counts.ts';

export interface StateInput {
  /** `undefined`: the whole page. */
  readonly selectors: readonly Selector['parts'][] | undefined;
}

/** What people see of an element or a page. */
export interface PageState {
  /** Index of the alternative that matched, 0 for the page; -1 when none did. */
  readonly alternative: number;
  /** Digest of texts, pictures, links and form values; empty when nothing is shown. */
  readonly shown: string;
}

/** The elements that one alternative of a target matches. */
export interface Hit {
  readonly count: number;
  /** Mark of the first visible match, else of the first match; `undefined` without a match. */
  readonly mark: number | undefined;
  readonly isVisible: boolean;
}

/** An element that an action is done on. */
export interface Control {
  readonly tag: string;
  /** The `type` of an `<input>`, in lower case. */
  readonly type: string;
  readonly isEditable: boolean;
  /** Whether a click has an effect without a script, as on a link with an address. */
  readonly isNative: boolean;
  /** What its link brings beside a page in its place: a file, or a tab; `undefined` where neither is stated. */
  readonly brings: 'download' | 'tab' | undefined;
  readonly width: number;
  readonly height: number;
  /**
   * What a field holds: of a list the values that are chosen, a line each; of a box whether it is ticked, `true` or `false`; of other elements
   * that take text what is shown. `undefined` for a password, and for what is no field.
   */
  readonly value: string | undefined;
}

/** The link or button that leads to the next page. */
export interface PagerControl {
  readonly mark: number;
  /** Index of the alternative that matched. */
  readonly alternative: number;
  readonly lost: readonly number[];
  /** Absolute URL of the next page; empty when a script decides. */
  readonly href: string;
  readonly isDisabled: boolean;
  /** Its words, as they are shown; empty where it has none, or a number that changes with the page. */
  readonly label: string;
  /** Whether the page says that another match, or another control of the pager, leads on than the first match. */
  readonly isOther: boolean;
}

export interface PagerInput {
  readonly control: readonly Selector['parts'][] | undefined;
  readonly until: readonly Selector['parts'][] | undefined;
  /** The words by which the control leads on; `undefined` where it only has to be there, as a button for more. */
  readonly labels: PaginationLabels | undefined;
  /** The words of the control on the first page: of several matches the one that has them leads on. */
  readonly firstLabel: string | undefined;
}

export interface PagerState {
  readonly control: PagerControl | undefined;
  /** The number of this page as its pager shows it. */
  readonly current: number | undefined;
  /** Index of the matching alternative of the target that marks the last page; `undefined` when none matches. */
  readonly until: number | undefined;
  readonly hasDialog: boolean;
}

export interface ElementStateInput {
  readonly selectors: readonly Selector['parts'][];
  readonly visible: boolean | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What comes close to a selector that matches nothing. */
export interface NearMiss {
  /** Matches of the selector without its `nth`: the visible ones if there are any. */
  readonly count: number;
  /** Visible text of the only element that differs from the selector in upper and lower case; else `undefined`. */
  readonly otherCase: string | undefined;
}

/** The options of a `<select>`. */
export interface Choices {
  /** Whether one of them has what is asked for as its value, or else as its label; `undefined` where none has. */
  readonly fits: 'value' | 'label' | undefined;
  /** The first ten. */
  readonly labels: readonly string[];
  readonly count: number;
}

const offClass = /(?:^|[-_])(?:disabled|inactive)$/i;
const nativeTags = new Set(['input', 'select', 'textarea', 'summary', 'option', 'label']);
const maxChoices = 10;
type Parts = Selector['parts'];

/** Returns the first visible element, else the first. */
function prefer(hits: readonly Element[]): Element | undefined {
  return hits.find((hit) => text.isVisible(hit)) ?? hits[0];
}

function isOff(element: Element): boolean {
  const list = dom.attribute(element, 'class').slice(0, 2_000).split(/\s+/);
  return (
    element.matches(':disabled') ||
    dom.attribute(element, 'aria-disabled') === 'true' ||
    list.some((name) => offClass.test(name))
  );
}

/** Whether a control says that it has no effect now. */
export function isDisabled(element: Element): boolean {
  // Frameworks put the `disabled` class on the list entry around the link.
  const entry = element.closest('li');
  return (
    isOff(element) ||
    (entry !== null && isOff(entry)) ||
    getComputedStyle(element).pointerEvents === 'none'
  );
}

function broughtBy(element: Element): Control['brings'] {
  const link = element.closest('a[href]');
  if (link === null) return undefined;
  if (dom.hasAttribute(link, 'download')) return 'download';
  const target = dom.attribute(link, 'target').toLowerCase();
  return ['', '_self', '_top', '_parent'].includes(target) ? undefined : 'tab';
}

/** Returns the absolute URL that a click opens in the same tab; empty when a script decides. */
export function hrefOf(element: Element): string {
  const link = element.closest('a[href]') ?? element.querySelector('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return '';
  if (link.target !== '' && link.target !== '_self' && link.target !== '_top') return '';
  const raw = dom.attribute(link, 'href').trim();
  return raw === '' || raw.startsWith('#') || !/^https?:$/.test(link.protocol) ? '' : link.href;
}

/** Whether a dialog is open over the page. */
export function hasDialog(): boolean {
  const dialogs = [...document.querySelectorAll('dialog[open], [aria-modal="true"]')];
  return dialogs.some((dialog) => text.isVisible(dialog));
}

function isAsWanted(element: Element, { properties, attributes }: ElementStateInput): boolean {
  const values = element as unknown as Readonly<Record<string, unknown>>;
  return (
    Object.entries(attributes).every(([name, value]) => element.getAttribute(name) === value) &&
    Object.entries(properties).every(
      ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
    )
  );
}

function toNearMiss(parts: Parts): NearMiss {
  const all = parts.filter(({ kind }) => kind !== 'nth');
  const found = findAll(all, document);
  const visible = found.filter((element) => text.isVisible(element));
  const count = visible.length > 0 ? visible.length : found.length;
  const [only, ...others] = count > 0 ? [] : findAll(all, document, true);
  const isOne = only !== undefined && others.length === 0;
  return { count, otherCase: isOne ? text.read(only) : undefined };
}

export function nearMisses(selectors: readonly Selector['parts'][]): readonly NearMiss[] {
  return selectors.map(toNearMiss);
}

/** Returns `undefined` where the element is no `<select>`. */
export function readChoices(element: Element, value: string): Choices | undefined {
  if (!(element instanceof HTMLSelectElement)) return undefined;
  const options = [...element.options];
  const isLabel = options.some((option) => option.label === value);
  return {
    fits: options.some((option) => option.value === value)
      ? 'value'
      : isLabel
        ? 'label'
        : undefined,
    labels: options.slice(0, maxChoices).map((option) => text.tidy(option.label)),
    count: options.length,
  };
}

export function look(selectors: readonly Selector['parts'][]): readonly Hit[] {
  return selectors.map((parts) => {
    const hits = findAll(parts, document);
    const best = prefer(hits);
    return {
      count: hits.length,
      mark: best === undefined ? undefined : markOf(best),
      isVisible: best !== undefined && text.isVisible(best),
    };
  });
}

export function readControl(element: Element): Control {
  const tag = dom.tag(element);
  const { width, height } = element.getBoundingClientRect();
  const isSubmit = element instanceof HTMLButtonElement && element.type === 'submit';
  return {
    tag,
    type: element instanceof HTMLInputElement ? element.type : '',
    isEditable: element instanceof HTMLElement && element.isContentEditable,
    isNative: nativeTags.has(tag) || (isSubmit && element.form !== null) || hrefOf(element) !== '',
    brings: broughtBy(element),
    width,
    height,
    value: readFieldText(element),
  };
}

function readFieldText(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, ({ value }) => value).join('\n');
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement)) {
    return element instanceof HTMLElement && element.isContentEditable
      ? element.innerText
      : undefined;
  }
  if (element.type === 'password') return undefined;
  const isBox = element.type === 'checkbox' || element.type === 'radio';
  return isBox ? String(element.checked) : element.value;
}

/** Returns how many matches of the first alternative that has any fulfil the conditions. */
export function readState(input: ElementStateInput): {
  readonly alternative: number;
  readonly count: number;
  /** How many of them are hidden, and how many have other attributes or properties. */
  readonly hidden: number;
  readonly unlike: number;
  /** How many of them are as wanted. */
  readonly fitting: number;
} {
  const hits = input.selectors.map((parts) => findAll(parts, document));
  const alternative = hits.findIndex((elements) => elements.length > 0);
  const found = hits[alternative] ?? [];
  const hidden = found.filter((element) => !text.isVisible(element)).length;
  const unlike = found.filter((element) => !isAsWanted(element, input)).length;
  return {
    alternative,
    count: found.length,
    hidden,
    unlike,
    fitting: found.filter(
      (element) =>
        isAsWanted(element, input) && (input.visible !== true || text.isVisible(element)),
    ).length,
  };
}

/** Elements that are looked at; what people wait for is near the beginning of a page. */
const maxElements = 5_000;
const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'link', 'meta']);
/** Attributes that show; `style` and `class` change with each motion. */
const shownAttributes =
  'src srcset href alt title open disabled aria-checked aria-expanded aria-pressed aria-selected aria-busy aria-valuenow'.split(
    ' ',
  );

function valueOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    return element.type === 'password' ? '' : `${element.value} ${element.checked}`;
  }
  const isText = element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  return isText ? element.value : '';
}

function describe(element: Element): string {
  const attributes = shownAttributes.map((name) => dom.attribute(element, name));
  const own = dom.content(element).filter((node) => dom.isText(node));
  const said = own.map((node) => dom.text(node).trim()).join(' ');
  return [dom.tag(element), ...attributes, valueOf(element), said].join('\u0001');
}

function digest(root: Element): string {
  const elements = [root, ...dom.walk(root, maxElements)];
  const shown = elements.filter(
    (element) => !silent.has(dom.tag(element)) && text.isVisible(element),
  );
  return dom.hash(shown.map(describe).join('\u0002'));
}

export function readShown({ selectors }: StateInput): PageState {
  if (selectors === undefined) {
    return { alternative: 0, shown: digest(document.body ?? document.documentElement) };
  }
  const hits = selectors.map((parts) => findAll(parts, document));
  const alternative = hits.findIndex((elements) => elements.length > 0);
  const shown = (hits[alternative] ?? []).filter((element) => text.isVisible(element));
  return { alternative, shown: shown.map(digest).join(' ') };
}

/** The pages among which a box lets choose: "1" to "5", or "1 of 5" to "5 of 5", where the page calls them so. */
export function readPageBox(
  box: HTMLSelectElement,
  isInPager: boolean,
): { readonly current: number; readonly last: number } | undefined {
  const options = [...box.options];
  const numbers = options.map(({ label }) => Number(pageOption.exec(text.tidy(label))?.[1]));
  if (numbers.length < 2 || numbers.some((number, index) => number !== index + 1)) return undefined;
  const names = [box.name, box.id, box.className, dom.attribute(box, 'aria-label')];
  const said = [...names, ...Array.from(box.labels, text.read), options[0]?.label ?? ''];
  const isOfPages =
    isInPager ||
    said.some((name) => pageWord.test(name)) ||
    options.every(({ value }, index) => findPageNumber(value) === index + 1);
  return isOfPages ? { current: box.selectedIndex + 1, last: options.length } : undefined;
}
