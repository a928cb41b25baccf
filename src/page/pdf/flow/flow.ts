import type { Element } from 'domhandler';
import { listIndent, maxIndent, quoteIndent } from '../page-style.ts';

export interface InlineStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly strike: boolean;
  /** Above the line (`sup`), below it (`sub`), or on it. */
  readonly shift: 'up' | 'down' | 'none';
  /** Absolute URL. */
  readonly link: string | undefined;
}

export const plainStyle: InlineStyle = {
  bold: false,
  italic: false,
  code: false,
  strike: false,
  shift: 'none',
  link: undefined,
};

/** Text of one style; `\n` is a line break that the page asks for. */
export interface InlineRun {
  readonly text: string;
  readonly style: InlineStyle;
}

/** An element of the tagged document's structure, by the standard types of ISO 32000. */
export interface StructureNode {
  readonly type: string;
  readonly parent: StructureNode | undefined;
  readonly alt?: string;
  readonly scope?: 'Column' | 'Row' | undefined;
  readonly colSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
}

/** Where a block stands, and what it is in the structure. */
export interface Place {
  /** Points from the left margin. */
  readonly indent: number;
  /** The bars of the quotations that it is part of. */
  readonly bars: readonly number[];
  readonly structure: StructureNode;
}

/** A list item's bullet or number, before its first block. */
export interface ListMarker {
  readonly text: string;
  readonly structure: StructureNode;
}

export interface CodeBlock extends Place {
  readonly kind: 'code';
  readonly runs: readonly InlineRun[];
  readonly marker: ListMarker | undefined;
}

export interface TextBlock extends Omit<CodeBlock, 'kind'> {
  readonly kind: 'text';
  /** 1 to 6 for headings, 0 for everything else. */
  readonly level: number;
  /** Whether it follows the block before it closely: items of a list, lines of a definition. */
  readonly isTight: boolean;
  readonly isSmall: boolean;
}

export interface ImageBlock extends Place {
  readonly kind: 'image';
  /** As the caller's map or the `data:` URI names it. */
  readonly source: string;
  readonly alt: string;
  /** CSS pixels, as far as the page says. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface TableCell {
  readonly column: number;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly isHeader: boolean;
  readonly runs: readonly InlineRun[];
  readonly structure: StructureNode;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** Repeated on every page that the table reaches. */
  readonly isHeader: boolean;
}

export interface TableBlock extends Place {
  readonly kind: 'table';
  readonly rows: readonly TableRow[];
  readonly columns: number;
}

/** A page's content from top to bottom, before anything is measured. */
export type FlowBlock =
  | TextBlock
  | CodeBlock
  | ImageBlock
  | TableBlock
  | (Place & { readonly kind: 'rule' });

/** A text of the given content, with nothing special about it but what `about` says. */
export function toTextBlock(
  place: Place,
  runs: readonly InlineRun[],
  about: Partial<Pick<TextBlock, 'isSmall' | 'isTight' | 'level' | 'marker'>>,
): TextBlock {
  const plain = { level: 0, marker: undefined, isTight: false, isSmall: false };
  return { ...place, kind: 'text', runs, ...plain, ...about };
}

/** Without white space at the ends. */
export function trimRuns(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\s+/, true);
}

/** Without empty lines at the ends; the first line keeps its indentation. */
export function trimLines(runs: readonly InlineRun[]): readonly InlineRun[] {
  return trim(runs, /^\n/, false);
}

function trim(runs: readonly InlineRun[], start: RegExp, goesOn: boolean): readonly InlineRun[] {
  const trimmed = [...runs];
  for (const [at, run] of trimmed.entries()) {
    const text = run.text.replace(start, '');
    trimmed[at] = { ...run, text };
    if (text !== '' || !goesOn) break;
  }
  for (const [at, run] of [...trimmed.entries()].toReversed()) {
    const text = run.text.trimEnd();
    trimmed[at] = { ...run, text };
    if (text !== '') break;
  }
  return trimmed.filter((run) => run.text !== '');
}

interface Container extends Place {
  readonly element: Element;
  readonly isTight: boolean;
  readonly list: List | undefined;
}

interface List {
  readonly isOrdered: boolean;
  /** Of an ordered list: `a`, `A`, `i`, `I`, or anything else for digits. */
  readonly type: string;
  readonly step: 1 | -1;
  next: number;
}

/** Levels of the structure tree; a page may nest deeper, and readers gain nothing from it. */
const maxStructureDepth = 48;
const bullets: readonly string[] = ['•', '◦', '▪'];

