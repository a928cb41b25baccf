import { maxFaint, toColor } from './style-colors.ts';
import {
  isWord,
  screen,
  splitAtCommas,
  toDegrees,
  toPixels,
  toShare,
  type ValuePart,
} from './style-values.ts';

type Parts = readonly ValuePart[];
type Check = (parts: Parts) => boolean;

/** CSS pixels to the left and above; more than a page is moved for anything but to hide it. */
const offScreenPixels = 900;
/** CSS pixels to the right and below; slides of a carousel stand up to three screens away. */
const farPixels = 5_000;
/** CSS pixels up to which text cannot be read. */
export const maxUnreadableFont = 2;
/** Size of an element, as a share of its normal size, up to which it cannot be seen. */
const maxScale = 0.05;
/** CSS pixels: the size of visually hidden text for screen readers. */
const maxTinySize = 1;
/** CSS pixels; text blurred by its own size cannot be read. */
const minBlur = 16;

const width = { percent: screen.width, em: 16 };
const height = { percent: screen.height, em: 16 };

const isOffScreenX: Check = ([part]) => isOffScreen(toPixels(part, width));
const isOffScreenY: Check = ([part]) => isOffScreen(toPixels(part, height));
/** Whether an offset from the right or the bottom moves an element off the screen; a large positive one moves it to the left. */
const isOffScreen = (pixels: number | undefined): boolean =>
  pixels !== undefined && (pixels <= -offScreenPixels || pixels >= farPixels);
const isTiny: Check = ([part]) => {
  const pixels = part?.kind === 'word' ? undefined : toPixels(part);
  return pixels !== undefined && pixels <= maxTinySize;
};
const isFaint: Check = ([part]) => (toShare(part) ?? 1) <= maxFaint;
const isTransparent: Check = ([part]) => (toColor(part)?.alpha ?? 1) <= maxFaint;

/**
 * The values that hide an element or its text, some of them only together with other properties: `judgeStyle` decides.
 * A rule that states none of them is not looked at.
 */
export const hidingValues: Readonly<Record<string, Check>> = {
  display: (parts) => isWord(parts, 'none'),
  visibility: (parts) => isWord(parts, 'hidden', 'collapse'),
  'content-visibility': (parts) => isWord(parts, 'hidden'),
  'background-color': (parts) => isWord(parts, 'currentcolor'),
  'z-index': ([part]) => (toShare(part) ?? 0) < 0,
  'grid-template-rows': isFlatGrid,
  opacity: isFaint,
  'fill-opacity': isFaint,
  color: isTransparent,
  '-webkit-text-fill-color': isTransparent,
  fill: (parts) => isWord(parts, 'none') || isTransparent(parts),
  'font-size': ([part]) => {
    const pixels = toPixels(part, { percent: 16, em: 16 });
    return pixels !== undefined && pixels <= maxUnreadableFont;
  },
  'letter-spacing': ([part]) => (toPixels(part, { percent: 16, em: 16 }) ?? 0) <= -8,
  'text-indent': ([part]) => Math.abs(toPixels(part) ?? 0) >= offScreenPixels,
  left: isOffScreenX,
  right: isOffScreenX,
  top: isOffScreenY,
  bottom: isOffScreenY,
  'margin-left': isOffScreenX,
  'margin-right': isOffScreenX,
  'margin-top': isOffScreenY,
  'margin-bottom': isOffScreenY,
  width: isTiny,
  height: isTiny,
  'max-width': isTiny,
  'max-height': isTiny,
  transform: (parts) => parts.some(isHidingTransform),
  translate: isFarTranslation,
  scale: (parts) => parts.slice(0, 2).some((part) => Math.abs(toShare(part) ?? 1) <= maxScale),
  rotate: ([axis, angle]) =>
    axis?.kind === 'word' && (axis.text === 'x' || axis.text === 'y') && isEdgeOn(angle),
  zoom: ([part]) => (toShare(part) ?? 1) <= maxScale,
  filter: (parts) => parts.some(isHidingFilter),
  clip: isClipped,
  'clip-path': ([part]) => part !== undefined && isClippedPath(part),
  'mask-image': (parts) => {
    const [part] = parts;
    if (part?.kind !== 'function' || !part.name.endsWith('gradient')) return false;
    const stops = splitAtCommas(part.parts).filter((stop) =>
      stop.some((piece) => toColor(piece) !== undefined),
    );
    return stops.length > 0 && stops.every((stop) => isTransparent(stop));
  },
};

