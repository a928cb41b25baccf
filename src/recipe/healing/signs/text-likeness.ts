/** How alike two texts are, 0 to 1: the better of what they share in pairs of letters and in words (Dice). Case and white space do not count. */
export function textLikeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const [first, second] = [takeApart(one), takeApart(other)];
  if (first.folded === '' || second.folded === '') return 0;
  if (first.folded === second.folded) return 1;
  return Math.max(dice(first.pairs, second.pairs), dice(first.words, second.words));
}

interface Parts {
  readonly folded: string;
  readonly pairs: Counted;
  readonly words: Counted;
}

/** Counted, since what stands twice in one should stand twice in the other. */
interface Counted {
  readonly bag: ReadonlyMap<string, number>;
  readonly total: number;
}

/** One page compares the same few thousand texts with each other again and again. */
const known = new Map<string, Parts>();
const maxKnown = 5_000;

function takeApart(text: string): Parts {
  let parts = known.get(text);
  if (parts !== undefined) return parts;
  const folded = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const pairs: string[] = [];
  for (let at = 0; at + 1 < folded.length; at += 1) pairs.push(folded.slice(at, at + 2));
  // A text of one letter has no pair.
  if (folded.length === 1) pairs.push(folded);
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  parts = { folded, pairs: count(pairs), words: count(words) };
  if (known.size >= maxKnown) known.clear();
  known.set(text, parts);
  return parts;
}

function count(things: readonly string[]): Counted {
  const bag = new Map<string, number>();
  for (const thing of things) bag.set(thing, (bag.get(thing) ?? 0) + 1);
  return { bag, total: things.length };
}

function dice(one: Counted, other: Counted): number {
  const total = one.total + other.total;
  if (total === 0) return 0;
  let shared = 0;
  for (const [thing, times] of one.bag) shared += Math.min(times, other.bag.get(thing) ?? 0);
  return (2 * shared) / total;
}

/** What kind of text it is, whatever it says: `£12.99` and `£8.50` are both `$9.9`, `3 May 2024` is `9 a 9`. */
export function textShape(text: string): string {
  return text
    .slice(0, maxText)
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/\p{Sc}/gu, '$')
    .replaceAll(/\p{L}[\p{L}\p{M}'’]*/gu, 'a')
    .replaceAll(/a(?:[\s,;:()"“”–-]+a)+/g, 'a a')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Two texts of the same kind rarely differ in how they begin. */
const maxText = 80;
