import {
  type Lexicon,
  type WordTable,
  hashCharacter,
  hashPair,
  numberHash,
  wordWeight,
} from './lexicon.ts';

const space = 1;
const lower = 2;
const upper = 3;
const digit = 4;
const stop = 5;
const comma = 6;
const currency = 7;
const closer = 8;
const mark = 9;

const asciiKinds = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (code <= 32 || code === 127) asciiKinds[code] = space;
  else if (code >= 97 && code <= 122) asciiKinds[code] = lower;
  else if (code >= 65 && code <= 90) asciiKinds[code] = upper;
  else if (code >= 48 && code <= 57) asciiKinds[code] = digit;
}
for (const [characters, kind] of [
  ['.!?:', stop],
  [',;', comma],
  ['$', currency],
  [`)"'`, closer],
  ['|>/*', mark],
] as const) {
  for (const character of characters) asciiKinds[character.charCodeAt(0)] = kind;
}

/**
 * Words of a block that are weighted. The first words show its kind; weighting all words of an article would take
 * time and gain nothing.
 */
const weighedWords = 24;
/** Longer blocks are not headings. */
const headingWords = 12;

/** Counts the words, characters and signs of a run of text, in one pass. */
export class TextRun {
  words = 0;
  linkWords = 0;
  letters = 0;
  digits = 0;
  capitals = 0;
  capitalWords = 0;
  commas = 0;
  stops = 0;
  currencies = 0;
  marks = 0;
  hash = 0;
  weightSum = 0;
  weightMin = 0;
  weightMax = 0;
  headingSum = 0;
  /**
   * Pairs of words that also occur in the page's stated title, texts, descriptions and reviews; see `stated-text.ts`.
   */
  statedTitle = 0;
  statedBody = 0;
  statedMeta = 0;
  statedReview = 0;
  lastKind = 0;
  #previous = 0;
  #word = 0;
  #wordLetters = 0;
  #wordDigits = 0;
  #wordCapital = false;
  readonly #lexicon: Lexicon;
  readonly #stated: WordTable | undefined;

  constructor(lexicon: Lexicon, stated: WordTable | undefined) {
    this.#lexicon = lexicon;
    this.#stated = stated;
  }

  reset(): void {
    this.words = 0;
    this.linkWords = 0;
    this.letters = 0;
    this.digits = 0;
    this.capitals = 0;
    this.capitalWords = 0;
    this.commas = 0;
    this.stops = 0;
    this.currencies = 0;
    this.marks = 0;
    this.hash = 0;
    this.weightSum = 0;
    this.weightMin = 0;
    this.weightMax = 0;
    this.headingSum = 0;
    this.statedTitle = 0;
    this.statedBody = 0;
    this.statedMeta = 0;
    this.statedReview = 0;
    this.lastKind = 0;
    this.#previous = 0;
    this.#word = 0;
    this.#wordLetters = 0;
    this.#wordDigits = 0;
    this.#wordCapital = false;
  }

  /** Counts a piece of text; a word may continue in the next piece. */
  read(text: string, inLink: boolean): void {
    let word = this.#word;
    let wordLetters = this.#wordLetters;
    let wordDigits = this.#wordDigits;
    let lastKind = this.lastKind;
    for (let index = 0; index < text.length; index += 1) {
      let code = text.charCodeAt(index);
      // True of three in four characters.
      if (code >= 97 && code <= 122) {
        wordLetters += 1;
        word = hashCharacter(word, code);
        lastKind = lower;
        continue;
      }
      const kind = code < 128 ? (asciiKinds[code] ?? 0) : wideKind(code);
      if (kind === lower) {
        wordLetters += 1;
        word = hashCharacter(word, code);
      } else if (kind === upper) {
        if (wordLetters === 0) this.#wordCapital = true;
        if (code < 128) code += 32;
        this.capitals += 1;
        wordLetters += 1;
        word = hashCharacter(word, code);
      } else if (kind === digit) {
        wordDigits += 1;
        word = hashCharacter(word, code);
      } else {
        if (wordLetters + wordDigits > 0 && !(code === 39 || code === 0x2019)) {
          this.#endWord(word, wordLetters, wordDigits, inLink);
          word = 0;
          wordLetters = 0;
          wordDigits = 0;
        }
        if (kind === space) continue;
        if (kind === stop) this.stops += 1;
        else if (kind === comma) this.commas += 1;
        else if (kind === currency) this.currencies += 1;
        else if (kind === mark) this.marks += 1;
      }
      // A bracket or quotation mark after a full stop still ends a sentence.
      if (kind !== closer) lastKind = kind;
    }
    this.#word = word;
    this.#wordLetters = wordLetters;
    this.#wordDigits = wordDigits;
    this.lastKind = lastKind;
  }

