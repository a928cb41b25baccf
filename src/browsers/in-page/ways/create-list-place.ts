import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';

/** Where a list stands in its page, and what belongs to it by its place. */
export interface ListPlace {
  /** Whether an element stands in something that is marked as a pager. */
  isInPager(element: Element): boolean;
  /**
   * Whether a control belongs to the list: beside it, outside of its items, and not in a part of the page that has content of
   * its own, such as a carousel, a calendar, a form or a section with a heading. With `isBehind` it must follow the last item.
   */
  holds(control: Element, isBehind: boolean): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createListPlace(
  dom: Dom,
  text: PageText,
  items: readonly Element[],
  pager: string,
): ListPlace {
  /** Levels above a link at which an element may be marked as a pager. */
  const pagerDepth = 4;
  /** Characters of a pager with its numbers, its counts and its choice of a page size; `PageText` cuts there. */
  const maxPagerText = 200;
  const pagerName = new RegExp(pager, 'iu');
  /** What shows its content bit by bit: its "next" moves on within it. */
  const mover =
    /carousel|slider|slideshow|slick|swiper|splide|glide|flickity|lightbox|testimonial|calendar|datepicker|wizard/i;
  const pagerHeading = /pagin|navigat|page|seite/i;
  const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const own = new Set(items);
  const first = items[0];
  const last = items.at(-1);
  const around = ancestorsOf(first).filter((above) => last === undefined || contains(above, last));
  const [container] = around;
  const surroundings = new Set(around);

  function ancestorsOf(element: Element | undefined): readonly Element[] {
    const found: Element[] = [];
    let above = element === undefined ? undefined : dom.parent(element);
    while (above !== undefined) {
      found.push(above);
      above = dom.parent(above);
    }
    return found;
  }

  function contains(above: Element, element: Element): boolean {
    let at: Element | undefined = element;
    while (at !== undefined && at !== above) at = dom.parent(at);
    return at !== undefined;
  }

  function nameOf(element: Element): string {
    return [
      dom.attribute(element, 'class').slice(0, 500),
      dom.attribute(element, 'id'),
      dom.attribute(element, 'aria-label'),
      dom.attribute(element, 'aria-roledescription'),
    ].join(' ');
  }

  /** The control with what stands around it, up to what holds the list as well. */
  function branchOf(control: Element): readonly Element[] {
    const branch: Element[] = [];
    let at: Element | undefined = control;
    while (at !== undefined && !surroundings.has(at)) {
      branch.push(at);
      at = dom.parent(at);
    }
    return at === undefined ? [] : branch;
  }

  /** Whether a part of the page is about something else than the list. */
  function isOwnPart(part: Element): boolean {
    if (text.read(part).length >= maxPagerText) return true;
    if (part.matches('form, dialog, [role=dialog], [role=grid], [role=toolbar]')) return true;
    if (part.querySelector('blockquote, video, [role=grid], tr + tr, dialog') !== null) return true;
    return [...part.querySelectorAll(headings)].some(
      (heading) => text.isVisible(heading) && !pagerHeading.test(text.read(heading)),
    );
  }

  /** Whether a heading stands between the list and what follows it, so that another part of the page has begun. */
  function isBehindHeading(branch: Element): boolean {
    let at = dom.previous(branch);
    for (let count = 0; at !== undefined && count < 200; count += 1) {
      if (surroundings.has(at) || own.has(at) || (last !== undefined && contains(at, last))) {
        return false;
      }
      if (at.matches(headings) && text.isVisible(at)) return true;
      at = dom.previous(at);
    }
    return false;
  }

  return {
    isInPager(element) {
      let at: Element | undefined = element;
      for (let depth = 0; depth <= pagerDepth && at !== undefined; depth += 1) {
        if (pagerName.test(nameOf(at))) return true;
        at = dom.parent(at);
      }
      return false;
    },
    holds(control, isBehind) {
      const branch = branchOf(control);
      const outermost = branch.at(-1);
      if (outermost === undefined || last === undefined || container === undefined) return false;
      if (branch.some((part) => own.has(part))) return false;
      const follows =
        (last.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (isBehind && !follows) return false;
      // The list itself may be what moves: then all of its items are on the page.
      const shared = around.slice(0, pagerDepth);
      if ([...branch, ...shared].some((part) => mover.test(nameOf(part)))) return false;
      if (branch.some(isOwnPart)) return false;
      return !follows || !isBehindHeading(outermost);
    },
  };
}
