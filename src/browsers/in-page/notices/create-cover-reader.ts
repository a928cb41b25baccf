import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';
import type { PageScript } from '../../page-script/page-script.ts';
import type { Cover, NoticeFinder } from './create-notice-finder.ts';

/** What keeps an action from its element. */
export interface Obstruction {
  /** What would receive a click in its place; `undefined` when nothing does. */
  readonly cover: Cover | undefined;
  readonly isVisible: boolean;
  readonly isDisabled: boolean;
  /** Position and size in CSS pixels, as a text that changes when the element moves. */
  readonly box: string;
}

/** Looks at elements that an action could not reach. */
export interface CoverReader {
  /** Brings the element into view, stops its endless animations, and says what is in its way. */
  read(mark: number): Obstruction | undefined;
}

/** Part of the page script: uses nothing from module scope. */
export function createCoverReader(
  dom: Dom,
  text: PageText,
  notices: NoticeFinder,
  script: PageScript,
): CoverReader {
  /** Stops endless animations on and around an element: clicks wait until the element no longer moves. */
  function stopEndlessMotion(element: Element): void {
    let above: Element | undefined = element;
    while (above !== undefined) {
      for (const animation of above.getAnimations()) {
        if (animation.effect?.getComputedTiming().iterations === Infinity) animation.pause();
      }
      above = dom.parent(above);
    }
  }

  function topAt(x: number, y: number): Element | undefined {
    let top = document.elementFromPoint(x, y) ?? undefined;
    for (let depth = 0; top !== undefined && depth < 10; depth += 1) {
      const inner: Element | undefined = dom.shadowRoot(top)?.elementFromPoint(x, y) ?? undefined;
      if (inner === undefined || inner === top) break;
      top = inner;
    }
    return top;
  }

  return {
    read(mark) {
      const element = script.elementOf(mark);
      if (element === undefined) return undefined;
      stopEndlessMotion(element);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = topAt(x + width / 2, y + height / 2);
      let above = top;
      while (above !== undefined && above !== element) above = dom.parent(above);
      // A click on the element's own label or wrapper still reaches the element.
      const isCovered =
        top !== undefined && above !== element && !element.contains(top) && !top.contains(element);
      return {
        cover: isCovered ? notices.describeCover(top) : undefined,
        isVisible: text.isVisible(element) && width > 0 && height > 0,
        isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
        box: [x, y, width, height].map(Math.round).join(' '),
      };
    },
  };
}
