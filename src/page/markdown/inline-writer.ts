import type { Element } from 'domhandler';
import { stripInvisible } from '../node-text.ts';
import { escapeText } from './escape-text.ts';
import { scanText, type TextScan } from './scan-text.ts';
import { toCodeSpan } from './to-code-span.ts';

/** Formatting that a line can carry. */
export type MarkKind = 'strong' | 'emphasis' | 'deleted' | 'sub' | 'sup' | 'link';

interface Mark {
  readonly kind: MarkKind;
  readonly element: Element;
  /** Where a link leads, escaped for Markdown. */
  readonly url: string;
  /** `waiting` until text comes, so that nothing empty is written; `passed` where it cannot be written. */
  state: 'waiting' | 'written' | 'passed';
}

/** What stands between the text so far and the next. */
type Gap = 0 | 1 | 2;
const noGap = 0;
const spaceGap = 1;
const breakGap = 2;

const delimiters: Readonly<Record<MarkKind, string>> = {
  strong: '**',
  emphasis: '*',
  deleted: '~~',
  sub: '<sub>',
  sup: '<sup>',
  link: '[',
};

const whiteSpace = /\s+/g;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Readers differ on delimiters beside escaped ones. */
const delimiterLike = /[*_~`]/;

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
  /** What `<br>` becomes. */
  lineBreak = '\\\n';
  #text = '';
  #gap: Gap = noGap;
  /** Last character of the content, delimiters apart; empty at the start. The text itself is never read: it is a rope. */
  #last = '';
  /** Trailing punctuation of the last text: a delimiter that closes after it cannot stand before a letter. */
  #punctuation = '';
  /** Delimiters that have closed and are not written yet. */
  #closers: string[] = [];
  #code = '';
  #codeGap: Gap = noGap;
  #codeDepth = 0;
  readonly #marks: Mark[] = [];
  /** Marks below this one are written or passed. */
  #open = 0;
  #links = 0;
  /** Marks written that have delimiters of punctuation. */
  #emphasis = 0;
  /** Nothing was written after the last delimiter. */
  #isJustOpened = false;

  get isEmpty(): boolean {
    return this.#text === '' && this.#code === '' && this.#punctuation === '';
  }

  addSpace(): void {
    if (this.#code !== '' && this.#codeDepth > 0) this.#code += ' ';
    else if (this.#gap === noGap) this.#gap = spaceGap;
  }

  /** Returns false at the second break in a row: a new paragraph. */
  addBreak(): boolean {
    if (this.#codeDepth > 0) {
      this.#code += ' ';
      return true;
    }
    if (this.isEmpty) return true;
    if (this.#gap === breakGap) return false;
    this.#gap = breakGap;
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
    if (end < text.length - 1) this.#gap = spaceGap;
  }

  /** Adds Markdown that stands for itself: an image, a note's number, a formula. */
  addMarkdown(markdown: string): void {
    this.#flushCode();
    this.#openMarks(false);
    this.#settle(markdown.charAt(0), true);
    this.#text += markdown;
    this.#isJustOpened = false;
    this.#last = markdown.charAt(markdown.length - 1);
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
    if (this.#codeDepth === 0 && (this.#code === '' || this.#gap !== noGap)) {
      this.#flushCode();
      this.#codeGap = this.#gap;
      this.#gap = noGap;
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
    this.#commit('');
    const text = this.#text;
    this.#text = '';
    this.#gap = noGap;
    this.#last = '';
    return text;
  }

  #write(words: string, mayHoldMarkup: boolean): void {
    if (this.#code !== '' || this.#codeGap !== noGap) this.#flushCode();
    const startsWithWord = isWord(words, 0);
    if (this.#open < this.#marks.length) {
      this.#openMarks(startsWithWord, delimiterLike.test(words.charAt(0)));
    }
    const isGlued = this.#gap === noGap;
    const escaped = mayHoldMarkup ? escapeText(words, this.#links > 0) : words;
    const end = words.charAt(words.length - 1);
    if (isGlued && this.#punctuation !== '' && this.#closers.length === 0 && !hasWord(words)) {
      this.#punctuation += escaped;
      this.#last = end;
      return;
    }
    const needsReference = this.#settle(words.charAt(0), !startsWithWord);
    let piece = escaped;
    if (needsReference) piece = toReference(escaped);
    else if (isGlued && this.#last === ']' && this.#joinsReference(escaped)) piece = `\\${escaped}`;
    this.#isJustOpened = false;
    // Nothing of it can be held back: what follows may be a link.
    if (end === '!' && !hasWord(piece)) piece = `${piece.slice(0, -1)}\\!`;
    const held = this.#emphasis > 0 || end === '!' ? trailingPunctuation(piece) : piece.length;
    if (held === piece.length) {
      this.#text += piece;
    } else {
      this.#text += piece.slice(0, held);
      this.#punctuation = piece.slice(held);
    }
    this.#last = end;
  }

  /** `[^1](` would be a link, and `[^1]:` at the start of a line the note itself. */
  #joinsReference(next: string): boolean {
    return next.startsWith('(') || (next.startsWith(':') && this.#text.startsWith('[^'));
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
    } else if (kind !== 'link' && this.#gap === noGap) {
      if (this.#closers.length > 0) {
        // `**a****b**` would not read back; `**ab**` does, and other kinds side by side do not.
        if (this.#closers.at(-1) !== delimiter) return false;
        this.#closers.pop();
        this.#emphasis += 1;
        return true;
      }
      const nextIsWord = startsWithWord && this.#onlyFollowedBy(delimiter);
      if (this.#last !== '' && !nextIsWord && !isPunctuation(this.#last)) return false;
    }
    if (isEmphasis(kind) && !this.#canNest(kind)) return false;
    this.#settle(delimiter.charAt(0), true);
    this.#text += delimiter;
    this.#isJustOpened = true;
    if (isEmphasis(kind)) this.#emphasis += 1;
    else this.#last = delimiter.charAt(delimiter.length - 1);
    return true;
  }

  /** Readers agree on emphasis in emphasis where it starts with the outer one or after a space. */
  #canNest(kind: MarkKind): boolean {
    if (this.#marks.some((mark) => mark.kind === 'sub' || mark.kind === 'sup')) return false;
    if (this.#emphasis === 0) return true;
    if (kind === 'deleted' || this.#isWritten('deleted')) return false;
    return this.#gap !== noGap || this.#isJustOpened;
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
    this.#isJustOpened = false;
    if (isEmphasis(mark.kind)) {
      this.#emphasis -= 1;
      this.#closers.push(delimiters[mark.kind]);
      return;
    }
    this.#commit(']');
    const end = mark.kind === 'link' ? `](${mark.url})` : `</${mark.kind}>`;
    this.#text += end;
    this.#last = end.charAt(end.length - 1);
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

  /** Writes what is held back and the gap. Returns whether the next letter has to be written as a reference. */
  #settle(next: string, isNextPunctuation: boolean): boolean {
    const isClean = this.#punctuation === '' && this.#closers.length === 0;
    const needsReference =
      !isClean && this.#commit(this.#gap === noGap && !isNextPunctuation ? 'a' : next);
    if (this.#gap !== noGap && this.#text !== '') {
      this.#text += this.#gap === spaceGap ? ' ' : this.lineBreak;
      this.#last = ' ';
    }
    this.#gap = noGap;
    return needsReference;
  }

  #commit(next: string): boolean {
    const punctuation = this.#punctuation;
    this.#punctuation = '';
    if (this.#closers.length === 0) {
      if (punctuation !== '') {
        // `![` would be an image.
        const isImage = next === '[' && this.#gap === noGap && punctuation.endsWith('!');
        this.#text += isImage ? `${punctuation.slice(0, -1)}\\!` : punctuation;
      }
      return false;
    }
    const closers = this.#closers.join('');
    this.#closers = [];
    const isGlued = next === 'a';
    // Of two kinds of delimiter the outer one has punctuation before it: the inner one.
    const isMixed = closers.includes('~') && closers.includes('*');
    const needsReference =
      isGlued && punctuation === '' && (isMixed || !wordCharacter.test(this.#last));
    const isMovedOut = punctuation !== '' && (isGlued || delimiterLike.test(punctuation));
    this.#text += isMovedOut ? closers + punctuation : punctuation + closers;
    this.#last = isMovedOut ? punctuation.charAt(punctuation.length - 1) : '*';
    return needsReference;
  }

  #flushCode(): void {
    if (this.#code === '') {
      // An empty code element leaves the gap before it.
      if (this.#codeDepth > 0) return;
      if (this.#codeGap > this.#gap) this.#gap = this.#codeGap;
      this.#codeGap = noGap;
      return;
    }
    const raw = stripInvisible(this.#code).replace(whiteSpace, ' ');
    const code = raw.trim();
    const after: Gap = this.#gap === noGap && raw.endsWith(' ') ? spaceGap : this.#gap;
    this.#gap = this.#codeGap === noGap && raw.startsWith(' ') ? spaceGap : this.#codeGap;
    this.#code = '';
    this.#codeGap = noGap;
    if (code !== '') this.#openMarks(false);
    // Some readers lose the end of a label that has backticks of its own; all do that of a span before another.
    const isAfterCode = this.#last === '`' && this.#gap === noGap;
    if (code !== '' && (isAfterCode || (this.#links > 0 && code.includes('`'))))
      this.#write(code, true);
    else if (code !== '') this.addMarkdown(toCodeSpan(code));
    if (after > this.#gap) this.#gap = after;
    if (this.#codeDepth === 0) return;
    // More of the code follows, after a link's border.
    this.#codeGap = this.#gap;
    this.#gap = noGap;
  }
}

function isEmphasis(kind: MarkKind): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'deleted';
}

function isWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20;
  if (code >= 0x61 && code <= 0x7a) return true;
  return wordCharacter.test(text.charAt(index));
}

function hasWord(text: string): boolean {
  return wordCharacter.test(text);
}

/** Readers differ on halves of surrogate pairs: they count as neither letters nor punctuation. */
function isPunctuation(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character);
}

/** Where the punctuation at the end of a text starts; its length when there is none, or nothing else. */
function trailingPunctuation(text: string): number {
  let start = text.length;
  while (start > 0 && !isWord(text, start - 1)) start -= 1;
  return start === 0 ? text.length : start;
}

/** The first letter as a character reference: to a reader of delimiters that is punctuation. */
function toReference(text: string): string {
  return `&#${text.codePointAt(0) ?? 0};${text.slice(String.fromCodePoint(text.codePointAt(0) ?? 0).length)}`;
}
