import { breakLines } from './break-lines.ts';
import {
  plainStyle,
  type CodeBlock,
  type FlowBlock,
  type ImageBlock,
  type ListMarker,
  type TextBlock,
} from '../flow/flow.ts';
import type { FontSet } from '../fonts/create-font-set.ts';
import { layOutTable } from './lay-out-table.ts';
import type { PdfImage } from '../open-image.ts';
import {
  addLine,
  addLines,
  createPageCursor,
  type PageCursor,
  PageLimitReached,
} from './page-cursor.ts';
import type { LaidOutPage } from './page-items.ts';
import {
  codePadding,
  codeSize,
  colours,
  contentBottom,
  contentWidth,
  gapsAbove,
  lineHeight,
  page,
  smallSize,
  textSizes,
  tightGap,
} from '../page-style.ts';

export interface LayOutFlowInput {
  readonly blocks: readonly FlowBlock[];
  readonly fontSet: FontSet;
  readonly images: ReadonlyMap<string, PdfImage>;
  readonly maxPages: number;
}

/** Of the height of a page; the rest has room for a caption of `maxCaptionLines`. */
const maxImageShare = 0.7;
/** Lines of a caption that stay with its picture. */
const maxCaptionLines = 12;
/** Characters of a heading that the outline shows. */
const maxOutlineTitle = 200;

/** Puts blocks on pages. `isCut` when not all of them fitted. */
export function layOutFlow(input: LayOutFlowInput): {
  readonly pages: readonly LaidOutPage[];
  readonly isCut: boolean;
} {
  const cursor = createPageCursor(input.maxPages);
  try {
    for (const [index, block] of input.blocks.entries()) {
      const height = measureTogether(index, cursor, input);
      if (height <= contentBottom - page.margin) cursor.need(height);
      layOutBlock(block, cursor, input);
    }
    cursor.setBars([]);
    return { pages: cursor.pages, isCut: false };
  } catch (error) {
    if (!(error instanceof PageLimitReached)) throw error;
    return { pages: cursor.pages, isCut: true };
  }
}

/** Blocks that stay together; a longer row of headings is a list. */
const maxTogether = 4;

/** The height of a block with those after it that have to stand on its page: what it heads, and a picture's caption. */
function measureTogether(index: number, { isAtTop }: PageCursor, input: LayOutFlowInput): number {
  const { blocks } = input;
  let height = 0;
  for (let at = index; at < index + maxTogether; at += 1) {
    const block = blocks[at];
    const next = blocks[at + 1];
    const isLast = block === undefined || next === undefined || !staysWith(block, next);
    // Most blocks stay with none.
    if (block === undefined || (isLast && at === index)) return 0;
    height += (at === index && isAtTop ? 0 : gapAbove(block)) + measureHeight(block, input);
    if (isLast) break;
  }
  return height;
}

function staysWith(block: FlowBlock, next: FlowBlock): boolean {
  if (block.kind === 'image') return isCaption(next);
  if (block.kind !== 'text') return false;
  if (block.level > 0) return true;
  return block.isSmall && (next.kind === 'image' || next.kind === 'table');
}

function isCaption(block: FlowBlock): boolean {
  return block.kind === 'text' && block.isSmall;
}

/** Lines of a text, code or a table that stay with what stands above them. */
const headLines = 5;

function measureHeight(block: FlowBlock, { fontSet, images }: LayOutFlowInput): number {
  if (block.kind === 'image') return measureImage(block, images.get(block.source))?.height ?? 0;
  const isWhole = block.kind === 'text' && (block.level > 0 || block.isSmall);
  if (!isWhole) return headLines * (textSizes[0] ?? 10) * lineHeight;
  const { runs, indent, level } = block;
  const size = block.isSmall ? smallSize : (textSizes[level] ?? 10);
  const lines = breakLines({ runs, size, width: contentWidth - indent, fontSet });
  return Math.min(lines.length, maxCaptionLines) * size * lineHeight;
}

function layOutBlock(
  block: FlowBlock,
  cursor: PageCursor,
  { fontSet, images }: LayOutFlowInput,
): void {
  cursor.keepBars(block.bars);
  if (!cursor.isAtTop) cursor.y += gapAbove(block);
  cursor.setBars(block.bars);
  switch (block.kind) {
    case 'text': {
      layOutText(block, cursor, fontSet);
      break;
    }
    case 'code': {
      layOutCode(block, cursor, fontSet);
      break;
    }
    case 'rule': {
      cursor.need(1);
      const { y } = cursor;
      const x = page.margin + block.indent;
      const width = contentWidth - block.indent;
      cursor.add({ kind: 'box', x, y, width, height: 0.7, colour: colours.line });
      cursor.y += 1;
      break;
    }
    case 'image': {
      layOutImage(block, images.get(block.source), cursor);
      break;
    }
    case 'table': {
      layOutTable(block, cursor, fontSet);
      break;
    }
  }
}

