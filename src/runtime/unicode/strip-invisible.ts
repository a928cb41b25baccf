/** Returns text without invisible characters (zero-width, bidirectional and other controls). */
export function stripInvisible(text: string): string {
  // The common case needs one scan and no copy; a table is two to three times as fast as the pattern.
  for (let at = 0; at < text.length; at += 1) {
    if (maybeInvisible[text.charCodeAt(at)] === 1) return text.replace(invisible, '');
  }
  return text;
}

/**
 * Code units with which a match of `invisible` can begin: those of all its characters below U+10000, and high
 * surrogates for the others.
 */
const maybeInvisible: Uint8Array = markRanges([
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0xd82f, 0xd82f],
  [0xd834, 0xd834],
  [0xdb40, 0xdb43],
]);

function markRanges(ranges: readonly (readonly [first: number, last: number])[]): Uint8Array {
  const marks = new Uint8Array(0x10000);
  for (const [first, last] of ranges) marks.fill(1, first, last + 1);
  return marks;
}

/**
 * Invisible characters: controls (those from U+0080 on too, which Chromium gives no width, and some terminals obey), soft hyphens, zero-width and bidirectional controls, tag characters and variation
 * selectors of plane 14 (all of them can hide text from a reader). Joiners stay where the character before them
 * belongs to a script that needs them (Arabic, Indic, emoji).
 */
const invisible =
  /[\0-\x08\x0E-\x1F\x7F-\x9F]|(?!\u{200C}|\u{200D}|\u{FE0E}|\u{FE0F})\p{Default_Ignorable_Code_Point}|(?<!\u{FE0F}|[\u{600}-\u{1FFF}\u{2100}-\u{FDFF}\u{1F000}-\u{1FAFF}])(?:\u{200C}|\u{200D})/gu;

/**
 * Combining marks one after the other of which the rest is dropped: the limit of the Stream-Safe Text Format (UAX #15),
 * which no language reaches.
 */
const maxMarks = 30;
const longStack = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

/**
 * Returns a text in a normal form of Unicode, with at most 30 combining marks on a character. `String.normalize` takes
 * the square of their number: 14 s for 128,000.
 */
export function toNormalForm(text: string, form: 'NFC' | 'NFKC'): string {
  return (text.length <= maxMarks ? text : text.replace(longStack, '$1')).normalize(form);
}
