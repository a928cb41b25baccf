import type { ElementFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { Dom } from './create-dom.ts';
import type { PageText } from './create-page-text.ts';
import type { ElementDescriber } from './describe-elements.ts';

/** Lists the elements that could be a lost target. */
export interface CandidateLister {
  /**
   * Returns elements that can be acted on or read, in document order; of more than `limit`, the ones most similar to
   * `like`.
   */
  actions(scope: Element | Document, limit: number, like?: ElementFingerprint): Element[];
  fields(scope: Element | Document, limit: number, like?: ElementFingerprint): Element[];
  /** Returns groups of similar siblings, each with all its elements. */
  items(scope: Element | Document, limit: number): Element[][];
}

/** Part of the page script: uses nothing from module scope. */
export function createCandidateLister(
  dom: Dom,
  text: PageText,
  describer: ElementDescriber,
): CandidateLister {
  /** Most elements examined; a page of this size takes a second to lay out anyway. */
  const maxElements = 50_000;
  /** Fewest similar siblings that count as a list. */
  const minItems = 2;
  const holdsValue = /^(?:area|audio|data|img|input|link|meta|meter|progress|source|time|video)$/;
  const holdsNone = /^(?:body|br|head|html|noscript|option|script|select|style|template)$/;

  function isField(element: Element): boolean {
    const tag = dom.tag(element);
    if (holdsNone.test(tag)) return false;
    if (holdsValue.test(tag)) return text.isVisible(element);
    let parts = 0;
    for (const node of dom.content(element).slice(0, 200)) {
      if (dom.isText(node)) {
        if (/\S/.test(dom.text(node).slice(0, 1_000))) return text.isVisible(element);
      } else if (dom.isElement(node)) parts += 1;
    }
    // A value split over elements (`<b>12</b><sup>99</sup>`), or a text of several paragraphs.
    return parts > 0 && parts <= 12 && text.isVisible(element) && text.read(element) !== '';
  }

  /** Returns the key that siblings must share to be items of one list: the tag and, if present, a class. */
  function kindOf(element: Element): string {
    return `${dom.tag(element)}.${dom.attribute(element, 'class').trim().split(/\s+/, 1)[0] ?? ''}`;
  }

  /** Returns a cheap similarity score that selects the elements to compare closely. */
  function resemble(element: Element, like: ElementFingerprint): number {
    const classes = new Set(dom.attribute(element, 'class').slice(0, 1_000).split(/\s+/));
    const said = text.read(element);
    let points = dom.tag(element) === like.tag ? 1 : 0;
    if (like.id !== '' && dom.attribute(element, 'id') === like.id) points += 3;
    if (said !== '' && said === like.text) points += 3;
    if (like.classes.some((name) => classes.has(name))) points += 1;
    for (const [name, value] of Object.entries(like.attributes)) {
      if (value !== '' && dom.attribute(element, name) === value) points += 1;
    }
    return points;
  }

  function choose(elements: Element[], limit: number, like?: ElementFingerprint): Element[] {
    if (elements.length <= limit || like === undefined) return elements.slice(0, limit);
    const ranked = elements
      .map((element, place) => ({ element, place, points: resemble(element, like) }))
      .sort((a, b) => b.points - a.points || a.place - b.place);
    return ranked
      .slice(0, limit)
      .sort((a, b) => a.place - b.place)
      .map(({ element }) => element);
  }

  return {
    actions: (scope, limit, like) =>
      choose(
        dom.walk(scope, maxElements).filter((element) => isTarget(element, like)),
        limit,
        like,
      ),
    fields: (scope, limit, like) =>
      choose(dom.walk(scope, maxElements).filter(isField), limit, like),
    items(scope, limit) {
      const lists: Element[][] = [];
      const within = dom.walk(scope, maxElements);
      for (const parent of scope instanceof Element ? [scope, ...within] : within) {
        const groups = new Map<string, Element[]>();
        for (const child of dom.children(parent)) {
          if (holdsNone.test(dom.tag(child))) continue;
          const kind = kindOf(child);
          const group = groups.get(kind);
          if (group === undefined) groups.set(kind, [child]);
          else group.push(child);
        }
        for (const group of groups.values()) {
          const [first] = group;
          if (group.length < minItems || first === undefined || !text.isVisible(first)) continue;
          if (lists.push(group) >= limit) return lists;
        }
      }
      return lists;
    },
  };

  /** Whether a button or a link around the element takes its clicks: the icon of a button is no button. */
  function isPartOfControl(element: Element): boolean {
    let above = dom.parent(element);
    for (let step = 0; above !== undefined && step < 5; step += 1) {
      if (/^(?:a|button)$/.test(dom.tag(above)) && describer.isInteractive(above)) return true;
      above = dom.parent(above);
    }
    return false;
  }

  /**
   * Whether an element may be the target. Pages can listen for clicks on any element: if the lost target showed no
   * sign of being interactive, every element with text may be the target.
   */
  function isTarget(element: Element, like: ElementFingerprint | undefined): boolean {
    if (describer.isInteractive(element)) return !isPartOfControl(element);
    return like !== undefined && !like.isInteractive && isField(element);
  }
}
