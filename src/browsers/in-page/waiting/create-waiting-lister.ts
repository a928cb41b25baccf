import type { PageScript } from '../../page-script/page-script.ts';
import type { LazyFinder } from './create-lazy-finder.ts';
import type { PictureReader } from './create-picture-reader.ts';
import type { Viewport } from './create-viewport.ts';

/** What of a page waits to come into view. */
export interface WaitingParts {
  readonly elements: readonly {
    readonly mark: number;
    readonly isInView: boolean;
    /** Whether the element says itself that it is being filled. */
    readonly isBusy: boolean;
    /** Whether it is a picture whose address can be read all the same. */
    readonly isNamed: boolean;
  }[];
  /** Where the page (without a mark) and the boxes around the elements are scrolled to, in CSS pixels. */
  readonly positions: readonly {
    readonly mark: number | undefined;
    readonly x: number;
    readonly y: number;
  }[];
}

/** Describes elements that wait to come into view. */
export interface WaitingLister {
  list(elements: readonly Element[]): WaitingParts;
}

/** Part of the page script: uses nothing from module scope. */
export function createWaitingLister(
  lazy: LazyFinder,
  pictures: PictureReader,
  viewport: Viewport,
  script: PageScript,
): WaitingLister {
  return {
    list(elements) {
      const scrollers = new Set(elements.flatMap(viewport.scrollersOf));
      return {
        elements: elements.map((element) => ({
          mark: script.markOf(element),
          isInView: viewport.isInView(element),
          isBusy: lazy.isBusy(element),
          isNamed: element instanceof HTMLImageElement && pictures.isNamed(element),
        })),
        positions: [
          ...[...scrollers].map((element) => ({
            mark: script.markOf(element),
            x: element.scrollLeft,
            y: element.scrollTop,
          })),
          { mark: undefined, x: window.scrollX, y: window.scrollY },
        ],
      };
    },
  };
}
