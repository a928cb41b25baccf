import { BodyRules } from './body-rules.ts';
import { leaveToParse5 } from './open-elements.ts';
import type { ContentKind } from './quick-html-tokenizer.ts';
import {
  type StandardTag,
  implied,
  rowContext,
  sectionContext,
  tableContext,
  tablePart,
  tableStructure,
  toStandardTag,
} from './standard-tag.ts';

const tag = {
  caption: toStandardTag('caption'),
  colgroup: toStandardTag('colgroup'),
  select: toStandardTag('select'),
  tbody: toStandardTag('tbody'),
  td: toStandardTag('td'),
  tr: toStandardTag('tr'),
};

/** The rules of tables and their parts, and of `<select>`, which ends where a part of the table around it begins. */
export abstract class TableRules extends BodyRules {
  /** Read a tag by the mode, as HTML. */
  protected abstract startTag(start: StandardTag): ContentKind;
  protected abstract endTag(end: StandardTag): void;

  protected startInTable(start: StandardTag): ContentKind {
    const { rule } = start;
    if (this.mode === 'columns') {
      if (rule === 'html') return this.startInBody(start);
      if (rule === 'template') return this.startInBody(start);
      if (rule === 'col') {
        this.append(start);
        return 'markup';
      }
      if (this.tag !== tag.colgroup) return 'markup';
      this.pop();
      this.mode = 'table';
    }
    if (this.mode === 'row') {
      if (rule === 'cell') {
        this.clearBackTo(rowContext);
        this.insert(start);
        this.mode = 'cell';
        this.formatting.push(undefined);
        return 'markup';
      }
      if ((start.bits & tablePart) !== 0 && !this.#closeRow()) return 'markup';
    }
    if (this.mode === 'section') {
      if (rule === 'tr' || rule === 'cell') {
        this.clearBackTo(sectionContext);
        if (rule === 'tr') this.insert(start);
        else this.imply(tag.tr);
        this.mode = 'row';
        return rule === 'tr' ? 'markup' : this.startInTable(start);
      }
      if ((start.bits & tablePart) !== 0 && !this.#closeSection()) return 'markup';
    }
    return this.#startInTableItself(start);
  }

  #startInTableItself(start: StandardTag): ContentKind {
    switch (start.rule) {
      case 'tr':
      case 'cell':
      case 'col': {
        this.clearBackTo(tableContext);
        this.imply(start.rule === 'col' ? tag.colgroup : tag.tbody);
        this.mode = start.rule === 'col' ? 'columns' : 'section';
        return this.startInTable(start);
      }
      case 'section':
      case 'caption':
      case 'colgroup': {
        this.clearBackTo(tableContext);
        if (start.rule === 'caption') this.formatting.push(undefined);
        this.insert(start);
        this.resetMode();
        return 'markup';
      }
      case 'table': {
        if (!this.hasRuleInTableScope(start)) return 'markup';
        this.popUntil(start);
        this.resetMode();
        return this.startTag(start);
      }
      case 'style':
      case 'script':
      case 'template': {
        return this.startInBody(start);
      }
      case 'form': {
        if (this.form !== undefined || this.templateModes.length > 0) return 'markup';
        this.form = this.append(start);
        return 'markup';
      }
      case 'input': {
        const isHeld = (this.tag.bits & tableStructure) !== 0;
        const element = this.append(start);
        const isHidden = element.attribs['type']?.toLowerCase() === 'hidden';
        if (!isHidden && (isHeld || this.formatting.length > 0)) leaveToParse5();
        return 'markup';
      }
      default: {
        if ((this.tag.bits & tableStructure) !== 0) leaveToParse5();
        return this.startInBody(start);
      }
    }
  }

  protected startInSelect(start: StandardTag): ContentKind {
    const { rule } = start;
    const isEnd =
      this.mode === 'select-in-table' &&
      (rule === 'table' || ((start.bits & tablePart) !== 0 && !rule.startsWith('col')));
    switch (isEnd ? 'select' : rule) {
      case 'html': {
        return this.startInBody(start);
      }
      case 'option':
      case 'optgroup':
      case 'hr': {
        if (this.tag.rule === 'option') this.pop();
        if (rule !== 'option' && this.tag.rule === 'optgroup') this.pop();
        if (rule === 'hr') this.append(start);
        else this.insert(start);
        return 'markup';
      }
      case 'input':
      case 'keygen':
      case 'textarea':
      case 'select': {
        if (!isEnd && !this.#hasSelect()) return 'markup';
        this.popUntil(tag.select);
        this.resetMode();
        return rule === 'select' ? 'markup' : this.startTag(start);
      }
      case 'script': {
        return this.insertRaw(start);
      }
      case 'template': {
        return leaveToParse5();
      }
      default: {
        return 'markup';
      }
    }
  }

  protected endInTable(end: StandardTag): void {
    const { rule } = end;
    if (this.mode === 'columns') {
      if (rule === 'template') this.endTemplate();
      if (rule === 'col' || rule === 'template' || this.tag !== tag.colgroup) return;
      this.pop();
      this.mode = 'table';
      if (rule === 'colgroup') return;
    }
    if (this.mode === 'row') {
      if (rule === 'tr' || rule === 'table' || rule === 'section') {
        const isIn = rule === 'section' && this.hasRuleInTableScope(end, end.name);
        if (!isIn && !this.hasRuleInTableScope(tag.tr)) return;
        this.clearBackTo(rowContext);
        this.pop();
        this.mode = 'section';
        if (rule === 'tr') return;
      } else if (isOfTable(end)) return;
    }
    if (this.mode === 'section') {
      if (rule === 'section') {
        if (this.hasRuleInTableScope(end, end.name)) this.#closeSection();
        return;
      }
      if (rule === 'table') {
        if (!this.#closeSection()) return;
      } else if (isOfTable(end)) return;
    }
    if (rule === 'table') {
      if (!this.hasRuleInTableScope(end)) return;
      this.popUntil(end);
      this.resetMode();
    } else if (!isOfTable(end)) {
      const isHeld = (this.tag.bits & tableStructure) !== 0;
      if (isHeld && (rule === 'p' || rule === 'br')) leaveToParse5();
      this.endInBody(end);
    }
  }

  protected endInCell(end: StandardTag): void {
    switch (end.rule) {
      case 'cell': {
        if (!this.hasRuleInTableScope(end, end.name)) break;
        this.closeImplied(implied);
        this.popUntil(end);
        this.clearToMarker();
        this.mode = 'row';
        break;
      }
      case 'table':
      case 'section':
      case 'tr': {
        if (!this.hasRuleInTableScope(end, end.name)) break;
        if (!this.closeCellOrCaption()) leaveToParse5();
        this.endInTable(end);
        break;
      }
      default: {
        if (!isOfTable(end)) this.endInBody(end);
      }
    }
  }

  protected endInSelect(end: StandardTag): void {
    const { rule } = end;
    if (this.mode === 'select-in-table') {
      if (rule === 'table' || ((end.bits & tablePart) !== 0 && !rule.startsWith('col'))) {
        if (!this.hasRuleInTableScope(end, end.name)) return;
        this.popUntil(tag.select);
        this.resetMode();
        this.endTag(end);
        return;
      }
    }
    if (rule === 'option' && this.tag.rule === 'option') this.pop();
    else if (rule === 'optgroup') {
      if (this.tag.rule === 'option' && this.tags.at(-2)?.rule === 'optgroup') this.pop();
      if (this.tag.rule === 'optgroup') this.pop();
    } else if (rule === 'template') this.endTemplate();
    else if (rule === 'select' && this.#hasSelect()) {
      this.popUntil(tag.select);
      this.resetMode();
    }
  }

  /** Whether nothing but options is open in the innermost `<select>`. */
  #hasSelect(): boolean {
    for (let index = this.tags.length - 1; index >= 0; index -= 1) {
      const rule = this.tags[index]?.rule;
      if (rule !== 'option' && rule !== 'optgroup') return rule === 'select';
    }
    return true;
  }

  /** Whether there was one. */
  protected closeCellOrCaption(): boolean {
    const isCell = this.mode === 'cell';
    if (!this.hasRuleInTableScope(isCell ? tag.td : tag.caption)) return false;
    this.closeImplied(implied);
    if (isCell) {
      while (this.tag.rule !== 'cell') this.pop();
      this.pop();
    } else this.popUntil(tag.caption);
    this.clearToMarker();
    this.mode = isCell ? 'row' : 'table';
    return true;
  }

  #closeRow(): boolean {
    if (!this.hasRuleInTableScope(tag.tr)) return false;
    this.clearBackTo(rowContext);
    this.pop();
    this.mode = 'section';
    return true;
  }

  #closeSection(): boolean {
    if (!this.hasRuleInTableScope(tag.tbody)) return false;
    this.clearBackTo(sectionContext);
    this.pop();
    this.mode = 'table';
    return true;
  }
}

/** Tags that mean nothing to a table where they are not its next part. */
export function isOfTable({ rule, bits }: StandardTag): boolean {
  return (bits & tablePart) !== 0 || rule === 'body' || rule === 'html';
}
