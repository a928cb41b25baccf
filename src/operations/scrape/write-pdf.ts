import type { Browser } from '../../contracts/browser.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { ImageType } from '../../page/images/sniff-image.ts';
import type { PageSession } from '../../page-session/create-page-sessions.ts';
import type { LoadedImage, PageFacts, PrintQuestion } from '../../page-session/page-question.ts';
import type { OperationContext } from '../operation-context.ts';
import {
  loadImages,
  maxImages,
  type LoadedImages,
  type LoadImagesContext,
  type LoadImagesInput,
} from './load-images.ts';

export interface WritePdfInput extends Pick<LoadImagesInput, 'request'> {
  readonly facts: PageFacts;
  readonly session: PageSession;
  /** Whether only the main content is written. */
  readonly mainOnly: boolean;
  readonly navigation: PrintQuestion['navigation'];
  /** Whether pictures are replaced by their alternative text. */
  readonly tagTruncate: boolean;
  /** Milliseconds until the call's deadline. */
  readonly leftMs: number;
}

export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** Whether the page has any text. */
  readonly hasText: boolean;
  /** For people: what could not be shown, and why it was not the browser that wrote. */
  readonly warnings: readonly string[];
}

/** Longest wait for pictures, and never more than half of the time left: a PDF without them is better than none. */
const maxImagesMs = 10_000;
const pdfTypes: ReadonlySet<ImageType> = new Set(['jpeg', 'png']);
const browserTypes: ReadonlySet<ImageType> = new Set(['avif', 'gif', 'jpeg', 'png', 'svg', 'webp']);

/** What writing a PDF takes. */
export type WritePdfContext = LoadImagesContext & Pick<OperationContext, 'printer'>;

/** A page as PDF: by the browser where there is one, else without. */
export async function writePdf(
  input: WritePdfInput,
  context: WritePdfContext,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  const { printer } = context;
  const loaded = input.tagTruncate ? undefined : await load(input, context);
  if (printer === undefined) return writeAlone(input, loaded, signal);
  try {
    return await print(input, loaded, printer, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    // A PDF without the browser's layout is better than none; a warning says so.
    const written = await writeAlone(input, loaded, signal);
    const warning = `The PDF was made without a browser. ${error.message}`;
    return { ...written, warnings: [warning, ...written.warnings] };
  }
}

async function load(
  { session, mainOnly, request, leftMs }: WritePdfInput,
  context: WritePdfContext,
): Promise<LoadedImages> {
  const types = context.printer === undefined ? pdfTypes : browserTypes;
  const timeoutMs = Math.min(maxImagesMs, leftMs / 2);
  const found = await session.ask('images', { mainOnly, most: maxImages });
  return loadImages({ ...found, types, request, timeoutMs }, context);
}

async function print(
  { session, mainOnly, navigation, facts: { url, title, language } }: WritePdfInput,
  loaded: LoadedImages | undefined,
  browser: Browser,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  const question = { mainOnly, navigation, embeds: true, images: loaded?.images };
  const { html, hasText } = await session.ask('print', question);
  const bytes = await browser.printPdf({ html, url, title, language, signal });
  return { bytes, hasText, warnings: loaded?.warnings ?? [] };
}

async function writeAlone(
  { session, mainOnly, navigation, facts: { url, title, language } }: WritePdfInput,
  loaded: LoadedImages | undefined,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  // Only names are needed there: the bytes go to the thread that writes.
  const named = loaded === undefined ? undefined : withoutBytes(loaded.images);
  const question = { mainOnly, navigation, embeds: false, images: named };
  const { html, hasText } = await session.ask('print', question);
  // Loaded on first use: the import takes tens of milliseconds, and most calls write no PDF.
  const { toPdf } = await import('../../pdf/write/to-pdf.ts');
  const images = new Map([...(loaded?.images ?? [])].map(([source, { bytes }]) => [source, bytes]));
  const { bytes, warnings } = await toPdf({ page: { html, url, title, language }, images, signal });
  return { bytes, hasText, warnings: [...(loaded?.warnings ?? []), ...warnings] };
}

function withoutBytes(images: ReadonlyMap<string, LoadedImage>): ReadonlyMap<string, LoadedImage> {
  const none = new Uint8Array();
  return new Map([...images].map(([source, { type }]) => [source, { type, bytes: none }]));
}
