/** A text of at most `maxLength` characters and a note of what was cut. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).toWellFormed()} … (${text.length - maxLength} more characters)`;
}
