import type { Element } from 'domhandler';
import { stripInvisible } from '../../text/node-text.ts';
import { escapeText } from './escape-text.ts';
import { isWord } from './is-word.ts';
import { breakGap, delimiterLike, type Gap, LineText, noGap, spaceGap } from './line-text.ts';
import type { MarkKind } from './mark.ts';
import { MarkStack } from './mark-stack.ts';
import { scanText, type TextScan } from './scan-text.ts';
import { toCodeSpan } from './to-code-span.ts';

const whiteSpace = /\s+/g;

/**
 * Writes one paragraph, heading or cell at a time: text and code, with white space folded, and moved out of the marks
 * around it, so that what is written reads back as what was meant.
 */
export class InlineWriter {
  readonly #scan: TextScan = {
    start: 0,
    end: -1,
    isUnfolded: false,
    mayHideCharacters: false,
    mayHoldMarkup: false,
  };
  readonly #line = new LineText();
  #code = '';
  #codeGap: Gap = noGap;
  #codeDepth = 0;
  readonly #marks = new MarkStack(this.#line);

  /** What `<br>` becomes. */
  set lineBreak(markdown: string) {
    this.#line.lineBreak = markdown;
  }

  get isEmpty(): boolean {
    return this.#code === '' && this.#line.isEmpty;
  }

  get isInCode(): boolean {
    return this.#codeDepth > 0;
  }

  addSpace(): void {
    if (this.#code !== '' && this.#codeDepth > 0) this.#code += ' ';
    else if (this.#line.gap === noGap) this.#line.gap = spaceGap;
  }

  /** Returns false at the second break in a row: a new paragraph. */
  addBreak(): boolean {
    if (this.#codeDepth > 0) {
      this.#code += ' ';
      return true;
    }
    if (this.isEmpty) return true;
    if (this.#line.gap === breakGap) return false;
    this.#line.gap = breakGap;
    return true;
  }

  addText(data: string): void {
    if (this.#codeDepth > 0) {
      this.#code += data;
      return;
    }
    const scan = this.#scan;
    scanText(data, scan);
    let text = data;
    if (scan.mayHideCharacters) {
      text = stripInvisible(data);
      if (text.length < data.length) scanText(text, scan);
    }
    const { start, end, isUnfolded, mayHoldMarkup } = scan;
    if (end < 0) {
      if (text !== '') this.addSpace();
      return;
    }
    if (start > 0) this.addSpace();
    const words = start === 0 && end === text.length - 1 ? text : text.slice(start, end + 1);
    this.#write(isUnfolded ? words.replace(whiteSpace, ' ') : words, mayHoldMarkup);
    if (end < text.length - 1) this.#line.gap = spaceGap;
  }

  /** Adds Markdown that stands for itself: an image, a note's number, a formula. */
  addMarkdown(markdown: string): void {
    this.#flushCode();
    this.#marks.write(false);
    this.#line.addMarkdown(markdown);
  }

  /** Adds the reference to a note: raised as it is, it needs no mark that raises it. */
  addReference(label: string): void {
    this.#marks.passRaised();
    this.addMarkdown(`[^${label}]`);
  }

  openCode(): void {
    // Two code spans that touch would read as one with other delimiters: they become one.
    if (this.#codeDepth === 0 && (this.#code === '' || this.#line.gap !== noGap)) {
      this.#flushCode();
      this.#codeGap = this.#line.gap;
      this.#line.gap = noGap;
    }
    this.#codeDepth += 1;
  }

  closeCode(): void {
    this.#codeDepth -= 1;
  }

  openMark(kind: MarkKind, element: Element, url = ''): void {
    // Code can be linked, and nothing else.
    if (this.#codeDepth > 0 && kind !== 'link') return;
    this.#flushCode();
    this.#marks.open({ kind, element, url, state: 'waiting' });
  }

  /** Closes the element's mark, if it has one. */
  closeMark(element: Element): void {
    if (!this.#marks.isOnTop(element)) return;
    this.#flushCode();
    this.#marks.close();
  }

  /** Ends the line: returns it, and starts the next with the marks that are still open. */
  flush(): string {
    this.#flushCode();
    this.#marks.endAll();
    return this.#line.take();
  }

  #write(words: string, mayHoldMarkup: boolean): void {
    if (this.#code !== '' || this.#codeGap !== noGap) this.#flushCode();
    const startsWithWord = isWord(words, 0);
    if (this.#marks.isWaiting) {
      this.#marks.write(startsWithWord, delimiterLike.test(words.charAt(0)));
    }
    const escaped = mayHoldMarkup ? escapeText(words, this.#marks.isInLink) : words;
    this.#line.addWords(words, escaped, this.#marks.isInEmphasis);
  }

  #flushCode(): void {
    if (this.#code === '') {
      // An empty code element leaves the gap before it.
      if (this.#codeDepth > 0) return;
      if (this.#codeGap > this.#line.gap) this.#line.gap = this.#codeGap;
      this.#codeGap = noGap;
      return;
    }
    const raw = stripInvisible(this.#code).replace(whiteSpace, ' ');
    const code = raw.trim();
    const after: Gap = this.#line.gap === noGap && raw.endsWith(' ') ? spaceGap : this.#line.gap;
    this.#line.gap = this.#codeGap === noGap && raw.startsWith(' ') ? spaceGap : this.#codeGap;
    this.#code = '';
    this.#codeGap = noGap;
    if (code !== '') this.#marks.write(false);
    // Some readers lose the end of a label that has backticks of its own; all do that of a span before another.
    const isAfterCode = this.#line.last === '`' && this.#line.gap === noGap;
    if (code !== '' && (isAfterCode || (this.#marks.isInLink && code.includes('`'))))
      this.#write(code, true);
    else if (code !== '') this.addMarkdown(toCodeSpan(code));
    if (after > this.#line.gap) this.#line.gap = after;
    if (this.#codeDepth === 0) return;
    // More of the code follows, after a link's border.
    this.#codeGap = this.#line.gap;
    this.#line.gap = noGap;
  }
}
