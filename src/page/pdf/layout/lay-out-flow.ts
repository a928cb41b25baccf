import { breakLines, toBold } from './break-lines.ts';
import {
  plainStyle,
  type CodeBlock,
  type FlowBlock,
  type ImageBlock,
  type TextBlock,
} from '../flow/flow.ts';
import type { FontSet } from '../font-set.ts';
import { layOutTable } from './lay-out-table.ts';
import type { PdfImage } from '../open-image.ts';
import { type LaidOutPage, PageCursor, PageLimitReached } from './page-cursor.ts';
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

interface LayOutFlowInput {
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
  const cursor = new PageCursor(input.maxPages);
  try {
    for (const [index, block] of input.blocks.entries()) {
      const height = measureTogether(index, cursor, input);
      if (height <= contentBottom - page.margin) cursor.need(height);
      layOutBlock(block, cursor, input);
    }
    cursor.setBars([]);
    return { pages: cursor.pages, isCut: false };
  } catch (error) {
    if (error instanceof PageLimitReached) return { pages: cursor.pages, isCut: true };
    throw error;
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
  if (block.kind === 'image') return next.kind === 'text' && next.isSmall;
  if (block.kind !== 'text') return false;
  return block.level > 0 || (block.isSmall && (next.kind === 'image' || next.kind === 'table'));
}

/** Lines of a text, code or a table that stay with what stands above them. */
const headLines = 5;

function measureHeight(block: FlowBlock, { fontSet, images }: LayOutFlowInput): number {
  if (block.kind === 'image') return measureImage(block, images.get(block.source))?.height ?? 0;
  const isWhole = block.kind === 'text' && (block.level > 0 || block.isSmall);
  if (!isWhole) return headLines * (textSizes[0] ?? 10) * lineHeight;
  const size = sizeOf(block);
  const lines = breakLines({ runs: block.runs, size, width: areaOf(block).width, fontSet });
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
  if (block.kind === 'text') layOutText(block, cursor, fontSet);
  else if (block.kind === 'code') layOutCode(block, cursor, fontSet);
  else if (block.kind === 'image') layOutImage(block, images.get(block.source), cursor);
  else if (block.kind === 'table') layOutTable(block, cursor, fontSet);
  else {
    cursor.need(1);
    cursor.add({ kind: 'box', ...areaOf(block), y: cursor.y, height: 0.7, colour: colours.line });
    cursor.y += 1;
  }
}

/** From the block's indent to the right margin. */
function areaOf({ indent }: Pick<FlowBlock, 'indent'>): {
  readonly x: number;
  readonly width: number;
} {
  return { x: page.margin + indent, width: contentWidth - indent };
}

/** Above blocks of other kinds than text. */
const blockGap = 9;

function gapAbove(block: FlowBlock): number {
  if (block.kind !== 'text') return blockGap;
  return block.isTight && block.level === 0 ? tightGap : (gapsAbove[block.level] ?? 0);
}

function sizeOf({ isSmall, level }: TextBlock): number {
  return isSmall ? smallSize : (textSizes[level] ?? 10);
}

function layOutText(block: TextBlock, cursor: PageCursor, fontSet: FontSet): void {
  const { level, structure, isSmall } = block;
  const size = sizeOf(block);
  const area = areaOf(block);
  const runs = level === 0 ? block.runs : block.runs.map(toBold);
  const lines = breakLines({ runs, size, width: area.width, fontSet });
  // A heading stays in one piece, of other texts two lines.
  cursor.need(Math.min(lines.length, level > 0 ? 8 : 2) * size * lineHeight);
  if (level > 0) {
    const title = block.runs.map((run) => run.text).join('');
    cursor.addOutline(title.replaceAll(/\s+/g, ' ').slice(0, maxOutlineTitle), level);
  }
  addMarker(block, size, cursor, fontSet);
  const colour = isSmall ? colours.quiet : colours.text;
  cursor.addLines(lines, { ...area, size, colour, structure });
}

function addMarker(
  { marker, indent }: CodeBlock | TextBlock,
  size: number,
  cursor: PageCursor,
  fontSet: FontSet,
): void {
  if (marker === undefined) return;
  const runs = [{ text: marker.text, style: plainStyle }];
  const [line] = breakLines({ runs, size, width: contentWidth, fontSet });
  if (line === undefined) return;
  const { width } = line;
  // Numbers are right-aligned before the text, so that 9. and 10. line up.
  const x = page.margin + indent - width - 5;
  cursor.addLine(line, { x, width, size, structure: marker.structure }, cursor.y);
}

function layOutCode(block: CodeBlock, cursor: PageCursor, fontSet: FontSet): void {
  const { runs, structure } = block;
  const area = areaOf(block);
  const inner = { x: area.x + codePadding, width: area.width - 2 * codePadding };
  const lines = breakLines({ runs, size: codeSize, width: inner.width, fontSet });
  const height = codeSize * lineHeight;
  cursor.need(Math.min(lines.length, 3) * height + 2 * codePadding);
  addMarker(block, codeSize, cursor, fontSet);
  for (let next = 0; next < lines.length;) {
    if (next > 0) cursor.newPage();
    const fits = Math.max(1, Math.floor((cursor.room - 2 * codePadding) / height));
    const shown = lines.slice(next, next + fits);
    const ground = { y: cursor.y, height: shown.length * height + 2 * codePadding };
    cursor.add({ kind: 'box', ...area, ...ground, colour: colours.codeGround });
    cursor.y += codePadding;
    for (const line of shown) {
      cursor.addLine(line, { ...inner, size: codeSize, structure }, cursor.y);
      cursor.y += height;
    }
    cursor.y += codePadding;
    next += shown.length;
  }
}

function layOutImage(block: ImageBlock, image: PdfImage | undefined, cursor: PageCursor): void {
  const size = measureImage(block, image);
  if (image === undefined || size === undefined) return;
  cursor.need(size.height);
  const { x } = areaOf(block);
  cursor.add({ kind: 'image', x, y: cursor.y, ...size, image, structure: block.structure });
  cursor.y += size.height;
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
