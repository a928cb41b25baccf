import type { DocumentReader } from '../document-reader.ts';

/** PDF files. Loaded on first use: most processes read none. */
export const pdfReader: DocumentReader = {
  format: 'pdf',
  recognises: (essence) => essence === 'application/pdf',
  read: async (bytes, options) => (await import('./read-pdf.ts')).readPdf(bytes, options),
  withoutText:
    'The PDF holds no text that can be read; its pages are images, e.g. scanned ones, or hold text at a slant only.',
};
