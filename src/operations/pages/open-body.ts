import type { Page } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { readBody, type PageBody } from '../../page/body/read-body.ts';
import { sniffType } from '../../page/body/sniff-type.ts';

/** A page's body as text, and what had to be said on the way. */
export interface OpenedBody {
  readonly body: PageBody;
  /** For people. */
  readonly warnings: readonly string[];
}

/** Like `readBody`, PDFs too: those are read on a thread of their own, which ends with the signal. */
export async function openBody(page: Page, signal: AbortSignal): Promise<OpenedBody> {
  const isPdf = sniffType(page).essence === 'application/pdf' && page.status < 400;
  if (!isPdf) return { body: readBody(page), warnings: [] };
  // Most processes never meet a PDF.
  const { readPdf } = await import('../../pdf/read/read-pdf.ts');
  const { html, text, warnings } = await readPdf(page.body, { signal });
  if (text === '') {
    throw new GleanerError(
      'validation_failed',
      'The PDF holds no text; its pages are images, e.g. scanned ones.',
      { details: { reason: 'empty_page', pageStatus: page.status } },
    );
  }
  return { body: { kind: 'pdf', encoding: 'UTF-8', text, html }, warnings };
}
