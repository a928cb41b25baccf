/** The information dictionary is the first object that Chromium writes, with a title of bounded length in it. */
const searchedBytes = 16_384;

/**
 * Blanks the dates of a PDF by Chromium, in place: byte offsets stay as they are, and the same page gives the same bytes.
 * In strings Chromium escapes every parenthesis, so that a title cannot look like a date's entry.
 */
export function eraseDates(pdf: Uint8Array): void {
  const head = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.byteLength, searchedBytes));
  const text = head.toString('latin1');
  for (const { 0: entry, index } of text.matchAll(
    /\/(?:CreationDate|ModDate) \(D:[^()]{0,40}\)/g,
  )) {
    head.fill(' ', index, index + entry.length);
  }
}
