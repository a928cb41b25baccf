import type { Element } from 'domhandler';
import type { ListMarker, StructureNode } from './flow.ts';
import { listIndent, maxIndent, quoteIndent } from '../page-style.ts';

/** Where the blocks within an element stand, and as part of what. */
export interface Place {
  readonly indent: number;
  readonly bars: readonly number[];
  readonly structure: StructureNode;
}

/** The lists, items, quotations and definitions that are open while a page is walked. */
export interface Containers {
  readonly place: Place;
  /** Within a list or definition blocks follow each other closely. */
  readonly isTight: boolean;
  openList(element: Element): void;
  /** Opens a list item and returns its bullet or number. */
  openItem(element: Element): ListMarker;
  openQuote(element: Element): void;
  openDefinition(element: Element): void;
  /** Ends the element's container, if it has one; returns whether it had. */
  close(element: Element): boolean;
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

/** Starts with none open. */
export function createContainers(): Containers {
  const root: StructureNode = { type: 'Document', parent: undefined };
  const open: Container[] = [];
  const place = (): Place => open.at(-1) ?? { indent: 0, bars: [], structure: root };

  function push(
    element: Element,
    type: string,
    options: { readonly indent: number; readonly hasBar?: true; readonly list?: List },
  ): void {
    const around = place();
    const indent = Math.min(around.indent + options.indent, maxIndent);
    const hasBar = options.hasBar === true && indent > around.indent;
    open.push({
      element,
      indent,
      bars: hasBar ? [...around.bars, around.indent] : around.bars,
      structure: toChild(around.structure, type),
      isTight: type === 'L' || type === 'Div',
      list: options.list,
    });
  }

  return {
    get place() {
      return place();
    },
    get isTight() {
      return open.some((container) => container.isTight);
    },
    openList(element) {
      push(element, 'L', { indent: listIndent, list: toList(element) });
    },
    openItem(element) {
      const list = open.at(-1)?.list;
      const text =
        list?.isOrdered === true ? takeNumber(list, element) : toBullet(countBulletLists(open));
      push(element, 'LI', { indent: list === undefined ? listIndent : 0 });
      const item = place().structure;
      const container = open.at(-1);
      if (container !== undefined && item.type === 'LI') {
        open[open.length - 1] = { ...container, structure: { type: 'LBody', parent: item } };
      }
      return { text, structure: { type: 'Lbl', parent: item } };
    },
    openQuote(element) {
      push(element, 'BlockQuote', { indent: quoteIndent, hasBar: true });
    },
    openDefinition(element) {
      push(element, 'Div', { indent: listIndent });
    },
    close(element) {
      if (open.at(-1)?.element !== element) return false;
      open.pop();
      return true;
    },
  };
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

function takeNumber(list: List, { attribs }: Element): string {
  const value = Number.parseInt(attribs['value'] ?? '', 10);
  const number = Number.isSafeInteger(value) ? value : list.next;
  list.next = number + list.step;
  return `${toOrdinal(number, list.type)}.`;
}

function countBulletLists(open: readonly Container[]): number {
  return open.filter(({ element }) => element.name === 'ul').length;
}

function toBullet(depth: number): string {
  return bullets[(Math.max(depth, 1) - 1) % bullets.length] ?? '';
}

const romanSigns: readonly (readonly [value: number, sign: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** As in browsers: larger Roman numbers are written as digits. */
const maxRoman = 3_999;

/** A list item's number by the list's `type`: `a` and `A` letters, `i` and `I` Roman, digits for all else. */
function toOrdinal(number: number, type: string): string {
  switch (type) {
    case 'a':
    case 'A': {
      const letters = toLetters(number);
      return type === 'a' ? letters : letters.toUpperCase();
    }
    case 'i':
    case 'I': {
      const roman = toRoman(number);
      return type === 'i' ? roman : roman.toUpperCase();
    }
    default: {
      return `${number}`;
    }
  }
}

function toLetters(number: number): string {
  if (number < 1) return `${number}`;
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(0x61 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function toRoman(number: number): string {
  if (number < 1 || number > maxRoman) return `${number}`;
  let rest = number;
  let roman = '';
  for (const [value, sign] of romanSigns) {
    for (; rest >= value; rest -= value) roman += sign;
  }
  return roman;
}
