import type { ChildNode, Document, Element, Text } from 'domhandler';
import { type ClassFacts, readClassFacts } from './class-words.ts';
import type { Lexicon } from './lexicon.ts';
import {
  findTagFacts,
  readAttributeRegion,
  regionBits,
  tagBits,
  type TagFacts,
} from './tag-facts.ts';
import { TextRun } from './text-run.ts';

/** Runs of text between the borders of block-level elements, one entry a block in each column. */
export interface BlockColumns {
  /** Position of the block's first text node in `texts`; the next entry is where it ends. */
  readonly textStart: number[];
  readonly element: number[];
  readonly words: number[];
  readonly linkWords: number[];
  readonly letters: number[];
  readonly digits: number[];
  readonly capitals: number[];
  readonly capitalWords: number[];
  readonly commas: number[];
  readonly stops: number[];
  readonly currencies: number[];
  readonly marks: number[];
  readonly endsSentence: number[];
  readonly hash: number[];
  readonly weightSum: number[];
  readonly weightMin: number[];
  readonly weightMax: number[];
  readonly headingSum: number[];
  /** Class facts of the inline elements in it: kinds, lowest and highest weight. */
  readonly inlineMask: number[];
  readonly inlineLowest: number[];
  readonly inlineHighest: number[];
  /** How many links it holds, and whether it stands in one. */
  readonly links: number[];
  readonly insideLink: number[];
}

/** Block-level elements in document order, one entry an element in each column; the first is the page itself. */
export interface ElementColumns {
  readonly node: (Element | Document)[];
  readonly parent: number[];
  readonly depth: number[];
  readonly tag: TagFacts[];
  readonly facts: ClassFacts[];
  readonly region: number[];
  readonly path: number[];
  readonly blockStart: number[];
  readonly blockEnd: number[];
}

/** A page as columns of blocks and of the elements around them. */
export interface PageBlocks {
  readonly texts: readonly Text[];
  /** 1 for a text node that a line break separates from the one before it in its block. */
  readonly breaks: readonly number[];
  readonly blocks: BlockColumns;
  readonly elements: ElementColumns;
}

const noClass: ClassFacts = { mask: 0, lowest: 0, highest: 0, sum: 0, shape: 0 };
const rootTag = findTagFacts('body');

