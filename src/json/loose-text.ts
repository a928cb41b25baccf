/** JSON-like text with what lies ahead of a place. All look-ahead of one reading takes linear time together. */
export interface LooseText {
  readonly text: string;
  /** Index of the next character that is no white space; the text's length at its end. */
  readonly skipSpace: (at: number) => number;
  /** Whether a quoted or bare name and a colon stand here. */
  readonly isNameAt: (at: number) => boolean;
  /** Index after the quote that ends the quoted text here, taken by the next quote of its kind; `undefined` without one. */
  readonly findQuoteEnd: (at: number) => number | undefined;
}

/** Kinds of quotes: any of a kind ends what another one of the kind began. */
const quoteKinds: readonly string[] = ['"“”„', "'‘’`´"];
const space = /[\s\u200B]*/y;
const bareName = /[\p{L}_$][\p{L}\p{N}_$-]{0,200}(?=["']?\s{0,100}:)/uy;

/** The quotes that end what this character begins; `undefined` when it is no quote. */
export function quotesLike(character: string): string | undefined {
  // Straight quotes end straight: typographic ones between them are text.
  if (character === '"' || character === "'") return character;
  return character === '' ? undefined : quoteKinds.find((kind) => kind.includes(character));
}

/** Prepares a text for reading. */
export function lookAhead(text: string): LooseText {
  const ends = new Map<string, { from: number; end: number | undefined }>();

  function skipSpace(at: number): number {
    space.lastIndex = at;
    return at + (space.exec(text)?.[0].length ?? 0);
  }

  function findQuoteEnd(at: number): number | undefined {
    const quotes = quotesLike(text.charAt(at));
    if (quotes === undefined) return undefined;
    const known = ends.get(quotes);
    // What was found from an earlier place holds up to there, so that nothing is read twice.
    if (known !== undefined && at >= known.from && (known.end === undefined || at + 1 < known.end))
      return known.end;
    const end = findUnescaped(text, quotes, at + 1);
    ends.set(quotes, { from: at, end });
    return end;
  }

  function isNameAt(at: number): boolean {
    const end = findQuoteEnd(at);
    if (end !== undefined) return text.charAt(skipSpace(end)) === ':';
    bareName.lastIndex = at;
    return bareName.test(text);
  }

  return { text, skipSpace, isNameAt, findQuoteEnd };
}

/** Index after the next of the quotes that no backslash stands before. */
function findUnescaped(text: string, quotes: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (quotes.includes(character)) return at + 1;
  }
  return undefined;
}
