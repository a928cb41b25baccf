import { isWord, splitAtCommas, toDegrees, toShare, type ValuePart } from './style-values.ts';

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** Opacity up to which text and boxes count as invisible. */
export const maxFaint = 0.05;
/** The most that two colours may differ in red, green or blue to count as the same: people cannot tell `#fff` from `#f8f8f8`. */
const maxDifference = 8;

/** Whether text of one colour cannot be seen on a background of the other. */
export function isSameColor(one: Color, two: Color): boolean {
  return (
    Math.abs(one.red - two.red) <= maxDifference &&
    Math.abs(one.green - two.green) <= maxDifference &&
    Math.abs(one.blue - two.blue) <= maxDifference
  );
}

/** Returns a colour, or `undefined` for what is none or depends on the user's system. */
export function toColor(part: ValuePart | undefined): Color | undefined {
  if (part?.kind === 'hash') return toHexColor(part.text);
  if (part?.kind === 'word') {
    if (part.text === 'transparent') return transparent;
    const hex = getHexByName().get(part.text);
    return hex === undefined ? undefined : toHexColor(hex);
  }
  return part?.kind === 'function' ? toFunctionColor(part.name, part.parts) : undefined;
}

/** Whether a part is a colour, also one that `toColor` cannot compute. */
export function isColor(part: ValuePart): boolean {
  if (part.kind === 'hash') return true;
  if (part.kind === 'word')
    return (
      systemColor.test(part.text) || part.text === 'transparent' || getHexByName().has(part.text)
    );
  return part.kind === 'function' && colorFunction.test(part.name);
}

const systemColor =
  /^(?:currentcolor|canvas|canvastext|linktext|visitedtext|activetext|button(?:face|text|border)|field|fieldtext|highlight|highlighttext|selecteditem|selecteditemtext|mark|marktext|graytext|accentcolor|accentcolortext|windowtext|window)$/;
const colorFunction =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk)$/;

const transparent: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

function toHexColor(hex: string): Color | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(hex)) return undefined;
  const full = hex.length < 6 ? hex.replaceAll(/./g, '$&$&') : hex;
  const channel = (start: number): number => Number.parseInt(full.slice(start, start + 2), 16);
  return {
    red: channel(0),
    green: channel(2),
    blue: channel(4),
    alpha: full.length === 8 ? channel(6) / 255 : 1,
  };
}

function toFunctionColor(name: string, parts: readonly ValuePart[]): Color | undefined {
  if (!colorFunction.test(name)) return undefined;
  if (name === 'light-dark') return toColor(splitAtCommas(parts)[0]?.[0]);
  if (name === 'color-mix') return toMixedColor(parts);
  const [channels, alpha] = splitOffAlpha(parts);
  if (alpha === undefined) return undefined;
  // The colour of what cannot be seen does not matter.
  if (alpha <= maxFaint) return { ...transparent, alpha };
  const [first, second, third] = channels;
  if (name.startsWith('rgb')) {
    const [red, green, blue] = [first, second, third].map(toChannel);
    if (red === undefined || green === undefined || blue === undefined) return undefined;
    return { red, green, blue, alpha };
  }
  if (name === 'color') return toSpaceColor(channels, alpha);
  if (name.startsWith('hsl')) {
    const saturation = toPercentage(second);
    const lightness = toPercentage(third);
    if (saturation === undefined || lightness === undefined) return undefined;
    return { ...fromHsl(toDegrees(first) ?? 0, saturation, lightness), alpha };
  }
  if (name === 'hwb') {
    const white = toPercentage(second) ?? 0;
    const black = toPercentage(third) ?? 0;
    const pure = fromHsl(toDegrees(first) ?? 0, 1, 0.5);
    const rest = Math.max(0, 1 - white - black);
    const mix = (channel: number): number =>
      rest * channel + (255 * white) / Math.max(1, white + black);
    return { red: mix(pure.red), green: mix(pure.green), blue: mix(pure.blue), alpha };
  }
  const light = first?.kind === 'number' ? first : undefined;
  if (light === undefined || name === 'device-cmyk') return undefined;
  const isOk = name.startsWith('ok');
  const full = isOk ? 1 : 100;
  const lightness = light.unit === '%' ? (light.value / 100) * full : light.value;
  const reach = isOk ? 0.4 : name === 'lch' ? 150 : 125;
  const scale = (part: ValuePart | undefined): number =>
    part?.kind === 'number' && part.unit === '%'
      ? (part.value / 100) * reach
      : (toShare(part) ?? 0);
  const angle = ((toDegrees(third) ?? 0) / 180) * Math.PI;
  const isPolar = name.endsWith('ch');
  const along = isPolar ? scale(second) * Math.cos(angle) : scale(second);
  const across = isPolar ? scale(second) * Math.sin(angle) : scale(third);
  return { ...(isOk ? fromOklab : fromLab)(lightness, along, across), alpha };
}

/** `color(srgb 1 1 1)`; of wider spaces the nearest colour by numbers, which white and black are the same in. */
function toSpaceColor(channels: readonly ValuePart[], alpha: number): Color | undefined {
  const [space, ...parts] = channels;
  if (
    space?.kind !== 'word' ||
    !/^(?:srgb|srgb-linear|display-p3|rec2020|a98-rgb)$/.test(space.text)
  )
    return undefined;
  const [red, green, blue] = parts.map((part) => {
    const share = toShare(part);
    return space.text === 'srgb-linear' && share !== undefined
      ? toGamma(share)
      : (share ?? 0) * 255;
  });
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { red, green, blue, alpha };
}

