import createBidi, { type Bidi } from 'bidi-js';
import type { LineSegment } from './line-segment.ts';
import type { FontSet } from '../fonts/create-font-set.ts';

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
      const shown = level % 2 === 0 ? text.slice(at, to) : toLeftward(text.slice(at, to));
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
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to;
    }
  }
  return ordered;
}
