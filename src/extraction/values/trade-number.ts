/** Digits of the numbers of articles and books, with the spaces and hyphens that people put in them. */
const written = /^\d[\d\s-]{6,20}[\dXx]$/;
/** What is in front of the own digits of a book's number. */
const bookPrefix = /^97[89](?=.{10}$)/;

/**
 * Whether a text is a number of the trade (GTIN-8, -12, -13, -14, ISBN-10), by its length and its check digit. `name` is what it is
 * asked for as: `isbn13` takes no ISBN-10, and `isbn` no number of an article.
 */
export function isTradeNumber(text: string, name: string): boolean {
  if (!written.test(text)) return false;
  const digits = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (isPlaceholder(digits)) return false;
  const isBook = /isbn/i.test(name);
  const length = /(?:isbn|ean|gtin|upc)\D{0,2}(8|10|12|13|14)(?!\d)/i.exec(name)?.[1];
  if (length !== undefined && digits.length !== Number(length)) return false;
  // A UPC has twelve digits; with a zero in front it is an EAN as well.
  if (/upc/i.test(name) && digits.length > 12 && !digits.startsWith('0')) return false;
  if (digits.length === 10) return (isBook || !/ean|gtin|upc/i.test(name)) && isIsbn10(digits);
  if (isBook && !/^97[89]\d{10}$/.test(digits)) return false;
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && isGtin(digits);
}

/** Templates hold numbers with a right check digit: one digit many times, or digits as they are counted. */
function isPlaceholder(digits: string): boolean {
  const own = Array.from(digits.replace(bookPrefix, '').slice(0, -1), Number);
  return [0, 1].some((step) =>
    own.every((digit, at) => at === 0 || digit === ((own[at - 1] ?? 0) + step) % 10),
  );
}

/** Whether a text has the length of a number of an article and is a template's: no shop counts its articles so. */
export function isTradePlaceholder(text: string): boolean {
  return /^\d{12,14}$/.test(text) && isPlaceholder(text);
}

function isGtin(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of Array.from(digits).toReversed().entries())
    sum += Number(digit) * (place % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of Array.from(digits).entries())
    sum += (digit === 'X' ? 10 : Number(digit)) * (10 - place);
  return /^\d{9}[\dX]$/.test(digits) && sum % 11 === 0;
}