/** Text of a block as it is read: line breaks are white space, white space is folded. */
export function readBlockText({ texts, breaks, blocks }: PageBlocks, block: number): string {
  const start = blocks.textStart[block] as number;
  const end = blocks.textStart[block + 1] as number;
  let text = '';
  for (let index = start; index < end; index += 1) {
    if (breaks[index] === 1) text += '\n';
    text += texts[index]?.data ?? '';
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts a page into blocks in one walk. */
export function collectBlocks(document: Document, lexicon: Lexicon): PageBlocks {
  const collector = new BlockCollector(document, lexicon);
  walk(document, collector);
  return collector.finish();
}

function walk(document: Document, collector: BlockCollector): void {
  let node: ChildNode | null = document.children[0] ?? null;
  while (node !== null) {
    let child: ChildNode | null = null;
    if (node.type === 'text') collector.readText(node);
    else if (node.type === 'tag' && collector.open(node)) child = node.children[0] ?? null;
    if (child !== null) {
      node = child;
      continue;
    }
    let current: ChildNode = node;
    for (;;) {
      if (current.type === 'tag') collector.close(current);
      if (current.next !== null) {
        node = current.next;
        break;
      }
      const parent = current.parent as ChildNode | null;
      if (parent === null || parent.type === 'root') {
        node = null;
        break;
      }
      current = parent;
    }
  }
}

class BlockCollector {
  readonly #lexicon: Lexicon;
  readonly #facts = new Map<string, ClassFacts>();
  readonly #run = new TextRun();
  readonly #texts: Text[] = [];
  readonly #breaks: number[] = [];
  readonly #blocks: BlockColumns = {
    textStart: [],
    element: [],
    words: [],
    linkWords: [],
    letters: [],
    digits: [],
    capitals: [],
    capitalWords: [],
    commas: [],
    stops: [],
    currencies: [],
    marks: [],
    endsSentence: [],
    hash: [],
    weightSum: [],
    weightMin: [],
    weightMax: [],
    headingSum: [],
    inlineMask: [],
    inlineLowest: [],
    inlineHighest: [],
    links: [],
    insideLink: [],
  };
  readonly #elements: ElementColumns;
  #element = 0;
  #runStart = 0;
  #runElement = 0;
  #linkDepth = 0;
  #links = 0;
  #headings = 0;
  #inlineMask = 0;
  #inlineLowest = 0;
  #inlineHighest = 0;
  #lineBreak = false;

  constructor(document: Document, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#elements = {
      node: [document],
      parent: [0],
      depth: [0],
      tag: [rootTag],
      facts: [noClass],
      region: [0],
      path: [17],
      blockStart: [0],
      blockEnd: [0],
    };
  }

  /** Enters an element; `false` when what it holds is no text of the page. */
  open(node: Element): boolean {
    const tag = findTagFacts(node.name);
    const { bits } = tag;
    if (bits !== 0) {
      if ((bits & tagBits.skip) !== 0) return false;
      if ((bits & tagBits.lineBreak) !== 0) {
        // Two line breaks in a row separate paragraphs.
        if (this.#lineBreak) this.#endBlock();
        else this.#endWord();
        this.#lineBreak = true;
        return false;
      }
      if ((bits & tagBits.block) !== 0) {
        this.#endBlock();
        if ((bits & tagBits.transparent) === 0) this.#openBlockElement(node, tag);
        if ((bits & tagBits.heading) !== 0) this.#headings += 1;
        return true;
      }
      this.#endWord();
      this.#linkDepth += 1;
      this.#links += 1;
    }
    const { attribs } = node;
    if (attribs['class'] !== undefined || attribs['id'] !== undefined) {
      const facts = this.#classFacts(attribs['class'] ?? '', attribs['id'] ?? '');
      this.#inlineMask |= facts.mask;
      if (facts.lowest < this.#inlineLowest) this.#inlineLowest = facts.lowest;
      if (facts.highest > this.#inlineHighest) this.#inlineHighest = facts.highest;
    }
    return true;
  }

  /** Leaves an element. */
  close(node: Element): void {
    const { bits } = findTagFacts(node.name);
    if (bits === 0 || (bits & (tagBits.skip | tagBits.lineBreak)) !== 0) return;
    if ((bits & tagBits.block) === 0) {
      this.#endWord();
      this.#linkDepth -= 1;
      return;
    }
    this.#endBlock();
    if ((bits & tagBits.heading) !== 0) this.#headings -= 1;
    if ((bits & tagBits.transparent) !== 0) return;
    const element = this.#element;
    this.#elements.blockEnd[element] = this.#blocks.words.length;
    this.#element = this.#elements.parent[element] as number;
  }

  readText(node: Text): void {
    const run = this.#run;
    if (this.#texts.length === this.#runStart) this.#runElement = this.#element;
    this.#texts.push(node);
    this.#breaks.push(this.#lineBreak ? 1 : 0);
    const before = run.words;
    const { words, headings } = this.#lexicon;
    run.read(node.data, this.#linkDepth > 0, words, this.#headings > 0 ? headings : undefined);
    if (run.words !== before || run.hasWord) this.#lineBreak = false;
  }

  finish(): PageBlocks {
    this.#endBlock();
    this.#elements.blockEnd[0] = this.#blocks.words.length;
    this.#blocks.textStart.push(this.#texts.length);
    return {
      texts: this.#texts,
      breaks: this.#breaks,
      blocks: this.#blocks,
      elements: this.#elements,
    };
  }

  #endWord(): void {
    this.#run.endWord(
      this.#linkDepth > 0,
      this.#lexicon.words,
      this.#headings > 0 ? this.#lexicon.headings : undefined,
    );
  }

  #classFacts(className: string, id: string): ClassFacts {
    const key = id === '' ? className : `${className}#${id}`;
    let facts = this.#facts.get(key);
    if (facts === undefined) {
      facts = readClassFacts(className, id, this.#lexicon.classes);
      this.#facts.set(key, facts);
    }
    return facts;
  }

  #openBlockElement(node: Element, tag: TagFacts): void {
    const elements = this.#elements;
    const parent = this.#element;
    const { attribs } = node;
    let facts = noClass;
    let { region } = tag;
    // Most elements without attributes are spared the look-ups.
    for (const name in attribs) {
      if (name === '') continue;
      const className = attribs['class'];
      const id = attribs['id'];
      if (className !== undefined || id !== undefined) {
        facts = this.#classFacts(className ?? '', id ?? '');
      }
      region |= readAttributeRegion(attribs);
      break;
    }
    const around = elements.region[parent] as number;
    if (
      (around & (regionBits.article | regionBits.main)) !== 0 &&
      (region & regionBits.header) !== 0
    ) {
      region = (region & ~regionBits.header) | regionBits.innerHeader;
    }
    if (this.#linkDepth > 0) region |= regionBits.link;
    const element = elements.node.length;
    this.#element = element;
    elements.node.push(node);
    elements.parent.push(parent);
    elements.depth.push((elements.depth[parent] as number) + 1);
    elements.tag.push(tag);
    elements.facts.push(facts);
    elements.region.push(around | region);
    const path =
      Math.imul(elements.path[parent] as number, 31) + tag.hash + Math.imul(facts.shape, 7);
    elements.path.push(path & 0x3fffffff);
    elements.blockStart.push(this.#blocks.words.length);
    elements.blockEnd.push(0);
  }

  /** Ends the block that is open; a block without a word is dropped. */
  #endBlock(): void {
    const run = this.#run;
    this.#endWord();
    if (run.words === 0) {
      this.#texts.length = this.#runStart;
      this.#breaks.length = this.#runStart;
    } else {
      const blocks = this.#blocks;
      blocks.textStart.push(this.#runStart);
      blocks.element.push(this.#runElement);
      blocks.words.push(run.words);
      blocks.linkWords.push(run.linkWords);
      blocks.letters.push(run.letters);
      blocks.digits.push(run.digits);
      blocks.capitals.push(run.capitals);
      blocks.capitalWords.push(run.capitalWords);
      blocks.commas.push(run.commas);
      blocks.stops.push(run.stops);
      blocks.currencies.push(run.currencies);
      blocks.marks.push(run.marks);
      blocks.endsSentence.push(run.endsSentence ? 1 : 0);
      blocks.hash.push(run.hash);
      blocks.weightSum.push(run.weightSum);
      blocks.weightMin.push(run.weightMin);
      blocks.weightMax.push(run.weightMax);
      blocks.headingSum.push(run.headingSum);
      blocks.inlineMask.push(this.#inlineMask);
      blocks.inlineLowest.push(this.#inlineLowest);
      blocks.inlineHighest.push(this.#inlineHighest);
      blocks.links.push(this.#links);
      blocks.insideLink.push(this.#linkDepth);
      this.#runStart = this.#texts.length;
    }
    run.reset();
    this.#inlineMask = 0;
    this.#inlineLowest = 0;
    this.#inlineHighest = 0;
    this.#links = 0;
    this.#lineBreak = false;
  }
}
