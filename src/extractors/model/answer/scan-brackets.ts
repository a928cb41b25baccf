/** Brackets of JSON-like text; those in double-quoted strings do not count. */
interface Scan {
  /** Index after the bracket that closes the first one. */
  readonly end: number | undefined;
  /** What would close the brackets that are open at the end, innermost last. */
  readonly closers: readonly string[];
  readonly lastComma: number;
}

/** Index after the bracket that closes the one at `start`, if any does. */
export function findEnd(text: string, start: number): number | undefined {
  return scan(text, start, text.length).end;
}

/** JSON that was cut, up to its last whole member, with its brackets closed. */
export function closeBrackets(text: string): string {
  const { lastComma } = scan(text, 0, text.length);
  const { closers } = scan(text, 0, lastComma);
  return text.slice(0, lastComma) + closers.toReversed().join('');
}

function scan(text: string, start: number, limit: number): Scan {
  const closers: string[] = [];
  let inString = false;
  let lastComma = start;
  for (let index = start; index < limit; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') closers.push('}');
    else if (char === '[') closers.push(']');
    else if (char === ',') lastComma = index;
    else if (char === '}' || char === ']') {
      closers.pop();
      if (closers.length === 0) return { end: index + 1, closers, lastComma };
    }
  }
  return { end: undefined, closers, lastComma };
}
