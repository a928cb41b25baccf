import { type AnyNode, isTag } from 'domhandler';
import { countAll, getOrMake, maxOf } from '../../runtime/collections.ts';
import { splitWords, toNameKey, toSingular } from '../lexicon/fold-label.ts';
import { priceTextOf } from './cell-amounts.ts';
import type { Cell, Column } from './column.ts';
import {
  isAmount,
  isCode,
  isDate,
  isName,
  isWrittenAddress,
  maxSampleLength,
  minWordShare,
  namesParties,
} from './text-kinds.ts';
import type { ValueForm } from './value-forms.ts';

/** Share of the values that must be of the type, or alike, for the shape to count. */
export const minAlike = 0.6;
/** Longer texts are sentences. */
export const minProseLength = 80;
const sampleSize = 14;
/** Elements around a value that are looked at. */
const maxAround = 4;
/** How often words that stand for an amount are said, at least, and their most characters. */
const minAlikeWords = 1.5;
const maxStandInLength = 30;
const citation =
  /^\d{1,4}(?:\s(?=\p{Lu})|-(?=\p{Lu}\p{Ll}))[\p{L}\d.'’\s]{1,30}[\s-]\d{1,6}(?:\s?\([\p{L}\d]{1,3}\)|[-\w]{0,4})$/u;
const compound = /\s[-–—|·•]\s|[([][^()[\]]*[)\]]\s*$/u;
const sentence = /\s\S+\s\S.*[.!?…。]["'”’»)]?$/u;

/** What the values of a column are like. Shares are those of the values looked at, worked out when they are first asked for. */
export class ColumnShape {
  readonly fill: number;
  readonly samples: readonly Cell[];
  readonly #texts: readonly string[];
  #lowerTexts: readonly string[] | undefined;
  readonly #filled: readonly Cell[];
  readonly #shares = new Map<string, number>();

  constructor({ cells }: Column) {
    // Loops: listings of a page have columns by the hundred, and lists of lists cost a third of their shapes.
    const filled: Cell[] = [];
    for (const cell of cells)
      if (cell !== undefined && (cell.text !== '' || cell.href !== undefined)) filled.push(cell);
    this.#filled = filled;
    this.fill = filled.length / Math.max(1, cells.length);
    const every = Math.max(1, filled.length / sampleSize);
    const samples: Cell[] = [];
    const texts: string[] = [];
    for (let at = 0; at < Math.min(sampleSize, filled.length); at += 1) {
      const cell = filled[Math.floor(at * every)];
      if (cell === undefined) continue;
      samples.push(cell);
      if (cell.text !== '') texts.push(cell.text.slice(0, maxSampleLength));
    }
    this.samples = samples;
    this.#texts = texts;
  }

  get distinct(): number {
    return this.#share('distinct', () => {
      const texts = this.#filled.map(({ text }) => text).filter((text) => text !== '');
      return new Set(texts).size / Math.max(1, texts.length);
    });
  }

  get meanLength(): number {
    return this.#share('mean length', () =>
      this.#ofTexts(this.samples.reduce((sum, { text }) => sum + text.length, 0)),
    );
  }

  get letters(): number {
    return this.#share('letters', () => {
      const all = this.#texts.join('');
      // Points and hyphens of a name, and the vowel signs of its letters, are neither: "U.S. v. A.-B. 12".
      return (
        all.replace(/[^\p{L}]+/gu, '').length /
        Math.max(1, all.replace(/[\s\p{M}.'’-]+/gu, '').length)
      );
    });
  }

  get dates(): number {
    return this.#textShare('dates', isDate);
  }

  /** Texts of three words or more that end as sentences do. */
  get sentences(): number {
    return this.#textShare('sentences', (text) => sentence.test(text));
  }

  get numbers(): number {
    return this.#textShare('numbers', (text) => /\d/.test(text));
  }

  get codes(): number {
    return this.#textShare('codes', isCode);
  }

  /** Where the other values are all alike and without digits, they stand for an amount: "On request", "Sold out". */
  get amounts(): number {
    return this.#share('amounts', () => {
      const others = this.samples
        .map((cell) => {
          const text = cell.findPrice?.() ?? cell.text;
          return isAmount(text) && priceTextOf(cell) === '' ? '' : text;
        })
        .filter((text) => !isAmount(text));
      const words = others.filter((text) => text !== '');
      const areAlike = new Set(words).size * minAlikeWords <= words.length;
      const count = this.samples.length - others.length;
      return count > 0 && areAlike && words.every(isStandIn) ? 1 : this.#ofTexts(count);
    });
  }

  get linked(): number {
    return this.#cellShare(
      'linked',
      ({ href, source }) => href !== undefined && source.attribute !== 'src',
    );
  }

  /** Values of which a link says all, and not a part. */
  get wholeLinks(): number {
    return this.#cellShare(
      'whole links',
      ({ href, partLink, source }) =>
        href !== undefined && partLink === undefined && source.attribute !== 'src',
    );
  }

  /** Texts that are addresses as they are written out. */
  get addresses(): number {
    return this.#textShare('addresses', isWrittenAddress);
  }

  get hasDecimals(): boolean {
    return this.#textShare('decimals', (text) => /\p{Nd}[.,]\p{Nd}/u.test(text)) > 0;
  }

  /** Values that stand in a link which says more than they do. */
  get innerOfLinks(): number {
    return this.#cellShare('inner of links', ({ isInLink }) => isInLink === true);
  }

  get partLinks(): number {
    return this.#cellShare('part links', ({ partLink }) => partLink !== undefined);
  }

  get pictures(): number {
    return this.#cellShare('pictures', ({ source }) => source.attribute === 'src');
  }

  /** Names of two parties: "Smith v. Jones". */
  get parties(): number {
    return this.#textShare('parties', namesParties);
  }

  get names(): number {
    return this.#textShare('names', isName);
  }

  /** References to a volume and page, or a year and number, of a series: "12 F.4th 345", "2021 ND 36". */
  get citations(): number {
    return this.#textShare('citations', isCitation);
  }

  /** Values in brackets as a whole, which say something of the value before them. */
  get bracketed(): number {
    return this.#textShare('bracketed', (text) => /^\([^()]*\)$/.test(text));
  }

  /** Values with a colon behind them, which name what follows: "Ada said:". */
  get labels(): number {
    return this.#cellShare('labels', ({ isLabel }) => isLabel === true);
  }

  /** Values in the words of others. */
  get quotes(): number {
    return this.#cellShare('quotes', ({ source }) => {
      let at: AnyNode | null = source.node;
      for (let count = 0; at !== null && count < maxAround; count += 1, at = at.parent)
        if (isTag(at) && at.name === 'blockquote') return true;
      return false;
    });
  }

  get questions(): number {
    return this.#textShare('questions', (text) => /[?？]\s*$/u.test(text));
  }

  /** Values that still hold several: brackets, dashes between words. */
  get compounds(): number {
    return this.#textShare('compounds', (text) => compound.test(text));
  }

  /** Values of several lines, or with a number among words: they hold more than a name. */
  get mixtures(): number {
    return this.#cellShare(
      'mixtures',
      ({ text, listLines }) =>
        listLines !== undefined || (/\d{2}/.test(text) && /\p{L}/u.test(text)),
    );
  }

  /** Share of the values that begin with the same word, without digits: "No. 12", "No. 13". */
  get labelled(): number {
    return this.#share('labelled', () => this.#ofTexts(countSameStart(this.#texts)));
  }

  /** Share of the values that have a form. */
  shareOf({ name, test }: ValueForm): number {
    return this.#textShare(`form ${name}`, test);
  }

  /** Whether a test holds for so many of the cells that their column is of that kind. */
  isMostly(test: (cell: Cell) => boolean): boolean {
    return this.samples.filter((cell) => test(cell)).length > minAlike * this.samples.length;
  }

  /** Whether most of the values share a word, given in the singular. */
  sharesWord(word: string): boolean {
    this.#lowerTexts ??= this.#texts.map((text) => text.toLowerCase());
    return sharesWord(this.#texts, this.#lowerTexts, word);
  }

  #share(name: string, measure: () => number): number {
    return getOrMake(this.#shares, name, measure);
  }

  #textShare(name: string, test: (text: string) => boolean): number {
    return this.#share(name, () => this.#ofTexts(this.#texts.filter((text) => test(text)).length));
  }

  #cellShare(name: string, test: (cell: Cell) => boolean): number {
    return this.#share(
      name,
      () => this.samples.filter((cell) => test(cell)).length / Math.max(1, this.samples.length),
    );
  }

  #ofTexts(sum: number): number {
    return sum / Math.max(1, this.#texts.length);
  }
}

