/** Candidates of one `srcset` that are looked at. */
const maxCandidates = 64;
/** Formats that are harder to draw elsewhere; pages that use them mostly offer another one as well. */
const newerFormats = /\.(?:avif|webp|svg|gif)(?:[?#]|$)/i;

interface Candidate {
  readonly source: string;
  /** Pixels, from a `w` descriptor. */
  readonly width: number | undefined;
  /** Pixels by CSS pixel, from an `x` descriptor. */
  readonly density: number;
}

/**
 * The address from which a picture is best loaded when it is to be shown so many pixels wide: the smallest of `srcset`
 * that is wide enough, else what `findImageSource` finds. As written; `undefined` for counters and embedded pictures.
 */
export function chooseImageSource(
  attributes: Readonly<Record<string, string>>,
  wantedWidth: number,
): string | undefined {
  const plain = findImageSource(attributes);
  if (plain === undefined) return undefined;
  const listed = parseSrcset(attributes['srcset'] ?? attributes['data-srcset'] ?? '');
  const older = listed.filter(({ source }) => !newerFormats.test(source));
  // Where all of the set is in a newer format, the plain address may be the one for everybody.
  if (older.length === 0 && !newerFormats.test(plain)) return plain;
  const candidates = older.length === 0 ? listed : older;
  const sized = candidates.flatMap(({ source, width }) =>
    width === undefined ? [] : [{ source, width }],
  );
  if (sized.length > 0) {
    const byWidth = sized.toSorted((one, other) => one.width - other.width);
    return (byWidth.find(({ width }) => width >= wantedWidth) ?? byWidth.at(-1))?.source ?? plain;
  }
  const dense = candidates.filter(({ density }) => density > 1 && density <= 2);
  return dense.toSorted((one, other) => other.density - one.density)[0]?.source ?? plain;
}

/** HTML, "parse a srcset attribute", without its rarer errors. Only what can be fetched. */
function parseSrcset(srcset: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(srcset)?.[0] ?? '';
    at += found.length;
    return found;
  };
  while (candidates.length < maxCandidates) {
    const written = take(/[\s,]*\S+/y).replace(/^[\s,]+/, '');
    if (written === '') break;
    // A comma at its end makes an address without a descriptor.
    const source = written.replace(/,+$/, '');
    const descriptor = source === written ? take(/[^,]*/y).trim() : '';
    if (/^(?:data|about|blob|javascript):/i.test(source)) continue;
    const value = Number.parseFloat(descriptor);
    candidates.push({
      source,
      width: descriptor.endsWith('w') && value > 0 ? value : undefined,
      density: descriptor.endsWith('x') && value > 0 ? value : 1,
    });
  }
  return candidates;
}

/** Attributes by which pages keep an image's address until a script loads it. */
const lazyAttributes = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-url',
  'data-image',
];
/** Both sides at most this long, in CSS pixels: a counter, not a picture. */
const maxCounterSize = 2;

/** Where an image's pixels are, as written; `undefined` for counters and for images that are data. */
export function findImageSource(attributes: Readonly<Record<string, string>>): string | undefined {
  if (isCounter(attributes['width']) && isCounter(attributes['height'])) return undefined;
  for (const name of lazyAttributes) {
    const value = attributes[name];
    if (isAddress(value)) return value;
  }
  const { src } = attributes;
  if (isAddress(src)) return src;
  return firstCandidate(attributes['srcset']) ?? firstCandidate(attributes['data-srcset']);
}

function isAddress(value: string | undefined): value is string {
  return (
    value !== undefined &&
    value.trim() !== '' &&
    !/^\s{0,9}(?:#|(?:data|about|blob|javascript):)/i.test(value)
  );
}

function isCounter(size: string | undefined): boolean {
  return size !== undefined && size.trim() !== '' && Number.parseFloat(size) <= maxCounterSize;
}

function firstCandidate(candidates: string | undefined): string | undefined {
  const first = candidates?.trim().split(/\s/, 1)[0]?.replace(/,$/, '');
  return isAddress(first) ? first : undefined;
}
