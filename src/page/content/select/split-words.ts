const word = /[\p{L}\p{M}]+|\p{N}+/gu;
const camelHump = /(\p{Ll})(\p{Lu})/gu;
/** Scripts without spaces between words: pairs of characters are used as words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns the words of page text or of a request in lower case; English plurals become singular. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (found.length > 1 && unspaced.test(found)) {
      for (let at = 0; at + 1 < found.length; at += 1) words.push(found.slice(at, at + 2));
    } else {
      words.push(foldPlural(found));
    }
  }
  return words;
}

/** Returns the words of a name: `unitPrice`, `unit_price` and `unit-price` give the same two. */
export function splitName(name: string): readonly string[] {
  return splitWords(name.replaceAll(camelHump, '$1 $2'));
}

function foldPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
