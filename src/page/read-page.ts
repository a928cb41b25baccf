import { isTag, type ChildNode, type Document, type Element, type ParentNode } from 'domhandler';
import type { PageReading, StructuredData } from './page-reading.ts';
import { checkTagNames } from './tree/check-tag-names.ts';
import { hasText, isBlockTag, readText } from './tree/node-text.ts';
import { foldText } from '../runtime/unicode/fold-text.ts';
import { PartsCollector, type PageParts } from './parse/parts-collector.ts';
import { type LinkedTree, depthWarning } from './parse/linked-tree.ts';
import { parseAccurate } from './parse/parse-accurate.ts';
import { parseSpeed } from './parse/parse-speed.ts';
import { maxRounds, placeStreamedParts } from './parse/place-streamed-parts.ts';
import { applyDisplay } from './display/apply-display.ts';
import { showAddresses } from './display/show-addresses.ts';
import { partTouchingWords } from './tree/part-touching-words.ts';
import { readStructuredData } from './structured-data/read-structured-data.ts';
import { finaliseTree, type HiddenPart, type FinaliseTreeResult } from './parse/finalise-tree.ts';

/** How HTML is parsed: `accurate` by the WHATWG algorithm (parse5), `speed` by htmlparser2's rules. */
export type ParseMode = 'accurate' | 'speed';

/** A page as HTML, and the parts of it to keep. */
export interface ReadPageInput {
  readonly html: string;
  /** Absolute URL of the page. */
  readonly url: string;
  /** @default 'accurate' */
  readonly parseMode?: ParseMode;
  /**
   * Tags whose subtrees are kept, and nothing else. Anything but an HTML tag name is rejected with `invalid_request`.
   */
  readonly includeTags?: readonly string[] | undefined;
  /**
   * Whether collapsed content is kept: `display: none`, `hidden`, `aria-hidden`, closed dialogs, invisible, fully
   * transparent or of no height, which a click or a scroll may open. Permanently hidden content (off-screen, clipped,
   * text without size or colour, nameless words within a line that no control opens) is always dropped.
   * @default false
   */
  readonly keepCollapsed?: boolean | undefined;
  /**
   * Whether people read the page: what a style sheet may hide that cannot be judged (selectors that cannot be read or take too long)
   * is shown to them, with a warning, and hidden from a model.
   * @default false
   */
  readonly isForPeople?: boolean | undefined;
  /**
   * `thorough` drops for people, too, whatever a model is spared. Without it people are spared what is not displayed, invisible or
   * transparent, and what is moved off the screen or clipped away; a model is spared all of it in any case.
   */
  readonly hidden?: 'thorough' | undefined;
  /**
   * Whether the page's scripts have run: then `<noscript>` is not shown, and is dropped.
   * @default false
   */
  readonly isRendered?: boolean | undefined;
  /** Tags whose subtrees are dropped, with their structured data. */
  readonly excludeTags?: readonly string[] | undefined;
}

/**
 * Returns a page after one parse and one walk. Structured data is read on demand. Throws
 * `invalid_request` for unknown tag names.
 */
export function readPage(input: ReadPageInput): PageReading {
  checkTagNames(input);
  const keepsCollapsed = input.keepCollapsed ?? false;
  const page = cleanPage(input, keepsCollapsed);
  const expanded = !keepsCollapsed && page.hidesAll ? cleanPage(input, true) : undefined;
  // A small hidden part of an otherwise empty page was not written for people, so it stays hidden.
  return expanded !== undefined && isPageful(expanded.tree.root) && hasText(expanded.tree.root)
    ? new Reading(expanded, input.url, [hiddenWarning])
    : new Reading(page, input.url, []);
}

const hiddenWarning =
  'All text of the page is hidden until its scripts or a click show it: it was read as if they had.';

interface CleanPage {
  readonly tree: LinkedTree;
  readonly parts: PageParts;
  readonly warnings: readonly string[];
  /** Whether the page has no visible text, but hidden parts. */
  readonly hidesAll: boolean;
}

function cleanPage(input: ReadPageInput, keepsCollapsed: boolean): CleanPage {
  let { html } = input;
  const isRendered = input.isRendered ?? false;
  const parse = (source: string): LinkedTree =>
    input.parseMode === 'speed' ? parseSpeed(source) : parseAccurate(source, isRendered);
  let tree = parse(html);
  for (let round = 0; round < maxRounds; round += 1) {
    const shorter = placeStreamedParts(tree, html);
    if (shorter === undefined) break;
    html = shorter;
    tree = parse(html);
  }
  const isForModel = input.isForPeople !== true;
  const isThorough = isForModel || input.hidden === 'thorough';
  if (tree.names.holdsCodedAddresses) showAddresses(tree.root);
  const hidden = applyDisplay(tree, { keepsCollapsed, isForModel, isThorough });
  const judge = new PartsCollector({
    excludeTags: toTagSet(input.excludeTags),
    keepsCollapsed,
    isRendered,
    isForModel,
    hidings: hidden.hidings,
    seenCopies: hidden.seenCopies,
  });
  const settled = finaliseTree({ tree, judge, includeTags: toTagSet(input.includeTags) });
  revealMainText(tree.root, settled, !isForModel);
  partTouchingWords(tree.root, hidden.boxes);
  const { parts } = judge;
  const warnings = [...tree.warnings, ...hidden.warnings];
  if (settled.flattened) warnings.push(depthWarning);
  return { tree, parts, warnings, hidesAll: settled.hiddenParts.length > 0 && !hasText(tree.root) };
}

