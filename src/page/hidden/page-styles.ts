import {
  type LinkedDocument,
  LinkedElement,
  type LinkedTree,
  visitElements,
} from '../parse/linked-tree.ts';
import { type StepCounter, Surroundings } from './selectors/surroundings.ts';
import { type WonStyle, controls } from './judge-style.ts';
import { readVariables } from './sheets/read-declarations.ts';
import { SheetRule } from './sheets/sheet-rule.ts';
import { type PageSheets, isForAll, readSheets } from './sheets/read-sheets.ts';
import { type HidingRule, StyleResolver, readingSteps } from './style-resolver.ts';
import {
  type IndexedPage,
  type KeyedRule,
  RuleIndex,
  listKeyedRules,
} from './selectors/rule-index.ts';
import { SelectorCompiler } from './selectors/selector-compiler.ts';
import { type StyleGroup, mayHide } from './values/hiding-values.ts';
import { type Color, maxFaint, toColor, toPlainGradient } from './values/style-colors.ts';
import { type ValuePart, isWord } from './values/style-values.ts';
import { toWordSet } from '../../runtime/collections.ts';

const allProperties: readonly ValuePart[] = [{ kind: 'word', text: 'all' }];

interface PageStylesOptions {
  /** Whether all properties are asked for that decide about being seen. */
  readonly isThorough: boolean;
  /** Whether what is not displayed, invisible or transparent counts as seen. */
  readonly keepsCollapsed: boolean;
  /** Steps of matching that are left for the page. */
  readonly steps: StepCounter;
}

/** The style rules of a page, and what is worked out from them once and on demand. */
export class PageStyles {
  readonly steps: StepCounter;
  readonly #tree: LinkedTree;
  readonly #isThorough: boolean;
  readonly #keepsCollapsed: boolean;
  readonly #read: PageSheets;
  #rules: readonly KeyedRule[] | undefined;
  readonly #page: IndexedPage;
  /** Custom properties that some elements state, by a rule or by an attribute, and others do not. */
  readonly openNames: Set<string> = new Set();
  #pageVariables: ReadonlyMap<string, string> | undefined;
  /** The values of those, by name. */
  readonly #openVariables = new Map<string, Map<LinkedElement, string | undefined>>();
  #variableRules: RuleIndex | undefined;
  readonly #ownVariables = new Map<LinkedElement, readonly ReadonlyMap<string, string>[]>();
  readonly #variablesByText = new Map<string, ReadonlyMap<string, string>>();
  readonly #resolvers: Partial<Record<StyleGroup, StyleResolver>> = {};
  /** `null` where nothing is stated. */
  #details: StyleResolver | null | undefined;
  #backgrounds: BackgroundFinder | undefined;
  #hasOtherSheets: boolean | undefined;
  #shownAgain: ReadonlySet<unknown> | undefined;

  constructor(
    tree: LinkedTree,
    texts: readonly string[],
    { isThorough, keepsCollapsed, steps }: PageStylesOptions,
  ) {
    const { names } = tree;
    this.steps = steps;
    this.#tree = tree;
    this.#isThorough = isThorough;
    this.#keepsCollapsed = keepsCollapsed;
    this.#read = readSheets(texts);
    const surroundings = new Surroundings(names, steps);
    const compiler = new SelectorCompiler(tree.root, steps);
    this.#page = { names, surroundings, steps, compiler, read: new Map() };
  }

  get keyframes(): PageSheets['keyframes'] {
    return this.#read.keyframes;
  }

  /** The rules that may match elements of the page. */
  get rules(): readonly KeyedRule[] {
    this.#rules ??= listKeyedRules(this.#read.rules, this.#tree.names);
    return this.#rules;
  }

  /** Those that may hide by a property of two groups. */
  listHidingRules(): readonly KeyedRule[] {
    return this.#pick(
      (rule) => (!this.#keepsCollapsed && rule.hides('plain')) || rule.hides('moved'),
    );
  }

