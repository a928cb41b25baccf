/** A text with its percent-encoding undone; as written where that is not valid. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8, or a stray percent sign.
    return text;
  }
}
