/** What kind of text it is, whatever it says: `£12.99` and `£8.50` are both `$9.9`, `3 May 2024` is `9 a 9`. */
export function textShape(text: string): string {
  return text
    .slice(0, maxText)
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/\p{Sc}/gu, '$')
    .replaceAll(/\p{L}[\p{L}\p{M}'’]*/gu, 'a')
    .replaceAll(/a(?:[\s,;:()"“”–-]+a)+/g, 'a a')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Two texts of the same kind rarely differ in how they begin. */
const maxText = 80;
