/** White space other than one plain space; most text has little of it. */
const anyRun = /[^\S ]\s*| \s+/g;
const notSpace = /\S/g;
/** Characters of which matches are replaced at once in a longer text. */
const pieceLength = 16_384;

/** Returns text with each run of white space as one space; `run` matches such a run, by default of all white space. */
export function collapseSpace(text: string, run: RegExp = anyRun): string {
  return replaceInPieces(text, run, ' ');
}

/**
 * Returns text with each match of a pattern replaced, as `replaceAll` does. For global patterns that match white space
 * alone and have no groups.
 */
export function replaceInPieces(text: string, pattern: RegExp, replacement: string): string {
  if (text.length <= pieceLength) return text.replace(pattern, replacement);
  let replaced = '';
  for (let start = 0; start < text.length;) {
    // A piece ends before a character that is no white space, so that no match is in two.
    notSpace.lastIndex = start + pieceLength;
    const end = notSpace.exec(text)?.index ?? text.length;
    // V8 replaces by concatenation: 5 million matches leave a rope of 350 MB. `join` gives a flat string.
    replaced += text.slice(start, end).split(pattern).join(replacement);
    start = end;
  }
  return replaced;
}
