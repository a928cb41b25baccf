import type { Element } from 'domhandler';
import { noGap, type LineText } from './line-text.ts';

/** The marks that are open on a line. Their delimiters wait for the first text inside the mark. */
export class MarkStack {
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
      if (mark === undefined || mark.state === 'passed') continue;
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
      mark.state = mark.kind === 'link' && mark.state === 'written' ? 'passed' : 'waiting';
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
export type MarkKind = 'strong' | 'emphasis' | 'deleted' | 'sub' | 'sup' | 'link';

/** An open inline mark. */
export interface Mark {
  readonly kind: MarkKind;
  readonly element: Element;
  /** The address of a link, escaped for Markdown. */
  readonly url: string;
  /** `waiting` until the first text, so that empty marks are not written; `passed` where the mark cannot be written. */
  state: 'waiting' | 'written' | 'passed';
}

/** Opening delimiter of each kind; emphasis closes with the same. */
export const delimiters: Readonly<Record<MarkKind, string>> = {
  strong: '**',
  emphasis: '*',
  deleted: '~~',
  sub: '<sub>',
  sup: '<sup>',
  link: '[',
};

/** Whether the delimiters are punctuation, which Markdown recognises only beside certain characters. */
export function isEmphasis(kind: MarkKind): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'deleted';
}
