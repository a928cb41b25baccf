import { joinLines, plainText } from './join-text.ts';
import type { PdfBlock, PdfCell, PdfSpan } from './pdf-block.ts';

export interface ToHtmlInput {
  readonly title: string;
  readonly language: string | undefined;
  readonly blocks: readonly PdfBlock[];
  readonly pageCount: number;
}

/** Sizes of headings closer than this are one level, in points. */
const sameLevel = 0.6;

/** A simple page: one section a page of the file, with its number in `data-pdf-page`. */
export function toHtml({ title, language, blocks, pageCount }: ToHtmlInput): string {
  const merged = mergeAcrossPages(blocks);
  const levels = findLevels(merged);
  const parts: string[] = [];
  const list = createListWriter(parts);
  let at = 0;
  for (let page = 1; page <= pageCount; page += 1) {
    parts.push(`<section data-pdf-page="${page}">\n`);
    for (let block = merged[at]; block !== undefined && block.page === page; block = merged[at]) {
      if (block.kind === 'item') list.add(block);
      else {
        list.end();
        parts.push(toTag(block, levels));
      }
      at += 1;
    }
    list.end();
    parts.push('</section>\n');
  }
  const lang = language === undefined ? '' : ` lang="${escapeAttribute(language)}"`;
  return `<!doctype html>\n<html${lang}><head><meta charset="utf-8"><title>${escapeText(title)}</title></head>\n<body><main>\n${parts.join('')}</main></body></html>\n`;
}

function toTag(
  block: Exclude<PdfBlock, { kind: 'item' }>,
  levels: (block: Extract<PdfBlock, { kind: 'heading' }>) => number,
): string {
  if (block.kind === 'heading') {
    const level = levels(block);
    return `<h${level}>${toInline(block.spans)}</h${level}>\n`;
  }
  if (block.kind === 'text') return `<p>${toInline(block.spans)}</p>\n`;
  if (block.kind === 'code') return `<pre><code>${escapeText(block.text)}</code></pre>\n`;
  return `<table>\n${block.rows.map(toRow).join('')}</table>\n`;
}

function toRow(row: readonly PdfCell[]): string {
  const cells = row.map(({ spans, isHeader }) => {
    const tag = isHeader ? 'th' : 'td';
    return `<${tag}>${toInline(spans)}</${tag}>`;
  });
  return `<tr>${cells.join('')}</tr>\n`;
}

function toInline(spans: readonly PdfSpan[]): string {
  return spans
    .map(({ text, link }) =>
      link === undefined
        ? escapeText(text)
        : `<a href="${escapeAttribute(link)}">${escapeText(text)}</a>`,
    )
    .join('');
}

function createListWriter(parts: string[]): {
  add(item: Extract<PdfBlock, { kind: 'item' }>): void;
  end(): void;
} {
  const open: { readonly tag: 'ol' | 'ul'; readonly depth: number }[] = [];
  const pop = (): void => {
    const list = open.pop();
    if (list !== undefined) parts.push(`</li></${list.tag}>\n`);
  };
  return {
    add({ isOrdered, number, depth, spans }) {
      const tag = isOrdered ? 'ol' : 'ul';
      while ((open.at(-1)?.depth ?? -1) > depth) pop();
      if (open.at(-1)?.depth === depth && open.at(-1)?.tag !== tag) pop();
      if (open.at(-1)?.depth === depth) {
        parts.push('</li>\n<li>');
      } else {
        open.push({ tag, depth });
        const start = isOrdered && number !== undefined && number !== 1 ? ` start="${number}"` : '';
        parts.push(`<${tag}${start}>\n<li>`);
      }
      parts.push(toInline(spans));
    },
    end() {
      while (open.length > 0) pop();
    },
  };
}

/** Joins paragraphs and tables that a page break splits, at the place where they begin. */
function mergeAcrossPages(blocks: readonly PdfBlock[]): readonly PdfBlock[] {
  const merged: PdfBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (
      last?.kind === 'text' &&
      block.kind === 'text' &&
      last.isOpen &&
      /^\p{Ll}/u.test(plainText(block.spans))
    ) {
      merged[merged.length - 1] = {
        ...block,
        page: last.page,
        spans: joinLines([last.spans, block.spans]),
      };
    } else if (
      last?.kind === 'table' &&
      block.kind === 'table' &&
      block.page > last.page &&
      widthOf(last) === widthOf(block)
    ) {
      const isRepeated = textOf(last.rows[0]) === textOf(block.rows[0]);
      merged[merged.length - 1] = {
        ...last,
        rows: [...last.rows, ...(isRepeated ? block.rows.slice(1) : block.rows)],
      };
    } else {
      merged.push(block);
    }
  }
  return merged;
}

function widthOf({ rows }: Extract<PdfBlock, { kind: 'table' }>): number {
  return Math.max(...rows.map((row) => row.length));
}

function textOf(row: readonly PdfCell[] | undefined): string {
  return (row ?? []).map((cell) => plainText(cell.spans)).join('\n');
}

/** Headings without a level get one by their size, the largest the first. */
function findLevels(
  blocks: readonly PdfBlock[],
): (heading: Extract<PdfBlock, { kind: 'heading' }>) => number {
  const sizes: number[] = [];
  const all = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === undefined ? [block.size] : [],
  );
  for (const size of all.toSorted((one, other) => other - one)) {
    if ((sizes.at(-1) ?? Infinity) - size > sameLevel) sizes.push(size);
  }
  return ({ level, size }) => {
    if (level !== undefined) return level;
    const rank = sizes.findIndex((known) => known - size <= sameLevel);
    return Math.min(rank === -1 ? 6 : rank + 1, 6);
  };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
