import { type ClassKind, classKinds } from '../blocks/lexicon.ts';
import { type PageBlocks, regionBits } from '../blocks/page-blocks.ts';

/** All others are of parts beside the content. */
const contentKinds: ReadonlySet<ClassKind> = new Set([
  'content',
  'product',
  'forum',
  'list',
  'title',
]);
const negativeMask = classKinds.reduce(
  (mask, kind, bit) => (contentKinds.has(kind) ? mask : mask | (1 << bit)),
  0,
);
/** Share of the page. The class of an element that holds more does not distinguish the parts of the page. */
export const wholePageShare = 0.6;
/** Regions that no page consists of entirely. */
export const negativeRegions: number =
  regionBits.nav |
  regionBits.header |
  regionBits.footer |
  regionBits.aside |
  regionBits.form |
  regionBits.dialog |
  regionBits.hidden;

/** Facts of each element that its blocks inherit. */
export interface ElementFacts {
  readonly words: Float64Array;
  readonly classFar: Int32Array;
  readonly classNear: Int32Array;
  readonly region: Int32Array;
  readonly lowest: Float32Array;
  readonly highest: Float32Array;
  readonly sum: Float32Array;
  readonly near40: Int32Array;
  readonly near200: Int32Array;
  readonly siblings: Int32Array;
  /** First of the siblings that share the element's path. */
  readonly firstSibling: Int32Array;
  readonly innerItem: Int32Array;
  readonly outerItem: Int32Array;
  readonly top: number;
  readonly sharedDepth: Int32Array;
}

/** Returns the facts of a page's elements, computed from the root down. */
export function readElementFacts(page: PageBlocks, sums: BlockSums): ElementFacts {
  const { elements, blocks } = page;
  const count = elements.node.length;
  const facts = {
    words: new Float64Array(count),
    classFar: new Int32Array(count),
    classNear: new Int32Array(count),
    region: new Int32Array(count),
    lowest: new Float32Array(count),
    highest: new Float32Array(count),
    sum: new Float32Array(count),
    near40: new Int32Array(count),
    near200: new Int32Array(count),
    innerItem: new Int32Array(count),
    outerItem: new Int32Array(count),
    sharedDepth: new Int32Array(count),
  };
  const { siblings, firstSibling } = countSiblings(page);
  const total = sums.words[blocks.words.length] ?? 0;
  const own = new Int32Array(count);
  for (let element = 0; element < count; element += 1) {
    const parent = elements.parent[element] ?? 0;
    const words = between(
      sums.words,
      elements.blockStart[element] ?? 0,
      elements.blockEnd[element] ?? 0,
    );
    facts.words[element] = words;
    const whole = words > total * wholePageShare;
    const classes = elements.facts[element] as (typeof elements.facts)[number];
    const mask = whole ? classes.mask & ~negativeMask : classes.mask;
    own[element] = mask;
    facts.classFar[element] = mask | (facts.classFar[parent] ?? 0);
    facts.classNear[element] = mask | (own[parent] ?? 0);
    const region = elements.region[element] ?? 0;
    const above = facts.region[parent] ?? 0;
    // `region` includes the regions of the ancestors; only those that this element adds can be ignored.
    const added = region & ~(elements.region[parent] ?? 0);
    facts.region[element] = above | (whole && element > 0 ? added & ~negativeRegions : added);
    facts.lowest[element] = Math.min(facts.lowest[parent] ?? 0, whole ? 0 : classes.lowest);
    facts.highest[element] = Math.max(facts.highest[parent] ?? 0, classes.highest);
    facts.sum[element] =
      (whole ? Math.max(0, classes.sum) : classes.sum) + 0.8 * (facts.sum[parent] ?? 0);
    facts.near40[element] = words >= 40 ? element : (facts.near40[parent] ?? 0);
    facts.near200[element] = words >= 200 ? element : (facts.near200[parent] ?? 0);
    const repeated = (siblings[element] ?? 0) >= 3;
    facts.innerItem[element] = repeated ? element : (facts.innerItem[parent] ?? 0);
    const outer = facts.outerItem[parent] ?? 0;
    facts.outerItem[element] = outer === 0 && repeated ? element : outer;
  }
  const top = findTopElement(page, sums);
  const onTop = new Set<number>();
  for (let element = top; ; element = elements.parent[element] ?? 0) {
    onTop.add(element);
    if (element === 0) break;
  }
  for (let element = 1; element < count; element += 1) {
    facts.sharedDepth[element] = onTop.has(element)
      ? (elements.depth[element] ?? 0)
      : (facts.sharedDepth[elements.parent[element] ?? 0] ?? 0);
  }
  return { ...facts, siblings, firstSibling, top };
}

/** Random in each process, so that no page can be written to make all its elements collide in the hash table. */
const [parentFactor, pathFactor] = [randomOdd(), randomOdd()];

