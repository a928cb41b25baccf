import parse, { type CssNode } from 'css-tree/parser';
import {
  baseFontSize,
  displayWords,
  screen,
  toPixels,
  toValueParts,
} from '../values/style-values.ts';
import { readOnce } from './read-once.ts';

/** What media queries ask for, of the screen that pages are read for; see docs/internals/decisions/hidden-text.md. */
const lengths: Readonly<Record<string, number>> = {
  width: screen.width,
  height: screen.height,
  'device-width': screen.width,
  'device-height': screen.height,
  'inline-size': screen.width,
  'block-size': screen.height,
};
const numbers: Readonly<Record<string, number>> = {
  'aspect-ratio': screen.width / screen.height,
  'device-aspect-ratio': screen.width / screen.height,
  resolution: 1,
  '-webkit-device-pixel-ratio': 1,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
  '-webkit-transform-3d': 1,
};
const words: Readonly<Record<string, string>> = {
  orientation: 'landscape',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  scripting: 'enabled',
  update: 'fast',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  'display-mode': 'browser',
  'dynamic-range': 'standard',
  'video-dynamic-range': 'standard',
  'color-gamut': 'srgb',
  scan: 'progressive',
};

/** Pages use the same few conditions again and again, each of them hundreds of times. */
const known = { characters: 200_000, length: 4_000 };

/** Whether a list of media queries holds on the screen that pages are read for. An invalid query does not hold. */
export function isMediaMatch(list: string): boolean {
  return list.trim() === '' || isListMatch(list);
}

const isListMatch = readOnce((list) => {
  const root = parseCondition(list, 'mediaQueryList');
  for (const query of root?.children ?? []) {
    if (query.type === 'MediaQuery' && isQueryMatch(query)) return true;
  }
  return false;
}, known);

function isQueryMatch({ modifier, mediaType, condition }: CssNode): boolean {
  const type = mediaType?.toLowerCase() ?? 'all';
  const isType = type === 'all' || type === 'screen';
  const holds = condition == null ? true : evaluate(condition, isFeatureTrue);
  if (holds === undefined) return false;
  return modifier?.toLowerCase() === 'not' ? !(isType && holds) : isType && holds;
}

