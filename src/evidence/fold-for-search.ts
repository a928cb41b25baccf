/**
 * One form for texts that a reader takes for the same: case, spaces, and the quotes and dashes that typography
 * swaps. The length stays as it was, so that offsets in the folded text are offsets in the text.
 */
export function foldForSearch(text: string): string {
  const folded = text
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\s]/g, ' ')
    .replaceAll(/[‘’‚′`]/g, "'")
    .replaceAll(/[“”„″«»]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-');
  const lower = folded.toLowerCase();
  return lower.length === folded.length ? lower : folded;
}
