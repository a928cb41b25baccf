import type { Selector } from '../../contracts/recipe/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { PageScript } from '../page-script/page-script.ts';
import type { Finder } from './create-finder.ts';

export interface ScrollInput {
  /** Mark of the element that scrolls; `undefined` for the page. */
  readonly mark: number | undefined;
  readonly x: number | undefined;
  readonly y: number | undefined;
}

/** A scroll position, in CSS pixels. */
export interface ScrollPosition {
  readonly x: number;
  readonly y: number;
  /** The largest value that `x` can reach. */
  readonly maxX: number;
  readonly maxY: number;
}

/** Scrolls pages and elements. */
export interface Mover {
  scroll(input: ScrollInput): ScrollPosition;
  /** Scrolls the list by one step of .8 of its visible height, or up by some pixels. */
  scrollList(input: {
    readonly items: readonly Selector['parts'][];
    readonly up: number;
  }): ScrollPosition;
}

/** Part of the page script: uses nothing from module scope. */
export function createMover(dom: Dom, finder: Finder, script: PageScript): Mover {
  /** Share of the visible height that one step scrolls; the rest overlaps, so that no row is skipped. */
  const stepShare = 0.8;

  function position(element: Element | undefined): ScrollPosition {
    const at = element ?? document.scrollingElement ?? document.documentElement;
    return {
      x: Math.round(at.scrollLeft),
      y: Math.round(at.scrollTop),
      maxX: Math.max(0, at.scrollWidth - at.clientWidth),
      maxY: Math.max(0, at.scrollHeight - at.clientHeight),
    };
  }

  /**
   * Returns the element that scrolls the list: the nearest ancestor of its items whose content is taller than its
   * box.
   */
  function containerOf(items: readonly Selector['parts'][]): Element | undefined {
    const first = items
      .map((parts) => finder.find(parts, document)[0])
      .find((element) => element !== undefined);
    let above = first === undefined ? undefined : dom.parent(first);
    while (above !== undefined && above !== document.body && above !== document.documentElement) {
      const { overflowY } = getComputedStyle(above);
      if (
        /^(?:auto|scroll|overlay)$/.test(overflowY) &&
        above.scrollHeight > above.clientHeight + 1
      ) {
        return above;
      }
      above = dom.parent(above);
    }
    return undefined;
  }

  /** Scrolls without animation: smooth scrolling takes seconds. */
  function scrollTo(element: Element | undefined, left: number, top: number): void {
    (element ?? window).scrollTo({ left, top, behavior: 'instant' });
  }

  return {
    scroll({ mark, x, y }) {
      const element = mark === undefined ? undefined : script.elementOf(mark);
      if (element !== undefined && x === undefined && y === undefined) {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
      } else {
        const before = position(element);
        scrollTo(element, x ?? before.x, y ?? before.y);
      }
      return position(element);
    },
    scrollList({ items, up }) {
      const container = containerOf(items);
      const seen = container?.clientHeight ?? window.innerHeight;
      const before = position(container);
      scrollTo(container, before.x, before.y + (up > 0 ? -up : Math.ceil(seen * stepShare)));
      return position(container);
    },
  };
}
