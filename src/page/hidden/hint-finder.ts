import { addAll } from '../../runtime/collections.ts';
import { LinkedElement } from '../parse/linked-tree.ts';
import { findHint, hidingValues, mayHide, mayState } from './values/hiding-values.ts';
import type { PageStyles } from './page-styles.ts';
import { readDeclarations } from './sheets/read-declarations.ts';
import type { StyleRule } from './sheets/read-sheets.ts';
import { isHiddenByAttribute, readingSteps, toHex } from './style-resolver.ts';
import type { KeyedRule, RuleIndex } from './selectors/rule-index.ts';
import { type Color, isSameColor, toColor, toPlainGradient } from './values/style-colors.ts';

/** Rules by which text and what is behind it may have the same colour. */
interface UnpaintedRules {
  /** Rules that state a colour for text, with the colour. */
  readonly texts: ReadonlyMap<StyleRule, readonly Color[]>;
  /** Rules that state such a colour for a background. */
  readonly backgrounds: ReadonlyMap<StyleRule, readonly Color[]>;
  /** Whether text of a stated colour cannot be seen on a background. */
  readonly isOfText: (background: Color) => boolean;
}

const noColors: UnpaintedRules = {
  texts: new Map(),
  backgrounds: new Map(),
  isOfText: () => false,
};

/** Colours of text that a background is compared with; no page measured states as many that differ. */
const maxTextColors = 64;

const statedText = /(?:^|[;\s])color\s*:\s*([^;!]+)/gi;
const variable = /var\(\s*(--[\w-]+)\s*(?:,[^()]{0,99})?\)/g;
const statedBackground = /(?:^|[;\s])background(?:-color|-image)?\s*:\s*([^;!]+)/gi;

/**
 * Returns the rules that state a colour for text, and those that state one for a background: where the page loads other sheets, only
 * those that state such a background themselves, because elsewhere the other sheets may state one.
 */
