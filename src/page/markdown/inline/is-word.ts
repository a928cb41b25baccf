const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

/** Whether a letter, digit or mark stands at a place of a text. */
export function isWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20;
  if (code >= 0x61 && code <= 0x7a) return true;
  return wordCharacter.test(text.charAt(index));
}

/** Whether a text has a letter, digit or mark. */
export function hasWord(text: string): boolean {
  return wordCharacter.test(text);
}