/** The lists, items, quotations and definitions that are open while a page is walked. */
export class Containers {
  readonly #open: Container[] = [];
  readonly #root: Place = {
    indent: 0,
    bars: [],
    structure: { type: 'Document', parent: undefined },
  };

  get place(): Place {
    return this.#open.at(-1) ?? this.#root;
  }

  /** Within a list or definition blocks follow each other closely. */
  get isTight(): boolean {
    return this.#open.some((container) => container.isTight);
  }

  /** Opens the element's container, if it has one; returns a list item's bullet or number. */
  open(element: Element): ListMarker | undefined {
    const { name } = element;
    if (name === 'li') return this.#openItem(element);
    if (name === 'dd') this.#push(element, 'Div', listIndent);
    else if (name === 'blockquote') this.#push(element, 'BlockQuote', quoteIndent);
    else if (name === 'ul' || name === 'menu' || name === 'ol') {
      this.#push(element, 'L', listIndent, toList(element));
    }
    return undefined;
  }

  /** Ends the element's container, if it has one; returns whether it had. */
  close(element: Element): boolean {
    if (this.#open.at(-1)?.element !== element) return false;
    this.#open.pop();
    return true;
  }

  #openItem(element: Element): ListMarker {
    const list = this.#open.at(-1)?.list;
    const depth = this.#open.filter((container) => container.element.name === 'ul').length;
    const bullet = bullets[(Math.max(depth, 1) - 1) % bullets.length] ?? '';
    const text = list?.isOrdered === true ? takeNumber(list, element) : bullet;
    const item = this.#push(element, 'LI', list === undefined ? listIndent : 0);
    return { text, structure: { type: 'Lbl', parent: item } };
  }

  #push(element: Element, type: string, indentBy: number, list?: List): StructureNode {
    const around = this.place;
    const node = toChild(around.structure, type);
    const indent = Math.min(around.indent + indentBy, maxIndent);
    const hasBar = type === 'BlockQuote' && indent > around.indent;
    this.#open.push({
      element,
      indent,
      bars: hasBar ? [...around.bars, around.indent] : around.bars,
      structure: node.type === 'LI' ? { type: 'LBody', parent: node } : node,
      isTight: type === 'L' || type === 'Div',
      list,
    });
    return node;
  }
}

function toChild(parent: StructureNode, type: string): StructureNode {
  let depth = 0;
  for (let at: StructureNode | undefined = parent; at !== undefined; at = at.parent) depth += 1;
  return depth >= maxStructureDepth ? parent : { type, parent };
}

function toList({ name, attribs, children }: Element): List {
  const isReversed = attribs['reversed'] !== undefined;
  const start = Number.parseInt(attribs['start'] ?? '', 10);
  const items = children.filter((child) => 'name' in child && child.name === 'li').length;
  return {
    isOrdered: name === 'ol',
    type: attribs['type'] ?? '',
    step: isReversed ? -1 : 1,
    next: Number.isSafeInteger(start) ? start : isReversed ? items : 1,
  };
}

/** A list item's number by the list's `type`: `a` and `A` letters, `i` and `I` Roman, digits for all else. */
function takeNumber(list: List, { attribs }: Element): string {
  const value = Number.parseInt(attribs['value'] ?? '', 10);
  const number = Number.isSafeInteger(value) ? value : list.next;
  list.next = number + list.step;
  const type = list.type.toLowerCase();
  const text = type === 'a' ? toLetters(number) : type === 'i' ? toRoman(number) : `${number}`;
  return `${type === list.type ? text : text.toUpperCase()}.`;
}

function toLetters(number: number): string {
  if (number < 1) return `${number}`;
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(0x61 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** As in browsers: larger Roman numbers are written as digits. */
const maxRoman = 3_999;
const romanDigits = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'] as const;
/** What stands for `i`, `v` and `x` in thousands, hundreds, tens and ones. */
const romanLetters = ['m', 'cdm', 'xlc', 'ivx'] as const;

function toRoman(number: number): string {
  if (number < 1 || number > maxRoman) return `${number}`;
  return Array.from(String(number).padStart(4, '0'), (digit, place) =>
    (romanDigits[Number(digit)] ?? '').replaceAll(
      /[ivx]/g,
      (letter) => romanLetters[place]?.charAt('ivx'.indexOf(letter)) ?? '',
    ),
  ).join('');
}
