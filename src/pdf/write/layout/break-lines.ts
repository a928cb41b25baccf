import LineBreaker from 'linebreak';
import type { InlineRun } from '../flow/flow.ts';
import type { FontRun, FontSet } from '../fonts/create-font-set.ts';
import type { LineSegment } from './line-segment.ts';
import { isRightToLeft, placeBothWays, rightToLeft } from './place-both-ways.ts';

export interface Line {
  /** In reading order. */
  readonly segments: LineSegment[];
  /** Whether the paragraph is read from the right. */
  readonly isRightToLeft: boolean;
  /** Points, spaces at the end included. */
  width: number;
}

export interface BreakLinesInput {
  readonly runs: readonly InlineRun[];
  readonly size: number;
  /** Points; text that has no place to break in them is broken anywhere. */
  readonly width: number;
  readonly fontSet: FontSet;
}

/** Size of `sup`, `sub` and code among text of another font, in font sizes. */
const shiftedSize = 0.72;
const codeSize = 0.92;
/** A word longer than this is no word; it is measured letter by letter. */
const maxWord = 200;

/** Lines of text no wider than asked, by the line breaking rules of Unicode (UAX 14). */
export function breakLines({ runs, size, width, fontSet }: BreakLinesInput): readonly Line[] {
  const text = runs.map((run) => run.text).join('');
  const words = createWordReader(runs, fontSet);
  const breaker = new LineBreaker(text);
  const lines: Line[] = [];
  const isFromRight = isRightToLeft(text);
  const runsBothWays = rightToLeft.test(text);
  let line: Line = { segments: [], isRightToLeft: isFromRight, width: 0 };
  let from = 0;
  const endLine = (): void => {
    trimEnd(line, fontSet);
    if (runsBothWays) {
      const segments = placeBothWays(line.segments, isFromRight ? 'rtl' : 'ltr', fontSet);
      line = { ...line, segments, width: segments.reduce((sum, { width }) => sum + width, 0) };
    }
    lines.push(line);
    line = { segments: [], isRightToLeft: isFromRight, width: 0 };
  };
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    const to = found.position;
    const endsLine = text.charAt(to - 1) === '\n';
    const word = words.read(to - from);
    from = to;
    if (to - from <= maxWord && line.width + visibleWidth(word, size, fontSet) <= width) {
      for (const part of word) append(line, part, size, fontSet);
    } else {
      if (line.width > 0) endLine();
      if (visibleWidth(word, size, fontSet) <= width) {
        for (const part of word) append(line, part, size, fontSet);
      } else {
        for (const letter of listLetters(word)) {
          if (line.width > 0 && line.width + letterWidth(letter, size, fontSet) > width) endLine();
          append(line, letter, size, fontSet);
        }
      }
    }
    if (endsLine) endLine();
  }
  if (line.segments.length > 0) endLine();
  return lines;
}

/** Widths that decide a column: of the longest word, and of everything on one line. */
export function measureRuns(
  runs: readonly InlineRun[],
  size: number,
  fontSet: FontSet,
): { readonly word: number; readonly line: number } {
  const text = runs.map((run) => run.text).join('');
  const words = createWordReader(runs, fontSet);
  const breaker = new LineBreaker(text);
  let from = 0;
  let longest = 0;
  let line = 0;
  let longestLine = 0;
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    const word = words.read(found.position - from);
    longest = Math.max(longest, visibleWidth(word, size, fontSet));
    line += fullWidth(word, size, fontSet);
    longestLine = Math.max(longestLine, line);
    if (text.charAt(found.position - 1) === '\n') line = 0;
    from = found.position;
  }
  return { word: longest, line: longestLine };
}

/** Hands out the text of the runs in pieces of a given length, each in the fonts that draw it. */
function createWordReader(
  runs: readonly InlineRun[],
  fontSet: FontSet,
): { read(length: number): readonly FontRun[] } {
  let index = 0;
  let offset = 0;
  return {
    read(length) {
      const parts: FontRun[] = [];
      let rest = length;
      while (rest > 0) {
        const run = runs[index];
        if (run === undefined) break;
        const text = run.text.slice(offset, offset + rest);
        rest -= text.length;
        offset += text.length;
        if (offset >= run.text.length) {
          index += 1;
          offset = 0;
        }
        if (text !== '') parts.push(...fontSet.split({ text, style: run.style }));
      }
      return parts;
    },
  };
}

function* listLetters(word: readonly FontRun[]): Iterable<FontRun> {
  for (const part of word) for (const text of part.text) yield { ...part, text };
}

function letterWidth(letter: FontRun, size: number, fontSet: FontSet): number {
  return fontSet.measure(letter.text, letter.font, sizeOf(letter, size));
}

function visibleWidth(word: readonly FontRun[], size: number, fontSet: FontSet): number {
  return measure(word, size, fontSet, true);
}

function fullWidth(word: readonly FontRun[], size: number, fontSet: FontSet): number {
  return measure(word, size, fontSet, false);
}

function measure(word: readonly FontRun[], size: number, fontSet: FontSet, trims: boolean): number {
  let width = 0;
  for (const [index, part] of word.entries()) {
    const isLast = trims && index === word.length - 1;
    const text = isLast ? part.text.trimEnd() : part.text.replaceAll('\n', '');
    // Measured in pieces, like everything that is set: shaping a run costs more than its length where it is long.
    for (let at = 0; at < text.length; at += maxWord) {
      width += fontSet.measure(text.slice(at, at + maxWord), part.font, sizeOf(part, size));
    }
  }
  return width;
}

function append(line: Line, part: FontRun, size: number, fontSet: FontSet): void {
  const text = part.text.replaceAll('\n', '');
  if (text === '') return;
  const width = fontSet.measure(text, part.font, sizeOf(part, size));
  const last = line.segments.at(-1);
  if (last !== undefined && last.font === part.font && last.style === part.style) {
    last.text += text;
    last.width += width;
  } else {
    const { font, style } = part;
    line.segments.push({ text, font, style, size: sizeOf(part, size), x: line.width, width });
  }
  line.width += width;
}

function trimEnd(line: Line, fontSet: FontSet): void {
  const last = line.segments.at(-1);
  if (last === undefined) return;
  const text = last.text.trimEnd();
  if (text === last.text) return;
  const width = fontSet.measure(' ', last.font, last.size) * (last.text.length - text.length);
  last.text = text;
  last.width -= width;
  line.width -= width;
  if (text === '') line.segments.pop();
}

function sizeOf({ style, font }: FontRun, size: number): number {
  if (style.shift !== 'none') return size * shiftedSize;
  return style.code && font === 'mono' ? size * codeSize : size;
}
