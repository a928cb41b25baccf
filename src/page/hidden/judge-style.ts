import { hidingValues, maxUnreadableFont } from './values/hiding-values.ts';
import { type Color, isSameColor, maxFaint, toColor } from './values/style-colors.ts';
import {
  baseFontSize,
  isWord,
  screen,
  toPixels,
  toShare,
  type ValuePart,
} from './values/style-values.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** The declarations that won for an element, by longhand property. */
export type WonStyle = ReadonlyMap<string, readonly ValuePart[]>;

/** Why text cannot be seen that has no reason of its own to be: what it inherits. */
export interface TextState {
  readonly isInvisible: boolean;
  /** CSS pixels. */
  readonly fontSize: number;
  /** CSS pixels of the root's text. */
  readonly rootSize: number;
  /** Set where text of this colour cannot be seen. */
  readonly color: Color | undefined;
  /** As `color`, for `-webkit-text-fill-color`, which wins over it. */
  readonly fill: Color | undefined;
  readonly isIndented: boolean;
  readonly isCollapsed: boolean;
}

export const seenText: TextState = {
  isInvisible: false,
  fontSize: baseFontSize,
  rootSize: baseFontSize,
  color: undefined,
  fill: undefined,
  isIndented: false,
  isCollapsed: false,
};

/** Whether text cannot be seen. */
export function isUnseen(state: TextState): boolean {
  return (
    state.isInvisible ||
    state.fontSize <= maxUnreadableFont ||
    state.color !== undefined ||
    state.fill !== undefined ||
    state.isIndented ||
    state.isCollapsed
  );
}

const sides = ['left', 'right', 'top', 'bottom'];
const collapsing = ['display', 'opacity', 'content-visibility'];
/** What does nothing to an element within a line. */
const boxed: ReadonlySet<string> = toWordSet(
  'transform translate scale rotate content-visibility margin-top margin-bottom',
);
const inlineTags: ReadonlySet<string> = toWordSet(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var',
);

/** Whether an element is part of a line, as far as its own style says: not in a flex or grid box. */
export function isInlineBox(tag: string, style: WonStyle): boolean {
  const display = style.get('display');
  const isOfLine =
    display === undefined ? inlineTags.has(tag) : isWord(display, 'inline', 'unset', 'initial');
  if (!isOfLine) return false;
  const float = style.get('float');
  if (float !== undefined && !isWord(float, 'none')) return false;
  return !isWord(style.get('position'), 'absolute', 'fixed');
}

const lasting = [
  'transform translate scale rotate zoom filter mask-image clip-path'.split(' '),
  sides.map((side) => `margin-${side}`),
].flat();

/**
 * Returns the property by which a style hides an element with all that is in it. With `keepsCollapsed`, content that pages
 * collapse until a click, a scroll or a script counts as visible: `display: none`, transparent, or of no height. With the
 * latter two and `visibility: hidden`, 9 of 1,035 labelled pages collapse a fifteenth of their content or more, up to all of it.
 */
export function findHidingProperty(
  style: WonStyle,
  keepsCollapsed: boolean,
  isInline: () => boolean,
): string | undefined {
  const isOneHiding = (property: string): boolean =>
    isHiding(style, property) && !(boxed.has(property) && isInline());
  const collapsed = keepsCollapsed ? undefined : collapsing.find(isOneHiding);
  if (collapsed !== undefined) return collapsed;
  const isBeyondScreen = (side: string): boolean => isOffFixed(style, side);
  const isScreensAway = (side: string): boolean => isMovedByScreens(style, side);
  const position = style.get('position');
  const isPositioned = position !== undefined && !isWord(position, 'static', 'sticky');
  const isOutOfFlow = position !== undefined && isWord(position, 'absolute', 'fixed');
  return (
    lasting.find(isOneHiding) ??
    (isPositioned ? sides.find(isOneHiding) : undefined) ??
    (isWord(position, 'fixed') ? sides.find(isBeyondScreen) : undefined) ??
    (isOutOfFlow ? sides.find(isScreensAway) : undefined) ??
    (isOutOfFlow && isOneHiding('clip') ? 'clip' : undefined) ??
    findFlatSize(style, keepsCollapsed, isInline)
  );
}

/**
 * Whether a side of what does not scroll is beyond the other end of the screen, or so far beyond its own end that all of the
 * element is: by its stated size, or by a screen.
 */
function isOffFixed(style: WonStyle, side: string): boolean {
  const isAcross = side === 'left' || side === 'right';
  const size = isAcross ? screen.width : screen.height;
  const base = { percent: size, em: baseFontSize };
  const opposite = sides[sides.indexOf(side) ^ 1] ?? side;
  const isAlone = style.get(opposite) === undefined || isWord(style.get(opposite), 'auto');
  const pixels = toPixels(style.get(side)?.[0], base);
  if (!isAlone || pixels === undefined) return false;
  if (pixels >= size || pixels <= -size) return true;
  const stated = toPixels(style.get(isAcross ? 'width' : 'height')?.[0], base);
  return pixels < 0 && stated !== undefined && stated <= -pixels;
}

