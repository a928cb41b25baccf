import type { Font } from 'fontkit';
import type { InlineRun, InlineStyle } from '../flow/flow.ts';
import { type FontName, loadFonts, styledFont } from './load-fonts.ts';

/** Text that one font draws in one style. */
export interface FontRun {
  readonly text: string;
  readonly font: FontName;
  readonly style: InlineStyle;
}

/** The fonts of one document. */
export interface FontSet {
  readonly fonts: ReadonlyMap<FontName, Font>;
  /** Splits text where another font has to draw it; characters that no font has become `replacement`. */
  split(run: InlineRun): readonly FontRun[];
  /** Points. */
  measure(text: string, font: FontName, size: number): number;
  /** How often each code point came up that no font has. */
  readonly missing: ReadonlyMap<number, number>;
  /** Once each, for people: which font is not installed and how it is, what is not done. */
  readonly warnings: readonly string[];
}

/** Shown for a character that no font has. */
const replacement = '□';
/** More different words than this are measured again: the cache must not grow with the page. */
const maxMeasured = 50_000;
const shownMissing = 10;

/** Loads the fonts that the runs need, and no others: a Chinese font is 10 MB to read. */
export async function createFontSet(runs: Iterable<InlineRun>): Promise<FontSet> {
  const { fonts, warnings } = await loadFonts(runs);
  const chosen = new Map<FontName, Map<number, FontName | undefined>>();
  const missing = new Map<number, number>();
  const widths = new Map<string, number>();

  function fontFor(codePoint: number, first: FontName): FontName | undefined {
    let known = chosen.get(first);
    if (known === undefined) chosen.set(first, (known = new Map()));
    if (known.has(codePoint)) return known.get(codePoint);
    const hasGlyph = (name: FontName): boolean =>
      fonts.get(name)?.hasGlyphForCodePoint(codePoint) === true;
    const font = hasGlyph(first) ? first : [...fonts.keys()].find(hasGlyph);
    known.set(codePoint, font);
    return font;
  }

  return {
    fonts,
    missing,
    warnings,
    split({ text, style }) {
      const first = styledFont(style);
      const split: FontRun[] = [];
      let part = '';
      let partFont = first;
      for (const character of text) {
        const codePoint = character.codePointAt(0) ?? 0;
        // Spaces too are drawn by the first font that has them: Nanum Gothic's own cannot be read by fontkit.
        let font = character === '\n' ? partFont : fontFor(codePoint, first);
        let shown = character;
        if (font === undefined) {
          missing.set(codePoint, (missing.get(codePoint) ?? 0) + 1);
          shown = replacement;
          font = 'sans';
        }
        if (font !== partFont && part !== '') {
          split.push({ text: part, font: partFont, style });
          part = '';
        }
        partFont = font;
        part += shown;
      }
      if (part !== '') split.push({ text: part, font: partFont, style });
      return split;
    },
    measure(text, name, size) {
      const key = `${name} ${text}`;
      let width = widths.get(key);
      if (width === undefined) {
        const font = fonts.get(name);
        if (font === undefined) return 0;
        width = font.layout(text).advanceWidth / font.unitsPerEm;
        if (widths.size >= maxMeasured) widths.clear();
        widths.set(key, width);
      }
      return width * size;
    },
  };
}

/** The warning for characters that no font has, by code point (`U+0E01`), or `undefined` where there are none. */
export function describeMissing(missing: ReadonlyMap<number, number>): string | undefined {
  if (missing.size === 0) return undefined;
  const total = [...missing.values()].reduce((sum, count) => sum + count, 0);
  const named = [...missing.entries()]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, shownMissing)
    .map(([codePoint, count]) => {
      const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
      return count === 1 ? `U+${code}` : `U+${code} (${count} times)`;
    });
  const more = missing.size > shownMissing ? `, and ${missing.size - shownMissing} others` : '';
  return `${total} character(s) that no font at hand can draw are shown as ${replacement}: ${named.join(', ')}${more}.`;
}
