/**
 * Matches styles that may hide an element for good, whatever people click. Most styles do not match and are not
 * parsed, which used to take a tenth of a page's time. The pattern hardly backtracks.
 */
const hidesForGood =
  /font-size\s*:\s*[+-]?[0.]|(?:text-indent|left|right|top|bottom)\s*:\s*-\d\d|(?:^|[;\s])color\s*:\s*(?:transparent|rgb|hsl)|scale(?:3d|x|y)?\(\s*[0.,)]|translate(?:3d|x|y)?\([^)]{0,200}-\d{4}|clip(?:-path)?\s*:\s*(?:rect|inset|circle)|(?:^|[;\s])(?:height|width)\s*:\s*[+-]?(?:[0.]|1px)/i;
const hides = new RegExp(
  `display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|opacity\\s*:\\s*[+-]?[0.]|${hidesForGood.source}`,
  'i',
);

/** Characters. No value that hides is nearly as long, and the limit keeps the patterns below fast. */
const maxValueLength = 200;

/** CSS pixels; more than the width of any screen. */
const offScreenPixels = 900;

/**
 * Whether declarations (of a `style` attribute or a rule) hide an element. With `keepsCollapsed`, content
 * that pages collapse until a click, a scroll or a script counts as visible: `display: none`, invisible,
 * transparent, or of no height. With the latter three, 9 of 1,035 labelled pages collapse a fifteenth of
 * their content or more, up to all of it.
 */
export function isHidingStyle(style: string, keepsCollapsed = false): boolean {
  if (!(keepsCollapsed ? hidesForGood : hides).test(style)) return false;
  const values = toDeclarations(style);
  const value = (property: string): string => values.get(property) ?? '';
  if (!keepsCollapsed) {
    if (value('display') === 'none' || isZero(value('opacity'))) return true;
    if (value('visibility') === 'hidden' || value('visibility') === 'collapse') return true;
    if (value('content-visibility') === 'hidden') return true;
  }
  if (isZero(value('font-size'))) return true;
  if (isFarOut(value('text-indent'))) return true;
  if (isTransparent(value('color')) && values.get('-webkit-text-fill-color') === undefined) {
    // Text that shows its background (gradient text) is transparent and still visible.
    if (!/text/.test(`${value('background-clip')}${value('-webkit-background-clip')}`)) return true;
  }
  if (/scale(?:3d|x|y)?\(\s*0?\.?0*\s*[,)]/.test(value('transform'))) return true;
  if (/translate(?:3d|x|y)?\([^)]*-\d{4,}/.test(value('transform'))) return true;
  if (isClippedAway(value('clip'), value('clip-path'))) return true;
  const position = value('position');
  if (position === 'absolute' || position === 'fixed') {
    if (['left', 'top', 'right', 'bottom'].some((side) => isFarOut(value(side)))) return true;
  }
  if (['margin-left', 'margin-top'].some((side) => isFarOut(value(side)))) return true;
  if (!/hidden|clip/.test(value('overflow'))) return false;
  const height = value('height');
  return isTiny(value('width')) || (keepsCollapsed ? height === '1px' : isTiny(height));
}

/** Returns declarations by lower-case property; the last one of a property counts. */
function toDeclarations(style: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1, colon + maxValueLength)
      .trim()
      .toLowerCase();
    values.set(property, value.endsWith('!important') ? value.slice(0, -10).trimEnd() : value);
  }
  return values;
}

function isZero(value: string): boolean {
  return /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:px|em|rem|pt|%|vw|vh)?$/.test(value);
}

/** Zero or one pixel: the size of visually hidden text for screen readers. */
function isTiny(value: string): boolean {
  return isZero(value) || value === '1px';
}

function isFarOut(value: string): boolean {
  const match = /^-(\d+(?:\.\d+)?)(px|em|rem|pt|vw|vh|%)?$/.exec(value);
  if (match === null) return false;
  const pixelsPerUnit = match[2] === 'px' || match[2] === 'pt' || match[2] === undefined ? 1 : 16;
  return Number(match[1]) * pixelsPerUnit >= offScreenPixels;
}

function isTransparent(value: string): boolean {
  if (value === 'transparent') return true;
  return (
    /^(?:rgb|hsl)a?\(/.test(value) && /(?:^[^,]*(?:,[^,]*){2},|\/)\s*0(?:\.0*)?%?\s*\)$/.test(value)
  );
}

function isClippedAway(clip: string, clipPath: string): boolean {
  if (/^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)$/.test(clip))
    return true;
  return /^inset\(\s*(?:50|100)%/.test(clipPath) || /^circle\(\s*0/.test(clipPath);
}
