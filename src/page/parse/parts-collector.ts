import { type ChildNode, isText, Text, type Element } from 'domhandler';
import type { Hiding } from '../hidden/find-hidden-elements.ts';
import { LinkedElement, statesHidden } from './linked-tree.ts';
import type { Verdict } from './finalise-tree.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Metadata and links of a page, collected in page order on the walk that cleans the page. */
export interface PageParts {
  title: Element | undefined;
  baseHref: string | undefined;
  language: string | undefined;
  readonly dataScripts: Element[];
  readonly metaElements: Element[];
  readonly linkElements: Element[];
  /**
   * JSON-LD scripts and elements with attributes of microdata or RDFa; hidden ones too, because
   * they are data, not text.
   */
  readonly described: Element[];
}

/**
 * Tags whose content is never visible. `<noscript>` is not among them: most pages are fetched without running scripts, so
 * its content is what such a visitor sees (of 10,286 values on recipe pages 64 stand in its text alone).
 */
const unseenTags: ReadonlySet<string> = new Set(
  (
    'template style link noembed noframes datalist param source track rp annotation-xml ' +
    // Graphics without text; `text` and `foreignObject` are kept.
    'path rect circle ellipse line polygon polyline use defs symbol lineGradient radialGradient ' +
    'lineargradient radialgradient clipPath clippath mask filter marker metadata desc'
  ).split(' '),
);
/** Parents in which a `<title>` is the tooltip of a picture. */
const svgParents: ReadonlySet<string> = new Set(['svg', 'g', 'a', 'text', 'symbol']);

/** They hold the page itself, so they stay, whatever hides them from screen readers. */
const neverFaded: ReadonlySet<string> = new Set(['html', 'body', 'head', 'main']);

/** Tags of a few words within a line. */
const wordTags: ReadonlySet<string> = toWordSet(
  'abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup u var',
);
/** What a script or a control finds an element by is none of these. */
const namelessAttributes: ReadonlySet<string> = new Set(['style', 'hidden', 'lang', 'dir']);
const controlTags: ReadonlySet<string> = new Set(['a', 'button', 'input', 'label', 'summary']);

/** Nodes on each side that are looked at, so that many hidden words in one line do not take the square of their number. */
const mostBeside = 50;

/**
 * Whether a hidden element stands in a line with seen text and nothing can open it: it has no name, and no control stands
 * beside it.
 */
function isUnseenInLine(element: LinkedElement): boolean {
  const { name, attribs, parent } = element;
  if (!wordTags.has(name) || !statesHidden(element) || attribs['hidden'] === 'until-found')
    return false;
  for (const attribute in attribs) if (!namelessAttributes.has(attribute)) return false;
  if (!(parent instanceof LinkedElement) || controlTags.has(parent.name)) return false;
  let isBesideText = false;
  for (const side of ['prev', 'next'] as const) {
    let left = mostBeside;
    for (let node = element[side]; node !== null && left > 0; node = node[side]) {
      left -= 1;
      if (isText(node)) isBesideText ||= /\S/.test(node.data);
      else if (node instanceof LinkedElement && controlTags.has(node.name)) return false;
    }
  }
  return isBesideText;
}

interface PartsCollectorOptions {
  readonly excludeTags: ReadonlySet<string> | undefined;
  /** Whether content that a click may open (tabs, answers, menus) counts as visible. */
  readonly keepsCollapsed: boolean;
  /** Whether the page's scripts have run, so that `<noscript>` is not shown. */
  readonly isRendered: boolean;
  /** Whether the page is read for a model, from which everything is kept that people cannot see. */
  readonly isForModel: boolean;
  /** The elements that people do not see. */
  readonly hidings: ReadonlyMap<Element, Hiding>;
  /** Elements that stay although they are `aria-hidden`. */
  readonly seenCopies: ReadonlySet<Element>;
}

/**
 * Decides which elements of a page stay, and collects its metadata on the way. A class, because a function created
 * for each page would be compiled again for each.
 */
