/** How a value stands on the page, as the API tells it. */
export interface WireEvidence {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly status: 'supported' | 'normalised' | 'inferred' | 'unsupported';
  readonly rule?: string;
  readonly kind?: string;
  /** The line around the value, white space collapsed. */
  readonly snippet?: string;
}

/** A part of the page's text; `path` of the value that stands there. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Where the values stand in a page's text: each at the next occurrence of its line, in the order of the page; without overlaps. */
export function findMarks(
  text: string,
  evidence: readonly WireEvidence[],
  toValueText: (path: string) => string,
): readonly Mark[] {
  const marks: Mark[] = [];
  let after = 0;
  for (const { path, snippet } of evidence) {
    if (snippet === undefined || snippet === '') continue;
    const value = toValueText(path);
    // Lists are answered in the order of the page: equal lines of later items stand further down.
    const line = findFrom(text, snippet, after) ?? findFrom(text, value, after);
    if (line === undefined) continue;
    const at = text.indexOf(value, line.start);
    const isInside = value !== '' && at >= 0 && at + value.length <= line.end;
    const mark = isInside ? toWholeWord(text, at, at + value.length) : line;
    after = line.start;
    if (marks.some((other) => mark.start < other.end && other.start < mark.end)) continue;
    marks.push({ ...mark, path });
  }
  return marks.toSorted((a, b) => a.start - b.start);
}

/** The place with the rest of its first and last word: 12.5 stands on the page as 12.50. */
function toWholeWord(text: string, from: number, to: number): Pick<Mark, 'start' | 'end'> {
  let [start, end] = [from, to];
  while (start > 0 && isOfWord(text.charAt(start - 1))) start -= 1;
  while (end < text.length && isOfWord(text.charAt(end))) end += 1;
  return { start, end };
}

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function findFrom(
  text: string,
  part: string,
  from: number,
): { readonly start: number; readonly end: number } | undefined {
  if (part === '') return undefined;
  const next = text.indexOf(part, from);
  const start = next < 0 ? text.indexOf(part) : next;
  return start < 0 ? undefined : { start, end: start + part.length };
}
