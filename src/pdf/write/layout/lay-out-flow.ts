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

/** Characters of a heading that the outline shows. */
const maxOutlineTitle = 200;

/** Puts blocks on pages. `isCut` when not all of them fitted. */
export function layOutFlow(input: LayOutFlowInput): {
  readonly pages: readonly LaidOutPage[];
  readonly isCut: boolean;
} {
  const cursor = createPageCursor(input.maxPages);
  try {
    for (const block of input.blocks) {
      layOutBlock(block, cursor, input);
    }
    cursor.setBars([]);
    return { pages: cursor.pages, isCut: false };
  } catch (error) {
    if (!(error instanceof PageLimitReached)) throw error;
    return { pages: cursor.pages, isCut: true };
  }
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
  // A heading stays with the first lines of what it heads, code and tables included; two lines stay in one piece.
  const after = level > 0 ? 5 * (textSizes[0] ?? 10) * lineHeight : 0;
  cursor.need(Math.min(level > 0 ? lines.length : Math.min(lines.length, 2), 8) * height + after);
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
  if (image === undefined) return;
  const { indent, structure } = block;
  const maxWidth = contentWidth - indent;
  const maxHeight = (contentBottom - page.margin) * 0.7;
  // Of the sizes that a page names the width counts: styles often let the height follow.
  const shown = block.width ?? (block.height ?? image.height) * (image.width / image.height);
  // Pixels of a page are 1/96 inch.
  const wanted = (shown / image.width) * 0.75;
  const scale = Math.min(wanted, maxWidth / image.width, maxHeight / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
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
