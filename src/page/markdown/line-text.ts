/** Readers disagree about delimiters beside escaped ones. */
export const delimiterLike: RegExp = /[*_~`]/;

/** The gap between the text so far and the next: none, a space or a line break. */
export type Gap = 0 | 1 | 2;
export const noGap = 0;
export const spaceGap = 1;
export const breakGap = 2;

/**
 * The text of one line. Holds back gaps, punctuation and closing delimiters, because their form depends
 * on the text that follows.
 */
export class LineText {
  /** Markdown for `<br>`. */
  lineBreak = '\\\n';
  gap: Gap = noGap;
  /**
   * Last character of the content without delimiters; empty at the start. Kept because reading the text itself would
   * flatten V8's rope string.
   */
  last = '';
  /** Whether nothing was written after the last opening delimiter. */
  isJustOpened = false;
  #text = '';
  /** The first two characters of the text, for the same reason as `last`. */
  #start = '';
  /**
   * Trailing punctuation of the last text: a delimiter that closes after it would not be recognised before a letter.
   */
  #punctuation = '';
  /** Closing delimiters that are not written yet. */
  #closers: string[] = [];
  /** The opening delimiters of emphasis that are not closed yet, and where they stand in the text. */
  #openers: { readonly at: number; readonly length: number }[] = [];
  /** The text before the last opening delimiter, and the one after it, while that is but punctuation. */
  #signs: { readonly before: string; text: string } | undefined;

  get isEmpty(): boolean {
    return this.#text === '' && this.#punctuation === '';
  }

  /** The last closing delimiter, if nothing was written since. */
  get lastCloser(): string | undefined {
    return this.#closers.at(-1);
  }

  /** Removes the last closing delimiter, so that the following text continues the mark. */
  reopen(): void {
    this.#closers.pop();
  }

  close(delimiter: string): void {
    this.#closers.push(delimiter);
  }

  /** Adds words; with `holdsBack`, trailing punctuation waits for a delimiter that may close after it. */
  addWords(words: string, escaped: string, holdsBack: boolean): void {
    const isGlued = this.gap === noGap;
    const end = words.charAt(words.length - 1);
    if (isGlued && this.#punctuation !== '' && this.#closers.length === 0 && !hasWord(words)) {
      this.#punctuation += escaped;
      this.last = end;
      return;
    }
    const needsReference = this.#settle(words.charAt(0), !isWord(words, 0));
    let piece = escaped;
    if (needsReference) piece = toReference(escaped);
    else if (isGlued && this.last === ']' && this.#joinsReference(escaped)) piece = `\\${escaped}`;
    this.isJustOpened = false;
    if (this.#signs !== undefined) {
      if (isGlued && !hasWord(piece)) this.#signs.text += piece;
      else this.#signs = undefined;
    }
    // A `!` alone waits for what follows; within emphasis it is escaped: a link may follow.
    if (
      end === '!' &&
      !holdsBack &&
      !needsReference &&
      this.#signs === undefined &&
      !hasWord(piece)
    ) {
      this.#punctuation = piece;
      this.last = end;
      return;
    }
    if (end === '!' && !hasWord(piece)) piece = `${piece.slice(0, -1)}\\!`;
    // A character reference ends with a `;` of its own.
    const whole = needsReference ? piece.indexOf(';') + 1 : 0;
    const held =
      holdsBack || end === '!' ? Math.max(whole, trailingPunctuation(piece)) : piece.length;
    if (held === piece.length) {
      this.#append(piece);
    } else {
      this.#append(piece.slice(0, held));
      this.#punctuation = piece.slice(held);
    }
    this.last = end;
  }

  /** Adds Markdown that starts with punctuation. */
  addMarkdown(markdown: string): void {
    this.#settle(markdown.charAt(0), true);
    this.#append(markdown);
    this.#signs = undefined;
    this.isJustOpened = false;
    this.last = markdown.charAt(markdown.length - 1);
  }

  /** Adds an opening delimiter; those of emphasis do not count as content. */
  open(delimiter: string, isContent: boolean): void {
    this.#settle(delimiter.charAt(0), true);
    this.#signs = isContent || this.isJustOpened ? undefined : { before: this.#text, text: '' };
    if (!isContent) this.#openers.push({ at: this.#text.length, length: delimiter.length });
    this.#append(delimiter);
    this.isJustOpened = true;
    if (isContent) this.last = delimiter.charAt(delimiter.length - 1);
  }

  /** Adds the end of a link or tag directly after its text. */
  end(markdown: string): void {
    this.#commit(']', false);
    this.#append(markdown);
    this.#signs = undefined;
    this.last = markdown.charAt(markdown.length - 1);
  }

  /** Returns the line and starts the next. */
  take(): string {
    this.#commit('', false);
    const text = this.#text;
    this.#text = '';
    this.#start = '';
    this.#signs = undefined;
    this.#openers = [];
    this.gap = noGap;
    this.last = '';
    return text;
  }

  /** Removes opening delimiters, so that a letter may follow their text as it is; `false` where the text before would join on. */
  #unwrap(openers: readonly { readonly at: number; readonly length: number }[]): boolean {
    if (openers.some(({ at }) => /[!\]]/.test(this.#text.charAt(at - 1)))) return false;
    for (const { at, length } of openers.toReversed())
      this.#text = this.#text.slice(0, at) + this.#text.slice(at + length);
    this.#start = this.#text.slice(0, 2);
    return true;
  }

  #append(piece: string): void {
    if (this.#start.length < 2) this.#start = (this.#start + piece).slice(0, 2);
    this.#text += piece;
  }

  /** `[^1](` would be a link, and `[^1]:` at the start of a line the definition of a note. */
  #joinsReference(next: string): boolean {
    return next.startsWith('(') || (next.startsWith(':') && this.#start === '[^');
  }

  /**
   * Writes the held back text and the gap. Returns whether the next letter has to be written as a character reference.
   */
  #settle(next: string, isNextPunctuation: boolean): boolean {
    const isClean = this.#punctuation === '' && this.#closers.length === 0;
    const needsReference = !isClean && this.#commit(next, this.gap === noGap && !isNextPunctuation);
    if (this.gap !== noGap && this.#text !== '') {
      this.#append(this.gap === spaceGap ? ' ' : this.lineBreak);
      this.last = ' ';
    }
    this.gap = noGap;
    return needsReference;
  }

  /** `isGlued`: a letter or digit follows at once. */
  #commit(next: string, isGlued: boolean): boolean {
    const punctuation = this.#punctuation;
    this.#punctuation = '';
    if (this.#closers.length === 0) {
      if (punctuation !== '') {
        // `![` would start an image.
        const isImage = next === '[' && this.gap === noGap && punctuation.endsWith('!');
        this.#append(isImage ? `${punctuation.slice(0, -1)}\\!` : punctuation);
      }
      return false;
    }
    const isSingle = this.#closers.length === 1;
    const openers = this.#openers.splice(-this.#closers.length);
    const closers = this.#closers.join('');
    this.#closers = [];
    const signs = this.#signs;
    this.#signs = undefined;
    // Punctuation that is emphasised alone is written plain where its delimiters would not be recognised.
    if (isGlued && signs !== undefined && isSingle && punctuation === '') {
      this.#text = signs.before;
      if (signs.before === '') this.#start = '';
      this.#append(signs.text);
      return false;
    }
    // With two kinds of delimiter, the outer one follows punctuation: the inner delimiter.
    const isMixed = closers.includes('~') && closers.includes('*');
    const needsReference = isGlued && punctuation === '' && (isMixed || !hasWord(this.last));
    if (needsReference && !closers.includes('~') && this.#unwrap(openers)) return false;
    const isMovedOut = punctuation !== '' && (isGlued || delimiterLike.test(punctuation));
    this.#append(isMovedOut ? closers + punctuation : punctuation + closers);
    this.last = isMovedOut ? punctuation.charAt(punctuation.length - 1) : '*';
    return needsReference;
  }
}

/** Returns the start of the punctuation at the end of a text; its length when there is none, or nothing else. */
function trailingPunctuation(text: string): number {
  let start = text.length;
  while (start > 0 && !isWord(text, start - 1)) start -= 1;
  return start === 0 ? text.length : start;
}

/** Returns the text with its first letter as a character reference, which delimiter rules treat as punctuation. */
function toReference(text: string): string {
  return `&#${text.codePointAt(0) ?? 0};${text.slice(String.fromCodePoint(text.codePointAt(0) ?? 0).length)}`;
}

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/** Whether the character at an index is a letter, digit or mark. */
export function isWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20;
  if (code >= 0x61 && code <= 0x7a) return true;
  return wordCharacter.test(text.charAt(index));
}

/** Whether a text contains a letter, digit or mark. */
function hasWord(text: string): boolean {
  return wordCharacter.test(text);
}

/** Characters that may be markup inside a line. */
const specials = /[\\`*_~[\]<&]/g;
/** Characters that are escaped at once: all matches of one `replace` stand in memory together. */
const pieceLength = 16_384;
const letterOrDigit = /[\p{L}\p{N}]/u;
const markupStart = /[a-z/!?]/i;
const asciiPunctuation = /[!-/:-@[-`{-~]/;
/** The longest name of a character reference, `&CounterClockwiseContourIntegral;`, has 33 characters. */
const reference = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/**
 * Matches the scheme of a bare address that would become a link by itself, with the backslashes of escapes taken as
 * part of it. Looks ahead no further than the length of an address.
 */
const bareAddress = /(?:https?|ftp)(?=:\/\/\S{0,500}?\\)|www(?=\.\S{0,500}?\\)/gi;

/** A formula as scripts are to find it in a text: `\\(…\\)`, `\\[…\\]`, `$$…$$`. Longer ones are prose between two stray marks. */
const writtenFormula = /\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]|\$\$([^$]{1,1000})\$\$/g;
/** What prose between such marks lacks. */
const texSign = /\\[a-z]|[\^_=]/i;

/** TeX is no text: an escaped `_` or `\\` would be another formula. A tag it can begin only without a space. */
export function writeTex(tex: string, mark: '$' | '$$'): string {
  return `${mark}${tex.replace(/<(?=[a-z/!?])/gi, '< ')}${mark}`;
}

/** Returns text with inline markup escaped; characters that are not markup at their place, and formulas, stay unescaped. */
export function escapeText(text: string, isInLink: boolean): string {
  if (isInLink || !/\\[([]|\$\$/.test(text)) return escapePlain(text, isInLink);
  let escaped = '';
  let from = 0;
  for (const { 0: whole, 1: inLine, 2: display, 3: dollars, index } of text.matchAll(
    writtenFormula,
  )) {
    const tex = inLine ?? display ?? dollars ?? '';
    if (!texSign.test(tex)) continue;
    escaped += escapePlain(text.slice(from, index), false);
    escaped += writeTex(tex.trim(), inLine === undefined ? '$$' : '$');
    from = index + whole.length;
  }
  return escaped + escapePlain(text.slice(from), false);
}

function escapePlain(text: string, isInLink: boolean): string {
  let escaped = '';
  for (let start = 0; start < text.length; start += pieceLength) {
    escaped += text
      .slice(start, start + pieceLength)
      .replace(specials, (character, offset: number) =>
        isMarkup(character, text, start + offset, isInLink) ? `\\${character}` : character,
      );
  }
  if (escaped.length === text.length) return text;
  // Some readers ignore escapes when they look for the end of a label.
  if (isInLink) return escaped.replaceAll('](', String.raw`]\(`);
  return escaped.replace(bareAddress, '$&\\');
}

/** At both ends of the text the neighbour is unknown: it may come from the next element. */
function isMarkup(character: string, text: string, offset: number, isInLink: boolean): boolean {
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + 1);
  switch (character) {
    case '*': {
      return before !== ' ' || after !== ' ';
    }
    case '_': {
      return !isLetterOrDigit(before) || !isLetterOrDigit(after);
    }
    case '~': {
      return !(before === ' ' || before === '/') || !isLetterOrDigit(after);
    }
    case '[': {
      return isInLink || after === '' || after === '^';
    }
    case ']': {
      return isInLink || after === '' || after === '(' || after === ':' || after === '[';
    }
    case '<': {
      return after === '' || markupStart.test(after);
    }
    case '&': {
      return after === '' || reference.test(text.slice(offset, offset + 40));
    }
    case '\\': {
      return after === '' || asciiPunctuation.test(after);
    }
    default: {
      return true;
    }
  }
}

function isLetterOrDigit(character: string): boolean {
  return character !== '' && letterOrDigit.test(character);
}

/** Lines that would start a heading, list, quote, rule, setext underline or table. */
const blockStart =
  /^(?:#{1,6}(?=\s|$)|[-+](?=[\s-]|$)|>|=|\||:(?=-)|\[(?=[ xX]\](?:\s|$))|\d{1,9}(?=[.)](?:\s|$)))/;
const blockStarts = new RegExp(blockStart.source, 'gm');

/** First characters of `blockStart`. */
const mayStartBlock = new Uint8Array(128);
for (const character of '#-+>=|:[0123456789') mayStartBlock[character.charCodeAt(0)] = 1;

/** Returns text with the characters escaped that would start a block at the start of a line. */
export function escapeLineStarts(text: string): string {
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0 && mayStartBlock[text.charCodeAt(0)] !== 1) return text;
  return text.replace(lineEnd < 0 ? blockStart : blockStarts, (start) =>
    start >= '0' && start <= '999999999' ? `${start}\\` : `\\${start}`,
  );
}