/** Whether what points surround is nothing, as far as they are known. */
function isWithoutArea(points: readonly (readonly (number | undefined)[])[]): boolean {
  if (points.flat().includes(undefined)) return new Set(points.map(String)).size <= 2;
  let doubled = 0;
  for (const [index, [x = 0, y = 0]] of points.entries()) {
    const [nextX = 0, nextY = 0] = points[(index + 1) % points.length] ?? [];
    doubled += x * nextY - nextX * y;
  }
  return Math.abs(doubled) / 2 <= maxTinySize;
}

/** Whether a path of straight lines surrounds nothing; one with curves counts as seen. */
function isPathWithoutArea(path: string): boolean {
  const points: number[][] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', list = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (list.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number);
    const isRelative = command === command.toLowerCase();
    const step = /[hv]/i.test(command) ? 1 : 2;
    if (/z/i.test(command)) continue;
    if (!/[mlhv]/i.test(command) || points.length > 1_000) return false;
    for (let at = 0; at + step <= numbers.length; at += step) {
      const [first = 0, second = 0] = numbers.slice(at, at + step);
      const [toX, toY] = isRelative ? [x, y] : [0, 0];
      if (!/v/i.test(command)) x = toX + first;
      if (step === 2 || /v/i.test(command)) y = toY + (step === 2 ? second : first);
      points.push([x, y]);
    }
  }
  return isWithoutArea(points);
}

function isHidingTransform(part: ValuePart): boolean {
  if (part.kind !== 'function') return false;
  const args = splitAtCommas(part.parts).map(([argument]) => argument);
  const share = (index: number): number => Math.abs(toShare(args[index]) ?? 1);
  switch (part.name) {
    case 'scale':
    case 'scale3d': {
      return share(0) <= maxScale || (args.length > 1 && share(1) <= maxScale);
    }
    case 'scalex':
    case 'scaley': {
      return share(0) <= maxScale;
    }
    case 'matrix':
    case 'matrix3d': {
      const [a, b, c, d, x, y] = part.name === 'matrix' ? [0, 1, 2, 3, 4, 5] : [0, 1, 4, 5, 12, 13];
      const at = (index: number): number => toShare(args[index]) ?? 0;
      const area = Math.abs(at(a ?? 0) * at(d ?? 0) - at(b ?? 0) * at(c ?? 0));
      return area <= maxScale * maxScale || isOffScreen(at(x ?? 0)) || isOffScreen(at(y ?? 0));
    }
    case 'translate':
    case 'translate3d':
    case 'translatex':
    case 'translatey': {
      return isFarTranslation(args.filter((argument) => argument !== undefined));
    }
    case 'skew':
    case 'skewx':
    case 'skewy':
    case 'rotatex':
    case 'rotatey': {
      return isEdgeOn(args[0]);
    }
    case 'rotate3d': {
      return (toShare(args[0]) !== 0 || toShare(args[1]) !== 0) && isEdgeOn(args[3]);
    }
    default: {
      return false;
    }
  }
}

/** Percentages are of the element itself: menus and tooltips are moved by 100 %. */
function isFarTranslation(parts: Parts): boolean {
  return parts
    .slice(0, 2)
    .some((part) => isOffScreen(toPixels(part, { percent: screen.width / 5, em: 16 })));
}

/** Whether a turn about the horizontal or vertical axis shows an element's edge. */
function isEdgeOn(angle: ValuePart | undefined): boolean {
  const degrees = toDegrees(angle);
  return degrees !== undefined && Math.abs(Math.cos((degrees / 180) * Math.PI)) <= 0.01;
}

function isHidingFilter(part: ValuePart): boolean {
  if (part.kind !== 'function') return false;
  const [argument] = part.parts;
  if (part.name === 'opacity' || part.name === 'contrast') return isFaint([...part.parts]);
  return part.name === 'blur' && (toPixels(argument) ?? 0) >= minBlur;
}

/** Whether the rows that are stated have no height. */
function isFlatGrid(parts: Parts): boolean {
  return (
    parts.length > 0 &&
    parts.every(
      (part) =>
        part.kind === 'number' && part.value === 0 && (part.unit === 'fr' || part.unit !== '%'),
    )
  );
}

