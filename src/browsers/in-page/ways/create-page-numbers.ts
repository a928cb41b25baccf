import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';

/** Reads the numbers by which a list's pages are chosen. */
export interface PageNumbers {
  /** Whether a control shows the number of the page after the current one. */
  isNext(control: Element): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createPageNumbers(dom: Dom, text: PageText): PageNumbers {
  /** Levels above a number at which all numbers stand together. */
  const maxLevels = 4;
  /** Most elements among which the current number is searched. */
  const maxElements = 200;
  const candidates = '[aria-current]:not([aria-current=false]), [class], strong, b, em, span';
  const currentClass = /(?:^|[-_])(?:current|active|selected)$/i;

  /** Whether it is marked as current, or a number that is no link among numbers that are. */
  function isMarked(element: Element): boolean {
    return (
      dom.hasAttribute(element, 'aria-current') ||
      dom.classes(element).some((name) => currentClass.test(name)) ||
      (element.closest('a, button') === null && element.querySelector('a, button') === null)
    );
  }

  function findCurrent(zone: Element): number | undefined {
    for (const element of [...zone.querySelectorAll(candidates)].slice(0, maxElements)) {
      const said = isMarked(element)
        ? /^\D{0,20}(\d{1,4})\D{0,20}$/.exec(text.read(element))
        : null;
      if (said !== null) return Number(said[1]);
    }
    return undefined;
  }

  return {
    isNext(control) {
      const label = text.read(control);
      if (!/^\d{1,4}$/.test(label)) return false;
      let zone = dom.parent(control);
      for (let level = 0; level < maxLevels && zone !== undefined; level += 1) {
        const current = findCurrent(zone);
        if (current !== undefined) return Number(label) === current + 1;
        zone = dom.parent(zone);
      }
      return false;
    },
  };
}
