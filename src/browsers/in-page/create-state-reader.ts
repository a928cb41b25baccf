import type { Selector } from '../../contracts/recipe/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { PageText } from '../page-script/create-page-text.ts';
import type { Finder } from './create-finder.ts';

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

/** Tells whether what is shown has changed. */
export interface StateReader {
  read(input: StateInput): PageState;
}

/** Part of the page script: uses nothing from module scope. */
export function createStateReader(dom: Dom, text: PageText, finder: Finder): StateReader {
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

  return {
    read({ selectors }) {
      if (selectors === undefined) {
        return { alternative: 0, shown: digest(document.body ?? document.documentElement) };
      }
      const hits = selectors.map((parts) => finder.find(parts, document));
      const alternative = hits.findIndex((elements) => elements.length > 0);
      const shown = (hits[alternative] ?? []).filter((element) => text.isVisible(element));
      return { alternative, shown: shown.map(digest).join(' ') };
    },
  };
}
