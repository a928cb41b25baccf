import { maxOf } from '../../../runtime/collections.ts';
import { findBlocks } from './find-blocks.ts';
import {
  type PdfBlock,
  type PdfCell,
  type PdfHeading,
  type PdfItem,
  type PdfListItem,
  type PdfPage,
  type PdfSpan,
  type PdfTable,
  joinLines,
  orderLines,
  plainText,
} from './pdf-lines.ts';
import { partProse } from './part-prose.ts';
import { readPageItems } from './read-page-items.ts';
import { readTaggedPage } from './read-tagged-page.ts';
import { nameFirst } from '../../../runtime/name-first.ts';
import { escapeText } from '../../body/to-table.ts';

export interface ReadDocumentInput {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  /** Milliseconds after which no further page is begun. */
  readonly budgetMs: number;
  /** Its one number is raised when the reading begins, and with every page, so that a page that never ends can be recognised. */
  readonly steps: Int32Array<SharedArrayBuffer>;
}

export interface ReadDocumentResult {
  readonly html: string;
  /** The same without markup, a block a line; empty where no page has text. */
  readonly text: string;
  readonly title: string;
  readonly language: string | undefined;
  /** Number of pages of the file; `html` holds at most `maxPages` of them. */
  readonly pageCount: number;
  readonly warnings: readonly string[];
}

/** Most letters read from a file; a book of 500 pages has 2 million. */
const maxLetters = 5_000_000;
/** Most pieces of text read from a file; a dense page has 9,000, 500 pages of plain text 30,000. */
const maxItems = 200_000;

/**
 * Reads a PDF on this thread, without a time limit. A hostile file can make it run forever: run it on a thread that
 * can be terminated.
 */
export async function readDocument({
  bytes,
  maxPages,
  budgetMs,
  steps,
}: ReadDocumentInput): Promise<ReadDocumentResult> {
  const startedMs = performance.now();
  const step = (): void => void Atomics.add(steps, 0, 1);
  step();
  // Loaded on first use: 140 ms and 16 MB. It has no `eval`, and its sandbox for scripts is not part of it.
  const { getDocument, VerbosityLevel } = await import('unpdf/pdfjs');
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    useWasm: false,
  });
  const document = await task.promise;
  const warnings: string[] = [];
  const metadata = await document.getMetadata().catch(() => undefined);
  const info = (metadata?.info ?? {}) as Readonly<Record<string, unknown>>;
  const isTagged = (await document.getMarkInfo().catch(() => null))?.Marked === true;
  const pages: PdfPage[] = [];
  const broken: number[] = [];
  const cut: number[] = [];
  const atAngle: number[] = [];
  const left = { letters: maxLetters, items: maxItems };
  const pageCount = document.numPages;
  for (let number = 1; number <= Math.min(pageCount, maxPages); number += 1) {
    step();
    try {
      const page = await document.getPage(number);
      const { page: read, isCut, ...told } = await readPageItems(page, { number, isTagged, left });
      pages.push(read);
      if (isCut) cut.push(number);
      if (told.hasTextAtAngle) atAngle.push(number);
      left.items -= read.items.length;
      for (const { text } of read.items) left.letters -= text.length;
      page.cleanup();
    } catch {
      // A broken page is left out with a warning; the others are kept.
      broken.push(number);
      pages.push({ number, width: 0, height: 0, items: [], tags: undefined });
    }
    if (number < pageCount && performance.now() - startedMs > budgetMs) {
      warnings.push(`Reading the PDF took too long; pages after ${number} were not read.`);
      break;
    }
    if (number < pageCount && (left.letters <= 0 || left.items <= 0)) {
      const most = left.letters <= 0 ? `${maxLetters} characters` : `${maxItems} pieces of text`;
      warnings.push(`The PDF holds more than ${most}; pages after ${number} were not read.`);
      break;
    }
  }
  if (cut.length > 0) {
    warnings.push(`Pages of the PDF with more text than is read, cut: ${listNumbers(cut)}.`);
  }
  if (pageCount > maxPages) {
    warnings.push(`The PDF has ${pageCount} pages; the first ${maxPages} were read.`);
  }
  if (broken.length > 0)
    warnings.push(`Pages of the PDF that could not be read: ${listNumbers(broken)}.`);
  if (atAngle.length > 0) {
    warnings.push(
      `Pages of the PDF with text along their side or at a slant, left out: ${listNumbers(atAngle)}.`,
    );
  }
  const told = new Set([...broken, ...atAngle]);
  const empty = pages.filter((page) => page.items.length === 0 && !told.has(page.number));
  if (empty.length > 0) {
    const numbers = listNumbers(empty.map((page) => page.number));
    warnings.push(`Pages of the PDF without text, e.g. scanned ones: ${numbers}.`);
  }
  const blocks = readBlocks(pages, step);
  const title = findTitle(info['Title'], blocks);
  const language = findLanguage(info['Language']);
  return {
    html: toHtml({ title, language }, blocks, pages.length),
    text: blocks.map(toText).join('\n'),
    title,
    language,
    pageCount,
    warnings,
  };
}

