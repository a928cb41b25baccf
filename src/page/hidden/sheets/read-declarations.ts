import parse, { type CssNode } from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { readOnce } from './read-once.ts';
import {
  type ValuePart,
  displayWords,
  isWord,
  maxFunctionDepth,
  toPixels,
  toShare,
  toValueParts,
} from '../values/style-values.ts';
import { isColor } from '../values/style-colors.ts';
import { isOfGroup, type StyleGroup } from '../values/hiding-values.ts';

/** A declared longhand property that decides about being seen. */
export interface Declaration {
  /** In lower case, physical: `left` for `inset-inline-start`. */
  readonly property: string;
  readonly parts: readonly ValuePart[];
  readonly isImportant: boolean;
  /** Whether it is `revert-layer`: what the layers before state holds. */
  readonly goesBack: boolean;
}

/** Returns the value of a custom property as written. */
export type FindVariable = (name: string) => string | undefined;

/**
 * Characters that css-tree is given at once. Its buffers grow with the longest text that it has seen and are cleared for each
 * text, so one long text would slow down all later ones; this is what the buffers hold from the start.
 */
const maxLength = 16_000;
/** Variables that are replaced in one value, those in replacements included. */
const maxReplacements = 50;

/**
 * Returns what declarations (of a rule or a `style` attribute) state about being seen, as longhand properties, each with
 * the last value that was written, and with the last important one. Invalid ones are left out, as in browsers.
 */
export function readDeclarations(
  css: string,
  findVariable: FindVariable,
  group: StyleGroup = 'all',
): readonly Declaration[] {
  return group !== 'all' || variableOrEscape.test(css)
    ? parseDeclarations(css, findVariable, group)
    : readWithoutVariables(css);
}

/** Without variables, the text decides. */
const readWithoutVariables = readOnce((css) => parseDeclarations(css, () => undefined, 'all'));

function parseDeclarations(
  css: string,
  findVariable: FindVariable,
  group: StyleGroup,
): readonly Declaration[] {
  const declarations = new Map<string, Declaration>();
  const keep = (property: string, parts: Parts, isImportant: boolean): void => {
    for (const [longhand, longhandParts] of toLonghands(property, parts)) {
      // `all` states those of every group.
      if (!isOfGroup(longhand, group)) continue;
      const goesBack = isWord(longhandParts, 'revert-layer');
      declarations.set(isImportant ? `${longhand}!` : longhand, {
        property: longhand,
        parts: longhandParts,
        isImportant,
        goesBack,
      });
    }
  };
  for (const piece of splitPlainly(css)?.filter((text) => isPieceOf(text, group)) ?? [css]) {
    const simple = readSimple(piece);
    if (simple !== undefined) {
      keep(simple.property, simple.parts, simple.isImportant);
      continue;
    }
    for (const node of parseList(piece)) {
      const { value } = node;
      if (node.type !== 'Declaration' || node.property === undefined) continue;
      if (node.property.startsWith('--') || typeof value !== 'object' || value === null) continue;
      const property = ident.decode(node.property).toLowerCase();
      if (!isDeciding(property) || !isOfGroup(property, group)) continue;
      const children = value.children ?? [];
      const hasVariable = holdsVariable(children);
      const nodes = hasVariable ? replaceVariables(children, findVariable) : children;
      const parts = nodes === undefined ? [] : toValueParts(nodes);
      // Found to be invalid by its variables, a declaration counts, and states nothing: what was stated before is lost.
      const isLost = hasVariable && toLonghands(property, parts).length === 0;
      keep(property, isLost ? unset : parts, node.important === true);
    }
  }
  return [...declarations.values()];
}

