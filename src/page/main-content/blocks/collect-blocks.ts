import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  type Text,
  isTag,
  isText,
} from 'domhandler';
import {
  type ClassFacts,
  type Lexicon,
  type WordTable,
  joinClassFacts,
  readClassFacts,
  readIdFacts,
} from './lexicon.ts';
import {
  type PageBlocks,
  type TagFacts,
  blockColumns,
  elementColumns,
  bodyFacts,
  findTagFacts,
  readAttributeRegion,
  regionBits,
  tagBits,
} from './page-blocks.ts';
import { TextRun } from './text-run.ts';

const firstCapacity = 1024;
/** Rows. Longer columns are not kept for the next page: 28 columns of so many take 2 MB. */
const maxKeptCapacity = 2 ** 14;

/**
 * Columns of 32-bit signed integers that grow together, for one page after the other, without new memory for each.
 */
class GrowingColumns<Name extends string> {
  readonly #names: readonly Name[];
  #capacity = firstCapacity;
  length = 0;
  /** Have spare capacity; replaced when `addRow` needs more. */
  columns: Readonly<Record<Name, Int32Array>>;

  constructor(names: readonly Name[]) {
    this.#names = names;
    this.columns = this.#cut(new Int32Array(firstCapacity * names.length), firstCapacity);
  }

