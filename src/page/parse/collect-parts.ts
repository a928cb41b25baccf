import { isText, type Element } from 'domhandler';
import { isHidingStyle } from './hide-style.ts';
import { isDataScript, isJsonLd } from '../structured-data/is-data-script.ts';
import { LinkedElement } from './linked-tree.ts';
import type { Verdict } from './settle-tree.ts';

/** What a page says about itself, found on the one walk that cleans it; in page order. */
export interface PageParts {
  title: Element | undefined;
  baseHref: string | undefined;
  language: string | undefined;
  readonly dataScripts: Element[];
  readonly metaElements: Element[];
  readonly linkElements: Element[];
  /** JSON-LD scripts and elements with attributes of microdata or RDFa; hidden ones too: they are data, not text. */
  readonly described: Element[];
}

/**
 * Never seen, whatever they hold. `<noscript>` is not among them: pages are fetched without running scripts, so what it
 * holds is what such a visitor sees (of 10,286 values on recipe pages 64 stand in its text alone).
 */
const unseenTags: ReadonlySet<string> = new Set(
  (
    'template style link noembed noframes datalist param source track ' +
    // Graphics without text; `text` and `foreignObject` stay.
    'path rect circle ellipse line polygon polyline use defs symbol lineGradient radialGradient ' +
    'lineargradient radialgradient clipPath clippath mask filter marker metadata desc'
  ).split(' '),
);
/** A `<title>` in one of these is the tooltip of a picture. */
const svgParents: ReadonlySet<string> = new Set(['svg', 'g', 'a', 'text', 'symbol']);

/** Where scripts are off nothing runs that would show these later, but they hold the page itself. */
const neverHidden: ReadonlySet<string> = new Set(['html', 'body', 'head', 'main']);

export interface CollectPartsInput {
  readonly excludeTags: ReadonlySet<string> | undefined;
  /** Whether what a click may unfold (tabs, answers, menus) counts as seen. */
  readonly keepsFolded: boolean;
  /** Whether a rule of the page's own style sheets hides the element. */
  readonly isHiddenByRule: (element: Element) => boolean;
}

/** The judge that cleans a page, and what it collects on the way. */
export function collectParts({ excludeTags, keepsFolded, isHiddenByRule }: CollectPartsInput): {
  readonly parts: PageParts;
  readonly judge: (element: LinkedElement, isIncluded: boolean) => Verdict;
} {
  const parts: PageParts = {
    title: undefined,
    baseHref: undefined,
    language: undefined,
    dataScripts: [],
    metaElements: [],
    linkElements: [],
    described: [],
  };
  const judge = (element: LinkedElement, isIncluded: boolean): Verdict => {
    const { name, attribs } = element;
    if (excludeTags?.has(name) === true) return 'drop';
    if (unseenTags.has(name)) {
      if (name !== 'link') return 'drop';
      if (isIncluded) parts.linkElements.push(element);
      return judgeAnnotated(element, isIncluded);
    }
    let isHidden = false;
    let isFaded = false;
    let isAnnotated = false;
    for (const attribute in element.isTold ? attribs : undefined) {
      switch (attribute) {
        case 'hidden': {
          isHidden ||= !keepsFolded && attribs[attribute]?.toLowerCase() !== 'until-found';
          break;
        }
        case 'aria-hidden': {
          isFaded = !keepsFolded && attribs[attribute] === 'true';
          break;
        }
        case 'style': {
          isHidden ||= isHidingStyle(attribs[attribute] ?? '', keepsFolded);
          break;
        }
        case 'popover': {
          isHidden ||= !keepsFolded;
          break;
        }
        case 'itemscope':
        case 'itemprop':
        case 'typeof':
        case 'property':
        case 'about':
        case 'resource': {
          isAnnotated = true;
          break;
        }
      }
    }
    if (isAnnotated && isIncluded) parts.described.push(element);
    switch (name) {
      case 'script': {
        if (isIncluded && isDataScript(element)) {
          parts.dataScripts.push(element);
          if (isJsonLd(element)) parts.described.push(element);
          return 'aside';
        }
        return 'drop';
      }
      case 'meta': {
        if (isIncluded) parts.metaElements.push(element);
        return 'drop';
      }
      case 'title': {
        if (element.parent instanceof LinkedElement && svgParents.has(element.parent.name)) {
          nameDrawing(element.parent, element);
          return 'drop';
        }
        if (isIncluded) parts.title ??= element;
        return 'aside';
      }
      case 'base': {
        parts.baseHref ??= attribs['href'];
        return 'drop';
      }
      case 'html': {
        parts.language ??= attribs['lang'];
        break;
      }
      case 'input': {
        if (attribs['type']?.toLowerCase() === 'hidden') return 'drop';
        break;
      }
      case 'dialog': {
        isHidden ||= !keepsFolded && attribs['open'] === undefined;
        break;
      }
      case 'iframe': {
        // Its content is markup for browsers without frames.
        element.head = null;
        break;
      }
    }
    if (neverHidden.has(name)) return 'keep';
    if (isHidden || isHiddenByRule(element)) return 'hide';
    return isFaded ? 'fade' : 'keep';
  };
  const judgeAnnotated = (element: LinkedElement, isIncluded: boolean): Verdict => {
    const { itemprop, property } = element.attribs;
    if (isIncluded && (itemprop ?? property) !== undefined) parts.described.push(element);
    return 'drop';
  };
  return { parts, judge };
}

/** A drawing that says it stands for something is known by its title, as a picture is by its alternative text. */
function nameDrawing({ attribs }: LinkedElement, { head }: LinkedElement): void {
  if (attribs['role'] !== 'img' || attribs['aria-label'] !== undefined) return;
  if (head !== null && isText(head)) attribs['aria-label'] = head.data;
}
