import { readPage } from '../../src/page/read-page.ts';
import {
  extractFreeShape,
  type FreeShapeResult,
} from '../../src/extraction/free-shape/extract-free-shape.ts';

/** What a page says to a prompt without a schema. */
export function answerPrompt(
  html: string,
  prompt: string,
  url = 'https://pages.example/one',
): FreeShapeResult {
  const reading = readPage({ html, url });
  return extractFreeShape({ reading, prompt, detailLevel: 'medium' });
}
