import { isTag } from 'domhandler';
import { getOrMake } from '../../../runtime/collections.ts';
import { type BlockRange, type PageBlocks, regionBits } from '../blocks/page-blocks.ts';

export interface CodePart extends BlockRange {
  /** The code with its tabs and buttons, and the other code that these choose from. */
  readonly box: BlockRange;
  /** Whether it is the last of the element whose text leads up to it, as at the end of an answer. */
  readonly isLast: boolean;
}

export function listCode({ blocks, elements }: PageBlocks): readonly CodePart[] {
  const { blockStart, blockEnd, node, parent, tag, region } = elements;
  const code: BlockRange[] = [];
  const areCode = new Map<number, boolean>();
  for (let element = 1; element < tag.length; element += 1) {
    if (tag[element]?.holder !== codeHolder) continue;
    let whole = element;
    for (let around = element; around > 0; around = parent[around] ?? 0) {
      const own = tag[around]?.region ?? 0;
      if ((own & (regionBits.figure | regionBits.table)) !== 0) whole = around;
      if (((region[around] ?? 0) & (regionBits.figure | regionBits.table)) === 0) break;
    }
    const start = blockStart[whole] ?? 0;
    const end = blockEnd[whole] ?? 0;
    const last = code.at(-1);
    if (start === end || (last !== undefined && start < last.end)) continue;
    if (getOrMake(areCode, whole, () => holdsCodeAlone(elements, whole))) code.push({ start, end });
    else code.push({ start: blockStart[element] ?? 0, end: blockEnd[element] ?? 0 });
  }
  const others = code.length === 0 ? new Int32Array() : countOthers();
  return code
    .filter(({ start, end }) => start < end)
    .map(({ start, end }) => ({
      start,
      end,
      box: findBox({ start, end }),
      isLast: isLast(start, end),
    }));

  /** How many blocks before each are neither code nor a tab or button. */
  function countOthers(): Int32Array {
    const isOfBox = new Uint8Array(blocks.words.length);
    for (const { start, end } of code) isOfBox.fill(1, start, end);
    let last = 0;
    for (let element = 1; element < node.length; element += 1) {
      const end = blockEnd[element] ?? 0;
      if (end <= last || !isControl(element)) continue;
      isOfBox.fill(1, blockStart[element], end);
      last = end;
    }
    const before = new Int32Array(isOfBox.length + 1);
    for (const [block, own] of isOfBox.entries())
      before[block + 1] = (before[block] ?? 0) + 1 - own;
    return before;
  }

  function isControl(element: number): boolean {
    const own = node[element];
    if (((tag[element]?.region ?? 0) & regionBits.button) !== 0) return true;
    return own !== undefined && isTag(own) && controlRoles.has(own.attribs['role'] ?? '');
  }

  function findBox({ start, end }: BlockRange): BlockRange {
    let box = { start, end };
    for (let around = blocks.element[start] ?? 0; around > 0; around = parent[around] ?? 0) {
      const outer = { start: blockStart[around] ?? 0, end: blockEnd[around] ?? 0 };
      if (others[outer.start] !== others[outer.end]) break;
      if (outer.end >= end) box = outer;
    }
    return box;
  }

  function isLast(start: number, end: number): boolean {
    let around = blocks.element[start] ?? 0;
    while (around > 0 && blockStart[around] === start) around = parent[around] ?? 0;
    return blockEnd[around] === end && parent[blocks.element[start - 1] ?? 0] === around;
  }
}

const controlRoles: ReadonlySet<string> = new Set(['tab', 'tablist', 'button']);

/** Whether all text of a figure or table stands in code, apart from its caption. */
function holdsCodeAlone(elements: PageBlocks['elements'], whole: number): boolean {
  const { blockStart, blockEnd, depth, tag } = elements;
  let covered = 0;
  for (
    let element = whole;
    element < tag.length && (element === whole || (depth[element] ?? 0) > (depth[whole] ?? 0));
    element += 1
  ) {
    const { holder } = tag[element] ?? {};
    if (holder !== codeHolder && holder !== captionHolder) continue;
    covered += (blockEnd[element] ?? 0) - (blockStart[element] ?? 0);
  }
  return covered >= (blockEnd[whole] ?? 0) - (blockStart[whole] ?? 0);
}

export const captionHolder = 8;

/** Code, where `comment` is a word of the highlighter. */
export const codeHolder = 9;
