import { findBlocks } from './find-blocks.ts';
import { plainText } from './join-text.ts';
import { orderLines } from './order-lines.ts';
import type { PdfBlock, PdfPage, PdfItem } from './pdf-block.ts';
import { readPageItems } from './read-page-items.ts';
import { readTaggedPage } from './read-tagged-page.ts';
import { toHtml } from './to-html.ts';

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
  const left = { letters: maxLetters, items: maxItems };
  const pageCount = document.numPages;
  for (let number = 1; number <= Math.min(pageCount, maxPages); number += 1) {
    step();
    try {
      const page = await document.getPage(number);
      const { page: read, isCut } = await readPageItems(page, { number, isTagged, left });
      pages.push(read);
      if (isCut) cut.push(number);
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
  const empty = pages.filter((page) => page.items.length === 0 && !broken.includes(page.number));
  if (empty.length > 0) {
    const numbers = listNumbers(empty.map((page) => page.number));
    warnings.push(`Pages of the PDF without text, e.g. scanned ones: ${numbers}.`);
  }
  const blocks = readBlocks(pages, step);
  const title = findTitle(info['Title'], blocks);
  const language = findLanguage(info['Language']);
  return {
    html: toHtml({ title, language, blocks, pageCount: pages.length }),
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

function readBlocks(pages: readonly PdfPage[], step: () => void): readonly PdfBlock[] {
  const bodySize = findBodySize(pages);
  return dropRunningLines(pages).flatMap((page) => {
    step();
    return (
      readTaggedPage(page) ?? findBlocks({ regions: orderLines(page), page: page.number, bodySize })
    );
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
  let best = 10;
  let most = 0;
  for (const [size, count] of letters) {
    if (count > most) {
      best = size;
      most = count;
    }
  }
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
  const more = numbers.length > shownNumbers ? ` and ${numbers.length - shownNumbers} more` : '';
  return numbers.slice(0, shownNumbers).join(', ') + more;
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