function listUnpaintedRules(
  rules: readonly StyleRule[],
  loadsOtherSheets: boolean,
  findVariable: PageStyles['findPageVariable'],
): UnpaintedRules {
  const read = ({ source: { declarations, hasVariable } }: StyleRule): string =>
    hasVariable
      ? declarations.replaceAll(variable, (whole, name: string) => findVariable(name) ?? whole)
      : declarations;
  const known = new Map<string, Color | undefined>();
  const backgrounds = new Map<StyleRule, readonly Color[]>();
  for (const rule of rules) {
    if (!rule.source.declarations.includes('background')) continue;
    const colors = listColors(read(rule), statedBackground, known);
    if (colors.length > 0) backgrounds.set(rule, colors);
  }
  const texts = new Map<StyleRule, readonly Color[]>();
  for (const rule of loadsOtherSheets ? backgrounds.keys() : rules) {
    const colors = listColors(read(rule), statedText, known);
    const own = backgrounds.get(rule) ?? [];
    const isOwn = colors.some((color) => own.some((background) => isSameColor(color, background)));
    if (loadsOtherSheets ? isOwn : colors.length > 0) texts.set(rule, colors);
  }
  const textColors: Color[] = [];
  for (const color of [...texts.values()].flat()) {
    if (textColors.length >= maxTextColors) break;
    if (!textColors.some((other) => isSameColor(color, other))) textColors.push(color);
  }
  const isOfText = (background: Color): boolean =>
    textColors.some((color) => isSameColor(color, background));
  return { texts, backgrounds, isOfText };
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

const hex = /^[^(]*?(#[\da-f]{3,8})\b/i;

/** Functions that are a colour, or may be of one colour. */
const painted = /^(?:rgb|hsl|hwb|(?:ok)?l(?:ab|ch)|color|light-dark|[a-z-]*gradient)/i;

/** Returns the colour in a value; hexadecimal ones without parsing. */
function findColor(value: string, known: Map<string, Color | undefined>): Color | undefined {
  const text = hex.exec(value)?.[1]?.toLowerCase() ?? value.trim();
  if (known.has(text)) return known.get(text);
  if (text.includes('(') && !painted.test(text)) return undefined;
  const color = text.startsWith('#')
    ? toColor({ kind: 'hash', text: text.slice(1) })
    : readDeclarations(`background:${text}`, () => undefined)
        .map(({ property, parts }) =>
          property === 'background-image' ? toPlainGradient(parts[0]) : toColor(parts[0]),
        )
        .find((found) => found !== undefined && found.alpha > 0);
  known.set(text, color);
  return color;
}

/** Returns the background colours in a `style` attribute. */
function listStatedBackgrounds(style: string): readonly Color[] {
  return listColors(style, statedBackground, new Map());
}

/** What is stated that could hide an element, the strongest last; a rule that is `unread` hides. */
type Hint = 'plain' | 'other' | 'unread';

function strongest(one: Hint | undefined, two: Hint | undefined): Hint | undefined {
  if (one === 'unread' || two === 'unread') return 'unread';
  return one === 'other' || two === 'other' ? 'other' : (one ?? two);
}

/** Finds the elements that something stated could hide: for one in ten of a page the cascade is computed. */
export class HintFinder {
  readonly #styles: PageStyles;
  readonly #isThorough: boolean;
  /** The rules that could hide something. */
  readonly #hidingRules: RuleIndex;
  readonly #hidingHints = new Map<StyleRule, 'plain' | 'other'>();
  /** Whether what they state can hide something; it is looked up when the first element matches. */
  readonly #isRuleHiding = new Map<string, boolean>();
  /** Rules that may hide something by where they place it, or by a background. */
  readonly #placedRules = new Set<StyleRule>();
  readonly #unpainted: UnpaintedRules;
  readonly #backgroundRules: RuleIndex;
  readonly #possibleBackgrounds = new Map<LinkedElement, readonly Color[]>();
  readonly #hidesByAnimation: boolean;
  readonly #styleHints = new Map<string, Hint | undefined>();

  constructor(styles: PageStyles, isThorough: boolean) {
    this.#styles = styles;
    this.#isThorough = isThorough;
    this.#hidesByAnimation = false;
    if (!isThorough) {
      this.#unpainted = noColors;
      this.#backgroundRules = styles.createIndex([]);
      const hiding = styles.listHidingRules();
      for (const { rule } of hiding)
        this.#hidingHints.set(rule, rule.source.hides('moved') ? 'other' : 'plain');
      this.#hidingRules = styles.createIndex(hiding);
      return;
    }
    const { rules } = styles;
    this.#unpainted = listUnpaintedRules(
      rules.map(({ rule }) => rule),
      styles.loadsOtherSheets(),
      styles.findPageVariable,
    );
    const { backgrounds, texts } = this.#unpainted;
    this.#backgroundRules = styles.createIndex(rules.filter(({ rule }) => backgrounds.has(rule)));
    const hiding: KeyedRule[] = [];
    this.#hidesByAnimation = [...styles.keyframes.values()].some(
      ({ start, end }) => findHint(start) !== undefined || findHint(end) !== undefined,
    );
    for (const keyed of rules) {
      const { declarations, hint: stated } = keyed.rule.source;
      const isPlaced = this.#isPlaced(declarations);
      const hint = isPlaced ? 'other' : stated;
      if (hint !== undefined) this.#hidingHints.set(keyed.rule, hint);
      const coversText = this.#coversText(keyed.rule);
      if (isPlaced || coversText) this.#placedRules.add(keyed.rule);
      if (hint !== undefined || coversText || texts.has(keyed.rule)) hiding.push(keyed);
    }
    this.#hidingRules = styles.createIndex(hiding);
  }

  /**
   * Whether declarations may hide what is in the element, or beside it, by where they place it, at the end of an animation, or
   * together with what is around the element.
   */
  #isPlaced(css: string): boolean {
    if (!this.#isThorough) return false;
    if (this.#hidesByAnimation && css.includes('animation')) return true;
    return (
      (css.includes('absolute') && css.includes('background') && isCover(css)) ||
      (css.includes('overflow') && lowBox.test(css)) ||
      (css.includes('fixed') && farSide.test(css)) ||
      screensAway.test(css) ||
      translucent.test(css) ||
      shrinking.test(css)
    );
  }

  /** Whether a rule states a background, and no colour of text, that text of the page cannot be seen on. */
  #coversText(rule: StyleRule): boolean {
    const { backgrounds, texts, isOfText } = this.#unpainted;
    if (this.#styles.loadsOtherSheets() || texts.has(rule)) return false;
    return backgrounds.get(rule)?.some(isOfText) === true;
  }

  /** Returns what rules and attributes state that could hide an element, or its text. */
  find(element: LinkedElement): Hint | undefined {
    return strongest(this.#matchHidingRules(element), this.#findAttributeHint(element));
  }

  /** Whether an element could be hidden, without matching selectors. */
  mayBeHidden(element: LinkedElement): boolean {
    const { name, attribs } = element;
    return (
      this.#hidingRules.listFor(element).length > 0 ||
      isHiddenByAttribute(name, attribs) ||
      findHint(attribs['style'] ?? '') !== undefined
    );
  }

  /** Returns what a matching rule that could hide something states. */
  #matchHidingRules(element: LinkedElement): Hint | undefined {
    let hint: Hint | undefined;
    for (const list of this.#hidingRules.listFor(element)) {
      for (const selector of list) {
        const matches = selector.matches(element);
        if (matches === false) continue;
        const stated = this.#toHint(selector.rule, element);
        if (matches === undefined && stated !== undefined) return 'unread';
        hint = strongest(hint, stated);
      }
    }
    return hint;
  }

  #toHint(rule: StyleRule, element: LinkedElement): Hint | undefined {
    const colors = this.#unpainted.texts.get(rule);
    if (colors !== undefined) {
      const backgrounds = this.#listPossibleBackgrounds(element);
      if (colors.some((color) => backgrounds.some((background) => isSameColor(color, background))))
        return 'other';
      if (!this.#hidingHints.has(rule)) return undefined;
    }
    if (!this.#isThorough) return this.#hidingHints.get(rule);
    if (this.#hidingHints.get(rule) === 'plain') return 'plain';
    if (this.#placedRules.has(rule)) return 'other';
    return this.#isHiding(rule) ? 'other' : undefined;
  }

  /** Returns all background colours that may be behind an element's text. */
  #listPossibleBackgrounds(element: LinkedElement): readonly Color[] {
    const path: LinkedElement[] = [];
    let backgrounds: readonly Color[] = [];
    for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
      const known = this.#possibleBackgrounds.get(node);
      if (known !== undefined) {
        backgrounds = known;
        break;
      }
      path.push(node);
    }
    for (const passed of path.toReversed()) {
      const added: Color[] = [];
      for (const list of this.#backgroundRules.listFor(passed)) {
        for (const { rule } of list) {
          for (const color of this.#unpainted.backgrounds.get(rule) ?? []) added.push(color);
        }
      }
      const { style, bgcolor } = passed.attribs;
      if (style?.includes('background') === true) addAll(added, listStatedBackgrounds(style));
      if (bgcolor !== undefined)
        addAll(added, listStatedBackgrounds(`background:${toHex(bgcolor)}`));
      this.#styles.steps.take(1 + added.length * backgrounds.length);
      const other = added.filter(
        (color) => !backgrounds.some((background) => isSameColor(color, background)),
      );
      if (other.length > 0) backgrounds = [...backgrounds, ...other];
      this.#possibleBackgrounds.set(passed, backgrounds);
    }
    return backgrounds;
  }

  /** Returns what attributes state that could hide an element or colour its text. */
  #findAttributeHint({ name, attribs, isSignificant }: LinkedElement): Hint | undefined {
    if (!isSignificant && !significantTags.has(name)) return undefined;
    const isJudged =
      this.#isThorough &&
      (judgedTags.has(name) || (drawnTags.has(name) && hasDrawingAttribute(name, attribs)));
    const hasContentRule = name === 'details' && this.#styles.getDetailsResolver() !== undefined;
    if (isJudged || hasContentRule) return 'other';
    const style = attribs['style'];
    if (style?.includes('--') === true) this.#openVariables(style);
    if (!this.#isThorough) return findPartHint(name, attribs);
    let hint = style === undefined ? undefined : this.#findStyleHint(style);
    if (isHiddenByAttribute(name, attribs)) hint = strongest(hint, 'plain');
    if (style === undefined || hint === 'other' || !textColor.test(style)) return hint;
    const isNamed = (attribs['class'] ?? attribs['id']) !== undefined;
    const hasBackground =
      !isNamed || style.includes('background') || !this.#styles.loadsOtherSheets();
    return hasBackground ? 'other' : hint;
  }

  /** What an attribute states of variables holds for all that is in the element, and is visited next. */
  #openVariables(style: string): void {
    const { openNames } = this.#styles;
    const before = openNames.size;
    for (const [, name = ''] of style.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)) openNames.add(name);
    if (openNames.size === before) return;
    this.#isRuleHiding.clear();
    this.#styles.forgetStyles();
    this.#styleHints.clear();
  }

  #findStyleHint(style: string): Hint | undefined {
    const known = this.#styleHints.get(style);
    if (known !== undefined || this.#styleHints.has(style)) return known;
    let hint: Hint | undefined = this.#isPlaced(style) ? 'other' : findHint(style);
    if (hint === 'other' && !this.#isPlaced(style) && !this.#statesHiding(style)) hint = undefined;
    const isWhole = style.includes('background') && !this.#styles.loadsOtherSheets();
    if (isWhole && listStatedBackgrounds(style).some(this.#unpainted.isOfText)) hint = 'other';
    this.#styleHints.set(style, hint);
    return hint;
  }

  /** Whether a declaration could hide something, also by a variable that an element itself may state. */
  #statesHiding(css: string): boolean {
    this.#styles.steps.take(readingSteps);
    let isOpen = false;
    const declarations = readDeclarations(css, (name) => {
      const value = this.#styles.findPageVariable(name);
      isOpen ||= value === undefined || this.#styles.openNames.has(name);
      return value;
    });
    return (
      isOpen || declarations.some(({ property, parts }) => hidingValues[property]?.(parts) === true)
    );
  }

  /** Whether one of the declarations could hide something, alone or with others. */
  #isHiding(rule: StyleRule): boolean {
    let isHiding = this.#isRuleHiding.get(rule.source.declarations);
    if (isHiding === undefined) {
      isHiding = this.#statesHiding(rule.source.declarations);
      this.#isRuleHiding.set(rule.source.declarations, isHiding);
    }
    return isHiding;
  }
}

/** Whether declarations may lay an element on all of the box around it. */
function isCover(css: string): boolean {
  return covers.test(css) || (fromTop.test(css) && toBottom.test(css) && toRight.test(css));
}

const covers = /inset\s*:\s*(?:-|0)/i;
const fromTop = /top\s*:\s*(?:-|0)/i;
const toBottom = /height\s*:\s*\d{3}%|bottom\s*:\s*(?:-|0)/i;
const toRight = /width\s*:\s*\d{3}%|right\s*:\s*(?:-|0)/i;
/** A box of a line or two, which cuts off what is moved out of it. */
const lowBox = /(?:^|[;\s])(?:max-)?height\s*:\s*(?:[2-4]?\d(?:\.\d+)?px|[0-3](?:\.\d+)?r?em)/i;
/** What may be a screen away. */
const farSide =
  /(?:left|right|top|bottom|start|end|inset[a-z-]*)\s*:[^;]{0,99}?(?:-\d|[7-9]\d\d|\d{4}|\d{3}(?:%|[sld]?v[whim])|calc)/i;
/** What is away by whole screens. */
const screensAway = /(?:right|top|end|start|inset[a-z-]{0,20})\s*:[^;]{0,99}?\d{3}[sld]?v[whib]/i;
/** What is seen in part, and no more in something that is seen in part. */
const translucent = /(?<![\w-])opacity\s*[:(]\s*(?:0*\.\d|\d\d?(?:\.\d+)?%|[a-z-]+\()/i;
/** Half the size of the text around it or less. */
const shrinking = /font-size\s*:\s*(?:[1-5]\d(?:\.\d+)?%|0*\.[1-5]\d*em)/i;

/** What attributes state that could hide an element by a property of the two groups. */
function findPartHint(name: string, attribs: Readonly<Record<string, string>>): Hint | undefined {
  const { style = '' } = attribs;
  if (mayState(style, 'moved') && mayHide(style, 'moved')) return 'other';
  const isHiding =
    isHiddenByAttribute(name, attribs) ||
    (mayState(style, 'plain') && mayHide(style, 'plain')) ||
    (drawnTags.has(name) && hasDrawingAttribute(name, attribs));
  return isHiding ? 'plain' : undefined;
}

const textColor = /(?:^|[;\s])color\s*:/i;
/** Tags of drawings, which attributes can hide. */
const drawnTags: ReadonlySet<string> = new Set(['svg', 'g', 'text', 'tspan', 'textpath']);
/** Tags of elements that their own attributes may hide in more ways than a style. */
const judgedTags: ReadonlySet<string> = new Set(['font', 'foreignObject', 'foreignobject']);
/** Tags of elements that may be hidden or coloured without an attribute that tells so. */
const significantTags: ReadonlySet<string> = new Set([
  ...drawnTags,
  'font',
  'dialog',
  'details',
  'foreignObject',
  'foreignobject',
]);

const drawingAttributes = ['display', 'visibility', 'opacity', 'fill-opacity', 'transform'];

function isNothing(size: string | undefined): boolean {
  return size !== undefined && Number.parseFloat(size) <= 1;
}

function hasDrawingAttribute(name: string, attribs: Readonly<Record<string, string>>): boolean {
  const isText = name !== 'svg' && name !== 'g';
  if (isText && attribs['fill'] !== undefined) return true;
  if (name === 'svg' && (isNothing(attribs['width']) || isNothing(attribs['height']))) return true;
  return drawingAttributes.some((attribute) => attribs[attribute] !== undefined);
}
