import type { Element } from 'domhandler';
import { noGap, type LineText } from './line-text.ts';

/** The marks that are open on a line. Their delimiters wait for the text they belong to, and are written around it. */
export class MarkStack {
  readonly #line: LineText;
  readonly #marks: Mark[] = [];
  /** Marks below this one are written or passed. */
  #open = 0;
  #links = 0;
  /** Marks written that have delimiters of punctuation. */
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

  /** Ends what is written of all of them; they wait again for the next line. */
  endAll(): void {
    this.#closeTo(0);
  }

  /** Gives up what would raise the text that comes now. */
  passRaised(): void {
    for (const mark of this.#marks) {
      if (mark.kind === 'sup' && mark.state === 'waiting') mark.state = 'passed';
    }
  }

  /** Writes what waited for the text that comes now. */
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
}

/** Readers differ on halves of surrogate pairs: they count as neither letters nor punctuation. */
function isPunctuation(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character);
}

/** Formatting that a line can carry. */
export type MarkKind = 'strong' | 'emphasis' | 'deleted' | 'sub' | 'sup' | 'link';

/** Formatting that is open. */
export interface Mark {
  readonly kind: MarkKind;
  readonly element: Element;
  /** Where a link leads, escaped for Markdown. */
  readonly url: string;
  /** `waiting` until text comes, so that nothing empty is written; `passed` where it cannot be written. */
  state: 'waiting' | 'written' | 'passed';
}

/** What each kind starts with; emphasis ends with the same. */
export const delimiters: Readonly<Record<MarkKind, string>> = {
  strong: '**',
  emphasis: '*',
  deleted: '~~',
  sub: '<sub>',
  sup: '<sup>',
  link: '[',
};

/** Whether the delimiters are punctuation that only counts beside certain characters. */
export function isEmphasis(kind: MarkKind): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'deleted';
}
