/** Returns a page of about `length` characters, one dimension of which grows in proportion to `length`. */
export type GrowPage = (length: number) => string;

/** Returns `count` pieces one after the other; a piece is written by its number. */
export function times(count: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let index = 0; index < count; index += 1) pieces.push(piece(index));
  return pieces.join('');
}

/** Returns pieces of together about `length` characters. */
export function fill(length: number, piece: (index: number) => string): string {
  return times(Math.ceil(length / piece(1_000).length), piece);
}

/** Pages with the pieces in `<body>`. */
export function body(piece: (index: number) => string, before = '', after = ''): GrowPage {
  return (length) => `${start}${before}${fill(length, piece)}${after}`;
}

/** Pages whose body is written by its length. */
export function text(write: (length: number) => string): GrowPage {
  return (length) => `${start}${write(length)}`;
}

/** Pages with the pieces in `<head>`, and a short body. */
export function head(piece: (index: number) => string): GrowPage {
  return (length) => `<!doctype html><head><title>T</title>${fill(length, piece)}<body><p>Text.`;
}

/** Pages with a JSON-LD script whose text is written by its length. */
export function jsonLd(write: (length: number) => string): GrowPage {
  return (length) =>
    `<!doctype html><head><script type="application/ld+json">${write(length)}</script><body><p>Text.`;
}

/** Returns elements within each other, of together about `length` characters, with their end tags. */
export function nest(length: number, open: string, close: string): string {
  const count = Math.ceil(length / (open.length + close.length));
  return open.repeat(count) + close.repeat(count);
}

export const start = '<!doctype html><html lang="en"><head><title>Page</title></head><body>';
export const sentence = 'The quick brown fox jumps over the lazy dog, twice a day. ';

/** Two dimensions that share the length: `left(half)` and `right(half)`. */
export function both(
  length: number,
  left: (length: number) => string,
  right: (length: number) => string,
): string {
  return left(length / 2) + right(length / 2);
}
