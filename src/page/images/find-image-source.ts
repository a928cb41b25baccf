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
