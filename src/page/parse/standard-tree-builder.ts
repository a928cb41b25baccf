import type { InsertionMode } from './body-rules.ts';
import { TableRules, isOfTable } from './table-rules.ts';
import { type LinkedElement, maxAttributes } from './linked-tree.ts';
import { leaveToParse5 } from './open-elements.ts';
import { type ContentKind, NameCache, type QuickTokens } from './quick-html-tokenizer.ts';
import {
  type StandardTag,
  exit,
  foreign,
  integration,
  mathAttributes,
  svgAttributes,
  tablePart,
  tableStructure,
  toStandardTag,
} from './standard-tag.ts';

const tag = {
  body: toStandardTag('body'),
  head: toStandardTag('head'),
  html: toStandardTag('html'),
};

/** Modes in which the end of the page still begins an element. */
const earlyModes: ReadonlySet<InsertionMode> = new Set([
  'initial',
  'before-html',
  'before-head',
  'head',
  'head-noscript',
  'after-head',
]);

/**
 * Builds the tree of tags and text by the HTML standard's insertion modes. Does not know frame sets, what is put before
 * a table because it may not stand in it, and a few tags of MathML: a page with one of them is left to parse5.
 */
export class StandardTreeBuilder extends TableRules implements QuickTokens {
  readonly #html: string;
  readonly #tags: NameCache<StandardTag>;
  readonly #hasNulls: boolean;
  #droppedNulls = 0;
  #start: StandardTag = tag.html;
  #head: LinkedElement | undefined;
  /** Names with capital letters of the attributes of the tag that is being read. */
  #capitals: ReadonlyMap<string, string> | undefined;