  /** Those that may keep the line ends of the source in elements that do not keep them anyway. */
  listLineRules(): readonly KeyedRule[] {
    return this.#pick((rule) => rule.keepsLines).filter(
      ({ keys }) => keys?.every((key) => key === 'pre' || key === 'textarea') !== true,
    );
  }

  /** Those that may display an element as a part of a table. */
  listTableRules(): readonly KeyedRule[] {
    return this.#pick((rule) => rule.makesTable);
  }

  /** Those that may make a box of an element, or of each of its children. */
  listBoxRules(): readonly KeyedRule[] {
    return this.#pick((rule) => rule.makesBox);
  }

  /** Those that may state a property of a group. */
  #listRules(group: Exclude<StyleGroup, 'all'>): readonly KeyedRule[] {
    if (this.#isThorough) return this.rules.filter(({ rule }) => rule.source.states(group));
    return this.#pick((rule) => rule.states(group));
  }

  /** The wanted rules, of those that may match elements of the page. */
  #pick(isWanted: (rule: SheetRule) => boolean): readonly KeyedRule[] {
    const wanted = this.#read.rules.filter(({ source }) => isWanted(source));
    return listKeyedRules(wanted, this.#tree.names);
  }

  /** The value of a custom property where every element of the page has the same one; `undefined` where it may differ. */
  readonly findPageVariable = (name: string): string | undefined => {
    if (this.#pageVariables === undefined) {
      const others = new Map<string, string>();
      const ofPage = new Map<string, string>();
      for (const rule of this.#read.rules) {
        if (!rule.source.declarations.includes('--')) continue;
        readVariables(rule.source.declarations, isForAll(rule) ? ofPage : others);
      }
      for (const other of others.keys()) {
        ofPage.delete(other);
        this.openNames.add(other);
      }
      this.#pageVariables = ofPage;
    }
    return this.#pageVariables.get(name);
  };

  /** The value of a custom property for an element: what it states itself, or inherits, or the initial one. */
  readonly findVariable = (element: LinkedElement, name: string): string | undefined => {
    const ofPage = this.findPageVariable(name);
    if (!this.openNames.has(name)) return ofPage ?? this.#read.initialValues.get(name);
    let known = this.#openVariables.get(name);
    if (known === undefined) {
      known = new Map();
      this.#openVariables.set(name, known);
    }
    const path: LinkedElement[] = [];
    let value: string | undefined;
    let node: unknown = element;
    for (; node instanceof LinkedElement && !known.has(node); node = node.parent) {
      this.steps.take();
      path.push(node);
      value = this.#listOwnVariables(node)
        .find((variables) => variables.has(name))
        ?.get(name);
      if (value === 'inherit' || value === 'unset') value = undefined;
      if (value !== undefined) break;
    }
    if (value === 'initial') value = this.#read.initialValues.get(name);
    else if (value === undefined) {
      value =
        node instanceof LinkedElement
          ? known.get(node)
          : // A page without a root element has its rules all the same.
            ((this.#tree.names.has('html') ? undefined : ofPage) ??
            this.#read.initialValues.get(name));
    }
    for (const passed of path) known.set(passed, value);
    return value;
  };

  /** Returns what states custom properties of an element, the weightiest first. */
  #listOwnVariables(element: LinkedElement): readonly ReadonlyMap<string, string>[] {
    const known = this.#ownVariables.get(element);
    if (known !== undefined) return known;
    this.#variableRules ??= this.createIndex(
      this.rules.filter(({ rule }) => statedVariable.test(rule.source.declarations)),
    );
    const matched = this.#variableRules
      .listFor(element)
      .flat()
      .filter((selector) => selector.matches(element) === true)
      .toSorted(
        (one, two) =>
          two.rule.layer.rank - one.rule.layer.rank ||
          two.specificity - one.specificity ||
          two.rule.order - one.rule.order,
      );
    const style = element.isSignificant ? (element.attribs['style'] ?? '') : '';
    const texts = matched.map(({ rule }) => rule.source.declarations);
    const own = [...(statedVariable.test(style) ? [style] : []), ...texts].map((css) =>
      this.#readVariables(css),
    );
    this.#ownVariables.set(element, own);
    return own;
  }

  #readVariables(css: string): ReadonlyMap<string, string> {
    let variables = this.#variablesByText.get(css);
    if (variables === undefined) {
      const read = new Map<string, string>();
      this.steps.take(readingSteps);
      readVariables(css, read);
      variables = read;
      this.#variablesByText.set(css, variables);
    }
    return variables;
  }

  /** Computes the properties of a group, or all that decides about being seen. */
  getResolver(group: StyleGroup): StyleResolver {
    return (this.#resolvers[group] ??= this.#createResolver(
      group === 'all' ? this.rules : this.#listRules(group),
      group,
    ));
  }

  /** Styles may be others since a variable is stated that was not known. */
  forgetStyles(): void {
    for (const resolver of Object.values(this.#resolvers)) resolver.forget();
  }

  #createResolver(rules: readonly KeyedRule[], group: StyleGroup): StyleResolver {
    const { findVariable, keyframes } = this;
    const values = { findVariable, keyframes, group };
    return new StyleResolver(this.createIndex(rules), this.steps, values);
  }

  /** Whether an element that is transparent, and not otherwise hidden, is stated to appear by and by. */
  fadesIn(element: LinkedElement): boolean {
    const fading = this.getResolver('fading').resolve(element);
    const changing = fading.get('transition-property');
    const durations = fading.get('transition-duration');
    // Scripts that animate state the time themselves, and where the element comes from.
    const isTimed =
      durations === undefined
        ? changing !== undefined
        : durations.some((part) => part.kind === 'number' && part.value > 0);
    const isOfOpacity = (changing ?? allProperties).some(
      (part) => part.kind === 'word' && (part.text === 'all' || part.text === 'opacity'),
    );
    if (isTimed && isOfOpacity) return true;
    if (moving.some((property) => isMoved(fading.get(property)))) return true;
    const [name] = this.getResolver('plain').resolve(element).get('animation-name') ?? [];
    if (name === undefined || (name.kind !== 'word' && name.kind !== 'string')) return false;
    if (isWord([name], 'none', 'initial', 'unset', 'inherit', 'revert')) return false;
    const frames = this.getResolver('plain').findFrames(name.text);
    // Frames of a sheet that is not loaded may end with anything.
    return frames === undefined || (/opacity/i.test(frames.end) && !mayHide(frames.end, 'plain'));
  }

  /** Computes what is stated for the content of `<details>`, its summary left out; `undefined` where nothing is. */
  getDetailsResolver(): StyleResolver | undefined {
    if (this.#details === undefined) {
      const rules = this.#read.rules.filter(({ source }) =>
        source.selectors.at(-1)?.includes('::details-content'),
      );
      const ofDetails = rules.map(({ source, ...rule }) => {
        const selectors = source.selectors.map((list) =>
          list.replaceAll('::details-content', ':is(details)'),
        );
        return { ...rule, source: new SheetRule(selectors, source.declarations, source.position) };
      });
      this.#details =
        rules.length === 0
          ? null
          : this.#createResolver(
              listKeyedRules(ofDetails, this.#tree.names),
              this.#isThorough ? 'all' : 'plain',
            );
    }
    return this.#details ?? undefined;
  }

  /** Indexes some of the rules. */
  createIndex(rules: readonly KeyedRule[]): RuleIndex {
    return new RuleIndex(rules, this.#page);
  }

  /** Finds the colours behind texts. */
  getBackgrounds(): BackgroundFinder {
    this.#backgrounds ??= new BackgroundFinder({
      resolve: (element) => this.getResolver('all').resolve(element),
      hasOtherSheets: this.loadsOtherSheets(),
    });
    return this.#backgrounds;
  }

  /** Whether the page loads style sheets that are not read. */
  loadsOtherSheets(): boolean {
    this.#hasOtherSheets ??= this.#tree.links.some(
      (link) =>
        styleSheet.test(link.attribs['rel'] ?? '') &&
        !/^\s*data:/i.test(link.attribs['href'] ?? '') &&
        isInTree(link, this.#tree.root),
    );
    return this.#hasOtherSheets;
  }

  /** Elements that state `visibility: visible`, and all around them. */
  getShownAgain(): ReadonlySet<unknown> {
    if (this.#shownAgain !== undefined) return this.#shownAgain;
    const found = new Set<unknown>();
    const showing = this.#listRules('plain').filter(({ rule }) =>
      showsAgain.test(rule.source.declarations),
    );
    const index = this.createIndex(showing);
    visitElements(this.#tree.root, (element) => {
      const isCandidate =
        (element.isSignificant && showsAgain.test(element.attribs['style'] ?? '')) ||
        index
          .listFor(element)
          .some((list) => list.some((selector) => selector.matches(element) === true));
      if (isCandidate && statesVisible(this.getResolver('plain').resolve(element))) {
        let node: unknown = element;
        while (node instanceof LinkedElement && !found.has(node)) {
          found.add(node);
          node = node.parent;
        }
      }
      return 'inner';
    });
    this.#shownAgain = found;
    return found;
  }

  /** Returns the rule that hides an element by a property. */
  findHidingRule(element: LinkedElement, property: string): HidingRule | undefined {
    const others = this.#isThorough ? 'all' : 'moved';
    const resolver = this.getResolver(plainProperties.has(property) ? 'plain' : others);
    return resolver.findHidingRule(element, property);
  }
}

