import { foldText } from '../page/text/node-text.ts';

/** A list of the page's JSON-LD in which items of a result stand. */
export interface StatedList {
  /** By item: the place of its entry; -1 where none was found. */
  readonly entryOf: readonly number[];
  /** Texts of each entry. */
  readonly entries: readonly string[];
}

/** Values of all JSON-LD that are looked at. */
const maxValues = 50_000;
/** Share of the items that must stand in entries of their own. */
const minFound = 0.9;
const minEntries = 2;

/** Finds the list in a page's JSON-LD documents in which nearly all items stand; `undefined` where there is none. */
export function findStatedList(
  documents: readonly unknown[],
  items: readonly unknown[],
): StatedList | undefined {
  const wanted = items.map((item) => listTexts(item));
  const known = new Set(wanted.flat());
  let best: StatedList | undefined;
  let most = items.length * minFound;
  const pending: unknown[] = [...documents];
  let left = maxValues;
  // Grows while it is read: the values within a value follow.
  for (const value of pending) {
    if (typeof value !== 'object' || value === null) continue;
    const inner: readonly unknown[] = Object.values(value);
    left -= inner.length;
    if (left < 0) break;
    for (const each of inner) pending.push(each);
    if (!Array.isArray(value) || value.length < minEntries) continue;
    const texts = value.map((entry: unknown) => listTexts(entry));
    if (!texts.some((own) => own.some((text) => known.has(text)))) continue;
    const entryOf = match(wanted, texts);
    const found = entryOf.filter((at) => at >= 0).length;
    if (found < most) continue;
    most = found + 1;
    best = { entryOf, entries: texts.map((own) => own.join(' ')) };
  }
  return best;
}

/** For each item the first entry with one of its texts that no other item has. */
function match(
  items: readonly (readonly string[])[],
  entries: readonly (readonly string[])[],
): readonly number[] {
  const byText = new Map<string, number[]>();
  entries.forEach((texts, at) => {
    for (const text of new Set(texts)) {
      const places = byText.get(text);
      if (places === undefined) byText.set(text, [at]);
      else places.push(at);
    }
  });
  return items.map((texts) => {
    for (const text of texts) {
      // Each place is taken once, so that equal texts of many entries are read once.
      const at = byText.get(text)?.shift();
      if (at !== undefined) return at;
    }
    return -1;
  });
}

/** The texts of an entry, and of the objects directly in it: a list item holds the thing that it lists. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [foldText(value)].filter((text) => text !== '');
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (name.startsWith('@')) return [];
    if (typeof inner === 'string') return [foldText(inner)];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [];
    return Object.entries(inner).flatMap(([key, text]: [string, unknown]) =>
      typeof text === 'string' && !key.startsWith('@') ? [foldText(text)] : [],
    );
  });
  return texts.filter((text) => text !== '');
}
