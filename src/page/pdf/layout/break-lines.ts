import { addAll } from '../../../runtime/collections.ts';
import LineBreaker from 'linebreak';
import type { InlineRun, InlineStyle } from '../flow/flow.ts';
import type { FontName, FontRun, FontSet } from '../font-set.ts';
import createBidi, { type Bidi } from 'bidi-js';

export interface Line {
  /** In reading order. */
  readonly segments: LineSegment[];
  /** Whether the paragraph is read from the right. */
  readonly isRightToLeft: boolean;
  /** Points, spaces at the end included. */
  width: number;
}

interface BreakLinesInput {
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
    if (to - from <= maxWord && line.width + measure(word, size, fontSet, true) <= width) {
      for (const part of word) append(line, part, size, fontSet);
    } else {
      if (line.width > 0) endLine();
      const isWhole = measure(word, size, fontSet, true) <= width;
      for (const part of isWhole ? word : listLetters(word)) {
        const partWidth = fontSet.measure(part.text, part.font, sizeOf(part, size));
        if (!isWhole && line.width > 0 && line.width + partWidth > width) endLine();
        append(line, part, size, fontSet);
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
    longest = Math.max(longest, measure(word, size, fontSet, true));
    line += measure(word, size, fontSet, false);
    longestLine = Math.max(longestLine, line);
    if (text.charAt(found.position - 1) === '\n') line = 0;
    from = found.position;
  }
  return { word: longest, line: longestLine };
}

export function toBold({ text, style }: InlineRun): InlineRun {
  return { text, style: { ...style, bold: true } };
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
        if (text !== '') addAll(parts, fontSet.split({ text, style: run.style }));
      }
      return parts;
    },
  };
}

function* listLetters(word: readonly FontRun[]): Iterable<FontRun> {
  for (const part of word) for (const text of part.text) yield { ...part, text };
}

/** Of a word at the end of its line, where it trims, or within it. */
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

export interface LineSegment {
  text: string;
  readonly font: FontName;
  readonly style: InlineStyle;
  readonly size: number;
  /** Points from where the line begins. */
  readonly x: number;
  width: number;
}

/** Letters that run from right to left. */
export const rightToLeft: RegExp =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// Its types describe an ES module, and Node loads the other one: the default import is the function itself.
const bidi = (createBidi as unknown as () => Bidi)();

/** Whether a paragraph begins with letters that run from right to left, and so is read from the right. */
export function isRightToLeft(text: string): boolean {
  if (!rightToLeft.test(text)) return false;
  const { paragraphs } = bidi.getEmbeddingLevels(text.slice(0, 1_000));
  return ((paragraphs[0]?.level ?? 0) & 1) === 1;
}

/**
 * The segments of one line at the places that the Unicode Bidirectional Algorithm gives them. They stay in the order in
 * which they are read, word by word where they run to the left: a font shapes a word, not the order of words.
 */
export function placeBothWays(
  segments: readonly LineSegment[],
  base: 'ltr' | 'rtl',
  fontSet: FontSet,
): LineSegment[] {
  const text = segments.map((segment) => segment.text).join('');
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const pieces: { segment: LineSegment; readonly level: number }[] = [];
  let at = 0;
  for (const segment of segments) {
    const end = at + segment.text.length;
    while (at < end) {
      const level = levels[at] ?? 0;
      const to = endOfPiece(text, levels, at, end);
      const piece = text.slice(at, to);
      const shown = level % 2 === 0 ? toRightward(piece) : toLeftward(piece);
      const width = fontSet.measure(shown, segment.font, segment.size);
      pieces.push({ segment: { ...segment, text: shown, width }, level });
      at = to;
    }
  }
  let x = 0;
  for (const piece of inSight(pieces)) {
    piece.segment = { ...piece.segment, x };
    x += piece.segment.width;
  }
  return pieces.map((piece) => piece.segment);
}

/** Where the level changes, or, where it runs to the left, a word ends. */
function endOfPiece(text: string, levels: Uint8Array, from: number, end: number): number {
  const level = levels[from] ?? 0;
  const isSpace = /\s/.test(text.charAt(from));
  for (let at = from + 1; at < end; at += 1) {
    if (levels[at] !== level) return at;
    if (level % 2 === 1 && /\s/.test(text.charAt(at)) !== isSpace) return at;
  }
  return end;
}

/** Brackets are mirrored; signs without letters are turned here, since fonts turn words of their scripts only. */
function toLeftward(word: string): string {
  const letters = Array.from(word, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return rightToLeft.test(word) ? letters.join('') : letters.toReversed().join('');
}

/** Fonts turn digits of Arabic and Persian as the words beside them, and numbers run to the right: they are turned once more. */
function toRightward(piece: string): string {
  const isNumber = /[\u0660-\u066C\u06F0-\u06F9]/.test(piece) && !/\p{L}/u.test(piece);
  return isNumber ? Array.from(piece).toReversed().join('') : piece;
}

/**
 * Returns the pieces in visual order, by rule L2: from the highest level down, sequences of that level or higher are
 * reversed.
 */
function inSight<Piece extends { readonly level: number }>(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = pieces.reduce((most, piece) => Math.max(most, piece.level), 0);
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      if ((ordered[from]?.level ?? 0) < level) {
        from += 1;
        continue;
      }
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      for (const [at, piece] of ordered.slice(from, to).toReversed().entries())
        ordered[from + at] = piece;
      from = to;
    }
  }
  return ordered;
}