const simpleDeclaration = /^([a-z-]+)\s*:([^!]*)(!\s*important)?$/i;
const simpleValue = /^(?:#[\da-z]+|-?[a-z][a-z-]*|[+-]?(?:\d+|\d*\.\d+)(?:%|[a-z]{0,4}))$/i;

/** Reads a declaration of words, numbers and colours, as nearly all are, without a parser. */
function readSimple(
  css: string,
): { readonly property: string; readonly parts: Parts; readonly isImportant: boolean } | undefined {
  const [, property, value, important] = simpleDeclaration.exec(css.trim()) ?? [];
  if (property === undefined || value === undefined) return undefined;
  const parts: ValuePart[] = [];
  for (const text of value.trim().split(/\s+/)) {
    if (!simpleValue.test(text)) return undefined;
    parts.push(toSimplePart(text.toLowerCase()));
  }
  return { property: property.toLowerCase(), parts, isImportant: important !== undefined };
}

function toSimplePart(text: string): ValuePart {
  if (text.startsWith('#')) return { kind: 'hash', text: text.slice(1) };
  const number = /^[+-]?[\d.]+/.exec(text)?.[0];
  if (number === undefined) return { kind: 'word', text };
  return { kind: 'number', value: Number(number), unit: text.slice(number.length) };
}

/** Returns those of the declarations that may decide about being seen, as written. */
export function keepDeciding(css: string, group: StyleGroup): string {
  const pieces = splitPlainly(css)?.filter((piece) => isPieceOf(piece, group));
  return pieces?.join(';') ?? css;
}

/** Adds the custom properties of declarations to a map, as written; a later one replaces an earlier one. */
export function readVariables(css: string, variables: Map<string, string>): void {
  const pieces = splitPlainly(css)?.filter((piece) => isVariable.test(piece));
  if (pieces?.every((piece) => plainVariable.test(piece)) === true) {
    for (const piece of pieces) {
      const colon = piece.indexOf(':');
      variables.set(piece.slice(0, colon).trim(), piece.slice(colon + 1).trim());
    }
    return;
  }
  for (const { type, property, value } of parseList(
    pieces === undefined ? css : pieces.join(';'),
  )) {
    if (type !== 'Declaration' || property?.startsWith('--') !== true) continue;
    const text = typeof value === 'object' ? value?.value : undefined;
    if (typeof text === 'string') variables.set(ident.decode(property), text.trim());
  }
}

const unset: readonly ValuePart[] = [{ kind: 'word', text: 'unset' }];
const variableOrEscape = /var\(|env\(|\\/i;
const isVariable = /^\s*--/;
const plainVariable = /^\s*--[\w-]+\s*:\s*[^\s!][^!]*$/;
/** What may hold a semicolon that ends no declaration, or does not stand for itself. */
const unplain = /["'\\{}[\]@<]|\/\*/;

/** Returns the declarations of a list as written where their borders are its semicolons; `undefined` where they may not be. */
function splitPlainly(css: string): readonly string[] | undefined {
  if (unplain.test(css)) return undefined;
  const pieces = css.split(';');
  return pieces.every(isBalanced) ? pieces : undefined;
}

/** Whether each closing parenthesis of a text closes one that is open, and none stays open. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (let open = text.search(/[()]/); open >= 0 && open < text.length; open += 1) {
    const code = text.charCodeAt(open);
    if (code === 0x28) depth += 1;
    else if (code === 0x29) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function isPieceOf(piece: string, group: StyleGroup): boolean {
  const colon = piece.indexOf(':');
  if (colon <= 0) return false;
  const property = piece.slice(0, colon).trim().toLowerCase();
  return isOfGroup(property, group) && isDeciding(property);
}

function* parseList(css: string): Iterable<CssNode> {
  for (let start = 0; start < css.length;) {
    const limit = start + maxLength;
    const border = css.length <= limit ? css.length : css.lastIndexOf(';', limit) + 1;
    const end = border > start ? border : limit;
    try {
      yield* parse(css.slice(start, end), { context: 'declarationList' }).children ?? [];
    } catch {
      // Nested too deeply for the parser's recursion.
    }
    start = end;
  }
}

/** Whether a value, or what is in its functions, names a variable. */
function holdsVariable(nodes: Iterable<CssNode>, depth = 0): boolean {
  for (const { type, name, children } of nodes) {
    if (type !== 'Function' && type !== 'Parentheses') continue;
    if (/^(?:var|env)$/i.test(name ?? '')) return true;
    if (depth < maxFunctionDepth && holdsVariable(children ?? [], depth + 1)) return true;
  }
  return false;
}

/**
 * Returns the nodes of a value with each variable replaced by the nodes of its value or fallback; `undefined` where one has
 * neither, which makes the declaration invalid.
 */
function replaceVariables(
  nodes: Iterable<CssNode>,
  findVariable: FindVariable,
): readonly CssNode[] | undefined {
  const found: CssNode[] = [];
  let left = maxReplacements;
  const addAll = (list: Iterable<CssNode>, into: CssNode[], depth: number): boolean => {
    if (depth > maxFunctionDepth) return false;
    for (const node of list) {
      if (node.type !== 'Function') {
        into.push(node);
        continue;
      }
      const [name, , fallback] = node.children ?? [];
      const replaced = node.name?.toLowerCase();
      if (replaced !== 'var' && replaced !== 'env') {
        const children: CssNode[] = [];
        if (!addAll(node.children ?? [], children, depth + 1)) return false;
        into.push({ ...node, children });
        continue;
      }
      left -= 1;
      if (replaced === 'env') {
        const value = ident.decode(name?.name ?? '').startsWith('safe-area-')
          ? parseValue('0px')
          : [...(node.children ?? [])].slice(2);
        // What a device states of itself: a desktop states no areas, and nothing else.
        if (left < 0 || !addAll(value, into, depth + 1)) return false;
        continue;
      }
      const rest = typeof fallback?.value === 'string' ? fallback.value : undefined;
      const text = findVariable(ident.decode(name?.name ?? '')) ?? rest;
      if (left < 0 || text === undefined || !addAll(parseValue(text), into, depth + 1))
        return false;
    }
    return true;
  };
  return addAll(nodes, found, 0) ? found : undefined;
}

function parseValue(css: string): Iterable<CssNode> {
  try {
    return parse(css.slice(0, maxLength), { context: 'value' }).children ?? [];
  } catch {
    // Nested too deeply for the parser's recursion.
    return [];
  }
}

type Parts = readonly ValuePart[];
type Longhand = readonly [property: string, parts: Parts];

/**
 * Returns the longhand properties that a declaration states and that decide about being seen; none for a declaration that
 * is invalid or decides about nothing.
 */
function toLonghands(property: string, parts: Parts): readonly Longhand[] {
  if (parts.length === 0 || !isDeciding(property)) return [];
  const name = physicalNames[property] ?? property;
  const expand = shorthands[name];
  if (expand !== undefined) return isGlobal(parts) ? expandGlobal(name, parts) : expand(parts);
  const isValid = longhands[name];
  return isValid !== undefined && (isGlobal(parts) || isValid(parts)) ? [[name, parts]] : [];
}

/** Whether `toLonghands` can return anything for a property. */
function isDeciding(property: string): boolean {
  const name = physicalNames[property] ?? property;
  return Object.hasOwn(shorthands, name) || Object.hasOwn(longhands, name);
}

function isGlobal(parts: Parts): boolean {
  return isWord(parts, 'inherit', 'initial', 'unset', 'revert', 'revert-layer');
}

/** Logical names in pages that are written from left to right and from top to bottom, and names with a prefix. */
const physicalNames: Readonly<Record<string, string>> = {
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'margin-block-end': 'margin-bottom',
  'padding-block-start': 'padding-top',
  'padding-block-end': 'padding-bottom',
  'padding-inline-start': 'padding-left',
  'padding-inline-end': 'padding-right',
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
  '-webkit-transform': 'transform',
  '-webkit-filter': 'filter',
  '-webkit-opacity': 'opacity',
  '-webkit-clip-path': 'clip-path',
  '-webkit-mask': 'mask',
  '-webkit-mask-image': 'mask-image',
  '-webkit-background-clip': 'background-clip',
  '-webkit-animation': 'animation',
  '-webkit-animation-name': 'animation-name',
  '-webkit-animation-fill-mode': 'animation-fill-mode',
};

type Check = (parts: Parts) => boolean;

const isLength: Check = ([part, ...rest]) =>
  rest.length === 0 && (part?.kind === 'word' || toPixels(part) !== undefined);
const isShare: Check = ([part, ...rest]) => rest.length === 0 && toShare(part) !== undefined;
const isOneColor: Check = ([part, ...rest]) =>
  rest.length === 0 && part !== undefined && isColor(part);
const isAny: Check = () => true;
const isOneOf =
  (...words: readonly string[]): Check =>
  (parts) =>
    isWord(parts, ...words);
const isOverflow = isOneOf('visible', 'hidden', 'clip', 'scroll', 'auto', 'overlay');

/** Longhands of `animation` that decide what holds when it has ended. */
const animationNames = [
  'name',
  'fill-mode',
  'duration',
  'delay',
  'iteration-count',
  'play-state',
  'direction',
].map((name) => `animation-${name}`);

/** The properties that decide about being seen, each with what makes a value valid. */
const longhands: Readonly<Record<string, Check>> = {
  display: (parts) => parts.every((part) => part.kind === 'word' && displayWords.has(part.text)),
  'white-space-collapse': isOneOf('collapse', 'preserve', 'preserve-breaks', 'break-spaces'),
  visibility: isOneOf('visible', 'hidden', 'collapse'),
  'content-visibility': isOneOf('visible', 'hidden', 'auto'),
  opacity: isShare,
  position: isOneOf('static', 'relative', 'absolute', 'fixed', 'sticky', '-webkit-sticky'),
  color: isOneColor,
  '-webkit-text-fill-color': isOneColor,
  'background-color': isOneColor,
  'background-image': isAny,
  'background-clip': isAny,
  transform: (parts) => isWord(parts, 'none') || parts.every((part) => part.kind === 'function'),
  translate: isAny,
  scale: (parts) => isWord(parts, 'none') || parts.every((part) => toShare(part) !== undefined),
  rotate: isAny,
  zoom: (parts) => isWord(parts, 'normal', 'reset') || isShare(parts),
  filter: isAny,
  clip: isAny,
  'clip-path': isAny,
  'mask-image': isAny,
  fill: isAny,
  'fill-opacity': isShare,
  'overflow-x': isOverflow,
  'overflow-y': isOverflow,
  contain: (parts) => parts.every(({ kind }) => kind === 'word'),
  'font-size': isLength,
  'white-space': isAny,
  'z-index': (parts) => isWord(parts, 'auto') || isShare(parts),
  isolation: isOneOf('auto', 'isolate'),
  float: isOneOf('none', 'left', 'right', 'inline-start', 'inline-end'),
  'grid-template-rows': isAny,
  ...Object.fromEntries(animationNames.map((name) => [name, isAny])),
  'transition-property': isAny,
  'transition-duration': isAny,
  ...Object.fromEntries(
    (
      'left right top bottom margin-left margin-right margin-top margin-bottom padding-left padding-right padding-top ' +
      'padding-bottom width height min-width min-height max-width max-height text-indent letter-spacing line-height'
    )
      .split(' ')
      .map((name) => [name, name === 'text-indent' ? isAny : isLength]),
  ),
};

/** Every property that `toLonghands` can return. */
const longhandNames: readonly string[] = Object.keys(longhands);

const sides = ['top', 'right', 'bottom', 'left'];

const shorthands: Readonly<Record<string, (parts: Parts) => readonly Longhand[]>> = {
  all: () => [],
  inset: (parts) => toSides(parts, sides),
  'inset-inline': (parts) => toPair(parts, 'left', 'right'),
  'inset-block': (parts) => toPair(parts, 'top', 'bottom'),
  margin: (parts) =>
    toSides(
      parts,
      sides.map((side) => `margin-${side}`),
    ),
  'margin-inline': (parts) => toPair(parts, 'margin-left', 'margin-right'),
  'margin-block': (parts) => toPair(parts, 'margin-top', 'margin-bottom'),
  padding: (parts) =>
    toSides(
      parts,
      sides.map((side) => `padding-${side}`),
    ),
  'padding-inline': (parts) => toPair(parts, 'padding-left', 'padding-right'),
  'padding-block': (parts) => toPair(parts, 'padding-top', 'padding-bottom'),
  overflow: (parts) =>
    parts.every((part) => isOverflow([part])) ? toPair(parts, 'overflow-x', 'overflow-y') : [],
  font: toFontSize,
  background: toBackground,
  mask: (parts) => [['mask-image', parts]],
  animation: toAnimation,
  transition: toTransition,
  'grid-template': (parts) => [['grid-template-rows', parts.slice(0, findSlash(parts))]],
  grid: (parts) => [['grid-template-rows', parts.slice(0, findSlash(parts))]],
};

function findSlash(parts: Parts): number {
  const slash = parts.findIndex((part) => part.kind === 'sign' && part.text === '/');
  return slash < 0 ? parts.length : slash;
}

const animationWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['none', 'forwards', 'backwards', 'both'].map((word) => [word, 'animation-fill-mode']),
  ),
  ...Object.fromEntries(
    ['normal', 'reverse', 'alternate', 'alternate-reverse'].map((word) => [
      word,
      'animation-direction',
    ]),
  ),
  infinite: 'animation-iteration-count',
  paused: 'animation-play-state',
  running: 'animation-play-state',
};
const easing =
  /^(?:linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|auto|replace|add|accumulate)$/;

/** The first time is the duration, the second one the delay; a word that means nothing else is the name. */
function toAnimation(parts: Parts): readonly Longhand[] {
  // Of several, the one that wins is the last.
  const last = parts.slice(
    parts.findLastIndex((part) => part.kind === 'sign' && part.text === ',') + 1,
  );
  const found = new Map<string, Parts>(
    animationNames.map((name) => [name, [{ kind: 'word', text: 'initial' }]]),
  );
  let times = 0;
  for (const part of last) {
    if (part.kind === 'number' && part.unit !== '') {
      found.set(times === 0 ? 'animation-duration' : 'animation-delay', [part]);
      times += 1;
    } else if (part.kind === 'number') found.set('animation-iteration-count', [part]);
    else if (part.kind === 'string') found.set('animation-name', [part]);
    else if (part.kind === 'word' && !easing.test(part.text))
      found.set(animationWords[part.text] ?? 'animation-name', [part]);
  }
  return [...found];
}

/** Of each of several the first time is the duration; all properties change where none is named. */
function toTransition(parts: Parts): readonly Longhand[] {
  const named = parts.filter((part) => part.kind === 'word' && !easing.test(part.text));
  const times = parts.filter((part) => part.kind === 'number');
  return [
    ['transition-property', named.length > 0 ? named : [{ kind: 'word', text: 'all' }]],
    ['transition-duration', times.length > 0 ? times : [{ kind: 'word', text: 'initial' }]],
  ];
}

/** The longhands of each shorthand, for words such as `inherit`. */
const namesOfShorthand: Readonly<Record<string, readonly string[]>> = {
  all: longhandNames,
  inset: sides,
  font: ['font-size', 'line-height'],
  background: ['background-color', 'background-image', 'background-clip'],
  mask: ['mask-image'],
  animation: animationNames,
  transition: ['transition-property', 'transition-duration'],
  'grid-template': ['grid-template-rows'],
  grid: ['grid-template-rows'],
};

function expandGlobal(name: string, parts: Parts): readonly Longhand[] {
  const prefix = name.replace(/-(?:inline|block)$/, '');
  const names =
    namesOfShorthand[name] ?? longhandNames.filter((longhand) => longhand.startsWith(`${prefix}-`));
  return names.map((longhand) => [longhand, parts]);
}

/** One to four lengths, for the sides from the top clockwise. */
function toSides(parts: Parts, names: readonly string[]): readonly Longhand[] {
  const [top, right = top, bottom = top, left = right] = parts;
  if (parts.length > 4 || !parts.every((part) => isLength([part]))) return [];
  const values = [top, right, bottom, left];
  return names.flatMap((name, index): readonly Longhand[] => {
    const value = values[index];
    return value === undefined ? [] : [[name, [value]]];
  });
}

function toPair(parts: Parts, first: string, second: string): readonly Longhand[] {
  const [one, two = one] = parts;
  if (parts.length > 2 || one === undefined || two === undefined) return [];
  return [
    [first, [one]],
    [second, [two]],
  ];
}

const sizeWord = /^(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)$/;

/** The size in `font` is its first length; numbers before it are weights, and what follows a slash is the line height. */
function toFontSize(parts: Parts): readonly Longhand[] {
  const index = parts.findIndex((part, place) => {
    if (part.kind === 'word') return sizeWord.test(part.text);
    if (part.kind === 'function') return toPixels(part) !== undefined;
    if (part.kind !== 'number') return false;
    const next = parts[place + 1];
    return part.unit !== '' || part.value === 0 || (next?.kind === 'sign' && next.text === '/');
  });
  const size = parts[index];
  // One word (`caption`, `menu`) is a font of the system.
  if (size === undefined) return parts.length === 1 ? [['font-size', [medium]]] : [];
  // Without a family the declaration is invalid.
  const hasLineHeight = parts[index + 1]?.kind === 'sign';
  return parts.length > index + (hasLineHeight ? 3 : 1) ? [['font-size', [size]]] : [];
}

const medium: ValuePart = { kind: 'word', text: 'medium' };

function toBackground(parts: Parts): readonly Longhand[] {
  const color = parts.find(isColor);
  const images = parts.filter(isImage);
  const clips = parts.filter((part) => part.kind === 'word' && part.text === 'text');
  return [
    ['background-color', [color ?? { kind: 'word', text: 'transparent' }]],
    ['background-image', images.length > 0 ? images : [{ kind: 'word', text: 'none' }]],
    ['background-clip', clips.length > 0 ? clips : [{ kind: 'word', text: 'border-box' }]],
  ];
}

function isImage(part: ValuePart): boolean {
  return (
    part.kind === 'other' ||
    (part.kind === 'function' && !isColor(part) && toPixels(part) === undefined)
  );
}
