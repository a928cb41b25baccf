/** What a scan found out about a text; one object is used again and again. */
export interface TextScan {
  /** First and last character that is no white space; `start` is the length when there is none. */
  start: number;
  end: number;
  /** White space that is not one plain space stands between the two. */
  isUnfolded: boolean;
  /** A character that may have no shape stands anywhere. */
  mayHideCharacters: boolean;
  /** A character stands between the two that may mean something to a Markdown reader. */
  mayHoldMarkup: boolean;
}

const white = 1;
const control = 2;
const markup = 4;
const facts = new Uint8Array(128);
for (let code = 0; code < 32; code += 1) facts[code] = control;
facts[127] = control;
for (const character of '\t\n\v\f\r ') facts[character.charCodeAt(0)] = white;
for (const character of '\\`*_~[]<&') facts[character.charCodeAt(0)] = markup;

/** Looks at every character once: text is what a page's reading time goes into. */
export function scanText(text: string, scan: TextScan): void {
  const { length } = text;
  let start = length;
  let end = -1;
  let gap = 0;
  let isUnfolded = false;
  let mayHideCharacters = false;
  let found = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 128) {
      const fact = facts[code] as number;
      if (fact === white) {
        gap = code === 0x20 && gap === 0 ? 1 : 2;
        continue;
      }
      found |= fact;
    } else if (isWhite(code)) {
      gap = 2;
      continue;
    } else if (!mayHideCharacters && mayHide(code)) {
      mayHideCharacters = true;
    }
    if (gap === 2 && end >= 0) isUnfolded = true;
    gap = 0;
    if (end < 0) start = index;
    end = index;
  }
  scan.start = start;
  scan.end = end;
  scan.isUnfolded = isUnfolded;
  scan.mayHideCharacters = mayHideCharacters || (found & control) !== 0;
  scan.mayHoldMarkup = (found & markup) !== 0;
}

/** White space beyond ASCII, as `\s` has it; the byte order mark has no shape either. */
function isWhite(code: number): boolean {
  if (code === 0xa0) return true;
  if (code < 0x1680 || code > 0x3000) return false;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x1680
  );
}

/** Ranges that hold all characters without a shape; what is in them is looked at more closely. */
function mayHide(code: number): boolean {
  if (code < 0x300) return code === 0xad || code < 0xa0;
  if (code < 0x200b) return code < 0x1900 && (code === 0x34f || code === 0x61c || code >= 0x115f);
  if (code < 0x2070) return code <= 0x200f || code >= 0x2028;
  if (code < 0xd800) return code === 0x3164;
  return code < 0xe000 || code >= 0xfe00;
}