class Reading implements PageReading {
  readonly url: string;
  readonly title: string;
  readonly titleElement: Element | undefined;
  readonly language: string | undefined;
  readonly document: Document;
  readonly dataScripts: readonly Element[];
  readonly metaElements: readonly Element[];
  readonly linkElements: readonly Element[];
  declare readonly structuredData: StructuredData;
  readonly warnings: string[];
  readonly #parts: PageParts;
  #structuredData: StructuredData | undefined;

  constructor({ tree, parts, warnings }: CleanPage, pageUrl: string, said: readonly string[]) {
    this.url = resolveBase(parts.baseHref, pageUrl);
    this.title = parts.title === undefined ? '' : foldText(readText(parts.title));
    this.titleElement = parts.title;
    this.language = parts.language;
    this.document = tree.root;
    this.dataScripts = parts.dataScripts;
    this.metaElements = parts.metaElements;
    this.linkElements = parts.linkElements;
    this.warnings = [...said, ...warnings];
    this.#parts = parts;
    Object.defineProperty(this, 'structuredData', Reading.#onDemand);
  }

  /**
   * One getter for all readings, as an own property of each, so that a spread of a reading has it too. V8 keeps a
   * getter that is created for one object, as in a literal, in a hidden class of that object, and with it the closure
   * until the next full collection: whole pages, which took a quarter of the time to read one.
   */
  static readonly #onDemand: PropertyDescriptor & ThisType<Reading> = {
    enumerable: true,
    get() {
      this.#structuredData ??= readStructuredData({
        parts: this.#parts,
        url: this.url,
        warnings: this.warnings,
      });
      return this.#structuredData;
    },
  };
}

function toTagSet(tags: readonly string[] | undefined): ReadonlySet<string> | undefined {
  // An empty list counts as absent: keeping nothing at all cannot be meant.
  if (tags === undefined || tags.length === 0) return undefined;
  return new Set(tags.map((tag) => tag.toLowerCase()));
}

function resolveBase(href: string | undefined, url: string): string {
  if (href === undefined || !URL.canParse(href, url)) return url;
  const base = new URL(href, url);
  return base.protocol === 'http:' || base.protocol === 'https:' ? base.href : url;
}

/** Share of all text. A page that shows less than half of its text leaves the rest for scripts to show. */
const mainShare = 0.5;
/**
 * Elements in hidden content that belongs to the page; inserted hidden text has fewer. Of 2,070 real pages 44 hide
 * more than half of their text, all of them in 51 elements or more.
 */
const minElements = 40;

/**
 * Puts back the hidden part with most of a page's text: on a page that waits for its script (a wrapper with
 * `visibility: hidden`), or one saved while a dialog was open (`aria-hidden` on all content behind it). Hidden parts
 * inside it stay hidden. What people see, they are shown however small it is.
 */
function revealMainText(
  root: Document,
  { textLength, hiddenParts }: FinaliseTreeResult,
  isForPeople: boolean,
): void {
  if (hiddenParts.length === 0) return;
  const faded = hiddenParts.filter((part) => part.isFaded);
  const visible = faded.length === 0 ? textLength : textLength - measureDialogs(root);
  const blocks = faded.filter(({ element }) => isBlockTag(element.name));
  const isFadedMain =
    isMain(faded, visible, minElements) || (isForPeople && isMain(blocks, visible, 1));
  const revealed = hiddenParts.filter((part) =>
    part.isFaded ? isFadedMain : isMain([part], textLength, minElements),
  );
  for (const [holder, parts] of Map.groupBy(revealed, (part) => part.holder)) {
    putBack(holder, parts);
  }
}

/** Characters of the open dialogs, which hide the page from screen readers and are none of it. */
function measureDialogs(root: ParentNode): number {
  const pending: ParentNode[] = [root];
  let length = 0;
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const { 'aria-modal': isModal, role = '' } = child.attribs;
      const isDialog = isModal === 'true' || dialogs.has(role) || child.name === 'dialog';
      if (isDialog) length += readText(child).length;
      else pending.push(child);
    }
  }
  return length;
}

const dialogs: ReadonlySet<string> = new Set(['dialog', 'alertdialog']);

/** Whether a tree has as many elements as the content of a page; inserted hidden text has fewer. */
function isPageful(root: ParentNode): boolean {
  const pending: ParentNode[] = [root];
  let elements = 0;
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      elements += 1;
      if (elements >= minElements) return true;
      pending.push(child);
    }
  }
  return false;
}

function isMain(
  parts: readonly HiddenPart[],
  visibleLength: number,
  leastElements: number,
): boolean {
  let length = 0;
  let elements = 0;
  for (const part of parts) {
    length += part.textLength;
    elements += part.elements;
  }
  return elements >= leastElements && length > (length + visibleLength) * mainShare;
}

/** Puts parts back among the children of their holder; they are in page order. */
function putBack(holder: ParentNode, parts: readonly HiddenPart[]): void {
  const { children } = holder;
  const all: ChildNode[] = [];
  let next = 0;
  for (const [index, child] of [...children, null].entries()) {
    for (let part = parts[next]; part?.index === index; part = parts[next]) {
      all.push(part.element);
      next += 1;
    }
    if (child !== null) all.push(child);
  }
  let previous: ChildNode | null = null;
  for (const child of all) {
    child.parent = holder;
    child.prev = previous;
    child.next = null;
    if (previous !== null) previous.next = child;
    previous = child;
  }
  holder.children = all;
}
