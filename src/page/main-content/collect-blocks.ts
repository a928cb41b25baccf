import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  isTag,
  isText,
  type Text,
} from 'domhandler';
import { type ClassFacts, joinClassFacts, readClassFacts, readIdFacts } from './class-words.ts';
import type { Lexicon } from './lexicon.ts';
import type { BlockColumns, ElementColumns, PageBlocks } from './page-blocks.ts';
import {
  findTagFacts,
  readAttributeRegion,
  regionBits,
  tagBits,
  type TagFacts,
} from './tag-facts.ts';
import { TextRun } from './text-run.ts';
import type { WordTable } from './word-table.ts';

const noClass: ClassFacts = { mask: 0, lowest: 0, highest: 0, sum: 0, shape: 0 };
const rootTag = findTagFacts('body');

/** Cuts a page into blocks in one walk. */
export function collectBlocks(
  document: Document,
  lexicon: Lexicon,
  stated?: WordTable,
): PageBlocks {
  const collector = new BlockCollector(document, lexicon, stated);
  walk(document, collector);
  return collector.finish();
}

function walk(document: Document, collector: BlockCollector): void {
  let node: ChildNode | null = document.children[0] ?? null;
  while (node !== null) {
    let child: ChildNode | null = null;
    if (isText(node)) collector.readText(node);
    else if (isTag(node) && collector.open(node)) child = node.children[0] ?? null;
    if (child !== null) {
      node = child;
      continue;
    }
    let current: ChildNode = node;
    for (;;) {
      if (isTag(current)) collector.close(current);
      if (current.next !== null) {
        node = current.next;
        break;
      }
      const parent: AnyNode | null = current.parent;
      if (parent === null || !isTag(parent)) {
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
  readonly #run: TextRun;
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
    statedTitle: [],
    statedBody: [],
    statedMeta: [],
    statedReview: [],
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
  #inlineMask = 0;
  #inlineLowest = 0;
  #inlineHighest = 0;
  #lineBreak = false;
  /** Whether a link has ended since the last text, and whether another has started then. */
  #afterLink = false;
  #betweenLinks = false;

  constructor(document: Document, lexicon: Lexicon, stated: WordTable | undefined) {
    this.#lexicon = lexicon;
    this.#run = new TextRun(lexicon, stated);
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
        return true;
      }
      this.#endWord();
      this.#linkDepth += 1;
      this.#betweenLinks = this.#afterLink;
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
      this.#afterLink = true;
      return;
    }
    this.#endBlock();
    if ((bits & tagBits.transparent) !== 0) return;
    const element = this.#element;
    this.#elements.blockEnd[element] = this.#blocks.words.length;
    this.#element = this.#elements.parent[element] as number;
  }

  readText(node: Text): void {
    const run = this.#run;
    if (this.#texts.length === this.#runStart) this.#runElement = this.#element;
    this.#texts.push(node);
    this.#breaks.push(this.#lineBreak || this.#betweenLinks ? 1 : 0);
    this.#afterLink = false;
    this.#betweenLinks = false;
    const before = run.words;
    run.read(node.data, this.#linkDepth > 0);
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
    this.#run.endWord(this.#linkDepth > 0);
  }

  #classFacts(className: string, id: string): ClassFacts {
    const { classes } = this.#lexicon;
    let facts = noClass;
    if (className !== '') {
      const known = this.#facts.get(className);
      facts = known ?? readClassFacts(className, classes);
      if (known === undefined) this.#facts.set(className, facts);
    }
    // Ids are unique: there is nothing to gain from remembering them.
    return id === '' ? facts : joinClassFacts(facts, readIdFacts(id, classes));
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
      // Few are dropped, and to set the length of an array is slow even where it stays the same.
      while (this.#texts.length > this.#runStart) {
        this.#texts.pop();
        this.#breaks.pop();
      }
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
      blocks.statedTitle.push(run.statedTitle);
      blocks.statedBody.push(run.statedBody);
      blocks.statedMeta.push(run.statedMeta);
      blocks.statedReview.push(run.statedReview);
      blocks.inlineMask.push(this.#inlineMask);
      blocks.inlineLowest.push(this.#inlineLowest);
      blocks.inlineHighest.push(this.#inlineHighest);
      blocks.links.push(this.#links);
      blocks.insideLink.push(this.#linkDepth);
      this.#runStart = this.#texts.length;
    }
    // Most borders of blocks follow on another border.
    if (!run.isEmpty) run.reset();
    this.#inlineMask = 0;
    this.#inlineLowest = 0;
    this.#inlineHighest = 0;
    this.#links = 0;
    this.#lineBreak = false;
  }
}