function isFlat(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && to - from <= maxTinySize;
}

/** `rect(0, 0, 0, 0)`: the bottom is not below the top, or the right not right of the left. */
function isClipped([part]: Parts): boolean {
  if (part?.kind !== 'function' || part.name !== 'rect') return false;
  const [top, right, bottom, left] = part.parts
    .filter(({ kind }) => kind !== 'sign')
    .map((edge) => toPixels(edge));
  return isFlat(top, bottom) || isFlat(left, right);
}

function isClippedPath(part: ValuePart): boolean {
  if (part.kind !== 'function') return false;
  const lengths = part.parts.map((edge) => toPixels(edge, { percent: 100, em: 16 }));
  const [first] = lengths;
  switch (part.name) {
    case 'inset': {
      const round = part.parts.findIndex(({ kind }) => kind === 'word');
      const edges = round < 0 ? lengths : lengths.slice(0, round);
      const [top = 0, right = top, bottom = top, left = right] = edges;
      return top + bottom >= 100 || left + right >= 100;
    }
    case 'circle': {
      return first !== undefined && first <= maxTinySize;
    }
    case 'ellipse': {
      return lengths.slice(0, 2).some((length) => length !== undefined && length <= maxTinySize);
    }
    case 'polygon': {
      const points = splitAtCommas(part.parts).map((point) =>
        point
          .filter(({ kind }) => kind !== 'word')
          .map((edge) => toPixels(edge, { percent: 100, em: 16 })),
      );
      return isWithoutArea(points.filter(({ length }) => length === 2));
    }
    case 'path': {
      const path = part.parts.find(({ kind }) => kind === 'string');
      return path?.kind === 'string' && isPathWithoutArea(path.text);
    }
    case 'rect':
    case 'xywh': {
      return part.name === 'rect'
        ? isClipped([part])
        : lengths.slice(2, 4).some((length) => length === 0);
    }
    default: {
      return false;
    }
  }
}

/**
 * Matches declarations that may state a hiding value, as they stand in a rule without comments and escapes. Nine of ten
 * rules do not match and are not parsed.
 */
const hint = new RegExp(
  [
    String.raw`display\s*:\s*none`,
    String.raw`visibility\s*:\s*(?:hidden|collapse)`,
    String.raw`opacity\s*:\s*[+-]?(?:0*(?:\.0\d*)?(?![.\d])|[\d.]+[%e])`,
    String.raw`font-size\s*:\s*[+-]?(?:0*(?:\.[01]\d*)?(?![.\d])|[0-2](?:\.\d+)?(?:p|q|mm)|1?\d(?:\.\d+)?%|[\d.]+e-)`,
    String.raw`font\s*:\s*(?:[^;]{0,99}?\s)?(?:0[\d.]*|[12](?:\.\d+)?p|\.\d)[a-z%]*[\s/]`,
    String.raw`(?:left|right|top|bottom|inset|indent|margin|start|end|inline|block)\s*:[^;]{0,99}?(?:-\d\d|\d{4}|\de[\d+]|\d[sld]?v[whim]|calc|clamp|m(?:in|ax)\()`,
    String.raw`indent\s*:\s*\d+%`,
    String.raw`letter-spacing\s*:\s*-`,
    String.raw`(?:^|[;\s]|fill-)(?:color|fill)\s*:\s*(?:transparent|none|color-mix|[a-z]+\([^;]{0,99}?[,/]\s*(?:0|\.0|none)|#[\da-f]{3}0(?![\da-f])|#[\da-f]{6}0[\da-f](?![\da-f]))`,
    String.raw`(?:scale|zoom)(?:3d|x|y)?\s*[:(]\s*(?:[^;()]{0,40}[\s,])?[+-]?(?:0|\.0|\d%)`,
    String.raw`translate[^;]{0,60}?(?:\d{3}|\de|\d[sld]?v[whim]|calc|clamp)`,
    String.raw`matrix`,
    String.raw`(?:rotate[xy3]|skew)[^;]{0,40}?(?:90|270|turn|rad)`,
    String.raw`rotate\s*:\s*[xy]`,
    String.raw`filter\s*:[^;]{0,99}?(?:opacity|contrast|blur)\(`,
    String.raw`clip(?:-path)?\s*:\s*[a-z]+\(`,
    String.raw`z-index\s*:\s*-`,
    String.raw`grid(?:-template(?:-rows)?)?\s*:\s*0`,
    String.raw`background(?:-color)?\s*:[^;]{0,99}currentcolor`,
    String.raw`mask(?:-image)?\s*:[^;]{0,99}?gradient`,
    String.raw`(?:height|width|size)\s*:\s*[+-]?(?:0|\.|1px|calc|m(?:in|ax)\()`,
    String.raw`(?:display|visibility|opacity|color|font-size|transform|scale|zoom|clip-path|height|left|top|indent|rows)\s*:\s*[^;]{0,40}(?:var|env)\(`,
  ].join('|'),
  'i',
);

