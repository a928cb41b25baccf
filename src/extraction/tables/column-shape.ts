import { type AnyNode, isTag } from 'domhandler';
import { countAll, getOrMake, maxOf, rememberWithin } from '../../runtime/collections.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { type PriceSense, findMoney, isFormerSense } from '../values/find-money.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { readDate } from '../values/dates/read-date.ts';
import { findUpperEnd } from '../fields/read-value.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { ValueForm } from './value-forms.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { Block } from './find-repeats.ts';

const sampleSize = 14;
const maxDateRest = 0.4;
const maxCodeLength = 40;
/** Elements around a value that are looked at. */
const maxAround = 4;
const minCodeDigits = 0.3;
const maxNameWords = 5;
/** How often words that stand for an amount are said, at least, and their most characters. */
const minAlikeWords = 1.5;
const maxStandInLength = 30;
const minWordShare = 0.6;
const maxSampleLength = 400;
const versus = /\s(?:v|vs|versus|c|contra|gegen)\.?\s+\S/iu;
const party =
  /^(?:in\s+(?:re|the\s+(?:matter|interest)\s+of)|matter\s+of|ex\s+parte|estate\s+of)\s/iu;
const citation =
  /^\d{1,4}(?:\s(?=\p{Lu})|-(?=\p{Lu}\p{Ll}))[\p{L}\d.'’\s]{1,30}[\s-]\d{1,6}(?:\s?\([\p{L}\d]{1,3}\)|[-\w]{0,4})$/u;
const compound = /\s[-–—|·•]\s|[([][^()[\]]*[)\]]\s*$/u;
const sizeOrTime = /^\d[\d.,]*\s?[KMG]i?B?$|^\d{1,2}:\d{2}|^\(?\d+ \p{L}{4,}\)?$/u;
/** "2.0.0 – 2024-01-01", "1.9 (12 May 2023)" */
const codeBeforeDate = /^\S{1,30}\s(?:[-–—|·•]\s|[([])(.{6,30})$/u;
/** Zeros before a number are those of a code, whatever letters it begins with: "CF0117-26". */
const paddedNumber = /(?<![\d.,'’]|\d\s)0\d/;
const sentence = /\s\S+\s\S.*[.!?…。]["'”’»)]?$/u;
const dateOnly = /^\d{8,}$/;

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
      return all.replace(/[^\p{L}]/gu, '').length / Math.max(1, all.replace(/\s/g, '').length);
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
          const text = cell.price ?? cell.text;
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

  get hasDecimals(): boolean {
    return this.#textShare('decimals', (text) => /\p{Nd}[.,]\p{Nd}/u.test(text)) > 0;
  }

  /** Values that stand in a link which says more than they do. */
  get innerOfLinks(): number {
    return this.#cellShare('inner of links', ({ isInLink }) => isInLink === true);
  }

  get partLinks(): number {
    return this.#cellShare('part links', ({ isPartLink }) => isPartLink === true);
  }

  get pictures(): number {
    return this.#cellShare('pictures', ({ source }) => source.attribute === 'src');
  }

  /** Names of two parties: "Smith v. Jones". */
  get parties(): number {
    return this.#textShare('parties', (text) => versus.test(text) || party.test(text));
  }

  get names(): number {
    return this.#textShare('names', isName);
  }

  /** References to a volume and page, or a year and number, of a series: "12 F.4th 345", "2021 ND 36". */
  get citations(): number {
    return this.#textShare('citations', (text) => citation.test(text));
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

const shapes = new WeakMap<Column, ColumnShape>();

export function shapeOf(column: Column): ColumnShape {
  return getOrMake(shapes, column, () => new ColumnShape(column));
}

/** Bytes of the texts that are remembered with their kinds: some ten thousand cells. */
const maxKnownBytes = 1_000_000;
/** Bytes of an entry, measured, and of a letter where the text has one that needs two. */
const entryBytes = 60;
const letterBytes = 2;
const bytesOf = ({ length }: string): number => entryBytes + letterBytes * length;
/** Several columns hold the same texts: a cell's text is also that of its parts. */
const rememberKind = rememberWithin<'date' | 'code' | 'other'>(maxKnownBytes, bytesOf);
const rememberAmount = rememberWithin<boolean>(maxKnownBytes, bytesOf);
const rememberDate = rememberWithin<string>(maxKnownBytes, bytesOf);

function kindOf(text: string): 'date' | 'code' | 'other' {
  if (text.length > 2 * maxCodeLength || !/\d/.test(text)) return 'other';
  return rememberKind(text, () => {
    if (readsAsDate(text)) return 'date';
    return readsAsCode(text) ? 'code' : 'other';
  });
}

/** Whether a text is a date and little else; bare digits may be any number. */
export function isDate(text: string): boolean {
  return kindOf(text) === 'date';
}

/** Whether a text is a number or code and nothing else; sizes, times and texts with dates are none. */
export function isCode(text: string): boolean {
  return kindOf(text) === 'code';
}

/** The first date of a text as it stands there; kept, since parts of columns are looked at again and again. */
export function findDateText(text: string): string | undefined {
  if (text.length > maxSampleLength || !/\d{2}/.test(text)) return readDate(text, {})?.text;
  return rememberDate(text, () => readDate(text, {})?.text ?? '') || undefined;
}

function readsAsDate(text: string): boolean {
  const date = findDateText(text);
  return (
    date !== undefined && !dateOnly.test(date) && date.length >= text.length * (1 - maxDateRest)
  );
}

function readsAsCode(text: string): boolean {
  return (
    text.length <= maxCodeLength &&
    !/[()[\]]\s*$/.test(text) &&
    text.replace(/\D/g, '').length >= text.replace(/\s/g, '').length * minCodeDigits &&
    !/,\s/.test(text) &&
    !sizeOrTime.test(text) &&
    !readsAsDate(codeBeforeDate.exec(text)?.[1] ?? '') &&
    (paddedNumber.test(text) || findMoney(text, true).length === 0)
  );
}

/** Whether a text is short and has one amount with a currency, or a range of two. */
export function isAmount(text: string): boolean {
  if (text.length > maxCodeLength || !/\d/.test(text) || paddedNumber.test(text)) return false;
  return rememberAmount(text, () => {
    const found = findMoney(text, true);
    return (
      found.length === 1 ||
      (found.length === 2 && findUpperEnd(text, found, found[0]) !== undefined)
    );
  });
}

function isStandIn(text: string): boolean {
  return text.length <= maxStandInLength && !/\d/.test(text);
}

/** Whether a text is a few words with capitals, as names of people are; tested word by word. */
export function isName(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > maxNameWords || /\d/.test(text)) return false;
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capital >= words.length * minWordShare;
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

export interface Cell {
  readonly text: string;
  readonly source: ContentSource;
  readonly href: string | undefined;
  /** Whether its link says a part of the text alone: "First story (a.example)" with the name of the site outside of the link. */
  readonly isPartLink?: boolean;
  /** Whether it stands in the link, as other texts do. */
  readonly isInLink?: boolean;
  /** Whether a colon stands behind it. */
  readonly isLabel?: boolean;
  /** The part of the page that it is, where it may hold several values: a cell of a table. */
  readonly block?: Block;
  /** The text for reading an amount, without former prices: "$15" of "$20 $15" with the first struck through. */
  readonly price?: string | undefined;
  /** What is said of the amount that it is; found out when it is asked for, since few texts with a digit are read as amounts. */
  readonly findSense?: (() => PriceSense | undefined) | undefined;
  /** Its lines, where a break or a block parts it. */
  readonly listLines?: (() => readonly string[]) | undefined;
}

/** Addresses of the pages of those who write at a site: "/members/ada.7/", "profile.php?id=7", "?action=profile;u=7", "/~ada". */
const userPage =
  /[/?&;=]~|(?:^|[/?&;=])(?:users?|members?|memberlist|profiles?|u|authors?|people)(?:\.php|-\d+)?(?:[/?=&;]|\.html)/i;

/** Whether a text is linked to the page of one who writes at the site. */
export function isUser({ text, href, source }: Cell): boolean {
  const isNamed = source.attribute !== 'src' && /\p{L}[^]*\p{L}/u.test(text);
  return isNamed && href !== undefined && userPage.test(href);
}

/** The text of a cell for reading an amount: none where the amount was the price, or is that of something else. */
export function priceTextOf({ text, price, findSense }: Cell): string {
  const sense = findSense?.();
  return isFormerSense(sense) || sense === 'other' ? '' : (price ?? text);
}

/**
 * Columns in which the amounts of a list are its prices although the page calls them usual or recommended: "List price" is the only one of
 * some shops, and themes name any price "regular". `undefined` where another amount stands beside them.
 */
export function freeListedAmounts(columns: readonly Column[]): readonly Column[] | undefined {
  const senses = new Map(
    columns.flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        cell !== undefined && isAmount(cell.price ?? cell.text)
          ? [[cell, cell.findSense?.()] as const]
          : [],
      ),
    ),
  );
  const found = new Set(senses.values());
  found.delete('other');
  if (found.size !== 1 || !found.has('listed')) return undefined;
  const freed = new Map<Column, Column>();
  for (const column of columns) {
    const within = column.within.map((outer) => freed.get(outer) ?? outer);
    const cells = column.cells.map((cell) =>
      cell !== undefined && senses.get(cell) === 'listed'
        ? { ...cell, findSense: undefined }
        : cell,
    );
    freed.set(column, { ...column, within, cells });
  }
  return [...freed.values()];
}

/** Fields that hold what is no price to pay, and what is said of such amounts. */
const ownSenses: ReadonlyMap<string, PriceSense> = new Map([
  ['oldPrice', 'former'],
  ['shippingCost', 'other'],
] as const);

/** Whether the page says of an amount that it is what a field asks for beside the price. */
export function isOfSense({ findSense }: Cell, { concept }: FieldPlan): boolean {
  const own = ownSenses.get(concept?.name ?? '');
  if (own === undefined) return false;
  const sense = findSense?.();
  return own === 'former' ? isFormerSense(sense) : sense === own;
}

/** Whether a field asks for an amount that is no price to pay. */
export function asksBesidePrice({ concept }: FieldPlan): boolean {
  return ownSenses.has(concept?.name ?? '');
}

/** The text of a cell for reading the amount of a field: a former price is the value of a field for these. */
export function amountTextOf(cell: Cell, plan: FieldPlan): string {
  return isOfSense(cell, plan) ? cell.text : priceTextOf(cell);
}

/** How to list the lines of a text; `undefined` for a single one. */
export function findLines(text: string): Cell['listLines'] {
  if (!text.trim().includes('\n')) return undefined;
  return () =>
    text
      .split('\n')
      .map((line) => foldText(line))
      .filter((line) => line !== '');
}

export interface ColumnWords {
  readonly words: ReadonlySet<string>;
  /** Those of the nearest element that has some: what the value itself is called, and not what it stands in. */
  readonly ownWords: ReadonlySet<string>;
}

/** What stands at the same place of every record. */
export interface Column extends ColumnWords {
  /** Its place in the record, the same for any choice of the region's records; a part of a text has that of the text. */
  readonly key: string;
  /** As the page shows it above or before the values; empty when it does not. */
  readonly header: string;
  readonly cells: readonly (Cell | undefined)[];
  /** The columns whose texts hold this one's, nearest first; none for a whole cell. */
  readonly within: readonly Column[];
  /** Whether its values belong to one of the things that a record lists in a table of its own. */
  readonly isInner?: boolean;
  /** Whether it is an item of a list of links in the record, of which some records have more. */
  readonly isListItem?: boolean;
  /** Whether each of its cells is a list of the record as a whole. */
  readonly isList?: boolean;
  /** How often its texts were cut to get them: 0 for what stands between tags. */
  readonly cuts: number;
}

export interface Region {
  readonly kind: 'table' | 'repeat';
  /** Of a table; those of a listing are read from its blocks. */
  readonly columns: readonly Column[];
  readonly size: number;
  readonly element: IndexedElement;
  /** Rows with which a section or a joined table begins. */
  readonly starts: readonly number[];
  /** The page's part that each record stands in, by row. */
  readonly blocks: readonly Block[];
  /** Of a table with rows of one cell across all columns: the one above each record. */
  readonly sections?: readonly (Cell | undefined)[] | undefined;
  /** Of a table: the labels of its rows that are the sum of others. */
  readonly sums?: readonly string[] | undefined;
  /** A sentence for people about tables that were joined or left out. */
  readonly note?: string | undefined;
}
