import { between, type BlockSums } from './block-sums.ts';
import { type ClassKind, classKinds } from '../blocks/class-words.ts';
import type { PageBlocks } from '../blocks/page-blocks.ts';
import { regionBits } from '../blocks/tag-facts.ts';

const negativeKinds: readonly ClassKind[] = [
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
  'hidden',
  'review',
];
const negativeMask = negativeKinds.reduce(
  (mask, kind) => mask | (1 << classKinds.indexOf(kind)),
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
  const total = sums.words[blocks.words.length] as number;
  const own = new Int32Array(count);
  for (let element = 0; element < count; element += 1) {
    const parent = elements.parent[element] as number;
    const words = between(
      sums.words,
      elements.blockStart[element] as number,
      elements.blockEnd[element] as number,
    );
    facts.words[element] = words;
    const whole = words > total * wholePageShare;
    const classes = elements.facts[element] as (typeof elements.facts)[number];
    const mask = whole ? classes.mask & ~negativeMask : classes.mask;
    own[element] = mask;
    facts.classFar[element] = mask | (facts.classFar[parent] as number);
    facts.classNear[element] = mask | (own[parent] as number);
    const region = elements.region[element] as number;
    const above = facts.region[parent] as number;
    // `region` includes the regions of the ancestors; only those that this element adds can be ignored.
    const added = region & ~(elements.region[parent] as number);
    facts.region[element] = above | (whole && element > 0 ? added & ~negativeRegions : added);
    facts.lowest[element] = Math.min(facts.lowest[parent] as number, whole ? 0 : classes.lowest);
    facts.highest[element] = Math.max(facts.highest[parent] as number, classes.highest);
    facts.sum[element] =
      (whole ? Math.max(0, classes.sum) : classes.sum) + 0.8 * (facts.sum[parent] as number);
    facts.near40[element] = words >= 40 ? element : (facts.near40[parent] as number);
    facts.near200[element] = words >= 200 ? element : (facts.near200[parent] as number);
    const repeated = (siblings[element] as number) >= 3;
    facts.innerItem[element] = repeated ? element : (facts.innerItem[parent] as number);
    const outer = facts.outerItem[parent] as number;
    facts.outerItem[element] = outer === 0 && repeated ? element : outer;
  }
  const top = findTopElement(page, sums);
  const onTop = new Set<number>();
  for (let element = top; ; element = elements.parent[element] as number) {
    onTop.add(element);
    if (element === 0) break;
  }
  for (let element = 1; element < count; element += 1) {
    facts.sharedDepth[element] = onTop.has(element)
      ? (elements.depth[element] as number)
      : (facts.sharedDepth[elements.parent[element] as number] as number);
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
      Math.imul(parent[element] as number, parentFactor) +
      Math.imul(path[element] as number, pathFactor);
    let slot = hash >>> (32 - bits);
    let other = table[slot] as number;
    while (other !== 0 && (parent[other] !== parent[element] || path[other] !== path[element])) {
      slot = (slot + 1) & (table.length - 1);
      other = table[slot] as number;
    }
    if (other === 0) {
      table[slot] = element;
      other = element;
    }
    first[element] = other;
    if (blockStart[element] !== blockEnd[element]) counts[other] = (counts[other] as number) + 1;
  }
  return { siblings: first.map((other) => counts[other] as number), firstSibling: first };
}

/** Returns the element with the most prose: a paragraph counts in full for its parent and half for its grandparent. */
function findTopElement({ blocks, elements }: PageBlocks, sums: BlockSums): number {
  const scores = new Float64Array(elements.node.length);
  let best = 0;
  for (let block = 0; block < blocks.words.length; block += 1) {
    if (sums.good[block] === 0) continue;
    const words = blocks.words[block] as number;
    const owner = blocks.element[block] as number;
    const parent =
      (elements.tag[owner]?.holder ?? 0) === 7 ? owner : (elements.parent[owner] as number);
    const grandparent = elements.parent[parent] as number;
    scores[parent] = (scores[parent] as number) + words;
    scores[grandparent] = (scores[grandparent] as number) + words / 2;
    if ((scores[parent] ?? 0) > (scores[best] ?? 0)) best = parent;
    if ((scores[grandparent] ?? 0) > (scores[best] ?? 0)) best = grandparent;
  }
  return best;
}
