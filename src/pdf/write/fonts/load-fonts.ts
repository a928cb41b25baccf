import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { loadOptional } from '../../../errors/load-optional.ts';
import type { InlineRun, InlineStyle } from '../flow/flow.ts';

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
export function styledFont({ bold, italic, code }: InlineStyle): FontName {
  if (code) return 'mono';
  if (bold) return italic ? 'sans-bold-italic' : 'sans-bold';
  return italic ? 'sans-italic' : 'sans';
}

/**
 * Reads the fonts that the runs need. A font that is not installed is left out: its warning names the package and the
 * command that installs it.
 */
export async function loadFonts(runs: Iterable<InlineRun>): Promise<{
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
  const { create } = await loadOptional('fontkit', 'Writing a PDF file', () => import('fontkit'));
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

const require = createRequire(import.meta.url);

/** In the published package the build has put the files in `dist/fonts`; the sources read them where the build does. */
function findFontFile(name: string): string {
  const packed = fileURLToPath(new URL(`../../../fonts/${name}`, import.meta.url));
  return existsSync(packed) ? packed : require.resolve(`dejavu-fonts-ttf/ttf/${name}`);
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}
