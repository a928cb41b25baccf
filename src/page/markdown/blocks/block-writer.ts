import { replaceInPieces } from '../../../runtime/unicode/fold-text.ts';
import type { Element } from 'domhandler';

/** Determines the separation of a block from the previous one. */
type BlockKind = 'paragraph' | 'term' | 'definition' | 'other';

/** A list while its items are written. */
export interface ListState {
  readonly element: Element | undefined;
  readonly isOrdered: boolean;
  next: number;
  /** From the number of an item to that of the next one: -1 in a list that counts down. */
  readonly step: 1 | -1;
  /** `-` or `*`, `.` or `)`. Alternates, because two successive lists with one marker would be read as one. */
  marker: string;
  /** Number of blocks on the page when the last item ended. */
  end: number;
}

interface Container {
  readonly element: Element;
  /** Start of the container's first line. */
  readonly marker: string;
  /** The box of an item that is a task. */
  task?: string;
  /** Start of its other lines. */
  readonly indent: string;
  readonly list: ListState | undefined;
  /** The list that continues after the container. */
  readonly continued?: ListState;
  /** Kinds of block that the container follows without an empty line. */
  readonly joins: readonly BlockKind[];
}

/** Bullet of an item whose number is text, because Markdown has no such number; no other list has it. */
const textBullet = '+';

/** Whether Markdown has a list item of this number. */
export function isListNumber(number: number): boolean {
  return number >= 0 && number < 1e9;
}

/**
 * Deeper quotes and lists are written at this depth, because every line starts with all its
 * prefixes. Real pages nest to 9.
 */
const maxContainers = 20;
/** Characters of all prefixes of a line; that of an item with a long number has eleven. */
const maxPrefixLength = 60;

/** Writes blocks into quotes and list items; empty containers are not written. */
export class BlockWriter {
  readonly #budget: MarkdownBudget;
  #text = '';
  #blocks = 0;
  #last: BlockKind = 'other';
  #hasRule = false;
  readonly #containers: Container[] = [];
  /** Start of each line, by depth. */
  readonly #prefixes: string[] = [''];
  /** Containers whose marker is written; the inner ones wait for their first block. */
  #begun = 0;
  #closedList: { readonly depth: number; readonly list: ListState } | undefined;

  constructor(budget: MarkdownBudget) {
    this.#budget = budget;
  }

  openQuote(element: Element): void {
    this.#push({ element, marker: '> ', indent: '> ', list: undefined, joins: [] });
  }

  openDefinition(element: Element): void {
    const joins: BlockKind[] = ['term', 'definition'];
    this.#push({ element, marker: ': ', indent: '  ', list: undefined, joins });
  }

  openNote(element: Element, label: string, list: ListState): void {
    this.#push({ element, marker: `[^${label}]: `, indent: '    ', list, joins: [] });
  }

  openItem(element: Element, list: ListState): void {
    const bullet = list.isOrdered ? textBullet : '';
    const number = list.isOrdered && isListNumber(list.next) ? `${list.next}` : bullet;
    list.next += list.step;
    // Readers count upwards from the first number: in a list that counts down, each item is a list of its own.
    if (list.step < 0) list.marker = list.marker === '.' ? ')' : '.';
    const indent = ' '.repeat(number === textBullet ? 2 : number.length + 2);
    this.#push({ element, marker: number, indent, list, joins: [] });
  }

