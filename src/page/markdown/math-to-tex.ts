import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** Elements of MathML that place signs above, below or beside each other: without them a formula is a line of signs. */
const structures = new Map<string, (parts: readonly string[]) => string>([
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
]);
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
    // An element without content keeps its place: that of the base of an exponent, or of a cell.
    const parts = node.children
      .filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''))
      .map((child) => toTex(child, depth + 1));
    if (node.name === 'mtext') return writeWords(parts.join(''));
    const write = structures.get(node.name);
    if (write === undefined) return parts.join('');
    isLine = false;
    return write(parts);
  }

  const tex = toTex(math, 0);
  return isLine ? undefined : tex;
}
