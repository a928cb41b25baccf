import { LRUCache } from 'lru-cache';

/** Characters of the texts that one cache keeps at most; with what was read of them they take about ten bytes each. */
const maxCharacters = 1_000_000;
/** A longer text is a sheet of its own, or made to fill the cache. */
const maxLength = 20_000;
/** What an entry costs beside its text. */
const entryCost = 40;

/**
 * Returns a function that reads a text once for all pages of a thread, as long as the text was asked for lately: pages of one site
 * have the same rules, and pages of others many of them. What it returns is shared and must not be changed.
 */
export function readOnce<Value>(
  read: (text: string) => Value,
  limit: { readonly characters: number; readonly length: number } = {
    characters: maxCharacters,
    length: maxLength,
  },
): (text: string) => Value {
  const known = new LRUCache<string, { readonly value: Value }>({
    maxSize: limit.characters,
    sizeCalculation: (_, text) => text.length + entryCost,
  });
  return (text) => {
    if (text.length > limit.length) return read(text);
    const found = known.get(text);
    if (found !== undefined) return found.value;
    const own = copyText(text);
    const value = read(own);
    known.set(own, { value });
    return value;
  };
}

/** Returns a text that is no part of another one: V8 keeps all of a page for a part of it that is kept. */
function copyText(text: string): string {
  const encoding = Buffer.byteLength(text) === text.length ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
