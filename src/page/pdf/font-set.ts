import type { Font } from 'fontkit';
import type { InlineRun, InlineStyle } from './flow/flow.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cwd } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { nameFirst } from '../../runtime/name-first.ts';

/** Text that one font draws in one style. */
export interface FontRun {
  readonly text: string;
  readonly font: FontName;
  readonly style: InlineStyle;
}

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
    .map(([codePoint, count]) => {
      const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
      return count === 1 ? `U+${code}` : `U+${code} (${count} times)`;
    });
  return `${total} character(s) that no font at hand can draw are shown as ${replacement}: ${nameFirst(named, shownMissing)}.`;
}

/** The fonts that text is set in. `chinese` has the Japanese kana too. */
export type FontName =
  | 'sans'
  | 'sans-bold'
  | 'sans-italic'
  | 'sans-bold-italic'
  | 'mono'
  | 'chinese'
  | 'korean';

interface OptionalFont {
  readonly name: FontName;
  readonly package: string;
  readonly file: string;
  readonly scripts: RegExp;
  readonly languages: string;
}

// TrueType only: pdfkit writes WOFF2 fonts as blank pages. Condensed, since DejaVu's normal width wastes a fifth of the line.
const fontFiles: Readonly<Record<Exclude<FontName, 'chinese' | 'korean'>, string>> = {
  sans: 'DejaVuSansCondensed.ttf',
  'sans-bold': 'DejaVuSansCondensed-Bold.ttf',
  'sans-italic': 'DejaVuSansCondensed-Oblique.ttf',
  'sans-bold-italic': 'DejaVuSansCondensed-BoldOblique.ttf',
  mono: 'DejaVuSansMono.ttf',
};

const optionalFonts: readonly OptionalFont[] = [
  {
    name: 'chinese',
    package: '@expo-google-fonts/noto-sans-sc',
    file: '400Regular/NotoSansSC_400Regular.ttf',
    scripts:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u{3000}-\u{303F}\u{FF00}-\u{FFEF}]/u,
    languages: 'Chinese and Japanese',
  },
  {
    name: 'korean',
    package: '@expo-google-fonts/nanum-gothic',
    file: '400Regular/NanumGothic_400Regular.ttf',
    scripts: /\p{Script=Hangul}/u,
    languages: 'Korean',
  },
];

/** The font that text in this style is set in, where the font has its characters. */
function styledFont({ bold, italic, code }: InlineStyle): FontName {
  if (code) return 'mono';
  if (bold) return italic ? 'sans-bold-italic' : 'sans-bold';
  return italic ? 'sans-italic' : 'sans';
}

/**
 * Reads the fonts that the runs need. A font that is not installed is left out: its warning names the package and the
 * command that installs it.
 */
async function loadFonts(runs: Iterable<InlineRun>): Promise<{
  readonly fonts: ReadonlyMap<FontName, Font>;
  readonly warnings: readonly string[];
}> {
  const wanted = new Set<FontName>(['sans']);
  const absent = new Set<OptionalFont>(optionalFonts);
  for (const { text, style } of runs) {
    wanted.add(styledFont(style));
    for (const font of absent) {
      if (font.scripts.test(text)) absent.delete(font);
    }
  }
  // Loaded on first use: 160 ms.
  const { create } = await loadFontkit();
  const fonts = new Map<FontName, Font>();
  const warnings: string[] = [];
  const load = async (name: FontName, file: string): Promise<void> => {
    // Parsed anew for each document: a font remembers the characters that its glyphs were first asked for, so that
    // with a shared one the bytes, and the text that readers find, would depend on the documents before.
    const font = create(await readFile(file));
    if ('fonts' in font) throw new TypeError(`${file} holds several fonts.`);
    fonts.set(name, font);
  };
  for (const [name, file] of Object.entries(fontFiles)) {
    if (wanted.has(name as FontName)) await load(name as FontName, findFontFile(file));
  }
  for (const font of optionalFonts) {
    if (absent.has(font)) continue;
    try {
      await load(font.name, require.resolve(`${font.package}/${font.file}`));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      warnings.push(
        `The font for ${font.languages} text is not installed: its characters are shown as boxes. npm install ${font.package}`,
      );
    }
  }
  return { fonts, warnings };
}

async function loadFontkit() {
  try {
    return await import('fontkit');
  } catch (cause) {
    throw toMissingPackage('fontkit', 'Writing a PDF file', cause);
  }
}

const require = createRequire(toModuleUrl(import.meta.url));

/** Where bundles, which have no such URL, look for what is installed: in the folder that the program runs in. */
function toModuleUrl(url: string | undefined): string {
  return url ?? pathToFileURL(path.join(cwd(), 'bundle.js')).href;
}

/**
 * In the published package the build has put the files in `dist/fonts`, where a bundle looks for them too; the sources read them
 * where the build does.
 */
function findFontFile(name: string): string {
  const beside = new URL(`../../fonts/${name}`, toModuleUrl(import.meta.url));
  if (existsSync(beside)) return fileURLToPath(beside);
  const packed = path.join(requirePackage(), 'dist', 'fonts', name);
  return existsSync(packed) ? packed : require.resolve(`dejavu-fonts-ttf/ttf/${name}`);
}

function requirePackage(): string {
  try {
    return path.dirname(require.resolve('gleaner/package.json'));
  } catch (cause) {
    throw toMissingPackage('gleaner', 'Writing a PDF file from a bundle', cause);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}