  /** Adds a row, whose columns hold any value, and returns its position. */
  addRow(): number {
    const row = this.length;
    if (row === this.#capacity) this.#resize(this.#capacity * 2);
    this.length = row + 1;
    return row;
  }

  /** Returns a copy of the rows that were added. */
  take(): Readonly<Record<Name, Int32Array>> {
    const { length } = this;
    const all = new Int32Array(length * this.#names.length);
    for (const [index, name] of this.#names.entries()) {
      all.set(this.columns[name].subarray(0, length), index * length);
    }
    return this.#cut(all, length);
  }

  /** Removes all rows. */
  clear(): void {
    this.length = 0;
    if (this.#capacity > maxKeptCapacity) this.#resize(firstCapacity);
  }

  #resize(capacity: number): void {
    const before = this.columns;
    this.columns = this.#cut(new Int32Array(capacity * this.#names.length), capacity);
    for (const name of this.#names) this.columns[name].set(before[name].subarray(0, this.length));
    this.#capacity = capacity;
  }

  /** Returns the columns of this length that lie in one array. */
  #cut(all: Int32Array, length: number): Readonly<Record<Name, Int32Array>> {
    return Object.fromEntries(
      this.#names.map((name, index) => [name, all.subarray(index * length, (index + 1) * length)]),
    ) as Record<Name, Int32Array>;
  }
}

const noClass: ClassFacts = { mask: 0, lowest: 0, highest: 0, sum: 0, shape: 0 };
const rootTag = bodyFacts;

/** Returns a page as blocks, collected in one walk. */
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
      if (isTag(current)) collector.close();
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

const blockRows = new GrowingColumns(blockColumns);
const elementRows = new GrowingColumns(elementColumns);

class BlockCollector {
  readonly #lexicon: Lexicon;
  readonly #facts = new Map<string, ClassFacts>();
  readonly #run: TextRun;
  readonly #texts: Text[] = [];
  /** Number of texts that belong to finished blocks. Later texts came from a run without a word and are overwritten. */
  #textEnd = 0;
  readonly #breaks: number[] = [];
  readonly #blocks = blockRows;
  readonly #elements = elementRows;
  /** How the walk treats the open elements; see `tagBits`. */
  readonly #open: number[] = [];
  readonly #nodes: (Element | Document)[];
  readonly #tags: TagFacts[] = [rootTag];
  readonly #elementFacts: ClassFacts[] = [noClass];
  #element = 0;
  #runStart = 0;
  #runElement = 0;
  #linkDepth = 0;
  #links = 0;
  #inlineMask = 0;
  #inlineLowest = 0;
  #inlineHighest = 0;
  #lineBreak = false;
  /** Whether a link has ended since the last text, and whether another has started after it. */
  #afterLink = false;
  #betweenLinks = false;

  constructor(document: Document, lexicon: Lexicon, stated: WordTable | undefined) {
    this.#lexicon = lexicon;
    this.#run = new TextRun(lexicon, stated);
    this.#nodes = [document];
    this.#blocks.clear();
    this.#elements.clear();
    const root = this.#elements.addRow();
    const { columns } = this.#elements;
    for (const name of elementColumns) columns[name][root] = 0;
    columns.path[root] = 17;
  }

  /** Enters an element; `false` when its content is not text of the page. */
  open(node: Element): boolean {
    const tag = findTagFacts(node);
    const { bits } = tag;
    this.#open.push(bits);
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
    let className = '';
    let id = '';
    for (const name in attribs) {
      if (name === 'class') className = attribs['class'] ?? '';
      else if (name === 'id') id = attribs['id'] ?? '';
    }
    if (className !== '' || id !== '') {
      const facts = this.#classFacts(className, id);
      this.#inlineMask |= facts.mask;
      if (facts.lowest < this.#inlineLowest) this.#inlineLowest = facts.lowest;
      if (facts.highest > this.#inlineHighest) this.#inlineHighest = facts.highest;
    }
    return true;
  }

  /** Leaves the element that was entered last. */
  close(): void {
    const bits = this.#open.pop() ?? 0;
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
    const { columns } = this.#elements;
    columns.blockEnd[element] = this.#blocks.length;
    this.#element = columns.parent[element] ?? 0;
  }

  readText(node: Text): void {
    const run = this.#run;
    if (this.#textEnd === this.#runStart) this.#runElement = this.#element;
    this.#texts[this.#textEnd] = node;
    this.#breaks[this.#textEnd] = this.#lineBreak || this.#betweenLinks ? 1 : 0;
    this.#textEnd += 1;
    this.#afterLink = false;
    this.#betweenLinks = false;
    const before = run.words;
    run.read(node.data, this.#linkDepth > 0);
    if (run.words !== before || run.hasWord) this.#lineBreak = false;
  }

  finish(): PageBlocks {
    this.#endBlock();
    this.#elements.columns.blockEnd[0] = this.#blocks.length;
    return {
      texts: this.#texts,
      breaks: this.#breaks,
      blocks: this.#blocks.take(),
      elements: {
        ...this.#elements.take(),
        node: this.#nodes,
        tag: this.#tags,
        facts: this.#elementFacts,
      },
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
    // Ids are unique, so caching the facts of one would save nothing.
    return id === '' ? facts : joinClassFacts(facts, readIdFacts(id, classes));
  }

  #openBlockElement(node: Element, tag: TagFacts): void {
    const parent = this.#element;
    const { attribs } = node;
    let { region } = tag;
    let className = '';
    let id = '';
    // Attribute objects have a thousand shapes: a loop over their few names is faster than a lookup
    // of each name that counts.
    for (const name in attribs) {
      if (name === 'class') className = attribs['class'] ?? '';
      else if (name === 'id') id = attribs['id'] ?? '';
      else region |= readAttributeRegion(name, attribs);
    }
    const facts = className === '' && id === '' ? noClass : this.#classFacts(className, id);
    const element = this.#elements.addRow();
    const { columns } = this.#elements;
    const around = columns.region[parent] ?? 0;
    if (
      (around & (regionBits.article | regionBits.main)) !== 0 &&
      (region & regionBits.header) !== 0
    ) {
      region = (region & ~regionBits.header) | regionBits.innerHeader;
    }
    if (this.#linkDepth > 0) region |= regionBits.link;
    this.#element = element;
    this.#nodes.push(node);
    this.#tags.push(tag);
    this.#elementFacts.push(facts);
    columns.parent[element] = parent;
    columns.depth[element] = (columns.depth[parent] ?? 0) + 1;
    columns.region[element] = around | region;
    const path = Math.imul(columns.path[parent] ?? 0, 31) + tag.hash + Math.imul(facts.shape, 7);
    columns.path[element] = path & 0x3fffffff;
    columns.blockStart[element] = this.#blocks.length;
  }

  /** Ends the open block; a block without a word is dropped. */
  #endBlock(): void {
    const run = this.#run;
    this.#endWord();
    if (run.words === 0) {
      this.#textEnd = this.#runStart;
    } else {
      const block = this.#blocks.addRow();
      const { columns } = this.#blocks;
      columns.textStart[block] = this.#runStart;
      columns.textEnd[block] = this.#textEnd;
      columns.element[block] = this.#runElement;
      columns.words[block] = run.words;
      columns.linkWords[block] = run.linkWords;
      columns.letters[block] = run.letters;
      columns.digits[block] = run.digits;
      columns.capitals[block] = run.capitals;
      columns.capitalWords[block] = run.capitalWords;
      columns.commas[block] = run.commas;
      columns.stops[block] = run.stops;
      columns.currencies[block] = run.currencies;
      columns.marks[block] = run.marks;
      columns.endsSentence[block] = run.endsSentence ? 1 : 0;
      columns.hash[block] = run.hash;
      columns.weightSum[block] = run.weightSum;
      columns.weightMin[block] = run.weightMin;
      columns.weightMax[block] = run.weightMax;
      columns.headingSum[block] = run.headingSum;
      columns.statedTitle[block] = run.statedTitle;
      columns.statedBody[block] = run.statedBody;
      columns.statedMeta[block] = run.statedMeta;
      columns.statedReview[block] = run.statedReview;
      columns.inlineMask[block] = this.#inlineMask;
      columns.inlineLowest[block] = this.#inlineLowest;
      columns.inlineHighest[block] = this.#inlineHighest;
      columns.links[block] = this.#links;
      columns.insideLink[block] = this.#linkDepth;
      this.#runStart = this.#textEnd;
    }
    // Most block borders follow another border, so there is often nothing to reset.
    if (!run.isEmpty) run.reset();
    this.#inlineMask = 0;
    this.#inlineLowest = 0;
    this.#inlineHighest = 0;
    this.#links = 0;
    this.#lineBreak = false;
  }
}
