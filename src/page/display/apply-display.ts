import {
  type ElementVisitor,
  type LinkedElement,
  type LinkedTree,
  type PageNames,
  statedTable,
  visitElements,
} from '../parse/linked-tree.ts';
import {
  type FindHiddenOptions,
  type Hiding,
  findHiddenElements,
  maxSteps,
} from '../hidden/find-hidden-elements.ts';
import { type WonStyle, isUnseenByItself } from '../hidden/judge-style.ts';
import { PageStyles } from '../hidden/page-styles.ts';
import { StepCounter, StepLimitReached } from '../hidden/selectors/surroundings.ts';
import { isWord } from '../hidden/values/style-values.ts';
import {
  composeShadowTrees,
  openShadowTrees,
  shadowWarning,
  type ShadowTree,
} from './compose-shadow-trees.ts';
import { type StatedDisplay, isOwnName, noteOwnElement } from './custom-elements.ts';
import { createBoxFinder } from './box-finder.ts';
import { keepStatedLines } from './keep-stated-lines.ts';
import { createCellIconNamer } from './name-cell-icons.ts';
import { mayHoldFormulas, showFormulas } from './show-formulas.ts';
import { type TablePart, mayHoldTagged, retagElements, toTablePart } from './retag-elements.ts';
import { speakLabels } from './speak-labels.ts';

interface DisplayedTree {
  readonly hidings: Map<LinkedElement, Hiding>;
  /** Elements that are hidden from screen readers, which read a hidden text beside them instead. */
  readonly seenCopies: ReadonlySet<LinkedElement>;
  readonly warnings: readonly string[];
}

/** What style sheets say of elements besides who sees them. */
interface Displays {
  /** Elements of a page's own kinds. */
  readonly own: Map<LinkedElement, StatedDisplay>;
  readonly tableParts: Map<LinkedElement, TablePart>;
  /** Elements of lines that are boxes of their own and touch what stands beside them. */
  readonly boxes: Set<LinkedElement>;
}

/**
 * Makes of a page's tree what a browser shows of it: writes into it what style sheets, shadow trees and labels say, and returns the
 * elements that people do not see.
 */
export function applyDisplay(
  tree: LinkedTree,
  input: Omit<FindHiddenOptions, 'steps'>,
): DisplayedTree & Pick<Displays, 'boxes'> {
  const options = { ...input, steps: new StepCounter(maxSteps) };
  const { shadows, unopened } = openShadowTrees(tree);
  const displays: Displays = { own: new Map(), tableParts: new Map(), boxes: new Set() };
  const { own, tableParts, boxes } = displays;
  const page = applyToTree(tree, options, displays);
  const { hidings } = page;
  const seenCopies = new Set(page.seenCopies);
  const warnings = new Set(page.warnings);
  for (const shadow of shadows) {
    const part = applyToTree(shadow.tree, options, displays);
    for (const [element, hiding] of part.hidings) hidings.set(element, hiding);
    for (const copy of part.seenCopies) seenCopies.add(copy);
    for (const warning of part.warnings) warnings.add(warning);
  }
  for (const shadow of shadows) {
    const { host } = shadow;
    const style = resolveHost(shadow, options);
    if (style === undefined || isUnseenByItself(host.name, style, options.keepsCollapsed))
      hidings.set(host, 'hide');
    else if (own.get(host) === 'none') own.set(host, toStated(style));
  }
  for (const host of unopened) hidings.set(host, 'hide');
  composeShadowTrees(shadows);
  if (tableParts.size > 0 || mayHoldTagged(tree.names)) retagElements(tree.root, tableParts);
  for (const [element, stated] of own) noteOwnElement(element, stated);
  if (unopened.length > 0) warnings.add(shadowWarning);
  return { hidings, seenCopies, boxes, warnings: [...warnings] };
}

function applyToTree(
  tree: LinkedTree,
  options: FindHiddenOptions,
  { own, tableParts, boxes }: Displays,
): DisplayedTree {
  const { styles, unspoken, ...shown } = findHiddenElements(tree, options);
  if (!options.isForModel && mayHoldFormulas(tree.names)) showFormulas(tree.root, shown.hidings);
  const pieces = speakLabels(unspoken, (element) => shown.hidings.get(element) === 'hide');
  const { names } = tree;
  const { isForModel } = options;
  const visitors = [
    names.hasOwnElements ? createOwnReader(styles, own) : undefined,
    createTablePartReader(names, styles, tableParts),
    createBoxFinder(styles, boxes),
    createCellIconNamer({ names, styles, hidings: shown.hidings, isForModel }),
  ].filter((visit) => visit !== undefined);
  try {
    visitElements(tree.root, (element) => {
      for (const visit of visitors) visit(element);
      return 'inner';
    });
    keepStatedLines(tree, styles);
  } catch (error) {
    if (!(error instanceof StepLimitReached)) throw error;
  }
  return { ...shown, seenCopies: new Set([...shown.seenCopies, ...pieces]) };
}

function createOwnReader(styles: PageStyles, own: Displays['own']): ElementVisitor {
  return (element) => {
    if (isOwnName(element.name))
      own.set(element, toStated(styles.getResolver('plain').resolve(element)));
  };
}

/** Adds an element that the page displays as a part of a table. `undefined` where nothing states that of any. */
function createTablePartReader(
  names: PageNames,
  styles: PageStyles,
  parts: Map<LinkedElement, TablePart>,
): ElementVisitor | undefined {
  const rules = styles.listTableRules();
  if (rules.length === 0 && !names.mayStateTables) return undefined;
  const index = rules.length === 0 ? undefined : styles.createIndex(rules);
  return (element) => {
    const isStated =
      (element.isSignificant && statedTable.test(element.attribs['style'] ?? '')) ||
      (index !== undefined && index.listFor(element).length > 0);
    if (!isStated) return;
    const display = styles.getResolver('plain').resolve(element).get('display');
    const [word] = display ?? [];
    const part = word?.kind === 'word' ? toTablePart(word.text) : undefined;
    if (part !== undefined) parts.set(element, part);
  };
}

function toStated(style: WonStyle): StatedDisplay {
  const display = style.get('display');
  if (display === undefined) return 'none';
  const isInline = isWord(display, 'inline', 'contents', 'initial', 'unset', 'revert');
  return isInline ? 'inline' : 'block';
}

/**
 * Returns what the style sheets of a shadow tree state for the element that it is the tree of; `undefined` where that takes too many
 * steps.
 */
function resolveHost(
  { host, tree, hostSheet }: ShadowTree,
  options: FindHiddenOptions,
): WonStyle | undefined {
  if (hostSheet === '') return new Map();
  const styles = new PageStyles(tree, [hostSheet], options);
  try {
    return styles.getResolver(options.isThorough ? 'all' : 'plain').resolve(host);
  } catch (error) {
    if (!(error instanceof StepLimitReached)) throw error;
    return undefined;
  }
}
