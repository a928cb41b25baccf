import { html as htmlNames, parse } from 'parse5';
import type { LinkedElement } from './linked-tree.ts';
import { OpenElements, leaveToParse5 } from './open-elements.ts';
import type { ContentKind } from './quick-html-tokenizer.ts';
import {
  type StandardTag,
  ambiguous,
  exit,
  foreign,
  implied,
  impliedThoroughly,
  integration,
  listScope,
  scope,
  special,
  toMathTag,
  toStandardTag,
  toSvgTag,
} from './standard-tag.ts';

/** The standard's insertion modes; `section` is "in table body". */
export type InsertionMode =
  | 'initial'
  | 'before-html'
  | 'before-head'
  | 'head'
  | 'head-noscript'
  | 'after-head'
  | 'body'
  | 'text'
  | 'table'
  | 'section'
  | 'row'
  | 'cell'
  | 'caption'
  | 'columns'
  | 'select'
  | 'select-in-table'
  | 'template'
  | 'after-body'
  | 'after-after-body';

const tag = {
  br: toStandardTag('br'),
  button: toStandardTag('button'),
  body: toStandardTag('body'),
  img: toStandardTag('img'),
  li: toStandardTag('li'),
  option: toStandardTag('option'),
  p: toStandardTag('p'),
  rtc: toStandardTag('rtc'),
  ruby: toStandardTag('ruby'),
  template: toStandardTag('template'),
};

/** The mode of the content of an element, where it is one of its own. */
const modeOf: Readonly<Record<string, InsertionMode>> = {
  body: 'body',
  caption: 'caption',
  cell: 'cell',
  colgroup: 'columns',
  head: 'head',
  html: 'after-head',
  section: 'section',
  table: 'table',
  tr: 'row',
};

/** The rules of "in body" and of foreign content. Never inserts anything before a table that it stands in: see `leaveToParse5`. */
export class BodyRules extends OpenElements {
  protected mode: InsertionMode = 'initial';
  /** Mode after an element whose content is text. */
  protected outerMode: InsertionMode = 'initial';
  /** The modes of the open templates' content. */
  protected readonly templateModes: InsertionMode[] = [];
  protected form: LinkedElement | undefined;
  /** Whether a line end that follows at once is dropped. */
  protected dropsLineEnd = false;
  protected readonly runsScripts: boolean;
  protected doctype = '';
  #quirky: boolean | undefined;

  constructor(runsScripts: boolean) {
    super();
    this.runsScripts = runsScripts;
  }

  /** Inserts an element whose content is text. */
  protected insertRaw(start: StandardTag, content: ContentKind = start.content): ContentKind {
    this.insert(start);
    this.outerMode = this.mode;
    this.mode = 'text';
    return content;
  }

  protected insertTemplate(start: StandardTag): void {
    this.insert(start);
    this.formatting.push(undefined);
    this.mode = 'template';
    this.templateModes.push('template');
  }

  protected endTemplate(): void {
    if (this.templateModes.length === 0) return;
    this.closeImplied(impliedThoroughly);
    this.popUntil(tag.template);
    this.clearToMarker();
    this.templateModes.pop();
    this.resetMode();
  }

  /** Sets the mode by the open elements. */
  protected resetMode(): void {
    for (let index = this.tags.length - 1; index >= 0; index -= 1) {
      const { bits, rule } = this.tags[index] ?? tag.body;
      if ((bits & foreign) !== 0) continue;
      if (rule === 'select') leaveToParse5();
      const mode = rule === 'template' ? this.templateModes.at(-1) : modeOf[rule];
      if (mode === undefined) continue;
      this.mode = mode;
      return;
    }
    this.mode = 'body';
  }

  protected startInBody(start: StandardTag): ContentKind {
    switch (start.rule) {
      case 'other': {
        this.reconstruct();
        this.insert(start);
        break;
      }
      case 'block':
      case 'p': {
        this.#insertBlock(start);
        break;
      }
      case 'a': {
        this.#startLink(start);
        break;
      }
      case 'formatting': {
        this.#startFormatting(start);
        break;
      }
      case 'item': {
        this.#startItem(start);
        break;
      }
      case 'br':
      case 'void':
      case 'input':
      case 'keygen': {
        this.reconstruct();
        this.append(start);
        break;
      }
      case 'heading': {
        if (this.hasParagraph()) this.closeParagraph();
        if (this.tag.rule === 'heading') this.pop();
        this.insert(start);
        break;
      }
      case 'metadata':
      case 'param': {
        this.append(start);
        break;
      }
      case 'script':
      case 'style':
      case 'title':
      case 'text':
      case 'noframes': {
        return this.insertRaw(start);
      }
      default: {
        return this.#startRare(start);
      }
    }
    return 'markup';
  }

