/** A text of others on one line: it may hold control characters, which a terminal would obey. */
export function toPlainLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