/** From linear light, 0 to 1, to sRGB, 0 to 255. */
function toGamma(light: number): number {
  const share = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.max(0, Math.min(share, 1)) * 255;
}

function toSrgb(red: number, green: number, blue: number): Omit<Color, 'alpha'> {
  return { red: toGamma(red), green: toGamma(green), blue: toGamma(blue) };
}

/** By the matrices of CSS Color 4. */
function fromOklab(lightness: number, a: number, b: number): Omit<Color, 'alpha'> {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const middle = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return toSrgb(
    4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701 * short,
  );
}

function cube(value: number): number {
  return value ** 3 > 216 / 24_389 ? value ** 3 : (116 * value - 16) / (24_389 / 27);
}

/** By CSS Color 4, with white D50. */
function fromLab(lightness: number, a: number, b: number): Omit<Color, 'alpha'> {
  const middle = (lightness + 16) / 116;
  const x = cube(middle + a / 500) * 0.964_295_676;
  const y = cube(middle);
  const z = cube(middle - b / 200) * 0.825_104_603;
  return toSrgb(
    3.134_135_957 * x - 1.617_386_332 * y - 0.490_661_946 * z,
    -0.978_795_502 * x + 1.916_254_377 * y + 0.033_442_731 * z,
    0.071_955_39 * x - 0.228_976_827 * y + 1.405_386_035 * z,
  );
}

/** Returns the channels, and the opacity: 1 without one, `undefined` for one that cannot be read. */
function splitOffAlpha(
  parts: readonly ValuePart[],
): readonly [readonly ValuePart[], number | undefined] {
  const slash = parts.findIndex((part) => part.kind === 'sign' && part.text === '/');
  const plain = (slash < 0 ? parts : parts.slice(0, slash)).filter(
    (part) => part.kind !== 'sign' || part.text !== ',',
  );
  const alpha = slash < 0 ? plain[3] : parts[slash + 1];
  if (alpha === undefined) return [plain, 1];
  return [plain, alpha.kind === 'word' && alpha.text === 'none' ? 0 : toShare(alpha)];
}

function toChannel(part: ValuePart | undefined): number | undefined {
  const share = toShare(part);
  if (share === undefined) return undefined;
  const channel = part?.kind === 'number' && part.unit === '%' ? share * 255 : share;
  return Math.max(0, Math.min(channel, 255));
}

/** Returns a percentage as a share; a number without unit counts as one. */
function toPercentage(part: ValuePart | undefined): number | undefined {
  const share = toShare(part);
  if (share === undefined) return undefined;
  return part?.kind === 'number' && part.unit === '' ? share / 100 : share;
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Color, 'alpha'> {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

/** Mixtures of two colours that are not alike are computed where they are mixed in sRGB. */
function toMixedColor(parts: readonly ValuePart[]): Color | undefined {
  const [space, ...sides] = splitAtCommas(parts);
  const colors = sides.map((side) => side.map(toColor).find((color) => color !== undefined));
  const shares = sides.map((side) => side.map(toShare).find((share) => share !== undefined));
  const [first, second] = shares;
  const stated = first ?? (second === undefined ? 0.5 : 1 - second);
  const sum = stated + (second ?? 1 - stated);
  const [one, two] = colors;
  if (one === undefined || two === undefined || sum === 0) return undefined;
  const firstShare = stated / sum;
  const opacity = one.alpha * firstShare + two.alpha * (1 - firstShare);
  const alpha = opacity * Math.min(1, sum);
  if (alpha <= maxFaint) return { ...transparent, alpha };
  if (firstShare === 1 || (isSameColor(one, two) && one.alpha === two.alpha))
    return { ...one, alpha };
  if (firstShare === 0) return { ...two, alpha };
  if (space?.at(-1)?.kind !== 'word' || !isWord(space.slice(1), 'srgb')) return undefined;
  const mix = (channel: 'red' | 'green' | 'blue'): number =>
    (one[channel] * one.alpha * firstShare + two[channel] * two.alpha * (1 - firstShare)) / opacity;
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha };
}

/** Returns the colour of a gradient between colours that people cannot tell apart. */
export function toPlainGradient(part: ValuePart | undefined): Color | undefined {
  if (part?.kind !== 'function' || !part.name.endsWith('gradient')) return undefined;
  const stops = splitAtCommas(part.parts)
    .map((stop) => stop.find(isColor))
    .filter((stop) => stop !== undefined)
    .map((stop) => toColor(stop));
  const [first] = stops;
  if (first === undefined || first.alpha <= 0.95) return undefined;
  const isPlain = stops.every(
    (stop) => stop !== undefined && stop.alpha > 0.95 && isSameColor(first, stop),
  );
  return isPlain ? first : undefined;
}

let hexByName: ReadonlyMap<string, string> | undefined;

function getHexByName(): ReadonlyMap<string, string> {
  hexByName ??= new Map(
    namedColors.match(/[a-z]+ [\da-f]{6}/g)?.map((entry) => [entry.slice(0, -7), entry.slice(-6)]),
  );
  return hexByName;
}

/** CSS's named colours: a name, then its value in hex. */
const namedColors: string =
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 ' +
  'black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue ' +
  '5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c ' +
  'cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey ' +
  'a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred ' +
  '8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f ' +
  'darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 ' +
  'dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ' +
  'ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 ' +
  'honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa ' +
  'lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff ' +
  'lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ' +
  'ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue ' +
  'b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 ' +
  'mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 ' +
  'mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue ' +
  '191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive ' +
  '808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 ' +
  'paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum ' +
  'dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 ' +
  'saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 ' +
  'skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue ' +
  '4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ' +
  'ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32';
