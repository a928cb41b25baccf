/** Characters that may be markup inside a line. */
const specials = /[\\`*_~[\]<&]/g;
/** Characters that are escaped at once: all matches of one `replace` stand in memory together. */
const pieceLength = 16_384;
const wordCharacter = /[\p{L}\p{N}]/u;
const markupStart = /[a-z/!?]/i;
const asciiPunctuation = /[!-/:-@[-`{-~]/;
/** The longest name of a character reference, `&CounterClockwiseContourIntegral;`, has 33 characters. */
const reference = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/**
 * Matches the scheme of a bare address that would become a link by itself, with the backslashes of escapes taken as
 * part of it. Looks ahead no further than the length of an address.
 */
const bareAddress = /(?:https?|ftp)(?=:\/\/\S{0,500}?\\)|www(?=\.\S{0,500}?\\)/gi;

/** Returns text with inline markup escaped; characters that are not markup at their place stay unescaped. */
export function escapeText(text: string, isInLink: boolean): string {
  let escaped = '';
  for (let start = 0; start < text.length; start += pieceLength) {
    escaped += text
      .slice(start, start + pieceLength)
      .replace(specials, (character, offset: number) =>
        isMarkup(character, text, start + offset, isInLink) ? `\\${character}` : character,
      );
  }
  if (escaped.length === text.length) return text;
  // Some readers ignore escapes when they look for the end of a label.
  if (isInLink) return escaped.replaceAll('](', String.raw`]\(`);
  return escaped.replace(bareAddress, '$&\\');
}

/** At both ends of the text the neighbour is unknown: it may come from the next element. */
function isMarkup(character: string, text: string, offset: number, isInLink: boolean): boolean {
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + 1);
  switch (character) {
    case '*': {
      return before !== ' ' || after !== ' ';
    }
    case '_': {
      return !isWord(before) || !isWord(after);
    }
    case '~': {
      return !(before === ' ' || before === '/') || !isWord(after);
    }
    case '[': {
      return isInLink || after === '' || after === '^';
    }
    case ']': {
      return isInLink || after === '' || after === '(' || after === ':' || after === '[';
    }
    case '<': {
      return after === '' || markupStart.test(after);
    }
    case '&': {
      return after === '' || reference.test(text.slice(offset, offset + 40));
    }
    case '\\': {
      return after === '' || asciiPunctuation.test(after);
    }
    default: {
      return true;
    }
  }
}

function isWord(character: string): boolean {
  return character !== '' && wordCharacter.test(character);
}

/** Lines that would start a heading, list, quote, rule, setext underline or table. */
const blockStart =
  /^(?:#{1,6}(?=\s|$)|[-+](?=[\s-]|$)|>|=|\||:(?=-)|\[(?=[ xX]\](?:\s|$))|\d{1,9}(?=[.)](?:\s|$)))/;
const blockStarts = new RegExp(blockStart.source, 'gm');

/** Returns text with the characters escaped that would start a block at the start of a line. */
export function escapeLineStarts(text: string): string {
  const hasLines = text.includes('\n');
  const first = text.charCodeAt(0) | 0x20;
  if (!hasLines && first >= 0x61 && first <= 0x7a) return text;
  const pattern = hasLines ? blockStarts : blockStart;
  return text.replace(pattern, (start) =>
    start >= '0' && start <= '999999999' ? `${start}\\` : `\\${start}`,
  );
}
