import { toWordSet } from '../../../runtime/collections.ts';
/** Learned weights of words, from -127 (typical of removed parts) to 127 (typical of the main content). */
export interface Lexicon {
  /** Words of class names and ids. */
  readonly classes: ClassTable;
  /** Words of a block's own text. */
  readonly words: WordTable;
  /** Words of headings, weighted by the content under them. */
  readonly headings: WordTable;
}

/** Meanings of class names and ids; the position of each is its bit in a mask. */
export const classKinds = [
  'navigation',
  'footer',
  'header',
  'side',
  'related',
  'share',
  'comment',
  'advert',
  'dialog',
  'controls',
  'cart',
  'meta',
  'content',
  'product',
  'forum',
  'review',
  'hidden',
  'list',
  'title',
] as const;

export type ClassKind = (typeof classKinds)[number];

const wordsOfKind: Readonly<Record<ClassKind, string>> = {
  navigation:
    'nav navbar navigation menu submenu megamenu breadcrumb breadcrumbs crumbs crumb toolbar pagination pager topnav sidenav subnav mainnav menubar navi tabs toc skip',
  footer: 'footer foot colophon bottom copyright copy legal imprint',
  header: 'header masthead topbar banner head hero logo branding',
  side: 'sidebar aside rail widget widgets secondary sidecol sidepanel complementary',
  related:
    'related recommended recommendations recommendation similar also upsell upsells crosssell cross recirc recirculation trending popular recent latest readmore more next prev previous adjacent teaser teasers',
  share:
    'share sharing social follow facebook twitter pinterest linkedin whatsapp addthis sharedaddy',
  comment: 'comment comments reply replies disqus respond commentlist',
  advert:
    'ad ads advert adverts advertisement adsbygoogle sponsor sponsored promo promos promotion promotions banner dfp cta affiliate',
  dialog:
    'modal popup dialog overlay lightbox cookie cookies consent gdpr drawer offcanvas newsletter subscribe subscription signup onetrust optin paywall toast flyout popover tooltip',
  controls:
    'form login signin register search filter filters facet facets sort sorting sortby refine dropdown select button btn buttons input toggle',
  cart: 'cart checkout basket wishlist bag qty quantity minicart price prices pricing add addtocart compare swatch variant variants option options',
  meta: 'meta byline author authors date timestamp time tag tags tagged categories category published posted info label badge',
  content:
    'content article post entry body main story text description prose markdown richtext rte wysiwyg copy page',
  product:
    'product products pdp description details detail specs specifications specification features feature summary',
  forum:
    'post posts message messages thread topic topics discussion answer answers question postbody cooked',
  review: 'review reviews rating ratings stars testimonial testimonials feedback',
  hidden:
    'hidden hide sr screenreader screen visually invisible offscreen visuallyhidden collapsed noprint',
  title: 'title heading headline subtitle subhead subheading headings titles accordion',
  list: 'list grid item items card cards row tile tiles collection results listing archive carousel slider slide swiper',
};

/** Words of class names for what is read to those who do not see the page. */
export const spokenWords: ReadonlySet<string> = toWordSet(
  'sronly sr screenreader visually visuallyhidden clipped',
);

/** Facts from the class names and the id of an element. */
export interface ClassFacts {
  /** A bit for each of `classKinds`. */
  readonly mask: number;
  /** Learned weights of the words: the lowest, the highest, and their sum. */
  readonly lowest: number;
  readonly highest: number;
  readonly sum: number;
  /** Hash of the first two class names without digits: elements of one template share it. */
  readonly shape: number;
}

/** Characters. Longer values are generated; their first characters are enough to classify them. */
const maxClassLength = 300;

/** Words of class names and ids by hash (`hashWord`). Open addressing, so that a lookup creates no string. */
interface ClassTable {
  readonly keys: Int32Array;
  /** A bit for each of `classKinds`. */
  readonly masks: Int32Array;
  /** Learned, from -127 to 127. */
  readonly weights: Int8Array;
}

/** Returns the table of the words that have a kind or a weight. */
export function createClassTable(
  weights: Iterable<readonly [word: string, weight: number]>,
): ClassTable {
  const known = [...weights].map(([word, weight]) => [hashWord(word), weight] as const);
  const kinds = classKinds.flatMap((kind, bit) =>
    wordsOfKind[kind].split(' ').map((word) => [hashWord(word), 1 << bit] as const),
  );
  const keys = createKeys([...known, ...kinds].map(([hash]) => hash));
  const table = { keys, masks: new Int32Array(keys.length), weights: new Int8Array(keys.length) };
  for (const [hash, weight] of known) table.weights[findSlot(keys, hash)] = weight;
  for (const [hash, bit] of kinds) {
    const slot = findSlot(keys, hash);
    table.masks[slot] = (table.masks[slot] ?? 0) | bit;
  }
  return table;
}

/** Visits the words of class names one at a time: letters between signs, digits and `camelCase` borders. */
class WordCursor {
  readonly #names: string;
  readonly #length: number;
  start = 0;
  end = 0;
  /** Hash of the current word in lower case, as `hashWord` computes it. */
  hash = 0;