function toText(block: PdfBlock): string {
  if (block.kind === 'code') return block.text;
  if (block.kind !== 'table') return plainText(block.spans);
  return block.rows.map((row) => row.map((cell) => plainText(cell.spans)).join('\t')).join('\n');
}

type PlacedBlock = PdfBlock & { readonly page: number };

function readBlocks(pages: readonly PdfPage[], step: () => void): readonly PlacedBlock[] {
  const bodySize = findBodySize(pages);
  return dropRunningLines(pages).flatMap((page) => {
    step();
    const blocks =
      readTaggedPage(page) ?? findBlocks(orderLines(page).flatMap(partProse), bodySize);
    return blocks.map((block) => ({ ...block, page: page.number }));
  });
}

function findBodySize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>();
  for (const { items } of pages) {
    for (const { size, text } of items) {
      const step = Math.round(size * 2) / 2;
      letters.set(step, (letters.get(step) ?? 0) + text.length);
    }
  }
  // Of equal counts the size that came first.
  const [[best] = [10]] = [...letters].toSorted(([, one], [, other]) => other - one);
  return best;
}

/** Returns the file's title, unless a program generated it; else the first heading. */
function findTitle(given: unknown, blocks: readonly PdfBlock[]): string {
  const title =
    typeof given === 'string' ? given.slice(0, maxTitleLetters).replaceAll(/\s+/g, ' ').trim() : '';
  if (title !== '' && !leftBehind.test(title)) return title;
  const heading = blocks.find((block) => block.kind === 'heading');
  return heading === undefined ? '' : plainText(heading.spans);
}

/** A string of the file may be as long as the file. */
const maxTitleLetters = 1_000;
/** The longest registered language tags have 35. */
const maxLanguageLetters = 35;

function findLanguage(given: unknown): string | undefined {
  return typeof given === 'string' && given.length <= maxLanguageLetters ? given : undefined;
}

const leftBehind =
  /^(?:untitled|microsoft (?:word|powerpoint|excel) - |.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|qxd)$)/i;
const shownNumbers = 20;

function listNumbers(numbers: readonly number[]): string {
  return nameFirst(numbers.map(String), shownNumbers);
}

/** Share of the page's height where running titles and page numbers stand. */
const marginShare = 0.09;
/** On fewer pages, repetition cannot be recognised. */
const leastPages = 3;
const leastShare = 0.5;

/**
 * Returns the pages without page numbers and running titles: lines in the margins that, apart from digits, repeat on
 * most pages or on most pages of one side. A running title stays on the first page that has it.
 */
function dropRunningLines(pages: readonly PdfPage[]): readonly PdfPage[] {
  if (pages.length < leastPages) return pages;
  const seen = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.items.filter((item) => isMarginal(item, page)).map(keyOf))) {
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(leastPages, (pages.length / 2) * leastShare);
  const shown = new Set<string>();
  return pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => {
      if (!isMarginal(item, page)) return true;
      const key = keyOf(item);
      if ((seen.get(key) ?? 0) < least) return true;
      if (!/\p{L}{3}/u.test(key) || shown.has(key)) return false;
      shown.add(key);
      return true;
    }),
  }));
}

function isMarginal(item: PdfItem, page: PdfPage): boolean {
  return item.y < page.height * marginShare || item.y > page.height * (1 - marginShare);
}