  constructor(html: string, runsScripts: boolean) {
    super(runsScripts);
    this.#html = html;
    this.#hasNulls = html.includes('\0');
    this.#tags = new NameCache(html, (written) => {
      const found = toStandardTag(written);
      this.names.addType(found.name);
      return found;
    });
  }

  onopentagname(start: number, end: number, hash: number): void {
    const found = this.#tags.find(start, end, hash);
    this.#start = found;
    this.attributes.clear();
    if ((this.tag.bits & (foreign | integration)) === foreign && (found.bits & exit) === 0)
      this.#capitals = this.tag.isMath ? mathAttributes : svgAttributes;
    else if (found.rule === 'svg') this.#capitals = svgAttributes;
    else if (found.rule === 'math') this.#capitals = mathAttributes;
    else this.#capitals = undefined;
  }

  addAttribute(name: string, value: string): void {
    const written = this.#capitals === undefined ? name : (this.#capitals.get(name) ?? name);
    this.attributes.add(written, value);
  }

  onopentagend(): ContentKind {
    this.isSelfClosing = false;
    return this.#open();
  }

  onselfclosingtag(): ContentKind {
    this.isSelfClosing = true;
    return this.#open();
  }

  #open(): ContentKind {
    this.dropsLineEnd = false;
    if (this.attributes.count > maxAttributes) leaveToParse5();
    if ((this.tag.bits & foreign) !== 0) {
      const content = this.startInForeign(this.#start);
      if (content !== undefined) return content;
    }
    return this.startTag(this.#start);
  }

  onclosetag(start: number, end: number, hash: number): void {
    this.dropsLineEnd = false;
    if (this.mode === 'text') {
      this.pop();
      this.mode = this.outerMode;
      return;
    }
    const found = this.#tags.find(start, end, hash);
    if ((this.tag.bits & foreign) !== 0 && !this.endInForeign(found)) return;
    this.endTag(found);
  }

  onother(start: number, end: number): void {
    this.dropsLineEnd = false;
    const html = this.#html;
    const third = html.charCodeAt(start + 2);
    // "[": in foreign content, the text of a CDATA section.
    if (third === 0x5b && (this.tag.bits & foreign) !== 0) leaveToParse5();
    if (this.mode !== 'initial' || (third | 0x20) !== 0x64) return;
    const text = html.slice(start, end);
    if (!/^<!doctype/i.test(text)) return;
    this.doctype = text;
    this.mode = 'before-html';
  }

  addBlank(text: string): void {
    this.addText(text);
  }

  addText(text: string): void {
    if (this.dropsLineEnd) {
      this.dropsLineEnd = false;
      if (text.charCodeAt(0) === 0x0a) {
        if (text.length > 1) this.addText(text.slice(1));
        return;
      }
    }
    if ((this.tag.bits & (foreign | integration)) === foreign) {
      this.insertText(text);
      return;
    }
    const mode: string = this.mode;
    switch (mode) {
      case 'body':
      case 'cell':
      case 'caption':
      case 'template': {
        const isCleaned = this.#hasNulls && this.tag.content === 'markup';
        const shown = isCleaned ? this.#dropNulls(text) : text;
        if (shown === '') break;
        if (this.formatting.length > 0) this.reconstruct();
        this.insertText(shown);
        break;
      }
      case 'text': {
        if (this.tag.rule === 'script' && mayHoldEndTag(text)) leaveToParse5();
        this.insertText(text);
        break;
      }
      case 'select':
      case 'select-in-table': {
        this.insertText(text);
        break;
      }
      case 'table':
      case 'section':
      case 'row': {
        const isOfTemplate = (this.tag.bits & tableStructure) === 0;
        if (isOfTemplate) this.reconstruct();
        else if (endOfSpace(text) < text.length) leaveToParse5();
        this.insertText(text);
        break;
      }
      case 'after-body':
      case 'after-after-body': {
        if (endOfSpace(text) < text.length) this.mode = 'body';
        this.reconstruct();
        this.insertText(text);
        break;
      }
      default: {
        this.#addOutside(text);
      }
    }
  }

  /** The standard drops NUL in the text of the body; elsewhere it means something. */
  #dropNulls(text: string): string {
    const shown = dropNulls(text);
    this.#droppedNulls += text.length - shown.length;
    return shown;
  }

  /** Text around the head, and among the columns of a table: words end these. */
  #addOutside(text: string): void {
    const words = endOfSpace(text);
    const isKept = this.mode === 'head' || this.mode === 'head-noscript';
    if (words > 0 && (isKept || this.mode === 'after-head' || this.mode === 'columns'))
      this.insertText(text.slice(0, words));
    if (words === text.length) return;
    if (this.mode === 'columns') leaveToParse5();
    while (this.mode !== 'body') this.#step();
    this.addText(text.slice(words));
  }

  onend(): void {
    if (this.#hasNulls && this.#droppedNulls < this.#html.length - dropNulls(this.#html).length)
      leaveToParse5();
    if (this.mode === 'text') {
      this.pop();
      this.mode = this.outerMode;
    }
    while (this.templateModes.length > 0) this.endTemplate();
    while (earlyModes.has(this.mode)) this.#step();
  }

  /** What the standard does before the body where the next token is for none of the modes until then. */
  #step(): void {
    const mode: string = this.mode;
    switch (mode) {
      case 'initial': {
        this.mode = 'before-html';
        break;
      }
      case 'before-html': {
        this.imply(tag.html);
        this.mode = 'before-head';
        break;
      }
      case 'before-head': {
        this.#head = this.imply(tag.head);
        this.mode = 'head';
        break;
      }
      case 'head': {
        this.pop();
        this.mode = 'after-head';
        break;
      }
      case 'head-noscript': {
        this.pop();
        this.mode = 'head';
        break;
      }
      default: {
        this.imply(tag.body);
        this.mode = 'body';
      }
    }
  }

  protected override startTag(start: StandardTag): ContentKind {
    const mode: string = this.mode;
    switch (mode) {
      case 'body': {
        return this.startInBody(start);
      }
      case 'cell':
      case 'caption': {
        if ((start.bits & tablePart) === 0) return this.startInBody(start);
        return this.closeCellOrCaption() ? this.startInTable(start) : 'markup';
      }
      case 'table':
      case 'section':
      case 'row':
      case 'columns': {
        return this.startInTable(start);
      }
      case 'select':
      case 'select-in-table': {
        return this.startInSelect(start);
      }
      case 'template': {
        return this.#startInTemplate(start);
      }
      case 'after-body':
      case 'after-after-body': {
        if (start.rule !== 'html') this.mode = 'body';
        return this.startInBody(start);
      }
      default: {
        return this.#startOutside(start);
      }
    }
  }

  /** Before the body. */
  #startOutside(start: StandardTag): ContentKind {
    const { rule } = start;
    for (; this.mode !== 'body'; this.#step()) {
      const { mode } = this;
      if (rule === 'html' && mode === 'before-html') {
        this.insert(start);
        this.mode = 'before-head';
        return 'markup';
      }
      if (mode === 'initial' || mode === 'before-html') continue;
      if (rule === 'html') return this.startInBody(start);
      if (rule === 'head') {
        if (mode !== 'before-head') return 'markup';
        this.#head = this.insert(start);
        this.mode = 'head';
        return 'markup';
      }
      if (mode === 'before-head') continue;
      if (rule === 'frameset' && mode === 'after-head') leaveToParse5();
      if (mode === 'after-head' && rule === 'body') {
        this.insert(start);
        this.mode = 'body';
        return 'markup';
      }
      if (rule === 'noscript' && mode === 'head') {
        if (this.runsScripts) return this.insertRaw(start, 'text');
        this.insert(start);
        this.mode = 'head-noscript';
        return 'markup';
      }
      if (rule === 'noscript' && mode === 'head-noscript') return 'markup';
      if (mode === 'head-noscript' && !isInNoscript(start)) continue;
      const content = this.#startInHead(start);
      if (content !== undefined) return content;
    }
    return this.startInBody(start);
  }

  /** An element of the head; `undefined` for other ones. */
  #startInHead(start: StandardTag): ContentKind | undefined {
    const { rule } = start;
    const isText = rule === 'title' || rule === 'style' || rule === 'script' || rule === 'noframes';
    if (rule !== 'metadata' && rule !== 'template' && !isText) return undefined;
    const head = this.#head;
    const isLate = this.mode === 'after-head' && head !== undefined;
    // The head has ended already, and takes it all the same.
    if (isLate) this.push(head, tag.head);
    const content = this.startInBody(start);
    if (isLate) this.removeOpen(head);
    return content;
  }

  #startInTemplate(start: StandardTag): ContentKind {
    switch (start.rule) {
      case 'metadata':
      case 'noframes':
      case 'script':
      case 'style':
      case 'template':
      case 'title': {
        return this.startInBody(start);
      }
      case 'caption':
      case 'colgroup':
      case 'section': {
        this.mode = 'table';
        break;
      }
      case 'col': {
        this.mode = 'columns';
        break;
      }
      case 'tr': {
        this.mode = 'section';
        break;
      }
      case 'cell': {
        this.mode = 'row';
        break;
      }
      default: {
        this.mode = 'body';
      }
    }
    this.templateModes[this.templateModes.length - 1] = this.mode;
    return this.startTag(start);
  }

  protected override endTag(end: StandardTag): void {
    const mode: string = this.mode;
    switch (mode) {
      case 'body': {
        this.endInBody(end);
        break;
      }
      case 'cell': {
        this.endInCell(end);
        break;
      }
      case 'caption': {
        if (end.rule === 'caption' || end.rule === 'table') {
          if (this.closeCellOrCaption() && end.rule === 'table') this.endInTable(end);
        } else if (!isOfTable(end)) this.endInBody(end);
        break;
      }
      case 'table':
      case 'section':
      case 'row':
      case 'columns': {
        this.endInTable(end);
        break;
      }
      case 'select':
      case 'select-in-table': {
        this.endInSelect(end);
        break;
      }
      case 'template': {
        if (end.rule === 'template') this.endTemplate();
        break;
      }
      case 'after-body': {
        if (end.rule === 'html') {
          this.mode = 'after-after-body';
          break;
        }
        this.mode = 'body';
        this.endInBody(end);
        break;
      }
      case 'after-after-body': {
        this.mode = 'body';
        this.endInBody(end);
        break;
      }
      default: {
        this.#endOutside(end);
      }
    }
  }

  /** Before the body. */
  #endOutside(end: StandardTag): void {
    const { rule } = end;
    for (; this.mode !== 'body'; this.#step()) {
      if (this.mode === 'initial') continue;
      if (rule === 'template') {
        this.endTemplate();
        return;
      }
      if (this.mode === 'head' && rule === 'head') {
        this.#step();
        return;
      }
      if (this.mode === 'head-noscript') {
        if (rule === 'noscript') this.#step();
        if (rule !== 'br') return;
        continue;
      }
      const isEarly = this.mode === 'before-html' || this.mode === 'before-head';
      const isHead = rule === 'head' && isEarly;
      if (!isHead && rule !== 'body' && rule !== 'html' && rule !== 'br') return;
    }
    this.endInBody(end);
  }
}

/** Whether a tag may stand in a `<noscript>` of the head. */
function isInNoscript({ name, rule }: StandardTag): boolean {
  return (rule === 'metadata' && name !== 'base') || rule === 'style' || rule === 'noframes';
}

/** Whether a script goes on after its first end tag: one that writes a script, in a comment that is not closed yet. */
function mayHoldEndTag(script: string): boolean {
  let comment = script.indexOf('<!--');
  while (comment >= 0) {
    // `<!-->` is closed, too.
    const end = script.indexOf('-->', comment + 2);
    if (end < 0) return /<script[\s/>]/i.test(script.slice(comment));
    comment = script.indexOf('<!--', end + 3);
  }
  return false;
}

/** Returns the length of the white space at a text's start. */
function endOfSpace(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Of these, a reference alone can stand for a carriage return, and parse5 takes it for a word.
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0c) return index;
  }
  return text.length;
}

function dropNulls(text: string): string {
  return text.replaceAll('\0', '');
}
