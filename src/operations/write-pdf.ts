import type { Browser } from '../contracts/browser.ts';
import type { PageReading } from '../contracts/page-reading.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { toHtml } from '../page/to-html.ts';

export interface WritePdfInput {
  readonly reading: PageReading;
  /** Whether pictures give way to their alternative text. */
  readonly tagTruncate: boolean;
  readonly browser: Browser | undefined;
  readonly signal: AbortSignal;
}

export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** For people: what could not be shown, and why it was not the browser that wrote. */
  readonly warnings: readonly string[];
}

/** A page as PDF: by the browser where there is one, else without. */
export async function writePdf(input: WritePdfInput): Promise<WrittenPdf> {
  const { browser, reading, signal } = input;
  if (browser === undefined) return writeAlone(reading, signal);
  try {
    return { bytes: await print(input, browser), warnings: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    // A page without the browser's layout is worth more to the caller than none, as long as it is said.
    const { bytes, warnings } = await writeAlone(reading, signal);
    return {
      bytes,
      warnings: [`The PDF was made without a browser. ${error.message}`, ...warnings],
    };
  }
}

async function print(
  { reading, tagTruncate, signal }: WritePdfInput,
  browser: Browser,
): Promise<Uint8Array> {
  const { document, url, title, language } = reading;
  const html = toHtml(document, tagTruncate ? 'alt' : 'embedded');
  return browser.printPdf({ html, url, title, language, signal });
}

async function writeAlone(reading: PageReading, signal: AbortSignal): Promise<WrittenPdf> {
  // The import costs tens of milliseconds; whoever wants no PDF never pays it.
  const { toPdf } = await import('../pdf/write/to-pdf.ts');
  return toPdf({ reading, signal });
}
