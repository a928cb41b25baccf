import { displayWords } from '../values/display-words.ts';
import { isColor } from '../values/style-colors.ts';
import { isWord, toPixels, toShare, type ValuePart } from '../values/style-values.ts';

type Parts = readonly ValuePart[];
type Longhand = readonly [property: string, parts: Parts];

/**
 * Returns the longhand properties that a declaration states and that decide about being seen; none for a declaration that
 * is invalid or decides about nothing.
 */
export function toLonghands(property: string, parts: Parts): readonly Longhand[] {
  if (parts.length === 0 || !isDeciding(property)) return [];
  const name = physicalNames[property] ?? property;
  const expand = shorthands[name];
  if (expand !== undefined) return isGlobal(parts) ? expandGlobal(name, parts) : expand(parts);
  const isValid = longhands[name];
  return isValid !== undefined && (isGlobal(parts) || isValid(parts)) ? [[name, parts]] : [];
}

/** Whether `toLonghands` can return anything for a property. */
export function isDeciding(property: string): boolean {
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

/** The properties that decide about being seen, each with what makes a value valid. */
const longhands: Readonly<Record<string, Check>> = {
  display: (parts) => parts.every((part) => part.kind === 'word' && displayWords.has(part.text)),
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
  'font-size': isLength,
  'white-space': isAny,
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
export const longhandNames: readonly string[] = Object.keys(longhands);

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
};

/** The longhands of each shorthand, for words such as `inherit`. */
const namesOfShorthand: Readonly<Record<string, readonly string[]>> = {
  all: longhandNames,
  inset: sides,
  font: ['font-size', 'line-height'],
  background: ['background-color', 'background-image', 'background-clip'],
  mask: ['mask-image'],
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
