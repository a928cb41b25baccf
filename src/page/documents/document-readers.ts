import type { ContentType, DocumentFormat, DocumentReader } from './document-reader.ts';
import { pdfReader } from './pdf/pdf-reader.ts';

const documentReaders: Readonly<Record<DocumentFormat, DocumentReader>> = { pdf: pdfReader };

export const contentTypes: readonly ContentType[] = [
  'html',
  ...Object.values(documentReaders).map(({ format }) => format),
];

export function findDocumentReader(essence: string): DocumentReader | undefined {
  return Object.values(documentReaders).find((reader) => reader.recognises(essence));
}