const moving = ['transform', 'translate', 'scale'];

function isMoved(stated: readonly ValuePart[] | undefined): boolean {
  return stated !== undefined && !isWord(stated, 'none', 'initial', 'unset', 'revert', 'inherit');
}

const plainProperties: ReadonlySet<string> = new Set(['display', 'visibility', 'opacity']);
const statedVariable = /(?:^|[;\s])--[\w-]+\s*:/;
const showsAgain = /visibility\s*:\s*visible/i;

function statesVisible(style: WonStyle): boolean {
  const [part] = style.get('visibility') ?? [];
  return part?.kind === 'word' && part.text === 'visible';
}

const styleSheet = /\bstylesheet\b/i;

/** Whether an element is in the tree and not in what the parser keeps apart from it, such as a template. */
function isInTree(element: LinkedElement, root: LinkedDocument): boolean {
  let node: unknown = element;
  while (node instanceof LinkedElement) node = node.parent;
  return node === root;
}

/** Something else than the stated colours may be behind the text. */
type Background = Color | 'unknown';

interface BackgroundFinderOptions {
  readonly resolve: (element: LinkedElement) => WonStyle;
  /** Whether the page loads style sheets that are not read: what has a class or an id may have another background. */
  readonly hasOtherSheets: boolean;
}