  #startRare(start: StandardTag): ContentKind {
    switch (start.rule) {
      case 'svg':
      case 'math': {
        this.reconstruct();
        this.#insertForeign(start.rule === 'svg' ? toSvgTag(start) : toMathTag(start));
        break;
      }
      case 'button': {
        if (this.hasInScope(start)) {
          this.closeImplied(implied);
          this.popUntil(start);
        }
        this.reconstruct();
        this.insert(start);
        break;
      }
      case 'table': {
        if (this.hasParagraph() && !this.#isQuirky()) this.closeParagraph();
        this.insert(start);
        this.mode = 'table';
        break;
      }
      case 'form': {
        if (this.templateModes.length > 0) this.#insertBlock(start);
        else if (this.form === undefined) this.form = this.#insertBlock(start);
        break;
      }
      case 'select': {
        this.#startSelect(start);
        break;
      }
      case 'option':
      case 'optgroup': {
        if (this.tag.rule === 'option') this.pop();
        this.reconstruct();
        this.insert(start);
        break;
      }
      case 'hr': {
        if (this.hasParagraph()) this.closeParagraph();
        this.append(start);
        break;
      }
      case 'pre': {
        this.#insertBlock(start);
        this.dropsLineEnd = true;
        break;
      }
      case 'textarea': {
        this.dropsLineEnd = true;
        return this.insertRaw(start);
      }
      case 'noscript': {
        if (this.runsScripts) return this.insertRaw(start, 'text');
        this.reconstruct();
        this.insert(start);
        break;
      }
      case 'object': {
        this.reconstruct();
        this.insert(start);
        this.formatting.push(undefined);
        break;
      }
      case 'ruby-base': {
        if (this.hasInScope(tag.ruby)) this.closeImplied(implied);
        this.insert(start);
        break;
      }
      case 'ruby-text': {
        if (this.hasInScope(tag.ruby)) this.closeImplied(impliedThoroughly, tag.rtc);
        this.insert(start);
        break;
      }
      case 'image': {
        this.names.addType('img');
        this.reconstruct();
        this.append(tag.img);
        break;
      }
      case 'nobr': {
        this.reconstruct();
        if (this.hasInScope(start)) leaveToParse5();
        this.addFormatting(this.insert(start));
        break;
      }
      case 'xmp': {
        if (this.hasParagraph()) this.closeParagraph();
        this.reconstruct();
        return this.insertRaw(start);
      }
      case 'plaintext': {
        this.#insertBlock(start);
        return start.content;
      }
      case 'html': {
        if (this.templateModes.length === 0) this.#addTo(this.elements[0]);
        break;
      }
      case 'body': {
        if (this.templateModes.length === 0 && this.tags[1] === start)
          this.#addTo(this.elements[1]);
        break;
      }
      case 'template': {
        this.insertTemplate(start);
        break;
      }
      case 'frameset': {
        leaveToParse5();
      }
      // What is left has no place here and is ignored.
    }
    return 'markup';
  }

  protected endInBody(end: StandardTag): void {
    switch (end.rule) {
      case 'block':
      case 'pre':
      case 'button': {
        if (!this.hasInScope(end)) break;
        this.closeImplied(implied);
        this.popUntil(end);
        break;
      }
      case 'a':
      case 'formatting':
      case 'nobr': {
        this.closeFormatting(end);
        break;
      }
      case 'p': {
        if (!this.hasParagraph()) this.imply(end);
        this.closeParagraph();
        break;
      }
      case 'item': {
        if (!this.hasInScope(end, end === tag.li ? scope | listScope : scope)) break;
        this.closeImplied(impliedThoroughly, end);
        this.popUntil(end);
        break;
      }
      case 'heading': {
        this.#endHeading();
        break;
      }
      case 'br': {
        this.reconstruct();
        this.imply(end);
        this.pop();
        break;
      }
      case 'form': {
        this.#endForm(end);
        break;
      }
      case 'object': {
        if (!this.hasInScope(end)) break;
        this.closeImplied(implied);
        this.popUntil(end);
        this.clearToMarker();
        break;
      }
      case 'body':
      case 'html': {
        if (this.hasInScope(tag.body))
          this.mode = end.rule === 'body' ? 'after-body' : 'after-after-body';
        break;
      }
      case 'template': {
        this.endTemplate();
        break;
      }
      default: {
        this.closeOther(end);
      }
    }
  }