  constructor(names: string) {
    this.#names = names;
    this.#length = Math.min(names.length, maxClassLength);
  }

  /** Moves to the next word; `false` at the end. Single letters and runs of twenty letters or more are skipped. */
  next(): boolean {
    const names = this.#names;
    let index = this.end;
    while (index < this.#length) {
      const start = index;
      let hash = 0;
      let previousLower = false;
      for (; index < this.#length; index += 1) {
        const code = names.charCodeAt(index);
        const isLower = code >= 97 && code <= 122;
        if (!isLower && (code < 65 || code > 90 || previousLower)) break;
        hash = hashCharacter(hash, code | 0x20);
        previousLower = isLower;
      }
      if (index - start > 1 && index - start < 20) {
        this.start = start;
        this.end = index;
        this.hash = hash;
        return true;
      }
      if (index === start) index += 1;
    }
    return false;
  }
}

/** Returns the lower-case words of class names, split at signs, digits and `camelCase` borders. */
export function splitClassWords(names: string): readonly string[] {
  const words: string[] = [];
  const cursor = new WordCursor(names);
  while (cursor.next()) words.push(names.slice(cursor.start, cursor.end).toLowerCase());
  return words;
}

/** Returns the facts of an element's class names. */
export function readClassFacts(names: string, table: ClassTable): ClassFacts {
  return readWords(names, hashShape(names), table);
}

/** Returns the facts of an element's id. An id is unique, so it adds nothing to the shape. */
export function readIdFacts(id: string, table: ClassTable): ClassFacts {
  return readWords(id, 0, table);
}

function readWords(names: string, shape: number, { keys, masks, weights }: ClassTable): ClassFacts {
  let mask = 0;
  let lowest = 0;
  let highest = 0;
  let sum = 0;
  const cursor = new WordCursor(names);
  while (cursor.next()) {
    const slot = findSlot(keys, cursor.hash);
    if (keys[slot] === 0) continue;
    mask |= masks[slot] ?? 0;
    const weight = weights[slot] ?? 0;
    sum += weight;
    if (weight < lowest) lowest = weight;
    else if (weight > highest) highest = weight;
  }
  return { mask, lowest, highest, sum, shape };
}

/** Returns the facts of class names and id together, with the shape of the class names. */
export function joinClassFacts(names: ClassFacts, id: ClassFacts): ClassFacts {
  return {
    mask: names.mask | id.mask,
    lowest: Math.min(names.lowest, id.lowest),
    highest: Math.max(names.highest, id.highest),
    sum: names.sum + id.sum,
    shape: names.shape,
  };
}

function hashShape(className: string): number {
  let hash = 0;
  let names = 0;
  let inName = false;
  const end = Math.min(className.length, maxClassLength);
  for (let index = 0; index < end; index += 1) {
    const code = className.charCodeAt(index);
    if (code <= 32) {
      inName = false;
      continue;
    }
    if (!inName) {
      names += 1;
      if (names > 2) break;
      inName = true;
    }
    if (code < 48 || code > 57) hash = (Math.imul(hash, 31) + code) | 0;
  }
  return hash;
}

/** Weights of words by hash. Open addressing, so that a lookup creates no string. */
export interface WordTable {
  readonly keys: Int32Array;
  readonly weights: Int8Array;
}

/** The one hash of all words that consist of digits. */
export const numberHash = 35;

/** Returns the hash of a word extended by one lower-case character; the hash of the empty word is 0. */
export function hashCharacter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Returns the hash of two successive words; the first word of a text follows 0. */
export function hashPair(previous: number, word: number): number {
  return (Math.imul(previous, 0x01000193) + word) | 0;
}

/** Returns the hash by which `TextRun` looks a word up; for building tables. */
export function hashWord(word: string): number {
  if (/^\d+$/.test(word)) return numberHash;
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) {
    hash = hashCharacter(hash, word.charCodeAt(index));
  }
  return hash;
}

/** Returns a table of weights between -127 and 127. */
export function createWordTable(
  words: Iterable<readonly [hash: number, weight: number]>,
): WordTable {
  const entries = [...words];
  const keys = createKeys(entries.map(([hash]) => hash));
  const weights = new Int8Array(keys.length);
  for (const [hash, weight] of entries) weights[findSlot(keys, hash)] = weight;
  return { keys, weights };
}

/** Returns the keys of a table for these words, with spare capacity. */
function createKeys(hashes: readonly number[]): Int32Array {
  let size = 16;
  while (size < hashes.length * 3) size *= 2;
  const keys = new Int32Array(size);
  for (const hash of hashes) keys[findSlot(keys, hash)] = hash;
  return keys;
}

/** Returns the slot of a hash among the keys of a table, or the free slot (key 0) where it would be inserted. */
function findSlot(keys: Int32Array, hash: number): number {
  const mask = keys.length - 1;
  let slot = hash & mask;
  while (keys[slot] !== hash && keys[slot] !== 0) slot = (slot + 1) & mask;
  return slot;
}

/** Returns the weight of a word; 0 for a word that is not in the table. */
export function wordWeight({ keys, weights }: WordTable, hash: number): number {
  return weights[findSlot(keys, hash)] ?? 0;
}
