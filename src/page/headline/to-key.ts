/** Returns the letters and digits of a text alone, so that texts compare whatever their punctuation and case. */
export function toKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
