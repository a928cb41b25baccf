import type { Element } from 'domhandler';
import { collapseSpace } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';
import {
  type Gap,
  LineText,
  breakGap,
  delimiterLike,
  escapeText,
  isWord,
  noGap,
  spaceGap,
} from './line-text.ts';

/** The marks that are open on a line. Their delimiters wait for the first text inside the mark. */
class MarkStack {
  readonly #line: LineText;
  readonly #marks: Mark[] = [];
  /** Marks below this index are `written` or `passed`. */
  #open = 0;
  #links = 0;
  /** Number of written marks whose delimiters are punctuation. */
  #emphasis = 0;

  constructor(line: LineText) {
    this.#line = line;
  }

  get isWaiting(): boolean {
    return this.#open < this.#marks.length;
  }

  get isInLink(): boolean {
    return this.#links > 0;
  }

  get isInEmphasis(): boolean {
    return this.#emphasis > 0;
  }

  open(mark: Mark): void {
    if (mark.kind === 'link') {
      this.#endOuterLink();
      this.#links += 1;
    }
    this.#marks.push(mark);
  }

  isOnTop(element: Element): boolean {
    return this.#marks.at(-1)?.element === element;
  }

  /** Ends the mark on top. */
  close(): void {
    const mark = this.#marks.pop();
    if (mark === undefined) return;
    if (mark.kind === 'link') this.#links -= 1;
    if (this.#open <= this.#marks.length) return;
    this.#open = this.#marks.length;
    this.#writeEnd(mark);
  }

  /** Ends all written marks; they are opened again on the next line. */
  endAll(): void {
    this.#closeTo(0);
  }

  /** Words stand in the open links. */
  noteWords(): void {
    for (const mark of this.#marks) if (mark.kind === 'link') mark.hasWords = true;
  }

  /** A heading begins, for which a link may wait. */
  wakeLink(heading: Element): void {
    const index = this.#marks.findIndex((mark) => mark.heading === heading);
    const link = this.#marks[index];
    if (link?.state !== 'asleep') return;
    this.#closeTo(index);
    link.state = 'waiting';
  }

  /** Skips the waiting strong marks, or waits for them again: headings are strong already. */
  passStrong(isPassed: boolean): void {
    for (const [index, mark] of this.#marks.entries()) {
      if (mark.kind !== 'strong' || mark.state !== (isPassed ? 'waiting' : 'passed')) continue;
      mark.state = isPassed ? 'passed' : 'waiting';
      this.#open = Math.min(this.#open, index);
    }
  }

  /** Skips the waiting superscript marks. */
  passRaised(): void {
    for (const mark of this.#marks) {
      if (mark.kind === 'sup' && mark.state === 'waiting') mark.state = 'passed';
    }
  }

  /** Opens the waiting marks for the text that follows. */
  write(startsWithWord: boolean, startsWithDelimiter = false): void {
    for (; this.#open < this.#marks.length; this.#open += 1) {
      const mark = this.#marks[this.#open];
      if (mark === undefined || mark.state === 'passed' || mark.state === 'asleep') continue;
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
      // A superscript inside a link is a reference, not a power.
      if (this.#links > 0) return false;
    } else if (kind !== 'link' && this.#line.gap === noGap) {
      const { lastCloser } = this.#line;
      if (lastCloser !== undefined) {
        // `**a****b**` is not parsed as two marks; `**ab**` is written instead. Delimiters of other
        // kinds cannot be adjacent.
        if (lastCloser !== delimiter) return false;
        this.#line.reopen();
        this.#emphasis += 1;
        return true;
      }
      const nextIsWord = startsWithWord && this.#onlyFollowedBy(delimiter);
      if (this.#line.last !== '' && !nextIsWord && !isPunctuation(this.#line.last)) return false;
    }
    if (isEmphasis(kind) && !this.#canNest(kind)) return false;
    // `$**299**` would cut a price in two.
    const isCut = isEmphasis(kind) && this.#line.gap === noGap && startsWithWord;
    if (isCut && currencySign.test(this.#line.last)) return false;
    this.#line.open(delimiter, !isEmphasis(kind));
    if (isEmphasis(kind)) this.#emphasis += 1;
    return true;
  }

  /** Readers agree on nested emphasis where it starts together with the outer mark or after a space. */
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

  /** Whether only delimiters with the same character stand between a delimiter and its word. */
  #onlyFollowedBy(delimiter: string): boolean {
    for (let index = this.#open + 1; index < this.#marks.length; index += 1) {
      const mark = this.#marks[index];
      if (mark === undefined || mark.state === 'passed' || mark.state === 'asleep') continue;
      if (delimiters[mark.kind].charAt(0) !== delimiter.charAt(0)) return false;
    }
    return true;
  }

  /** Writes the closing delimiter of a mark. */
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

  /** Ends the written marks from the top down to `index`; links are not opened again. */
  #closeTo(index: number): void {
    for (let position = this.#open - 1; position >= index; position -= 1) {
      const mark = this.#marks[position];
      if (mark === undefined) continue;
      this.#writeEnd(mark);
      if (mark.state === 'asleep') continue;
      // A picture leaves the link to the words behind it.
      const isDone = mark.state === 'written' ? mark.hasWords === true : mark.heading !== undefined;
      mark.state = mark.kind === 'link' && isDone ? 'passed' : 'waiting';
    }
    this.#open = Math.min(this.#open, index);
  }

  /** A link cannot contain another: browsers end the outer link where the inner one starts. */
  #endOuterLink(): void {
    if (this.#links === 0) return;
    const index = this.#marks.findIndex((mark) => mark.kind === 'link' && mark.state !== 'passed');
    if (index < 0) return;
    this.#closeTo(index);
    const outer = this.#marks[index];
    if (outer !== undefined) outer.state = 'passed';
  }
}

const currencySign = /\p{Sc}/u;

/** Readers disagree about halves of surrogate pairs, so these count as neither letters nor punctuation. */
function isPunctuation(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character);
}

/** Inline formatting. */
type MarkKind = 'strong' | 'emphasis' | 'deleted' | 'sub' | 'sup' | 'link';

/** An open inline mark. */
interface Mark {
  readonly kind: MarkKind;
  readonly element: Element;
  /** The address of a link, escaped for Markdown. */
  readonly url: string;
  /**
   * `waiting` until the first text, so that empty marks are not written; `passed` where the mark cannot be written; a link around a
   * heading is `asleep` until that begins.
   */
  state: 'waiting' | 'written' | 'passed' | 'asleep';
  /** Of a link: whether words stand in it. */
  hasWords?: boolean;
  /** The heading that a link is on, and on nothing else. */
  readonly heading?: Element;
}

/** Opening delimiter of each kind; emphasis closes with the same. */
const delimiters: Readonly<Record<MarkKind, string>> = {
  strong: '**',
  emphasis: '*',
  deleted: '~~',
  sub: '<sub>',
  sup: '<sup>',
  link: '[',
};

/** Whether the delimiters are punctuation, which Markdown recognises only beside certain characters. */
function isEmphasis(kind: MarkKind): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'deleted';
}

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

  /** Opens a link that is written on the heading in it, and on nothing before. */
  openHeadedLink(element: Element, url: string, heading: Element): void {
    this.#flushCode();
    this.#marks.open({ kind: 'link', element, url, state: 'asleep', heading });
  }

  /** A heading begins: the link that waits for it is on that. In a cell it is no heading by its line. */
  startHeading(heading: Element, isStrong: boolean): void {
    this.#flushCode();
    if (isStrong) this.#marks.passStrong(true);
    this.#marks.wakeLink(heading);
  }

  endHeading(): void {
    this.#marks.passStrong(false);
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
    if (this.#marks.isInLink) this.#marks.noteWords();
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
      const fact = facts[code] ?? 0;
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
/** Returns code within a line, between as many backticks as it takes. */
export function toCodeSpan(code: string): string {
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