/** Whether a text is a reference to a volume and page, or a year and number, of a series. */
export function isCitation(text: string): boolean {
  return citation.test(text);
}

const shapes = new WeakMap<Column, ColumnShape>();

export function shapeOf(column: Column): ColumnShape {
  return getOrMake(shapes, column, () => new ColumnShape(column));
}

/** Whether all records have the same text. */
export function isConstant({ samples }: ColumnShape): boolean {
  return samples.length > 1 && samples.every(({ text }) => text === samples[0]?.text);
}

export function isProse(shape: ColumnShape): boolean {
  return shape.meanLength > minProseLength || shape.sentences > minAlike;
}

function isStandIn(text: string): boolean {
  return text.length <= maxStandInLength && !/\d/.test(text);
}

function countSameStart(texts: readonly string[]): number {
  const starts = texts.map((text) => text.split(' ', 1)[0] ?? '');
  const words = starts.filter((word, at) => !/\d/.test(word) && word !== texts[at]);
  return maxOf(countAll(words).values(), 0);
}

/** Most texts lack the beginning that a word has in the plural too, so that few are taken apart. */
function sharesWord(
  texts: readonly string[],
  lowerTexts: readonly string[],
  word: string,
): boolean {
  const least = Math.max(2, texts.length * minWordShare);
  if (word === '') return false;
  const start = word.slice(0, -1);
  const alike: string[] = [];
  for (const [at, text] of texts.entries()) {
    if (lowerTexts[at]?.includes(start) === true) alike.push(text);
    else if (alike.length + texts.length - at - 1 < least) return false;
  }
  if (alike.length < least) return false;
  return (
    alike.filter((text) => splitWords(text).some((other) => toSingular(other) === word)).length >=
    least
  );
}

/** Share of the records in which a column says something that stands beside the values of its header: in a row of sums. */
const maxSpareFill = 0.4;

/** Whether a header stands over two columns of which this one is empty but for sums (a colour, a flag): it is that of the other. */
export function isSpare(columns: readonly Column[], at: number): boolean {
  const column = columns[at];
  if (column === undefined || column.within.length > 0 || column.header.trim() === '') return false;
  return (
    shapeOf(column).fill <= maxSpareFill &&
    [columns[at - 1], columns[at + 1]].some(
      (other) =>
        other !== undefined &&
        other.within.length === 0 &&
        toNameKey(other.header) === toNameKey(column.header) &&
        shapeOf(other).fill > 1 - maxSpareFill,
    )
  );
}
