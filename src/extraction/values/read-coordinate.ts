import { foldNumberText } from './numbers/fold-number-text.ts';
import { type NumberPlace, findNumberLocale } from './numbers/number-locale.ts';

type Axis = 'latitude' | 'longitude';

const axes: Readonly<Record<Axis, { readonly names: ReadonlySet<string>; readonly most: number }>> =
  {
    latitude: { names: new Set(['latitude', 'lat']), most: 90 },
    longitude: { names: new Set(['longitude', 'lng', 'lon', 'long']), most: 180 },
  };

/** Degrees with minutes and seconds behind them, and the letter of the hemisphere behind or before. */
const coordinate =
  /(?:(?<![\p{L}\p{N}])([NSEWO])[ \u00A0]?)?(?<![\p{N}.,])([-+]?\d{1,3}(?:[.,]\d{1,12})?)[ \u00A0]?(?:[°º][ \u00A0]?(?:(\d{1,2}(?:[.,]\d{1,6})?)[ \u00A0]?['′’][ \u00A0]?(?:(\d{1,2}(?:[.,]\d{1,6})?)[ \u00A0]?(?:["″”]|['′’]{2})[ \u00A0]?)?)?)?(?:([NSEWO])(?![\p{L}\p{N}]))?/gu;
const maxLength = 100;
/** Decimals of a degree that one of a second has, more or less. */
const decimalsOfSecond = 4;

/** Which of the two coordinates of a place a field asks for, by the last word of its name. */
export function findAxis(words: readonly string[]): Axis | undefined {
  const last = words.at(-1) ?? '';
  return (['latitude', 'longitude'] as const).find((axis) => axes[axis].names.has(last));
}

/** A coordinate in degrees that a text states with its hemisphere or in degrees, minutes and seconds: -33.8688 of `33.8688° S`. */
export function readCoordinate(text: string, axis: Axis, place: NumberPlace): number | undefined {
  const line = foldNumberText(text.slice(0, maxLength)).text;
  for (const [, before, degrees = '', minutes, seconds, behind] of line.matchAll(coordinate)) {
    const letter = before ?? behind;
    const side = letter === undefined ? undefined : findSide(letter, place);
    if (letter === undefined ? minutes === undefined : side?.axis !== axis) continue;
    const size = toDegrees(degrees, minutes, seconds);
    if (size === undefined || size > axes[axis].most) continue;
    const isNegative = degrees.startsWith('-') || side?.isNegative === true;
    return isNegative ? -size : size;
  }
  return undefined;
}

interface Side {
  readonly axis: Axis;
  readonly isNegative: boolean;
}

/** The hemisphere of a letter; `O` is the east in German and the west in Romance languages. */
function findSide(letter: string, place: NumberPlace): Side | undefined {
  if (letter === 'N' || letter === 'S') return { axis: 'latitude', isNegative: letter === 'S' };
  if (letter !== 'O') return { axis: 'longitude', isNegative: letter === 'W' };
  const language = findNumberLocale(place)?.tag.slice(0, 2);
  if (language === 'de') return { axis: 'longitude', isNegative: false };
  return /^(?:fr|es|it|pt|ca|ro)$/.test(language ?? '')
    ? { axis: 'longitude', isNegative: true }
    : undefined;
}

function toDegrees(
  degrees: string,
  minutes: string | undefined,
  seconds: string | undefined,
): number | undefined {
  const parts = [degrees.replace(/^[-+]/, ''), minutes ?? '0', seconds ?? '0'].map((part) =>
    part.replace(',', '.'),
  );
  const [whole = 0, sixtieth = 0, last = 0] = parts.map(Number);
  if (sixtieth >= 60 || last >= 60) return undefined;
  if (minutes === undefined) return whole;
  const written = parts[seconds === undefined ? 1 : 2]?.split('.')[1]?.length ?? 0;
  return Number((whole + sixtieth / 60 + last / 3600).toFixed(decimalsOfSecond + written));
}
