import type { PdfItem, PdfSpan } from './pdf-block.ts';

/** Text of one line, in one piece or, in tables, in several. */
export interface PdfLine {
  readonly items: readonly PdfItem[];
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** Gap that separates two words, in font sizes; spaces are .25 to .35 wide, kerning stays below .1. */
const wordGap = 0.13;
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u{3000}-\u{303F}\u{FF00}-\u{FFEF}]/u;

/** Returns the text of the items of one line. */
export function joinItems(items: readonly PdfItem[]): readonly PdfSpan[] {
  const spans: PdfSpan[] = [];
  let before: PdfItem | undefined;
  for (const item of items) {
    if (before !== undefined) {
      const gap = item.x - (before.x + before.width);
      const size = Math.max(item.size, before.size);
      const isParted =
        gap > wordGap * size || before.text.endsWith(' ') || item.text.startsWith(' ');
      if (isParted && !(isCjkPair(before.text, item.text) && gap < size))
        pushText(spans, ' ', before.link === item.link ? item.link : undefined);
    }
    pushText(spans, item.text.trim(), item.link);
    before = item;
  }
  return spans;
}

/** Returns the text of a paragraph's lines, with hyphenated words joined again. */
export function joinLines(lines: readonly (readonly PdfSpan[])[]): readonly PdfSpan[] {
  const spans: PdfSpan[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    const next = line[0];
    if (last !== undefined && next !== undefined) {
      if (isHyphenated(last.text, next.text)) {
        spans[spans.length - 1] = { ...last, text: last.text.slice(0, -1) };
      } else if (!isCjkPair(last.text, next.text)) {
        pushText(spans, ' ', last.link === next.link ? next.link : undefined);
      }
    }
    for (const { text, link } of line) pushText(spans, text, link);
  }
  return spans;
}

/**
 * Whether a word is split at a line end: after a soft hyphen, or after a hyphen between lower-case letters, as in
 * `tide-` / `mark`.
 */
function isHyphenated(before: string, after: string): boolean {
  if (before.endsWith('\u{AD}')) return true;
  return /\p{Ll}[-‐]$/u.test(before.slice(-2)) && /^\p{Ll}/u.test(after.slice(0, 2));
}

function isCjkPair(before: string, after: string): boolean {
  return cjk.test(before.slice(-1)) && cjk.test(after.slice(0, 1));
}

function pushText(spans: PdfSpan[], text: string, link: string | undefined): void {
  if (text === '') return;
  const last = spans.at(-1);
  if (last?.link === link && last !== undefined)
    spans[spans.length - 1] = { text: last.text + text, link };
  else spans.push({ text, link });
}

/** Without links. */
export function plainText(spans: readonly PdfSpan[]): string {
  return spans.map((span) => span.text).join('');
}
