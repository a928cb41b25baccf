import { Text } from 'domhandler';
import {
  type LinkedDocument,
  LinkedElement,
  type PageNames,
  findSpaceRule,
  texType,
  visitElements,
  listElements,
} from '../parse/linked-tree.ts';
import type { Hiding } from '../hidden/find-hidden-elements.ts';

/** Attributes in which pages keep the TeX of a formula that scripts have set. */
const texAttributes = ['data-math', 'data-tex', 'data-latex', 'data-formula', 'data-equation'];
/** Whether a page may have formulas: most have none, and are not searched for them. */
export function mayHoldFormulas(names: PageNames): boolean {
  return names.has('math') || names.mayHoldTex || names.hasClassLike(setClass);
}

/** Levels between a formula for screen readers and what stands beside its drawing. */
const maxLevels = 4;
/** Drawings of one formula. */
const maxDrawings = 4;
/** Elements that draw a formula. */
const drawings: ReadonlySet<string> = new Set(['svg', 'img', 'canvas']);

/**
 * Shows each formula once, as MathML or TeX, in the place of its drawing: a picture, or glyphs set by a script, beside which pages hide
 * what it says. For people alone, since the hidden formula may say anything to a model.
 */
export function showFormulas(root: LinkedDocument, hidings: Map<LinkedElement, Hiding>): void {
  visitElements(root, (element) => {
    if (element.name === 'math') {
      showHidden(element, hidings);
      return 'skip';
    }
    if (element.name === 'script') {
      showScript(element, hidings);
      return 'skip';
    }
    const tex = texOf(element);
    if (tex === undefined || !isSet(element)) {
      showUnnamed(element, hidings);
      return 'inner';
    }
    const math = new LinkedElement('math', { alttext: tex }, findSpaceRule('math'));
    math.parent = element;
    element.head = math;
    element.tail = math;
    return 'skip';
  });
}

/** Shows the formula that a script of TeX holds in the place of what was set from it: glyphs, and MathML for screen readers. */
function showScript(script: LinkedElement, hidings: Map<LinkedElement, Hiding>): void {
  if (!texType.test(script.attribs['type'] ?? '') || !(script.head instanceof Text)) return;
  const set: LinkedElement[] = [];
  for (let node = script.prev; node !== null && set.length < maxDrawings; node = node.prev) {
    if (node instanceof Text && node.data.trim() === '') continue;
    if (!(node instanceof LinkedElement) || !setClass.test(node.attribs['class'] ?? '')) break;
    set.push(node);
  }
  const tex = script.head.data.replace(/%\s*<!\[CDATA\[|(?:%\s*)?\]\]>/g, '').trim();
  if (tex === '') return;
  for (const drawing of set) hidings.set(drawing, 'hide');
  script.name = 'math';
  const isDisplayed = /;\s{0,9}mode\s{0,9}=\s{0,9}display/i.test(script.attribs['type'] ?? '');
  script.attribs = { alttext: tex, ...(isDisplayed && { display: 'block' }) };
  script.head = null;
  script.tail = null;
}

/** Takes back what hides the glyphs of a formula from screen readers, where nothing else says what it is. */
function showUnnamed(element: LinkedElement, hidings: Map<LinkedElement, Hiding>): void {
  if (!setClass.test(element.attribs['class'] ?? '')) return;
  const inner = listElements(element.head);
  const [only] = inner;
  if (only === undefined || inner.length > 1 || !isUnspoken(only) || drawings.has(only.name))
    return;
  if (!setClass.test(only.attribs['class'] ?? '')) return;
  delete only.attribs['aria-hidden'];
  hidings.delete(only);
}

/** Takes back what hides a formula that is drawn beside itself, and hides the drawing. */
function showHidden(math: LinkedElement, hidings: Map<LinkedElement, Hiding>): void {
  let node: LinkedElement = math;
  let isHidden = false;
  for (let level = 0; level < maxLevels; level += 1) {
    const holder = node.parent;
    if (!(holder instanceof LinkedElement)) return;
    isHidden ||= hidings.get(node) === 'hide';
    const drawn = listDrawings(holder, node, isHidden);
    if (drawn === undefined) return;
    if (drawn.length > 0) {
      for (
        let inner: unknown = math;
        inner instanceof LinkedElement && inner !== holder;
        inner = inner.parent
      ) {
        delete inner.attribs['aria-hidden'];
        hidings.delete(inner);
      }
      for (const drawing of drawn) hidings.set(drawing, 'hide');
      return;
    }
    node = holder;
  }
}

/** What an element holds beside a formula, its drawings; `undefined` where that is more: a sentence is no wrapper of a formula. */
function listDrawings(
  { head }: LinkedElement,
  formula: LinkedElement,
  isHidden: boolean,
): readonly LinkedElement[] | undefined {
  const drawn: LinkedElement[] = [];
  let left = maxDrawings;
  for (let node = head; node !== null; node = node.next) {
    if (node === formula || (node instanceof Text && node.data.trim() === '')) continue;
    left -= 1;
    if (left < 0 || !(node instanceof LinkedElement)) return undefined;
    if (!isUnspoken(node) && !(isHidden && drawings.has(node.name))) return undefined;
    drawn.push(node);
  }
  return drawn;
}

function isUnspoken({ attribs }: LinkedElement): boolean {
  return attribs['aria-hidden'] === 'true';
}

function texOf({ attribs }: LinkedElement): string | undefined {
  const name = texAttributes.find((each) => (attribs[each] ?? '').trim() !== '');
  return name === undefined ? undefined : attribs[name];
}

const setClass = /(?:^|[\s_-])(?:katex|mathjax|mjx|math|tex|latex|equation|formula)(?:$|[\s_-])/i;

/** Whether an element holds a formula that a script has set: the attribute is not data of something else. */
function isSet({ attribs, head }: LinkedElement): boolean {
  return (
    setClass.test(attribs['class'] ?? '') ||
    listElements(head).some((child) => setClass.test(child.attribs['class'] ?? ''))
  );
}
