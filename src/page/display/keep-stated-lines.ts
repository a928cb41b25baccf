import { type ChildNode, Text } from 'domhandler';
import {
  type LinkedDocument,
  LinkedElement,
  type LinkedTree,
  appendNode,
  detachNode,
  findSpaceRule,
  insertNodeBefore,
  visitElements,
} from '../parse/linked-tree.ts';
import type { PageStyles } from '../hidden/page-styles.ts';
import type { KeyedRule, RuleIndex } from '../hidden/selectors/rule-index.ts';
import { isWord } from '../hidden/values/style-values.ts';
import { isBlockTag } from '../tree/node-text.ts';

/** Line ends that are written into one page; the longest log that a page shows has a few thousand. */
const maxLines = 20_000;

const stated = /white-space(?:-collapse)?\s*:/i;
const codeTags: ReadonlySet<string> = new Set(['code', 'samp', 'kbd', 'tt']);

/**
 * Writes into the tree the line ends that a page's style sheet keeps (`white-space: pre-wrap`): a `<br>` for each, and a `<pre>`
 * around code.
 */
export function keepStatedLines({ root, names }: LinkedTree, styles: PageStyles): void {
  const rules = styles.listLineRules();
  // Five of six pages state nothing about lines.
  if (rules.length > 0 || names.mayStateLines) new LineKeeper(styles, rules).walk(root);
}

class LineKeeper {
  readonly #styles: PageStyles;
  /** `undefined` where no rule keeps line ends. */
  readonly #keeping: RuleIndex | undefined;
  #left = maxLines;

  constructor(styles: PageStyles, rules: readonly KeyedRule[]) {
    this.#styles = styles;
    this.#keeping = rules.length > 0 ? styles.createIndex(rules) : undefined;
  }

  walk(root: LinkedDocument): void {
    const keeping: LinkedElement[] = [];
    visitElements(root, (element) => {
      if (element.spaceRule === 'keep' && !codeTags.has(element.name)) return 'skip';
      if (!this.#mayKeep(element) || this.#read(element) !== true) return 'inner';
      keeping.push(element);
      return 'skip';
    });
    for (const element of keeping) this.#keep(element);
  }

  #mayKeep(element: LinkedElement): boolean {
    return (
      (element.isSignificant && stated.test(element.attribs['style'] ?? '')) ||
      (this.#keeping !== undefined && this.#keeping.listFor(element).length > 0)
    );
  }

  /** Whether an element states that line ends are kept; `undefined` where it states nothing. */
  #read(element: LinkedElement): boolean | undefined {
    const style = this.#styles.getResolver('lines').resolve(element);
    const space = style.get('white-space') ?? style.get('white-space-collapse');
    if (space === undefined || isWord(space, 'inherit', 'unset')) return undefined;
    return !isWord(space, 'normal', 'nowrap', 'collapse', 'initial');
  }

  #keep(holder: LinkedElement): void {
    const texts: Text[] = [];
    const code: LinkedElement[] = [];
    listTexts(holder, texts);
    if (codeTags.has(holder.name)) {
      if (texts.some(({ data }) => data.trim().includes('\n'))) code.push(holder);
    } else {
      visitElements(holder, (element) => {
        if (codeTags.has(element.name)) return this.#keepCode(element, code);
        if (element.spaceRule === 'keep' || this.#read(element) === false) return 'skip';
        listTexts(element, texts);
        return 'inner';
      });
      for (const text of texts) this.#breakText(text);
    }
    for (const element of code) wrapCode(element);
  }

  #keepCode(element: LinkedElement, code: LinkedElement[]): 'skip' {
    const texts: Text[] = [];
    listTexts(element, texts);
    const isKept = this.#read(element) !== false;
    if (isKept && texts.some(({ data }) => data.trim().includes('\n'))) code.push(element);
    return 'skip';
  }

  #breakText(text: Text): void {
    const { parent, prev, next } = text;
    if (!text.data.includes('\n') || !(parent instanceof LinkedElement)) return;
    if (text.data.trim() === '' && (isEdge(prev) || isEdge(next))) return;
    // An empty line parts paragraphs; more of them part nothing else.
    const lines = text.data.replaceAll(/\n[^\S\n]*\n\s*\n/g, '\n\n').split('\n');
    if (lines.length > this.#left) return;
    this.#left -= lines.length;
    text.data = lines[0] ?? '';
    for (const line of lines.slice(1).toReversed()) {
      insertAfter(parent, text, new Text(line));
      insertAfter(parent, text, new LinkedElement('br', {}, findSpaceRule('br')));
    }
  }
}

function listTexts(element: LinkedElement, texts: Text[]): void {
  for (let node = element.head; node !== null; node = node.next)
    if (node instanceof Text) texts.push(node);
}

function isEdge(node: ChildNode | null): boolean {
  return node === null || (node instanceof LinkedElement && isBlockTag(node.name));
}

function insertAfter(parent: LinkedElement, previous: ChildNode, node: ChildNode): void {
  if (previous.next === null) appendNode(parent, node);
  else insertNodeBefore(parent, node, previous.next);
}

function wrapCode(code: LinkedElement): void {
  const { parent } = code;
  if (!(parent instanceof LinkedElement)) return;
  const block = new LinkedElement('pre', {}, findSpaceRule('pre'));
  insertNodeBefore(parent, block, code);
  detachNode(code);
  appendNode(block, code);
}