export class PartsCollector {
  readonly parts: PageParts = {
    title: undefined,
    baseHref: undefined,
    language: undefined,
    dataScripts: [],
    metaElements: [],
    linkElements: [],
    described: [],
  };
  private readonly excludeTags: ReadonlySet<string> | undefined;
  private readonly keepsCollapsed: boolean;
  private readonly isRendered: boolean;
  private readonly isForModel: boolean;
  private readonly hidings: ReadonlyMap<Element, Hiding>;
  private readonly seenCopies: ReadonlySet<Element>;

  constructor({
    excludeTags,
    keepsCollapsed,
    isRendered,
    isForModel,
    hidings,
    seenCopies,
  }: PartsCollectorOptions) {
    this.excludeTags = excludeTags;
    this.keepsCollapsed = keepsCollapsed;
    this.isRendered = isRendered;
    this.isForModel = isForModel;
    this.hidings = hidings;
    this.seenCopies = seenCopies;
  }

  judge(element: LinkedElement, isIncluded: boolean): Verdict {
    const { name, attribs } = element;
    if (this.excludeTags?.has(name) === true) return 'drop';
    if (unseenTags.has(name)) {
      if (name !== 'link') return 'drop';
      if (isIncluded) this.parts.linkElements.push(element);
      return this.judgeAnnotated(element, isIncluded);
    }
    let isFaded = false;
    let isAnnotated = false;
    // Reads values by constant names, not by `attribute`: V8 (13.6) recompiles the latter without end.
    for (const attribute in element.isSignificant ? attribs : undefined) {
      switch (attribute) {
        case 'aria-hidden': {
          isFaded = !this.keepsCollapsed && attribs['aria-hidden'] === 'true';
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
    if (isAnnotated && isIncluded) this.parts.described.push(element);
    switch (name) {
      case 'script': {
        if (isIncluded && isDataScript(element)) {
          this.parts.dataScripts.push(element);
          if (isJsonLd(element)) this.parts.described.push(element);
          return 'aside';
        }
        return 'drop';
      }
      case 'meta': {
        if (isIncluded) this.parts.metaElements.push(element);
        return 'drop';
      }
      case 'title': {
        if (element.parent instanceof LinkedElement && svgParents.has(element.parent.name)) {
          nameDrawing(element.parent, element);
          return 'drop';
        }
        if (isIncluded) this.parts.title ??= element;
        return 'aside';
      }
      case 'base': {
        this.parts.baseHref ??= attribs['href'];
        return 'drop';
      }
      case 'html': {
        // An empty one says that the language is not known, and others are places that a template did not fill.
        for (const language of [attribs['lang']?.trim(), attribs['xml:lang']?.trim()])
          if (language !== undefined && languageTag.test(language))
            this.parts.language ??= language;
        break;
      }
      case 'picture': {
        nameSource(element);
        break;
      }
      case 'a': {
        nameDrawnLink(element);
        break;
      }
      case 'math': {
        nameFormula(element, this.isForModel);
        break;
      }
      case 'annotation': {
        return 'drop';
      }
      case 'noscript': {
        if (this.isRendered || holdsMarkupAsText(element)) return 'drop';
        break;
      }
      case 'input': {
        if (attribs['type']?.toLowerCase() === 'hidden') return 'drop';
        break;
      }
      case 'video':
      case 'audio': {
        nameMedium(element);
        element.head = null;
        break;
      }
      case 'iframe':
      case 'canvas':
      case 'progress':
      case 'meter': {
        // The content is markup for browsers without such elements.
        element.head = null;
        break;
      }
    }
    const hiding = this.hidings.size > 0 ? this.hidings.get(element) : undefined;
    if (hiding === 'hide') return 'hide';
    if (this.keepsCollapsed && element.isSignificant && isUnseenInLine(element)) return 'hide';
    if (isFaded && !neverFaded.has(name) && !this.seenCopies.has(element)) {
      if (!isIconOfLink(element)) return 'fade';
      // Its text is the name of a picture in a font.
      element.head = null;
    }
    return hiding ?? 'keep';
  }

  private judgeAnnotated(element: LinkedElement, isIncluded: boolean): Verdict {
    const { itemprop, property } = element.attribs;
    if (isIncluded && (itemprop ?? property) !== undefined) this.parts.described.push(element);
    return 'drop';
  }
}

/**
 * Gives a formula the TeX that its `<annotation>` has, as `alttext`. Nobody sees an annotation: what goes to a model has to be
 * spelt as the formula is.
 */
function nameFormula(formula: LinkedElement, isForModel: boolean): void {
  if (formula.attribs['alttext'] !== undefined) return;
  const annotation = findAnnotation(formula);
  if (annotation === undefined) return;
  let tex = '';
  for (let node = annotation.head; node !== null; node = node.next)
    if (node instanceof Text) tex += node.data;
  if (!isForModel || isSpelling(tex, formula)) formula.attribs['alttext'] = tex;
}

function findAnnotation(formula: LinkedElement): LinkedElement | undefined {
  const pending: LinkedElement[] = [formula];
  for (let looks = 0; looks < maxSpelt; looks += 1) {
    const element = pending.pop();
    if (element === undefined) return undefined;
    if (
      element.name === 'annotation' &&
      /tex/i.test(element.attribs['encoding']?.slice(0, 60) ?? '')
    ) {
      return element;
    }
    for (let child = element.head; child !== null; child = child.next)
      if (child instanceof LinkedElement) pending.push(child);
  }
  return undefined;
}

/** Whether TeX spells a formula: without commands it has no letter or digit that the formula does not show as often. */
function isSpelling(tex: string, formula: LinkedElement): boolean {
  const left = new Map<string, number>();
  const pending: ChildNode[] = [formula];
  for (let node = pending.pop(), looks = 0; node !== undefined && looks < maxSpelt; looks += 1) {
    if (node instanceof Text) {
      for (const letter of listLetters(node.data)) left.set(letter, (left.get(letter) ?? 0) + 1);
    } else if (node instanceof LinkedElement && !node.name.startsWith('annotation')) {
      for (let child = node.head; child !== null; child = child.next) pending.push(child);
    }
    node = pending.pop();
  }
  const plain = tex.replaceAll(/\\(?:begin|end|operatorname|color)\s*\{[^{}]*\}|\\[a-z]+/gi, ' ');
  for (const letter of listLetters(plain)) {
    const count = left.get(letter) ?? 0;
    if (count === 0) return false;
    left.set(letter, count - 1);
  }
  return true;
}

/** Nodes of a formula that are looked at. */
const maxSpelt = 5_000;

/** Letters and digits in one form: formulas show letters of mathematical alphabets. */
function listLetters(text: string): readonly string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];
}

/** Gives the `<img>` of a `<picture>` the addresses of its first `<source>`, where it has none of its own. */
function nameSource(picture: LinkedElement): void {
  let srcset: string | undefined;
  for (let node = picture.head; node !== null; node = node.next) {
    if (!(node instanceof LinkedElement)) continue;
    const { attribs, name } = node;
    if (name === 'source') srcset ??= attribs['srcset'] ?? attribs['data-srcset'];
    if (name !== 'img' || srcset === undefined) continue;
    if (!/^(?:data:|\s*$)/.test(attribs['src'] ?? '')) continue;
    if (attribs['srcset'] === undefined) attribs['srcset'] = srcset;
  }
}

const languageTag = /^[a-z]{1,8}(?:[-_][a-z\d]{1,8})*$/i;

/** Nodes in the icon of a link. */
const maxIconNodes = 100;

/** Whether an element that screen readers leave out is the icon of a link with a label: it has no more than a text of its own. */
function isIconOfLink(element: LinkedElement): boolean {
  const { parent } = element;
  if (!(parent instanceof LinkedElement) || parent.name !== 'a') return false;
  if ((parent.attribs['aria-label'] ?? parent.attribs['title']) === undefined) return false;
  const waiting: (ChildNode | null)[] = [element.head];
  for (let looked = 0; looked < maxIconNodes; looked += 1) {
    const node = waiting.pop();
    if (node === undefined) return true;
    if (node === null) continue;
    waiting.push(node.next);
    if (node instanceof LinkedElement) {
      if (node.name === 'img') return false;
      waiting.push(node.head);
    } else if (node instanceof Text && node.parent !== element && node.data.trim() !== '') {
      return false;
    }
  }
  return false;
}

/** Levels of groups around a link in a drawing. */
const maxGroups = 20;

/** Gives a link in a drawing its address where that has the name it had before SVG 2. */
function nameDrawnLink({ attribs, parent }: LinkedElement): void {
  const { href, 'xlink:href': linked } = attribs;
  if (linked === undefined || href !== undefined) return;
  let node: unknown = parent;
  for (let level = 0; node instanceof LinkedElement && level < maxGroups; level += 1) {
    if (node.name === 'svg') attribs['href'] = linked;
    node = node.parent;
  }
}

/** Gives a film or a recording the address of its first `<source>`, if it has none of its own. */
function nameMedium({ attribs, head }: LinkedElement): void {
  if ((attribs['src'] ?? '').trim() !== '') return;
  for (let node = head; node !== null; node = node.next) {
    if (!(node instanceof LinkedElement) || node.name !== 'source') continue;
    const { src = '' } = node.attribs;
    if (src.trim() === '') continue;
    attribs['src'] = src;
    return;
  }
}

/** Uses the `<title>` of a drawing with `role="img"` as its label, and of one in a link as its title, if it has none. */
function nameDrawing(drawing: LinkedElement, { head }: LinkedElement): void {
  const { attribs } = drawing;
  if (attribs['aria-label'] !== undefined || head === null || !isText(head)) return;
  if (attribs['role'] === 'img') attribs['aria-label'] = head.data;
  else if (!identifier.test(head.data) && isInLink(drawing)) attribs['title'] ??= head.data;
}

/** What a drawing is called by those who drew it: `icon-arrow`, `ic_7`. */
const identifier = /^\s*\S*[_\d-]\S*\s*$/;
/** Levels between a link and the drawing in it. */
const maxLevels = 4;

function isInLink(drawing: LinkedElement): boolean {
  let node: unknown = drawing.parent;
  for (let level = 0; node instanceof LinkedElement && level < maxLevels; level += 1) {
    if (node.name === 'a') return true;
    node = node.parent;
  }
  return false;
}

const jsonLdType = /^application\/ld\+json\b/i;
const dataType = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;
const scriptType = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i;
/** `window.__STATE__ = {`, `var data = [`, `self.__next_f.push([`: matched at the start of a script only. */
const assignment =
  /(?:(?:window|self|globalThis)(?:\.[\w$]+|\[["'][\w$]+["']\])|(?:var|let|const)\s+[\w$]+)\s{0,9}(?:=\s{0,9}(?:JSON\.parse\(|[{["'])|\.push\()/;
/** Characters at the start of a script that are searched for `assignment`. */
const searchedStart = 1_000;

/** Whether a `<script>` holds data: JSON of any kind, or an assignment of the page's state to a variable. */
function isDataScript(script: Element & { readonly head?: unknown }): boolean {
  const type = script.attribs['type']?.trim() ?? '';
  if (dataType.test(type)) return true;
  if (!scriptType.test(type)) return false;
  const { head } = script;
  return head instanceof Text && assignment.test(head.data.slice(0, searchedStart));
}

/** Whether a `<script>` holds JSON-LD. */
export function isJsonLd(script: Element): boolean {
  return jsonLdType.test(script.attribs['type']?.trim() ?? '');
}

const tagInText = /<\/?[a-z][^<>]*>/i;

/** Whether a page was saved from a browser whose scripts ran: then the markup in `<noscript>` is a text. */
function holdsMarkupAsText({ head }: LinkedElement): boolean {
  return head !== null && head.next === null && isText(head) && tagInText.test(head.data);
}
