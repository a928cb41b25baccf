import type {
  ElementFingerprint,
  ProposedSelector,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { type ElementMark, elementOf, markOf } from './marks.ts';
import { actorOf, describe, isInteractive } from './describe-elements.ts';
import { forAction, forField, forItems } from './selector-proposer.ts';

/** An element as the page script describes it. */
export interface DescribedElement {
  readonly mark: ElementMark;
  readonly element: ElementFingerprint;
  /** Marks of all elements of its list, its own first; set only for `items`. */
  readonly group?: readonly ElementMark[];
}

/** Input and result of each call of the page script, by name. */
export interface PageCalls {
  /**
   * Marks and describes elements: the one the call is scoped to, or those of the marks. For an action this is the link,
   * button or field around the element.
   */
  describe: {
    question: { marks?: readonly ElementMark[]; purpose: TargetPurpose };
    result: readonly DescribedElement[];
  };
  /**
   * What could be the lost target of such a step, in document order. `root`: only what stands in it. `like`: what is
   * looked for; the likeliest are listed where there are more than `limit`.
   */
  candidates: {
    question: {
      purpose: TargetPurpose;
      root?: ElementMark;
      like?: ElementFingerprint;
      limit: number;
    };
    result: readonly DescribedElement[];
  };
  /**
   * Selectors that would lead to the element next time, best first, each tried on the page. `roots`: the items, that
   * of the element first.
   */
  propose: {
    question: {
      mark: ElementMark;
      purpose: TargetPurpose;
      roots?: readonly ElementMark[];
      group?: readonly ElementMark[];
    };
    result: readonly ProposedSelector[];
  };
}

export type TargetPurpose = 'action' | 'items' | 'field';

/** Answers to the calls of healing. */
export const targetOperations: {
  readonly [Name in keyof PageCalls]: (
    question: PageCalls[Name]['question'],
  ) => PageCalls[Name]['result'];
} = {
  describe: ({ marks, purpose }) =>
    elementsOf(marks).map((element) =>
      toDescribed(purpose === 'action' ? actorOf(element) : element),
    ),
  candidates({ purpose, root, like, limit }) {
    const within = root === undefined ? document : elementOf(root);
    if (within === undefined) return [];
    if (purpose === 'action') return listActions(within, limit, like).map(toDescribed);
    if (purpose === 'field') return listFields(within, limit, like).map(toDescribed);
    return listItems(within, limit).flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ ...toDescribed(first), group: group.map(markOf) }];
    });
  },
  propose({ mark, purpose, roots, group }) {
    const element = elementOf(mark);
    if (element === undefined) return [];
    if (purpose === 'action') return forAction(element);
    if (purpose === 'items') return forItems(elementsOf(group ?? [mark]));
    return forField(element, elementsOf(roots));
  },
};

function toDescribed(element: Element): DescribedElement {
  return { mark: markOf(element), element: describe(element) };
}

function elementsOf(marks: readonly ElementMark[] | undefined): Element[] {
  return (marks ?? []).map(elementOf).filter((element) => element !== undefined);
}

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

/**
 * Returns elements that can be acted on or read, in document order; of more than `limit`, the ones most similar to
 * `like`.
 */
function listActions(
  scope: Element | Document,
  limit: number,
  like?: ElementFingerprint,
): Element[] {
  return choose(
    dom.walk(scope, maxElements).filter((element) => isTarget(element, like)),
    limit,
    like,
  );
}

function listFields(
  scope: Element | Document,
  limit: number,
  like?: ElementFingerprint,
): Element[] {
  return choose(dom.walk(scope, maxElements).filter(isField), limit, like);
}

/** Returns groups of similar siblings, each with all its elements. */
function listItems(scope: Element | Document, limit: number): Element[][] {
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
}

/** Whether a button or a link around the element takes its clicks: the icon of a button is no button. */
function isPartOfControl(element: Element): boolean {
  let above = dom.parent(element);
  for (let step = 0; above !== undefined && step < 5; step += 1) {
    if (/^(?:a|button)$/.test(dom.tag(above)) && isInteractive(above)) return true;
    above = dom.parent(above);
  }
  return false;
}

/**
 * Whether an element may be the target. Pages can listen for clicks on any element: if the lost target showed no
 * sign of being interactive, every element with text may be the target.
 */
function isTarget(element: Element, like: ElementFingerprint | undefined): boolean {
  if (isInteractive(element)) return !isPartOfControl(element);
  return like !== undefined && !like.isInteractive && isField(element);
}
