import { readPdf } from '../../src/page/documents/pdf/read-pdf.ts';
import type { PlacedText } from './hand-made-pdf.ts';

/** The body of the page that is read, white space between tags apart. */
export async function bodyOf(bytes: Uint8Array): Promise<string> {
  const { html } = await readPdf(bytes);
  return (/<main>(.*)<\/main>/su.exec(html)?.[1] ?? '').replaceAll(/>\s+</g, '><').trim();
}

/** Lines of text, 14 points apart. */
export function lines(texts: readonly string[], x = 72, y = 760, size = 10): PlacedText[] {
  return texts.map((text, index) => ({ x, y: y - 14 * index, text, size }));
}
