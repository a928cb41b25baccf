import type { Element } from 'domhandler';
import { stripInvisible } from '../node-text.ts';
import { escapeText } from './escape-text.ts';
import { isWord } from './is-word.ts';
import { breakGap, delimiterLike, type Gap, LineText, noGap, spaceGap } from './line-text.ts';
import { delimiters, isEmphasis, type Mark, type MarkKind } from './mark.ts';
import { scanText, type TextScan } from './scan-text.ts';
import { toCodeSpan } from './to-code-span.ts';

const whiteSpace = /\s+/g;

/**
 * Writes one paragraph, heading or cell at a time. Delimiters wait for the text they belong to, and white space moves
 * out of them, so that what is written reads back as what was meant.
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
  readonly #marks: Mark[] = [];
  /** Marks below this one are written or passed. */
  #open = 0;
  #links = 0;
  /** Marks written that have delimiters of punctuation. */
  #emphasis = 0;

  /** What `<br>` becomes. */
  set lineBreak(markdown: string) {
    this.#line.lineBreak = markdown;
  }

  get isEmpty(): boolean {
    return this.#code === '' && this.#line.isEmpty;
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
    this.#openMarks(false);
    this.#line.addMarkdown(markdown);
  }

  /** Adds the reference to a note: raised as it is, it needs no mark that raises it. */
  addReference(label: string): void {
    for (const mark of this.#marks) {
      if (mark.kind === 'sup' && mark.state === 'waiting') mark.state = 'passed';
    }
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
    if (kind === 'link') {
      this.#endOuterLink();
      this.#links += 1;
    }
    this.#marks.push({ kind, element, url, state: 'waiting' });
  }

  /** Closes the element's mark, if it has one. */
  closeMark(element: Element): void {
    if (this.#marks.at(-1)?.element !== element) return;
    this.#flushCode();
    const mark = this.#marks.pop();
    if (mark === undefined) return;
    if (mark.kind === 'link') this.#links -= 1;
    if (this.#open <= this.#marks.length) return;
    this.#open = this.#marks.length;
    this.#writeEnd(mark);
  }

  /** Ends the line: returns it, and starts the next with the marks that are still open. */
  flush(): string {
    this.#flushCode();
    this.#closeTo(0);
    return this.#line.take();
  }

  #write(words: string, mayHoldMarkup: boolean): void {
    if (this.#code !== '' || this.#codeGap !== noGap) this.#flushCode();
    const startsWithWord = isWord(words, 0);
    if (this.#open < this.#marks.length) {
      this.#openMarks(startsWithWord, delimiterLike.test(words.charAt(0)));
    }
    const escaped = mayHoldMarkup ? escapeText(words, this.#links > 0) : words;
    this.#line.addWords(words, escaped, this.#emphasis > 0);
  }

  #openMarks(startsWithWord: boolean, startsWithDelimiter = false): void {
    for (; this.#open < this.#marks.length; this.#open += 1) {
      const mark = this.#marks[this.#open];
      if (mark === undefined || mark.state === 'passed') continue;
      mark.state =
        !(startsWithDelimiter && isEmphasis(mark.kind)) && this.#openOne(mark, startsWithWord)
          ? 'written'
          : 'passed';
    }
  }

  #openOne({ kind }: Mark, startsWithWord: boolean): boolean {
    const delimiter = delimiters[kind];
    if (this.#isWritten(kind)) return false;
    if (kind === 'sub' || kind === 'sup') {
      // A number that is nothing but a link is a reference, not a power.
      if (this.#links > 0) return false;
    } else if (kind !== 'link' && this.#line.gap === noGap) {
      const { lastCloser } = this.#line;
      if (lastCloser !== undefined) {
        // `**a****b**` would not read back; `**ab**` does, and other kinds side by side do not.
        if (lastCloser !== delimiter) return false;
        this.#line.reopen();
        this.#emphasis += 1;
        return true;
      }
      const nextIsWord = startsWithWord && this.#onlyFollowedBy(delimiter);
      if (this.#line.last !== '' && !nextIsWord && !isPunctuation(this.#line.last)) return false;
    }
    if (isEmphasis(kind) && !this.#canNest(kind)) return false;
    this.#line.open(delimiter, !isEmphasis(kind));
    if (isEmphasis(kind)) this.#emphasis += 1;
    return true;
  }

  /** Readers agree on emphasis in emphasis where it starts with the outer one or after a space. */
  #canNest(kind: MarkKind): boolean {
    if (this.#marks.some((mark) => mark.kind === 'sub' || mark.kind === 'sup')) return false;
    if (this.#emphasis === 0) return true;
    if (kind === 'deleted' || this.#isWritten('deleted')) return false;
    return this.#line.gap !== noGap || this.#line.isJustOpened;
  }

  #isWritten(kind: MarkKind): boolean {
    for (let index = 0; index < this.#open; index += 1) {
      const mark = this.#marks[index];
      if (mark?.kind === kind && mark.state === 'written') return true;
    }
    return false;
  }

  /** Whether only delimiters of the same character come between a delimiter and its word. */
  #onlyFollowedBy(delimiter: string): boolean {
    for (let index = this.#open + 1; index < this.#marks.length; index += 1) {
      const mark = this.#marks[index];
      if (mark === undefined || mark.state === 'passed') continue;
      if (delimiters[mark.kind].charAt(0) !== delimiter.charAt(0)) return false;
    }
    return true;
  }

  /** Writes what a mark ends with. */
  #writeEnd(mark: Mark): void {
    if (mark.state !== 'written') return;
    this.#line.isJustOpened = false;
    if (isEmphasis(mark.kind)) {
      this.#emphasis -= 1;
      this.#line.close(delimiters[mark.kind]);
      return;
    }
    this.#line.end(mark.kind === 'link' ? `](${mark.url})` : `</${mark.kind}>`);
  }

  /** Ends what is written of the marks from the top down to `index`; links do not start again. */
  #closeTo(index: number): void {
    for (let position = this.#open - 1; position >= index; position -= 1) {
      const mark = this.#marks[position];
      if (mark === undefined) continue;
      this.#writeEnd(mark);
      mark.state = mark.kind === 'link' && mark.state === 'written' ? 'passed' : 'waiting';
    }
    this.#open = Math.min(this.#open, index);
  }

  /** A link cannot hold another: browsers end the outer one where the inner one starts. */
  #endOuterLink(): void {
    if (this.#links === 0) return;
    const index = this.#marks.findIndex((mark) => mark.kind === 'link' && mark.state !== 'passed');
    if (index < 0) return;
    this.#closeTo(index);
    const outer = this.#marks[index];
    if (outer !== undefined) outer.state = 'passed';
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
    if (code !== '') this.#openMarks(false);
    // Some readers lose the end of a label that has backticks of its own; all do that of a span before another.
    const isAfterCode = this.#line.last === '`' && this.#line.gap === noGap;
    if (code !== '' && (isAfterCode || (this.#links > 0 && code.includes('`'))))
      this.#write(code, true);
    else if (code !== '') this.addMarkdown(toCodeSpan(code));
    if (after > this.#line.gap) this.#line.gap = after;
    if (this.#codeDepth === 0) return;
    // More of the code follows, after a link's border.
    this.#codeGap = this.#line.gap;
    this.#line.gap = noGap;
  }
}

/** Readers differ on halves of surrogate pairs: they count as neither letters nor punctuation. */
function isPunctuation(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character);
}