  /** Indents content of a list that stands outside its items, as part of the previous item. */
  openContinuation(element: Element, list: ListState): void {
    const indent = list.isOrdered ? '   ' : '  ';
    this.#push({
      element,
      marker: indent,
      indent,
      list: undefined,
      continued: list,
      joins: ['paragraph'],
    });
  }

  /** Whether the innermost container waits for its first block. */
  get isWaiting(): boolean {
    return this.#begun < this.#containers.length;
  }

  /** Adds a task box to the item that waits for its first block. */
  addTask(isDone: boolean): void {
    const item = this.#containers.at(-1);
    if (!this.isWaiting || item?.list === undefined) return;
    item.task = isDone ? '[x] ' : '[ ] ';
  }

  /** Closes the element's container, if it has one. */
  close(element: Element): void {
    const container = this.#containers.at(-1);
    if (container?.element !== element) return;
    this.#containers.pop();
    this.#prefixes.pop();
    if (this.#begun <= this.#containers.length) return;
    this.#begun = this.#containers.length;
    const list = container.list ?? container.continued;
    if (list !== undefined) list.end = this.#blocks;
    else if (container.joins.includes('definition')) this.#last = 'definition';
  }

  /** Ends a list, so that the next one is separate. */
  closeList(list: ListState): void {
    if (list.end > 0) this.#closedList = { depth: this.#containers.length, list };
  }

  /** Adds a thematic break. */
  addRule(): void {
    this.#hasRule = this.#text !== '';
  }

  add(block: string, kind: BlockKind): void {
    const { length: prefixLength } = this.#prefixes.at(-1) ?? '';
    const length = block.length + (prefixLength === 0 ? 0 : countLines(block) * prefixLength);
    if (!this.#budget.takeBlock(length)) return;
    if (this.#hasRule) {
      this.#hasRule = false;
      this.#text += this.#separator(false) + '---';
      this.#last = 'other';
      this.#blocks += 1;
    }
    this.#text += this.#separator(this.#joins(kind));
    this.#begin();
    const prefix = this.#prefix();
    this.#text += prefix === '' || !block.includes('\n') ? block : indent(block, prefix);
    this.#last = kind;
    this.#blocks += 1;
    this.#closedList = undefined;
  }

  finish(): string {
    return this.#text === '' ? '' : `${this.#text}\n`;
  }

  #push(container: Container): void {
    const prefix = this.#prefixes.at(-1) ?? '';
    const isDeep =
      this.#containers.length >= maxContainers ||
      prefix.length + container.indent.length > maxPrefixLength;
    this.#containers.push(
      isDeep ? { ...container, marker: '', indent: '', list: undefined } : container,
    );
    this.#prefixes.push(prefix + (isDeep ? '' : container.indent));
  }

  #prefix(): string {
    return this.#prefixes[this.#begun] ?? '';
  }

  #separator(isJoined: boolean): string {
    if (this.#text === '') return '';
    const prefix = this.#prefix();
    return isJoined ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`;
  }

  /** Whether the block follows the previous one without an empty line. */
  #joins(kind: BlockKind): boolean {
    const container = this.#containers[this.#begun];
    if (container === undefined) return kind === 'term' && this.#last === 'term';
    const { list } = container;
    if (list === undefined) return container.joins.includes(this.#last);
    if (list.end > 0 && list.end === this.#blocks) return true;
    // Only a list that starts at 1 may directly follow a paragraph.
    const isFirst = !list.isOrdered || container.marker === '1';
    return this.#begun > 0 && this.#last === 'paragraph' && list.end === 0 && isFirst;
  }

  #begin(): void {
    for (; this.#begun < this.#containers.length; this.#begun += 1) {
      const container = this.#containers[this.#begun];
      if (container === undefined) return;
      this.#text +=
        container.list === undefined
          ? container.marker
          : this.#itemMarker(container, container.list);
    }
  }

  #itemMarker(item: Container, list: ListState): string {
    if (item.marker.startsWith('[^')) return item.marker;
    const closed = this.#closedList;
    if (
      list.end === 0 &&
      closed?.depth === this.#begun &&
      closed.list.isOrdered === list.isOrdered
    ) {
      list.marker = otherMarker(closed.list.marker);
    }
    // Marks the list as begun while its first item is written.
    if (list.end === 0) list.end = -1;
    const marker = item.marker === textBullet ? textBullet : item.marker + list.marker;
    return `${marker} ${item.task ?? ''}`;
  }
}

function countLines(block: string): number {
  let count = 1;
  for (let at = block.indexOf('\n'); at >= 0; at = block.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Starts each line of a block but the first one with the prefix; an empty line inside code has no trailing spaces. */
function indent(block: string, prefix: string): string {
  const indented = replaceInPieces(block, /\n(?!\n)/g, `\n${prefix}`);
  return replaceInPieces(indented, /\n(?=\n)/g, `\n${prefix.trimEnd()}`);
}

function otherMarker(marker: string): string {
  switch (marker) {
    case '-': {
      return '*';
    }
    case '*': {
      return '-';
    }
    case '.': {
      return ')';
    }
    default: {
      return '.';
    }
  }
}

/** Characters of the Markdown of one page. Of 2,211 real pages the largest has 606,000. */
const maxLength = 16_000_000;
/**
 * Characters by which all links of a page may grow when they are made absolute: a base of 8,000 characters makes 8 MB of
 * 1,000 short links. 102,000 on the page with most of these.
 */
const maxLinkGrowth = 4_000_000;

/** What the Markdown of one page may still take. */
export class MarkdownBudget {
  #length = maxLength;
  #linkGrowth = maxLinkGrowth;

  /** Whether there is no room for another block. */
  get isFull(): boolean {
    return this.#length < 0;
  }

  /** Returns whether there is room for a block of this length. Once `false`, always `false`. */
  takeBlock(length: number): boolean {
    this.#length -= length;
    return this.#length >= 0;
  }

  /** Returns whether a link may be written that is this much longer than on the page. Once `false`, always `false`. */
  takeLink(growth: number): boolean {
    if (growth > 0) this.#linkGrowth -= growth;
    return this.#linkGrowth >= 0;
  }

  /** Sentences for people: the limits that were reached. */
  listWarnings(): readonly string[] {
    return [
      ...(this.#length < 0
        ? [`The page takes more than ${maxLength} characters as Markdown; the rest was left out.`]
        : []),
      ...(this.#linkGrowth < 0
        ? [
            `The addresses of the page's links are longer than can be shown: the text of later links stands without them.`,
          ]
        : []),
    ];
  }
}
