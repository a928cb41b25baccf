import type { Selector } from '../../contracts/recipe/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { PageText } from '../page-script/create-page-text.ts';
import type { PageScript } from '../page-script/page-script.ts';
import type { Finder } from './create-finder.ts';

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
}

export interface PagerInput {
  readonly control: readonly Selector['parts'][] | undefined;
  readonly until: readonly Selector['parts'][] | undefined;
}

export interface PagerState {
  readonly control: PagerControl | undefined;
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
  /** Whether one of them is the value, or has it as its label. */
  readonly hasValue: boolean;
  /** The first ten. */
  readonly labels: readonly string[];
  readonly count: number;
}

/** Describes elements without changing anything. */
export interface Observer {
  /** Returns `undefined` where the element is no `<select>`. */
  choices(element: Element, value: string): Choices | undefined;
  nearMisses(selectors: readonly Selector['parts'][]): readonly NearMiss[];
  look(selectors: readonly Selector['parts'][]): readonly Hit[];
  control(element: Element): Control;
  pager(input: PagerInput): PagerState;
  /** Returns the absolute URL that a click opens in the same tab; empty when a script decides. */
  hrefOf(element: Element): string;
  /** Whether a control says that it has no effect now. */
  isDisabled(element: Element): boolean;
  /**
   * Returns the number of matches of the first alternative that has any, and whether all of them fulfil the
   * condition.
   */
  state(input: ElementStateInput): {
    readonly alternative: number;
    readonly count: number;
    /** How many of them are hidden, and how many have other attributes or properties. */
    readonly hidden: number;
    readonly unlike: number;
    readonly holds: boolean;
  };
}

/** Part of the page script: uses nothing from module scope. */
export function createObserver(
  dom: Dom,
  text: PageText,
  finder: Finder,
  script: PageScript,
): Observer {
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

  function isDisabled(element: Element): boolean {
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

  function hrefOf(element: Element): string {
    const link = element.closest('a[href]') ?? element.querySelector('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return '';
    if (link.target !== '' && link.target !== '_self' && link.target !== '_top') return '';
    const raw = dom.attribute(link, 'href').trim();
    return raw === '' || raw.startsWith('#') || !/^https?:$/.test(link.protocol) ? '' : link.href;
  }

  function findControl(selectors: readonly Parts[]): PagerControl | undefined {
    const hits = selectors.map((parts) => finder.find(parts, document));
    const shown = hits.map((elements) => elements.find((element) => text.isVisible(element)));
    const alternative = shown.findIndex((element) => element !== undefined);
    const element = shown[alternative];
    if (element === undefined) return undefined;
    return {
      mark: script.markOf(element),
      alternative,
      lost: shown.flatMap((other, index) => (other === element ? [] : [index])),
      href: hrefOf(element),
      isDisabled: isDisabled(element),
    };
  }

  function hasDialog(): boolean {
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
    const found = finder.find(all, document);
    const visible = found.filter((element) => text.isVisible(element));
    const count = visible.length > 0 ? visible.length : found.length;
    const [only, ...others] = count > 0 ? [] : finder.find(all, document, true);
    const isOne = only !== undefined && others.length === 0;
    return { count, otherCase: isOne ? text.read(only) : undefined };
  }

  return {
    hrefOf,
    isDisabled,
    nearMisses: (selectors) => selectors.map(toNearMiss),
    choices(element, value) {
      if (!(element instanceof HTMLSelectElement)) return undefined;
      const options = [...element.options];
      return {
        hasValue: options.some((option) => option.value === value || option.label === value),
        labels: options.slice(0, maxChoices).map((option) => text.tidy(option.label)),
        count: options.length,
      };
    },
    look: (selectors) =>
      selectors.map((parts) => {
        const hits = finder.find(parts, document);
        const best = prefer(hits);
        return {
          count: hits.length,
          mark: best === undefined ? undefined : script.markOf(best),
          isVisible: best !== undefined && text.isVisible(best),
        };
      }),
    control(element) {
      const tag = dom.tag(element);
      const { width, height } = element.getBoundingClientRect();
      const isSubmit = element instanceof HTMLButtonElement && element.type === 'submit';
      return {
        tag,
        type: element instanceof HTMLInputElement ? element.type : '',
        isEditable: element instanceof HTMLElement && element.isContentEditable,
        isNative:
          nativeTags.has(tag) || (isSubmit && element.form !== null) || hrefOf(element) !== '',
        brings: broughtBy(element),
        width,
        height,
      };
    },
    pager({ control, until }) {
      const ended = until?.findIndex((parts) =>
        finder.find(parts, document).some((element) => text.isVisible(element)),
      );
      return {
        control: control === undefined ? undefined : findControl(control),
        until: ended === -1 ? undefined : ended,
        hasDialog: hasDialog(),
      };
    },
    state(input) {
      const hits = input.selectors.map((parts) => finder.find(parts, document));
      const alternative = hits.findIndex((elements) => elements.length > 0);
      const found = hits[alternative] ?? [];
      const hidden = found.filter((element) => !text.isVisible(element)).length;
      const unlike = found.filter((element) => !isAsWanted(element, input)).length;
      return {
        alternative,
        count: found.length,
        hidden,
        unlike,
        holds: unlike === 0 && (input.visible !== true || hidden === 0),
      };
    },
  };
}