function keyOf({ text, y, size }: PdfItem): string {
  return `${Math.round(y / 3)} ${Math.round(size)} ${text.trim().slice(0, 200).replaceAll(/\d+/g, '0')}`;
}

/** Sizes of headings closer than this are one level, in points. */
const sameLevel = 0.6;

/** A simple page: one section a page of the file, with its number in `data-pdf-page`. */
function toHtml(
  { title, language }: Pick<ReadDocumentResult, 'language' | 'title'>,
  blocks: readonly PlacedBlock[],
  pageCount: number,
): string {
  const merged = mergeAcrossPages(blocks);
  const levelOf = findLevels(merged);
  const byPage = Map.groupBy(merged, ({ page }) => page);
  const sections = Array.from({ length: pageCount }, (_, index) => {
    const content = toContent(byPage.get(index + 1) ?? [], levelOf);
    return `<section data-pdf-page="${index + 1}">\n${content}</section>\n`;
  });
  const lang = language === undefined ? '' : ` lang="${escapeAttribute(language)}"`;
  return `<!doctype html>\n<html${lang}><head><meta charset="utf-8"><title>${escapeText(title)}</title></head>\n<body><main>\n${sections.join('')}</main></body></html>\n`;
}

function toTag(block: Exclude<PdfBlock, PdfListItem>, levelOf: LevelOf): string {
  if (block.kind === 'heading') {
    const level = levelOf(block);
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

/** The blocks of one page; items in a row are a list, nested by their depth. */
function toContent(blocks: readonly PdfBlock[], levelOf: LevelOf): string {
  const open: { readonly tag: 'ol' | 'ul'; readonly depth: number }[] = [];
  let html = '';
  const pop = (): void => void (html += `</li></${open.pop()?.tag}>\n`);
  for (const block of blocks) {
    if (block.kind !== 'item') {
      while (open.length > 0) pop();
      html += toTag(block, levelOf);
      continue;
    }
    const { isOrdered, number, depth, spans } = block;
    const tag = isOrdered ? 'ol' : 'ul';
    while ((open.at(-1)?.depth ?? -1) > depth) pop();
    if (open.at(-1)?.depth === depth && open.at(-1)?.tag !== tag) pop();
    if (open.at(-1)?.depth === depth) {
      html += '</li>\n<li>';
    } else {
      open.push({ tag, depth });
      const start = isOrdered && number !== undefined && number !== 1 ? ` start="${number}"` : '';
      html += `<${tag}${start}>\n<li>`;
    }
    html += toInline(spans);
  }
  while (open.length > 0) pop();
  return html;
}

/** Joins paragraphs and tables that a page break splits, at the place where they begin. */
function mergeAcrossPages(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const merged: PlacedBlock[] = [];
  for (const block of blocks) {
    const joined = joinBlocks(merged.at(-1), block);
    if (joined === undefined) merged.push(block);
    else merged[merged.length - 1] = joined;
  }
  return merged;
}

function joinBlocks(last: PlacedBlock | undefined, block: PlacedBlock): PlacedBlock | undefined {
  if (last?.kind === 'text' && block.kind === 'text') {
    const goesOn = last.isOpen && /^\p{Ll}/u.test(plainText(block.spans));
    if (!goesOn) return undefined;
    return { ...block, page: last.page, spans: joinLines([last.spans, block.spans]) };
  }
  if (last?.kind !== 'table' || block.kind !== 'table') return undefined;
  if (block.page <= last.page || widthOf(last) !== widthOf(block)) return undefined;
  const isRepeated = textOf(last.rows[0]) === textOf(block.rows[0]);
  return { ...last, rows: [...last.rows, ...block.rows.slice(isRepeated ? 1 : 0)] };
}

function widthOf({ rows }: PdfTable): number {
  return maxOf(rows.map((row) => row.length));
}

function textOf(row: readonly PdfCell[] | undefined): string {
  return (row ?? []).map((cell) => plainText(cell.spans)).join('\n');
}

type LevelOf = (heading: PdfHeading) => number;

/** Headings without a level get one by their size, the largest the first. */
function findLevels(blocks: readonly PdfBlock[]): LevelOf {
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

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