/** Whether a condition of `@container` holds, in a container of the size of the screen. Style queries do not hold. */
export function isContainerMatch(prelude: string): boolean {
  // A name comes first; css-tree reads conditions of media alike.
  const condition = prelude.replace(/^\s*(?!not\b)[\w-]+\s+(?=\(|not\b)/i, '');
  return isMediaMatch(condition);
}

/** Whether a condition of `@supports` holds in a current browser. */
export const isSupported: (prelude: string) => boolean = readOnce((prelude) => {
  const sheet = parseCondition(`@supports ${prelude} {}`, 'stylesheet');
  const [rule] = sheet?.children ?? [];
  const [condition] = (rule as { prelude?: CssNode } | undefined)?.prelude?.children ?? [];
  return condition !== undefined && evaluate(condition, isFeatureSupported) === true;
}, known);

function parseCondition(
  text: string,
  context: 'mediaQueryList' | 'stylesheet',
): CssNode | undefined {
  let isValid = true;
  try {
    const root = parse(text.slice(0, maxConditionLength), {
      context,
      onParseError: () => (isValid = false),
    });
    return isValid || context === 'mediaQueryList' ? root : undefined;
  } catch {
    // Nested too deeply for the parser: no real condition is.
    return undefined;
  }
}

/** Characters; no real condition is nearly as long. */
const maxConditionLength = 4_000;

type EvaluateLeaf = (node: CssNode) => boolean | undefined;

/** Returns whether a condition holds; `undefined` where that is unknown. */
function evaluate(node: CssNode, evaluateLeaf: EvaluateLeaf): boolean | undefined {
  if (node.type !== 'Condition') return evaluateLeaf(node);
  let result: boolean | undefined;
  let isFirst = true;
  let isNegated = false;
  let operator = 'and';
  for (const child of node.children ?? []) {
    if (child.type === 'Identifier') {
      const word = child.name?.toLowerCase() ?? '';
      if (word === 'not') isNegated = true;
      else operator = word;
      continue;
    }
    const found = evaluate(child, evaluateLeaf);
    const value = isNegated && found !== undefined ? !found : found;
    isNegated = false;
    if (isFirst) result = value;
    else if (operator === 'or')
      result = result === true || value === true ? true : join(result, value);
    else result = result === false || value === false ? false : join(result, value);
    isFirst = false;
  }
  return result;
}

/** Returns the common value of two conditions; `undefined` where one is unknown. */
function join(one: boolean | undefined, two: boolean | undefined): boolean | undefined {
  return one === undefined || two === undefined ? undefined : two;
}

function isFeatureTrue(node: CssNode): boolean | undefined {
  if (node.type === 'Feature') {
    const [, bound = '', name = ''] =
      /^(min-|max-|)(.*)$/.exec(node.name?.toLowerCase() ?? '') ?? [];
    // `-webkit-min-device-pixel-ratio`
    const [plain, inner] = name.startsWith('-webkit-')
      ? [name.replace(/-(?:min|max)-/, '-'), /-(min-|max-)/.exec(name)?.[1]]
      : [name, undefined];
    const value = typeof node.value === 'object' ? node.value : undefined;
    return compareFeature(plain, (inner ?? bound) || '=', value ?? undefined);
  }
  if (node.type !== 'FeatureRange') return undefined;
  const { left, leftComparison = '', middle, rightComparison, right } = node;
  if (left === undefined || middle === undefined) return undefined;
  if (left.type === 'Identifier' && rightComparison == null)
    return compareFeature(left.name?.toLowerCase() ?? '', leftComparison, middle);
  const name = middle.name?.toLowerCase() ?? '';
  const lower = compareFeature(name, turned[leftComparison] ?? leftComparison, left);
  if (right == null || rightComparison == null) return lower;
  const upper = compareFeature(name, rightComparison, right);
  return lower === undefined || upper === undefined ? undefined : lower && upper;
}

const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Whether a feature of the screen stands in this relation to a value; without a value, whether it is there at all. */
function compareFeature(
  name: string,
  relation: string,
  node: CssNode | undefined,
): boolean | undefined {
  const word = words[name];
  if (word !== undefined) {
    if (node === undefined) return word !== 'none' && word !== 'no-preference';
    return node.name?.toLowerCase() === word;
  }
  const actual = lengths[name] ?? numbers[name];
  if (actual === undefined) return undefined;
  if (node === undefined) return actual !== 0;
  const wanted = toNumber(node);
  if (wanted === undefined) return undefined;
  switch (relation) {
    case 'min-':
    case '>=': {
      return actual >= wanted;
    }
    case 'max-':
    case '<=': {
      return actual <= wanted;
    }
    case '>': {
      return actual > wanted;
    }
    case '<': {
      return actual < wanted;
    }
    default: {
      return Math.abs(actual - wanted) < 0.001;
    }
  }
}

/** Returns a length in pixels, a resolution in dots per pixel, a ratio or a number. */
function toNumber(node: CssNode): number | undefined {
  if (node.type === 'Ratio') {
    const above = node.left === undefined ? undefined : toNumber(node.left);
    const below = node.right == null ? 1 : toNumber(node.right);
    return above === undefined || below === undefined ? undefined : above / below;
  }
  const [part] = toValueParts([node]);
  if (part?.kind === 'number') {
    if (part.unit === 'dppx' || part.unit === 'x') return part.value;
    if (part.unit === 'dpi') return part.value / 96;
    if (part.unit === 'dpcm') return part.value / 37.8;
  }
  return toPixels(part, { percent: screen.width, em: baseFontSize });
}

/** First words of the properties that browsers know. */
const knownProperty =
  /^(?:--|(?:-webkit-)?(?:accent|align|all|anchor|animation|appearance|aspect|backdrop|backface|background|block|border|bottom|box|break|caption|caret|clear|clip|color|column|columns|contain|container|content|counter|cursor|direction|display|empty|field|fill|filter|flex|float|font|forced|gap|grid|hanging|height|hyphens|image|inline|inset|interpolate|isolation|justify|left|letter|line|list|margin|mask|math|max|min|mix|object|offset|opacity|order|orphans|outline|overflow|overscroll|padding|page|perspective|place|pointer|position|quotes|resize|right|rotate|row|ruby|scale|scroll|scrollbar|shape|size|speak|stroke|tab|table|text|top|touch|transform|transition|translate|unicode|user|vertical|view|visibility|white|widows|width|will|word|writing|z|zoom)(?:$|-))/;
/** Values of other browsers. */
const foreignValue = /^-(?:moz|ms|o|khtml|apple)-/;

function isFeatureSupported(node: CssNode): boolean | undefined {
  if (node.type === 'FeatureFunction') return true;
  const { declaration } = node;
  if (declaration === undefined) return undefined;
  const name = declaration.property?.toLowerCase() ?? '';
  if (!knownProperty.test(name)) return false;
  const value = typeof declaration.value === 'object' ? declaration.value : undefined;
  const parts = toValueParts(value?.children ?? []);
  return parts.every((part) => {
    if (part.kind !== 'word') return true;
    return !foreignValue.test(part.text) && (name !== 'display' || displayWords.has(part.text));
  });
}