  /** Reads a start tag in SVG or MathML; `undefined` where the tag is HTML, as it is where foreign elements hold HTML. */
  protected startInForeign(start: StandardTag): ContentKind | undefined {
    if ((this.tag.bits & integration) !== 0) {
      if (start.name === 'mglyph' || start.name === 'malignmark') leaveToParse5();
      return undefined;
    }
    if ((start.bits & exit) !== 0) {
      this.#leaveForeign();
      return undefined;
    }
    if ((start.bits & ambiguous) !== 0) leaveToParse5();
    this.#insertForeign(this.tag.isMath ? toMathTag(start) : toSvgTag(start));
    return 'markup';
  }

  /** Reads an end tag in SVG or MathML; whether it is one of HTML. */
  protected endInForeign(end: StandardTag): boolean {
    if (end.rule === 'p' || end.rule === 'br') {
      this.#leaveForeign();
      return true;
    }
    for (let index = this.tags.length - 1; index > 0; index -= 1) {
      const open = this.tags[index];
      if (open === undefined || (open.bits & foreign) === 0) return true;
      if (open.name.toLowerCase() !== end.name) continue;
      this.popTo(index);
      return false;
    }
    return false;
  }

  /** Whether the tag just read has a slash at its end, which ends foreign elements. */
  protected isSelfClosing = false;

  /** Whether the page's declaration asks for the rules of old browsers, by which a `<table>` leaves a `<p>` open. */
  #isQuirky(): boolean {
    this.#quirky ??= parse(this.doctype).mode === htmlNames.DOCUMENT_MODE.QUIRKS;
    return this.#quirky;
  }

  #insertForeign(start: StandardTag): void {
    if (this.isSelfClosing) this.append(start);
    else this.insert(start);
  }

  #leaveForeign(): void {
    while ((this.tag.bits & (foreign | integration)) === foreign) this.pop();
  }

  #insertBlock(start: StandardTag): LinkedElement {
    if (this.hasParagraph()) this.closeParagraph();
    return this.insert(start);
  }

  #startLink(start: StandardTag): void {
    const active = this.formatting.length === 0 ? undefined : this.findFormatting(start);
    if (active !== undefined) {
      const { element } = active;
      this.closeFormatting(start);
      this.removeOpen(element);
      this.removeFormatting(active);
    }
    this.#startFormatting(start);
  }

  #startFormatting(start: StandardTag): void {
    this.reconstruct();
    this.addFormatting(this.insert(start));
  }

  #startItem(start: StandardTag): void {
    const isLi = start === tag.li;
    for (let index = this.tags.length - 1; index >= 0; index -= 1) {
      const open = this.tags[index];
      if (open === undefined) break;
      if (open.rule === 'item' && isLi === (open === tag.li)) {
        this.closeImplied(impliedThoroughly, open);
        this.popUntil(open);
        break;
      }
      const { name, bits } = open;
      if ((bits & special) !== 0 && name !== 'address' && name !== 'div' && name !== 'p') break;
    }
    this.#insertBlock(start);
  }

  #startSelect(start: StandardTag): void {
    this.reconstruct();
    this.insert(start);
    const { mode } = this;
    const isInTable =
      mode === 'table' ||
      mode === 'caption' ||
      mode === 'section' ||
      mode === 'row' ||
      mode === 'cell';
    this.mode = isInTable ? 'select-in-table' : 'select';
  }

  #endHeading(): void {
    for (let index = this.tags.length - 1; index >= 0; index -= 1) {
      const open = this.tags[index];
      if (open === undefined || (open.bits & scope) !== 0) return;
      if (open.rule === 'heading') break;
    }
    this.closeImplied(implied);
    while (this.tag.rule !== 'heading') this.pop();
    this.pop();
  }

  #endForm(end: StandardTag): void {
    if (this.templateModes.length > 0) {
      if (!this.hasInScope(end)) return;
      this.closeImplied(implied);
      this.popUntil(end);
      return;
    }
    const { form } = this;
    this.form = undefined;
    if (form === undefined || !this.hasInScope(end)) return;
    this.closeImplied(implied);
    this.removeOpen(form);
  }

  /** Gives the attributes of a second `<html>` or `<body>` to the first. */
  #addTo(element: LinkedElement | undefined): void {
    if (element === undefined) return;
    element.isSignificant ||= this.attributes.isSignificant;
    for (const [name, value] of Object.entries(this.attributes.take()))
      if (!Object.hasOwn(element.attribs, name)) element.attribs[name] = value;
  }
}