/** Comments, and escapes outside of strings, which `hint` does not see through. */
const disguise = /\/\*|\\/;
/** With the escapes between them: one that stands before a quote would else begin a string, each looked for to the end. */
const strings = /\\.|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gs;

function emptyString(found: string): string {
  return found.startsWith('\\') ? found : '""';
}

/** The commonest hiding declarations, which need no parsing to be recognised. */
const plainHiding =
  /(^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0)\s*(?:!\s*important\s*)?(?=;|$)/gi;

/**
 * Whether declarations as written may state a hiding value: `plain` where that is of the properties `plainProperties` alone;
 * `other` values are to be parsed.
 */
export function findHint(css: string): 'plain' | 'other' | undefined {
  if (disguise.test(css) && disguise.test(css.replaceAll(strings, emptyString))) return 'other';
  if (!hint.test(css)) return undefined;
  return hint.test(css.replaceAll(plainHiding, '$1')) ? 'other' : 'plain';
}

/**
 * Properties that are judged together: `plain`, by which most of what is hidden is hidden, `moved`, by which texts for screen readers
 * are, `lines`, which keep the line ends of the source, `fading`, which say how a change of the others is shown, or all but the latter.
 */
export type StyleGroup = 'plain' | 'moved' | 'lines' | 'fading' | 'all';

const groups = {
  plain: {
    names:
      /^(?:display|visibility|(?:-webkit-)?opacity|content-visibility|all|(?:-webkit-)?animation.*)$/,
    states:
      /(?:^|[;\s])(?:(?:display|visibility|opacity|content-visibility|all)\s*:|(?:-webkit-)?animation)/i,
    hides:
      /display\s*:\s*(?:none|var\()|visibility\s*:\s*(?:hidden|collapse|var\()|opacity\s*:\s*(?:[+-]?(?:0*(?:\.0\d*)?(?![.\d])|[\d.]+[%e])|[a-z]*\()/i,
  },
  moved: {
    names:
      /^(?:position|float|(?:-webkit-)?clip(?:-path)?|inset.*|left|right|top|bottom|text-indent|all)$/,
    states:
      /(?:^|[;\s-])(?:position|float|clip|clip-path|inset[a-z-]{0,20}|left|right|top|bottom|indent|all)\s*:/i,
    hides:
      /clip(?:-path)?\s*:\s*[a-z]+\(|(?:^|[;\s-])(?:inset[a-z-]{0,20}|left|right|top|bottom|indent)\s*:\s*[^;]{0,40}?(?:-\d\d|\d{4})/i,
  },
  lines: {
    names: /^(?:white-space(?:-collapse)?|all)$/,
    states: /(?:^|[;\s])white-space(?:-collapse)?\s*:/i,
    // It hides nothing.
    hides: /(?!)/,
  },
  fading: {
    names: /^(?:transition(?:-property|-duration)?|(?:-webkit-)?transform|translate|scale)$/,
    states:
      /(?:^|[;\s])(?:transition(?:-property|-duration)?|(?:-webkit-)?transform|translate|scale)\s*:/i,
    hides: /(?!)/,
  },
} as const;

/** Whether a property, in lower case, is one of a group. */
export function isOfGroup(property: string, group: StyleGroup): boolean {
  return group === 'all' ? !property.startsWith('transition') : groups[group].names.test(property);
}

/** Whether declarations as written may state a property of a group. */
export function mayState(css: string, group: Exclude<StyleGroup, 'all'>): boolean {
  return groups[group].states.test(css) || disguise.test(css);
}

/** Whether declarations as written may hide by a property of a group. */
export function mayHide(css: string, group: 'plain' | 'moved'): boolean {
  return groups[group].hides.test(css) || disguise.test(css);
}
