/**
 * Combining marks one after the other of which the rest is dropped: the limit of the Stream-Safe Text Format (UAX #15),
 * which no language reaches.
 */
const maxMarks = 30;
const longStack = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

/**
 * Returns a text in a normal form of Unicode, with at most 30 combining marks on a character. `String.normalize` takes
 * the square of their number: 14 s for 128,000.
 */
export function toNormalForm(text: string, form: 'NFC' | 'NFKC'): string {
  return (text.length <= maxMarks ? text : text.replace(longStack, '$1')).normalize(form);
}