function gapAbove(block: FlowBlock): number {
  if (block.kind === 'text') {
    return block.isTight && block.level === 0 ? tightGap : (gapsAbove[block.level] ?? 0);
  }
  return 9;
}

function layOutText(block: TextBlock, cursor: PageCursor, fontSet: FontSet): void {
  const { level, indent, structure } = block;
  const size = block.isSmall ? smallSize : (textSizes[level] ?? 10);
  const runs =
    level === 0
      ? block.runs
      : block.runs.map(({ text, style }) => ({ text, style: { ...style, bold: true } }));
  const lines = breakLines({ runs, size, width: contentWidth - indent, fontSet });
  const height = size * lineHeight;
  // A heading stays in one piece, of other texts two lines.
  cursor.need(Math.min(lines.length, level > 0 ? 8 : 2) * height);
  if (level > 0) {
    const title = block.runs
      .map((run) => run.text)
      .join('')
      .replaceAll(/\s+/g, ' ');
    cursor.addOutline(title.slice(0, maxOutlineTitle), level);
  }
  addMarker(block.marker, indent, size, cursor, fontSet);
  const colour = block.isSmall ? colours.quiet : colours.text;
  const width = contentWidth - indent;
  addLines(cursor, lines, { x: page.margin + indent, width, size, colour, structure });
}

function addMarker(
  marker: ListMarker | undefined,
  indent: number,
  size: number,
  cursor: PageCursor,
  fontSet: FontSet,
): void {
  if (marker === undefined) return;
  const { text, structure } = marker;
  const [line] = breakLines({
    runs: [{ text, style: plainStyle }],
    size,
    width: contentWidth,
    fontSet,
  });
  if (line === undefined) return;
  // Numbers are right-aligned before the text, so that 9. and 10. line up.
  const x = page.margin + indent - line.width - 5;
  addLine(cursor, line, { x, width: line.width, size, colour: colours.text, structure }, cursor.y);
}

function layOutCode(block: CodeBlock, cursor: PageCursor, fontSet: FontSet): void {
  const { indent, runs, structure } = block;
  const width = contentWidth - indent;
  const lines = breakLines({ runs, size: codeSize, width: width - 2 * codePadding, fontSet });
  const height = codeSize * lineHeight;
  const x = page.margin + indent;
  cursor.need(Math.min(lines.length, 3) * height + 2 * codePadding);
  addMarker(block.marker, indent, codeSize, cursor, fontSet);
  let next = 0;
  while (next < lines.length) {
    const fits = Math.max(1, Math.floor((cursor.room - 2 * codePadding) / height));
    const shown = lines.slice(next, next + fits);
    const boxHeight = shown.length * height + 2 * codePadding;
    cursor.add({
      kind: 'box',
      x,
      y: cursor.y,
      width,
      height: boxHeight,
      colour: colours.codeGround,
    });
    cursor.y += codePadding;
    for (const line of shown) {
      addLine(
        cursor,
        line,
        {
          x: x + codePadding,
          width: width - 2 * codePadding,
          size: codeSize,
          colour: colours.text,
          structure,
        },
        cursor.y,
      );
      cursor.y += height;
    }
    cursor.y += codePadding;
    next += shown.length;
    if (next < lines.length) cursor.newPage();
  }
}

function layOutImage(block: ImageBlock, image: PdfImage | undefined, cursor: PageCursor): void {
  const size = measureImage(block, image);
  if (image === undefined || size === undefined) return;
  const { width, height } = size;
  const { indent, structure } = block;
  cursor.need(height);
  cursor.add({
    kind: 'image',
    x: page.margin + indent,
    y: cursor.y,
    width,
    height,
    image,
    structure,
  });
  cursor.y += height;
}

function measureImage(
  { indent, width, height }: ImageBlock,
  image: PdfImage | undefined,
): { readonly width: number; readonly height: number } | undefined {
  if (image === undefined) return undefined;
  const maxWidth = contentWidth - indent;
  const maxHeight = (contentBottom - page.margin) * maxImageShare;
  // Of the sizes that a page names the width counts: styles often let the height follow.
  const shown = width ?? (height ?? image.height) * (image.width / image.height);
  // Pixels of a page are 1/96 inch.
  const wanted = (shown / image.width) * 0.75;
  const scale = Math.min(wanted, maxWidth / image.width, maxHeight / image.height);
  return { width: image.width * scale, height: image.height * scale };
}
