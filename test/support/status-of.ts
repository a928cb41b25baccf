import { findEvidence } from '../../src/extraction/evidence/find-evidence.ts';
import { readPage } from '../../src/page/read-page.ts';

/** How evidence judges a property's value on a page of this text: `supported`, `normalised`, `unsupported`. */
export function statusOf(
  property: Readonly<Record<string, unknown>>,
  markup: string,
  language = 'en-US',
): string | undefined {
  const html = `<html lang="${language}"><title>Page</title><main><h1>Page</h1>${markup}</main></html>`;
  const reading = readPage({ html, url: 'https://a.example/' });
  const [found] = findEvidence({ value: property, inferred: [] }, reading, () => undefined);
  return found?.status;
}