/** Finds the colour behind the text of elements. */
class BackgroundFinder {
  readonly #known = new Map<LinkedElement, Background>();
  readonly #options: BackgroundFinderOptions;

  constructor(options: BackgroundFinderOptions) {
    this.#options = options;
  }

  /**
   * Returns the background colour of the element itself or of the nearest element around it that states one; `undefined`
   * where none does, or where a picture or something that the page does not state may be behind the text.
   */
  find(element: LinkedElement, style: WonStyle): Color | undefined {
    const path: LinkedElement[] = [];
    let background: Background | undefined;
    let node: unknown = element;
    for (; node instanceof LinkedElement && background === undefined; node = node.parent) {
      background = this.#known.get(node);
      if (background !== undefined) break;
      path.push(node);
      background = this.#judge(node, node === element ? style : this.#options.resolve(node));
    }
    for (const passed of path) this.#known.set(passed, background ?? 'unknown');
    return background === 'unknown' ? undefined : background;
  }

  /** Returns the colour that is stated for the text of an element, or of the nearest element around it that states one. */
  findTextColor(element: LinkedElement): Color | undefined {
    for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
      const stated = this.#options.resolve(node).get('color');
      if (stated !== undefined && !isWord(stated, 'inherit', 'unset', 'currentcolor'))
        return toColor(stated[0]);
      if (node.name === 'a' || controls.has(node.name)) return undefined;
    }
    return undefined;
  }

  /** Returns what an element puts behind its text; `undefined` where that is what is around it. */
  #judge(element: LinkedElement, style: WonStyle): Background | undefined {
    const image = style.get('background-image');
    if (image !== undefined && !isWord(image, 'none', 'initial', 'unset'))
      return (image.length === 1 ? toPlainGradient(image[0]) : undefined) ?? 'unknown';
    const stated = style.get('background-color');
    if (isWord(stated, 'currentcolor')) return this.findTextColor(element) ?? 'unknown';
    const color = toColor(stated?.[0]);
    if (color !== undefined && color.alpha > maxFaint)
      return color.alpha > 0.95 ? color : 'unknown';
    if (style.has('background-color') && color === undefined) return 'unknown';
    const { name, attribs } = element;
    if (name === 'body' || name === 'html') return undefined;
    if (this.#options.hasOtherSheets && (attribs['class'] ?? attribs['id']) !== undefined)
      return 'unknown';
    const position = style.get('position');
    if (position !== undefined && !isWord(position, 'static', 'relative')) return 'unknown';
    for (const attribute in attribs) if (lazyBackground.test(attribute)) return 'unknown';
    return followsMedia(element) ? 'unknown' : undefined;
  }
}

/** Attributes from which scripts take a background. */
const lazyBackground = /^data-(?:.*-)?(?:bg|background|image|parallax|src)/;
const media: ReadonlySet<string> = toWordSet('img picture video canvas svg iframe object embed');
/** Siblings before an element, and first children of each, that are looked at. */
const maxLooks = 10;

/** Whether a picture stands just before an element, which may lie on it. */
function followsMedia({ prev }: LinkedElement): boolean {
  let node = prev;
  for (let looks = 0; node !== null && looks < maxLooks; looks += 1, node = node.prev) {
    let inner: unknown = node;
    for (let depth = 0; inner instanceof LinkedElement && depth < maxLooks; depth += 1) {
      if (media.has(inner.name)) return true;
      inner = inner.head;
      while (inner !== null && !(inner instanceof LinkedElement))
        inner = (inner as { next: unknown }).next;
    }
  }
  return false;
}