  /** Ends the open word, if there is one: at a line break, or the border of a block or of a link. */
  endWord(inLink: boolean): void {
    if (this.#wordLetters + this.#wordDigits === 0) return;
    this.#endWord(this.#word, this.#wordLetters, this.#wordDigits, inLink);
    this.#word = 0;
    this.#wordLetters = 0;
    this.#wordDigits = 0;
  }

  /** Whether a word is open. */
  get hasWord(): boolean {
    return this.#wordLetters + this.#wordDigits > 0;
  }

  /** Whether nothing was counted since the last reset; valid when no word is open. */
  get isEmpty(): boolean {
    return this.words + this.stops + this.commas + this.currencies + this.marks === 0;
  }

  get endsSentence(): boolean {
    return this.lastKind === stop;
  }

  #endWord(hash: number, letters: number, digits: number, inLink: boolean): void {
    const key = letters === 0 ? numberHash : hash;
    this.words += 1;
    if (inLink) this.linkWords += 1;
    this.letters += letters;
    this.digits += digits;
    if (this.#wordCapital) this.capitalWords += 1;
    this.#wordCapital = false;
    this.hash = (Math.imul(this.hash, 33) + hash) | 0;
    if (this.words > weighedWords) return;
    const { words, headings } = this.#lexicon;
    const weight = wordWeight(words, key);
    this.weightSum += weight;
    if (weight < this.weightMin) this.weightMin = weight;
    else if (weight > this.weightMax) this.weightMax = weight;
    if (this.words <= headingWords) this.headingSum += wordWeight(headings, key);
    if (this.#stated !== undefined) this.#readStated(key, this.#stated);
  }

  #readStated(key: number, stated: WordTable): void {
    const mask = wordWeight(stated, hashPair(this.#previous, key));
    this.#previous = key;
    if (mask === 0) return;
    this.statedTitle += mask & 1;
    this.statedBody += (mask >> 1) & 1;
    this.statedMeta += (mask >> 2) & 1;
    this.statedReview += (mask >> 3) & 1;
  }
}

/** Returns the hashes of a text's words, as a run computes them. */
export function listWordHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  let word = 0;
  let letters = 0;
  let digits = 0;
  for (let index = 0; index <= text.length; index += 1) {
    let code = index < text.length ? text.charCodeAt(index) : 32;
    const kind = code < 128 ? (asciiKinds[code] ?? 0) : wideKind(code);
    if (kind === lower || kind === upper) {
      if (kind === upper && code < 128) code += 32;
      letters += 1;
      word = hashCharacter(word, code);
    } else if (kind === digit) {
      digits += 1;
      word = hashCharacter(word, code);
    } else if (letters + digits > 0 && code !== 39 && code !== 0x2019) {
      hashes.push(letters === 0 ? numberHash : word);
      word = 0;
      letters = 0;
      digits = 0;
    }
  }
  return hashes;
}

function wideKind(code: number): number {
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x200b) return space;
  if (code >= 0x2000 && code <= 0x20cf) {
    if (code <= 0x200f) return space;
    if (code >= 0x20a0) return currency;
    if (code === 0x2026) return stop;
    return code === 0x2019 || code === 0x201d ? closer : mark;
  }
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff0e) return stop;
  if (code === 0x3001 || code === 0xff0c || code === 0x60c || code === 0xff1b) return comma;
  if (code === 0xa3 || code === 0xa5) return currency;
  if ((code >= 0x2100 && code <= 0x2bff) || (code >= 0xa1 && code <= 0xbf)) return mark;
  if ((code >= 0xc0 && code <= 0xde) || (code >= 0x391 && code <= 0x3a9)) return upper;
  if (code >= 0x410 && code <= 0x42f) return upper;
  return lower;
}
