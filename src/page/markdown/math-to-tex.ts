import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** Elements of MathML that place signs above, below or beside each other: without them a formula is a line of signs. */
const structures = new Map<string, (parts: readonly string[], element: Element) => string>([
  ['mfrac', ([above = '', below = '']) => `\\frac{${above}}{${below}}`],
  ['msup', ([base = '', above = '']) => `${base}^{${above}}`],
  ['msub', ([base = '', below = '']) => `${base}_{${below}}`],
  ['msubsup', ([base = '', below = '', above = '']) => `${base}_{${below}}^{${above}}`],
  ['munder', ([base = '', below = '']) => `${base}_{${below}}`],
  ['mover', ([base = '', above = '']) => `${base}^{${above}}`],
  ['munderover', ([base = '', below = '', above = '']) => `${base}_{${below}}^{${above}}`],
  ['msqrt', (parts) => `\\sqrt{${parts.join('')}}`],
  ['mtr', (parts) => parts.join(' & ')],
  ['mtable', (parts) => String.raw`\begin{matrix}${parts.join(String.raw` \\ `)}\end{matrix}`],
  ['mroot', ([base = '', index = '']) => `\\sqrt[${index}]{${base}}`],
  ['mfenced', writeFenced],
  ['mmultiscripts', writeScripts],
]);

/** Brackets and what stands between the parts in them, which the element has in its attributes. */
function writeFenced(parts: readonly string[], { attribs }: Element): string {
  const { open = '(', close = ')', separators = ',' } = attribs;
  const signs = Array.from(separators.replaceAll(/\s/g, ''));
  const inner = parts.map((part, at) =>
    at === 0 ? part : (signs[at - 1] ?? signs.at(-1) ?? '') + part,
  );
  return writeBracket(open) + inner.join('') + writeBracket(close);
}

function writeBracket(sign: string): string {
  return sign.trim().replaceAll(/[{}]/g, String.raw`\$&`);
}

/** Pairs of what stands below and above a base behind it, and then before it: the numbers of an isotope. */
function writeScripts([base = '', ...scripts]: readonly string[], element: Element): string {
  const at = listParts(element).findIndex((part) => isTag(part) && part.name === 'mprescripts') - 1;
  const behind = at < 0 ? scripts : scripts.slice(0, at);
  const before = at < 0 ? [] : scripts.slice(at + 1);
  return (before.length === 0 ? '' : `{}${writePairs(before)}`) + base + writePairs(behind);
}

function writePairs(scripts: readonly string[]): string {
  return scripts
    .map((script, at) => (script === '' ? '' : `${at % 2 === 0 ? '_' : '^'}{${script}}`))
    .join('');
}

/** An element without content keeps its place: that of the base of an exponent, or of a cell. */
function listParts({ children }: Element): readonly ChildNode[] {
  return children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
}

/** Levels; formulas of pages have about ten. */
const maxDepth = 64;

/** Words within a formula: TeX sets letters as signs, without the spaces between them. */
function writeWords(text: string): string {
  return /\p{L}/u.test(text) && !/[\\{}$]/.test(text) ? `\\text{${text}}` : text;
}

/** The TeX of a formula whose structure is all that is known of it; `undefined` for a line of signs. */
export function mathToTex(math: Element): string | undefined {
  let isLine = true;

  function toTex(node: ChildNode, depth: number): string {
    if (isText(node)) return foldText(node.data);
    if (!isTag(node) || depth > maxDepth || node.name.startsWith('annotation')) return '';
    const parts = listParts(node).map((child) => toTex(child, depth + 1));
    if (node.name === 'mtext') return writeWords(parts.join(''));
    const write = structures.get(node.name);
    if (write === undefined) return parts.join('');
    isLine = false;
    return write(parts, node);
  }

  const tex = toTex(math, 0);
  return isLine ? undefined : tex;
}