function randomOdd(): number {
  return Math.floor(Math.random() * 2 ** 31) | 1;
}

/**
 * Returns for each element how many siblings share its path and hold text, itself included, and the first of them. Uses a hash
 * table with open addressing: as keys of a `Map`, parent and path together are numbers on the heap, which
 * took half of all time here.
 */
function countSiblings({ elements }: PageBlocks): Pick<ElementFacts, 'firstSibling' | 'siblings'> {
  const { parent, path, blockStart, blockEnd } = elements;
  const count = parent.length;
  const bits = 33 - Math.clz32(count);
  const table = new Int32Array(2 ** bits);
  const first = new Int32Array(count);
  const counts = new Int32Array(count);
  for (let element = 1; element < count; element += 1) {
    const hash =
      Math.imul(parent[element] ?? 0, parentFactor) + Math.imul(path[element] ?? 0, pathFactor);
    let slot = hash >>> (32 - bits);
    let other = table[slot] ?? 0;
    while (other !== 0 && (parent[other] !== parent[element] || path[other] !== path[element])) {
      slot = (slot + 1) & (table.length - 1);
      other = table[slot] ?? 0;
    }
    if (other === 0) {
      table[slot] = element;
      other = element;
    }
    first[element] = other;
    if (blockStart[element] !== blockEnd[element]) counts[other] = (counts[other] ?? 0) + 1;
  }
  return { siblings: first.map((other) => counts[other] ?? 0), firstSibling: first };
}

/** Returns the element with the most prose: a paragraph counts in full for its parent and half for its grandparent. */
function findTopElement({ blocks, elements }: PageBlocks, sums: BlockSums): number {
  const scores = new Float64Array(elements.node.length);
  let best = 0;
  for (let block = 0; block < blocks.words.length; block += 1) {
    if (sums.good[block] === 0) continue;
    const words = blocks.words[block] ?? 0;
    const owner = blocks.element[block] ?? 0;
    const parent = (elements.tag[owner]?.holder ?? 0) === 7 ? owner : (elements.parent[owner] ?? 0);
    const grandparent = elements.parent[parent] ?? 0;
    scores[parent] = (scores[parent] ?? 0) + words;
    scores[grandparent] = (scores[grandparent] ?? 0) + words / 2;
    if ((scores[parent] ?? 0) > (scores[best] ?? 0)) best = parent;
    if ((scores[grandparent] ?? 0) > (scores[best] ?? 0)) best = grandparent;
  }
  return best;
}

/** Words; a block with as many reads like a paragraph of prose. */
const goodWords = 12;
const goodLinkShare = 0.35;

/** Running sums over the blocks: entry i is the sum over all blocks before i. */
export interface BlockSums {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly goodWords: Float64Array;
  readonly goodBlocks: Float64Array;
  readonly currencies: Float64Array;
  /** Sums of the mean weights of the blocks' first words. */
  readonly weight: Float64Array;
  readonly good: Uint8Array;
}

/** Returns the running sums of a page's blocks. */
export function sumBlocks({ blocks }: PageBlocks): BlockSums {
  const count = blocks.words.length;
  const sums: BlockSums = {
    words: new Float64Array(count + 1),
    linkWords: new Float64Array(count + 1),
    goodWords: new Float64Array(count + 1),
    goodBlocks: new Float64Array(count + 1),
    currencies: new Float64Array(count + 1),
    weight: new Float64Array(count + 1),
    good: new Uint8Array(count),
  };
  for (let block = 0; block < count; block += 1) {
    const words = blocks.words[block] ?? 0;
    const links = blocks.linkWords[block] ?? 0;
    const marks = (blocks.stops[block] ?? 0) + (blocks.commas[block] ?? 0);
    const good =
      words >= goodWords &&
      links < words * goodLinkShare &&
      (marks >= 2 || (blocks.endsSentence[block] ?? 0) === 1)
        ? 1
        : 0;
    sums.good[block] = good;
    sums.words[block + 1] = (sums.words[block] ?? 0) + words;
    sums.linkWords[block + 1] = (sums.linkWords[block] ?? 0) + links;
    sums.goodWords[block + 1] = (sums.goodWords[block] ?? 0) + good * words;
    sums.goodBlocks[block + 1] = (sums.goodBlocks[block] ?? 0) + good;
    sums.currencies[block + 1] = (sums.currencies[block] ?? 0) + (blocks.currencies[block] ?? 0);
    sums.weight[block + 1] =
      (sums.weight[block] ?? 0) + (blocks.weightSum[block] ?? 0) / Math.min(words, 24);
  }
  return sums;
}

/** Returns the sum over the blocks from `start` up to, but not including, `end`. */
export function between(sums: Float64Array, start: number, end: number): number {
  return (sums[end] ?? 0) - (sums[start] ?? 0);
}