const screenUnit = /^[sld]?v[whib]$/;

/** Whether an element is moved above the screen, or past its left end, by whole screens: what stands above it or left of it is never scrolled to. */
function isMovedByScreens(style: WonStyle, side: string): boolean {
  const [part] = style.get(side) ?? [];
  if (part?.kind !== 'number' || !screenUnit.test(part.unit)) return false;
  return (side === 'top' && part.value <= -100) || (side === 'right' && part.value >= 200);
}

const drawnTexts: ReadonlySet<string> = new Set(['text', 'tspan', 'textpath']);

/** Whether an element is a drawing's text without colour. */
export function isTextUnpainted(
  tag: string,
  attribs: Readonly<Record<string, string>>,
  style: WonStyle,
): boolean {
  if (!drawnTexts.has(tag.toLowerCase()) || attribs['stroke'] !== undefined) return false;
  return isHiding(style, 'fill') || isHiding(style, 'fill-opacity');
}

/** Whether an element's own text is moved out of it: `text-indent: 100%` where nothing sticks out. */
function isPushedOut(style: WonStyle): boolean {
  const [indent] = style.get('text-indent') ?? [];
  const share = indent?.kind === 'number' && indent.unit === '%' ? (toShare(indent) ?? 0) : 0;
  return Math.abs(share) >= 1 && isCut(style, 'overflow-x');
}

/** Returns the size that is nothing, where what sticks out of the element is cut off. */
function findFlatSize(
  style: WonStyle,
  keepsCollapsed: boolean,
  isInline: () => boolean,
): string | undefined {
  const findSmall = (size: string): string | undefined =>
    isZero(style, `min-${size}`)
      ? [size, `max-${size}`].find((property) => isHiding(style, property))
      : undefined;
  const isUnpadded = (one: string, two: string): boolean =>
    isZero(style, `padding-${one}`) && isZero(style, `padding-${two}`);
  const isContained = style.get('contain')?.some(isPaintContained) === true;
  if ((isContained || isCut(style, 'overflow-x')) && isUnpadded('left', 'right')) {
    const narrow = findSmall('width');
    if (narrow !== undefined && !isInline()) return narrow;
  }
  if (!(isContained || isCut(style, 'overflow-y')) || !isUnpadded('top', 'bottom'))
    return undefined;
  const low = findSmall('height');
  if (low !== undefined && isInline()) return undefined;
  if (!keepsCollapsed || low === undefined) return low;
  // Scripts open what is closed to nothing; one pixel is for screen readers.
  return (toPixels(style.get('height')?.[0]) ?? 0) > 0 ? low : undefined;
}

/** Returns the share of an element that is seen, by what its style alone states: 1 where nothing behind it shows through. */
export function toOpacity(style: WonStyle): number {
  const filters = style.get('filter')?.map(toFilterOpacity) ?? [];
  return [toShare(style.get('opacity')?.[0]) ?? 1, ...filters].reduce(
    (product, share) => product * Math.max(0, Math.min(share, 1)),
    1,
  );
}

function toFilterOpacity(part: ValuePart): number {
  return part.kind === 'function' && part.name === 'opacity' ? (toShare(part.parts[0]) ?? 1) : 1;
}

/** Whether a word of `contain` cuts off what sticks out of the element. */
function isPaintContained(part: ValuePart): boolean {
  return isWord([part], 'paint', 'content', 'strict');
}

function isCut(style: WonStyle, property: string): boolean {
  const value = style.get(property);
  return value !== undefined && !isWord(value, 'visible', 'initial', 'unset', 'revert');
}

/** Whether a length is not stated or zero. */
function isZero(style: WonStyle, property: string): boolean {
  const [part] = style.get(property) ?? [];
  return part === undefined || part.kind === 'word' || toPixels(part) === 0;
}

function isHiding(style: WonStyle, property: string): boolean {
  const parts = style.get(property);
  return parts !== undefined && hidingValues[property]?.(parts) === true;
}

/** Elements whose text the browser itself gives a colour, and those that it gives a size, too. */
export const controls: ReadonlySet<string> = toWordSet('button input select textarea option');

interface TextStateInput {
  /** Whether text of the colour of what is behind it counts as unseen. */
  readonly judgesColors: boolean;
  readonly style: WonStyle;
  readonly tag: string;
  readonly isLink: boolean;
  readonly inherited: TextState;
  readonly keepsCollapsed: boolean;
  /** Returns the colour behind the element's text, where all that decides about it is stated. */
  readonly findBackground: () => Color | undefined;
  /** Returns the colour that is stated for the element's text, or inherited. */
  readonly findTextColor: () => Color | undefined;
}

