import { readDeclarations } from './sheets/read-declarations.ts';
import type { StyleRule } from './sheets/read-sheets.ts';
import { type Color, isSameColor, toColor } from './values/style-colors.ts';

/** Rules by which text and what is behind it may have the same colour. */
export interface UnpaintedRules {
  /** Rules that state a colour for text, with the colour. */
  readonly texts: ReadonlyMap<StyleRule, readonly Color[]>;
  /** Rules that state such a colour for a background. */
  readonly grounds: ReadonlyMap<StyleRule, readonly Color[]>;
}

const statedText = /(?:^|[;\s])color\s*:\s*([^;!]+)/gi;
const statedGround = /(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]+)/gi;

/**
 * Returns the rules that state a colour for text, and those that state one for a background: where the page loads other sheets, only
 * those that state such a background themselves, because elsewhere the other sheets may state one.
 */
export function listUnpaintedRules(
  rules: readonly StyleRule[],
  loadsOtherSheets: boolean,
): UnpaintedRules {
  const known = new Map<string, Color | undefined>();
  const grounds = new Map<StyleRule, readonly Color[]>();
  for (const rule of rules) {
    if (!rule.declarations.includes('background')) continue;
    const colors = listColors(rule.declarations, statedGround, known);
    if (colors.length > 0) grounds.set(rule, colors);
  }
  const texts = new Map<StyleRule, readonly Color[]>();
  for (const rule of loadsOtherSheets ? grounds.keys() : rules) {
    const colors = listColors(rule.declarations, statedText, known);
    const own = grounds.get(rule) ?? [];
    const isOwn = colors.some((color) => own.some((ground) => isSameColor(color, ground)));
    if (loadsOtherSheets ? isOwn : colors.length > 0) texts.set(rule, colors);
  }
  return { texts, grounds };
}

function listColors(
  css: string,
  pattern: RegExp,
  known: Map<string, Color | undefined>,
): readonly Color[] {
  const colors: Color[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(css); match !== null; match = pattern.exec(css)) {
    const color = findColor(match[1] ?? '', known);
    if (color !== undefined) colors.push(color);
  }
  return colors;
}

const hex = /#[\da-f]{3,8}\b/i;

/** Returns the colour in a value; hexadecimal ones without parsing. */
export function findColor(value: string, known: Map<string, Color | undefined>): Color | undefined {
  const text = hex.exec(value)?.[0].toLowerCase() ?? value.trim();
  if (known.has(text)) return known.get(text);
  if (text.includes('(') && !/^(?:rgb|hsl)/.test(text)) return undefined;
  const color = text.startsWith('#')
    ? toColor({ kind: 'hash', text: text.slice(1) })
    : readDeclarations(`background:${text}`, () => undefined)
        .filter((declaration) => declaration.property === 'background-color')
        .map(({ parts }) => toColor(parts[0]))
        .find((found) => found !== undefined && found.alpha > 0);
  known.set(text, color);
  return color;
}

/** Returns the background colours in a `style` attribute. */
export function listStatedGrounds(style: string): readonly Color[] {
  return listColors(style, statedGround, new Map());
}
