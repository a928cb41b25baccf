import type { Element } from 'domhandler';
import { collapseSpace } from '../../text/collapse-space.ts';
import { stripInvisible } from '../../../unicode/strip-invisible.ts';
import { escapeText } from './escape-text.ts';
import { isWord } from './line-text.ts';
import { breakGap, delimiterLike, LineText, noGap, spaceGap, type Gap } from './line-text.ts';
import type { MarkKind } from './mark-stack.ts';
import { MarkStack } from './mark-stack.ts';

/**
 * Writes one paragraph, heading or cell at a time. Collapses white space and moves it out of the marks around it, so
 * that the Markdown is parsed back into the same content.
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

  /** Markdown for `<br>`. */
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

  /** Returns `false` at the second break in a row, which separates paragraphs. */
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
    // The cents of a price stand raised beside it, and are no power.
    if (this.#line.gap === noGap && isDigit(this.#line.last) && fraction.test(words)) {
      this.#marks.passRaised();
    }
    this.#write(isUnfolded ? collapseSpace(words) : words, mayHoldMarkup);
    if (end < text.length - 1) this.#line.gap = spaceGap;
  }

  /** Adds finished Markdown: an image, a note's number, a formula. */
  addMarkdown(markdown: string): void {
    this.#flushCode();
    this.#marks.write(false);
    this.#line.addMarkdown(markdown);
  }

  /** Adds the reference to a note. It is superscript by itself, so marks for superscript are skipped. */
  addReference(label: string): void {
    this.#marks.passRaised();
    this.addMarkdown(`[^${label}]`);
  }

  openCode(): void {
    // Two adjacent code spans would be read as one span with other delimiters: they are joined.
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
    // Code can be linked; other marks do not apply inside it.
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

  /** Ends the line and returns it; the next line starts with the marks that are still open. */
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
      // An empty code element leaves the previous gap unchanged.
      if (this.#codeDepth > 0) return;
      if (this.#codeGap > this.#line.gap) this.#line.gap = this.#codeGap;
      this.#codeGap = noGap;
      return;
    }
    const raw = collapseSpace(stripInvisible(this.#code));
    const code = raw.trim();
    const after: Gap = this.#line.gap === noGap && raw.endsWith(' ') ? spaceGap : this.#line.gap;
    this.#line.gap = this.#codeGap === noGap && raw.startsWith(' ') ? spaceGap : this.#codeGap;
    this.#code = '';
    this.#codeGap = noGap;
    if (code !== '') this.#marks.write(false);
    // Some readers miss the end of a label that contains backticks; all miss that of a code span before another.
    const isAfterCode = this.#line.last === '`' && this.#line.gap === noGap;
    if (code !== '' && (isAfterCode || (this.#marks.isInLink && code.includes('`'))))
      this.#write(code, true);
    else if (code !== '') this.addMarkdown(toCodeSpan(code));
    if (after > this.#line.gap) this.#line.gap = after;
    if (this.#codeDepth === 0) return;
    // The code continues after the border of a link.
    this.#codeGap = this.#line.gap;
    this.#line.gap = noGap;
  }
}

/** The result of scanning a text; one object is reused for all scans. */
interface TextScan {
  /** First and last character that is not white space; `start` is the text's length when there is none. */
  start: number;
  end: number;
  /** Whether white space other than one plain space stands between the two. */
  isUnfolded: boolean;
  /** Whether the text may contain an invisible character. */
  mayHideCharacters: boolean;
  /** Whether a character between the two may be markup. */
  mayHoldMarkup: boolean;
}

const white = 1;
const control = 2;
const markup = 4;
const facts = new Uint8Array(128);
for (let code = 0; code < 32; code += 1) facts[code] = control;
facts[127] = control;
for (const character of '\t\n\v\f\r ') facts[character.charCodeAt(0)] = white;
for (const character of '\\`*_~[]<&') facts[character.charCodeAt(0)] = markup;

/** Sets `scan` in one pass over the characters: this pass is most of the time of rendering. */
function scanText(text: string, scan: TextScan): void {
  const { length } = text;
  let start = length;
  let end = -1;
  let gap = 0;
  let isUnfolded = false;
  let mayHideCharacters = false;
  let found = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 128) {
      const fact = facts[code] as number;
      if (fact === white) {
        gap = code === 0x20 && gap === 0 ? 1 : 2;
        continue;
      }
      found |= fact;
    } else if (isWhite(code)) {
      gap = 2;
      continue;
    } else if (!mayHideCharacters && mayHide(code)) {
      mayHideCharacters = true;
    }
    if (gap === 2 && end >= 0) isUnfolded = true;
    gap = 0;
    if (end < 0) start = index;
    end = index;
  }
  scan.start = start;
  scan.end = end;
  scan.isUnfolded = isUnfolded;
  scan.mayHideCharacters = mayHideCharacters || (found & control) !== 0;
  scan.mayHoldMarkup = (found & markup) !== 0;
}

/** White space beyond ASCII, as matched by `\s`; the byte order mark is among it, and invisible too. */
function isWhite(code: number): boolean {
  if (code === 0xa0) return true;
  if (code < 0x1680 || code > 0x3000) return false;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x1680
  );
}

/** Ranges that contain all invisible characters; characters in them are checked exactly later. */
function mayHide(code: number): boolean {
  if (code < 0x300) return code === 0xad || code < 0xa0;
  if (code < 0x200b) return code < 0x1900 && (code === 0x34f || code === 0x61c || code >= 0x115f);
  if (code < 0x2070) return code <= 0x200f || code >= 0x2028;
  if (code < 0xd800) return code === 0x3164;
  return code < 0xe000 || code >= 0xfe00;
}

const backticks = /`+/g;

/** Returns code as a code span, delimited by one backtick more than the longest run of backticks in the code. */
function toCodeSpan(code: string): string {
  const longest = longestRun(code);
  const fence = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + pad + code + pad + fence;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(backticks)) longest = Math.max(longest, run.length);
  return longest;
}

/** The cents of a price with the sign before them. */
const fraction = /^[.,]\d{2}$/;

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