/** Returns whether the text of an element can be seen, by what its style states and by what it inherits. */
export function toTextState(input: TextStateInput): TextState {
  const { judgesColors, style, tag, isLink, inherited, keepsCollapsed } = input;
  const isControl = controls.has(tag);
  const fontSize = toFontSize(style.get('font-size'), isControl ? seenText : inherited);
  const indent = style.get('text-indent');
  const spacing = style.get('letter-spacing');
  return {
    isInvisible: !keepsCollapsed && isInvisible(style, inherited),
    fontSize,
    rootSize: inherited.rootSize,
    ...(judgesColors
      ? toColors(input, isControl || isLink || tag === 'mark' ? seenText : inherited)
      : noColors),
    isIndented:
      isInherited(indent) || isInlineBox(tag, style)
        ? inherited.isIndented
        : isHiding(style, 'text-indent') || isPushedOut(style),
    isCollapsed: isInherited(spacing) ? inherited.isCollapsed : isHiding(style, 'letter-spacing'),
  };
}

const noColors: Pick<TextState, 'color' | 'fill'> = { color: undefined, fill: undefined };

/** Whether text is invisible by `visibility`, stated or inherited. */
function isInvisible(style: WonStyle, inherited: TextState): boolean {
  const stated = style.get('visibility');
  const isStated =
    stated !== undefined && isWord(stated, 'visible', 'hidden', 'collapse', 'initial');
  return isStated ? isHiding(style, 'visibility') : inherited.isInvisible;
}

function isInherited(parts: readonly ValuePart[] | undefined): boolean {
  return parts === undefined || isWord(parts, 'inherit', 'unset', 'revert', 'revert-layer');
}

/** Returns what texts inherit from an element of the page itself: scripts may show the rest, but state no size for each text. */
export function toPageState(style: WonStyle, inherited: TextState, isRoot: boolean): TextState {
  const fontSize = toFontSize(style.get('font-size'), inherited);
  return { ...inherited, fontSize, rootSize: isRoot ? fontSize : inherited.rootSize };
}

/** Whether text is so small that a text in it of a stated share of its size may be unseen. */
export function isShrunk(state: TextState): boolean {
  return state.fontSize <= baseFontSize * 0.6;
}

function toFontSize(parts: readonly ValuePart[] | undefined, inherited: TextState): number {
  if (parts === undefined || isInherited(parts)) return inherited.fontSize;
  const [part] = parts;
  if (isWord(parts, 'smaller')) return inherited.fontSize / 1.2;
  if (isWord(parts, 'larger')) return inherited.fontSize * 1.2;
  const { fontSize: em, rootSize: rem } = inherited;
  const base = { percent: em, em, rem };
  return toPixels(part, base) ?? baseFontSize;
}

const noImage: readonly ValuePart[] = [{ kind: 'word', text: 'none' }];
/** Stands for a colour that text and background share, whatever it is. */
const unknownColor: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

function toColors(
  { style, findBackground, findTextColor }: TextStateInput,
  inherited: TextState,
): Pick<TextState, 'color' | 'fill'> {
  const stated = style.get('color');
  const statedFill = style.get('-webkit-text-fill-color');
  const clip = style.get('background-clip');
  // Text that shows its background (gradient text) is transparent and still visible.
  const showsBackground =
    clip?.some((part) => part.kind === 'word' && part.text === 'text') === true &&
    !isWord(style.get('background-image'), 'none');
  const toUnseen = (
    parts: readonly ValuePart[] | undefined,
    before: Color | undefined,
  ): Color | undefined => {
    const isKept = isInherited(parts);
    const color = isKept ? before : toColor(parts?.[0]);
    if (color === undefined) return undefined;
    if (color.alpha <= maxFaint) return showsBackground ? undefined : color;
    // What it inherits was unseen on the background that it inherits.
    const isSameBackground =
      isKept && !style.has('background-color') && !style.has('background-image');
    const background = isSameBackground ? color : findBackground();
    return background !== undefined && isSameColor(color, background) ? color : undefined;
  };
  const background = style.get('background-color');
  const isOnItself =
    isWord(background, 'currentcolor') && isWord(style.get('background-image') ?? noImage, 'none');
  if (isOnItself && statedFill === undefined && !showsBackground)
    return { color: toColor(stated?.[0]) ?? findTextColor() ?? unknownColor, fill: undefined };
  // A background alone may be of the colour that the text inherits.
  const isNewBackground =
    inherited.color === undefined &&
    isInherited(stated) &&
    (background ?? style.get('background-image')) !== undefined;
  const before = isNewBackground ? findTextColor() : inherited.color;
  const color = toUnseen(stated, before);
  if (statedFill === undefined) return { color, fill: inherited.fill };
  if (isWord(statedFill, 'currentcolor')) return { color, fill: undefined };
  const fill = toUnseen(statedFill, inherited.fill);
  return fill === undefined ? { color: undefined, fill } : { color, fill };
}

/** Whether an element is unseen, or the text in it, by what is stated for it alone. */
export function isUnseenByItself(tag: string, style: WonStyle, keepsCollapsed: boolean): boolean {
  const state = toTextState({
    judgesColors: true,
    style,
    tag,
    isLink: false,
    inherited: seenText,
    keepsCollapsed,
    findBackground: () => undefined,
    findTextColor: () => undefined,
  });
  return findHidingProperty(style, keepsCollapsed, () => false) !== undefined || isUnseen(state);
}
