import {
  addToLists,
  createElementLists,
  LinkedDocument,
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  PageNames,
  type SpaceRule,
  TreeLimitReached,
  appendNode,
  appendText,
  attributeWarning,
  findSpaceRule,
  maxAttributes,
  maxNodes,
  maxOpenElements,
  nodeWarning,
} from './linked-tree.ts';
import {
  type ContentKind,
  NameCache,
  QuickHtmlTokenizer,
  type QuickTokens,
} from './quick-html-tokenizer.ts';
import { TagAttributes } from './tag-attributes.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Facts about a tag that the quick parser needs. */
interface TagKind {
  readonly name: string;
  /** Whether the element is always empty. */
  readonly isVoid: boolean;
  /** Tags that this tag ends while one of them is the innermost open element. */
  readonly closes: ReadonlySet<string> | undefined;
  /** Whether `/>` ends the tags inside, as in SVG; `undefined` where the surrounding element decides. */
  readonly isForeign: boolean | undefined;
  readonly spaceRule: SpaceRule;
  readonly content: ContentKind;
}

const contents: ReadonlyMap<string, ContentKind> = new Map([
  ['script', 'text'],
  ['style', 'text'],
  ['xmp', 'text'],
  ['title', 'references'],
  ['textarea', 'references'],
]);
const voidTags: ReadonlySet<string> = toWordSet(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param ' +
    'source track wbr',
);
const foreignTags: ReadonlySet<string> = new Set(['math', 'svg']);
const integrationTags: ReadonlySet<string> = toWordSet(
  'mi mo mn ms mtext annotation-xml foreignobject desc title',
);

/** Tags that end other tags, as in htmlparser2's `openImpliesClose`. */
const closedBy: readonly (readonly [tags: string, closed: string])[] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['li', 'li'],
  [
    'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure ' +
      'footer form header hr main nav ol pre section table ul',
    'p',
  ],
  [
    'select input output button datalist textarea',
    'input option optgroup select button datalist textarea',
  ],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
];

const known = new Map<string, TagKind>();
for (const [tags, closed] of closedBy) {
  const closes = new Set(closed.split(' '));
  for (const name of tags.split(' ')) known.set(name, toKind(name, closes));
}
/** Most tags of most pages. Listed so that each has one string for its name, whose hash is already computed. */
const plainTags =
  'a abbr article b body br canvas caption center cite code em font g head html i iframe img label ' +
  'legend link meta noscript path picture s script small source span strong style sub sup svg symbol ' +
  'template text thead title u use video';
for (const name of [...voidTags, ...foreignTags, ...integrationTags, ...plainTags.split(' ')]) {
  if (!known.has(name)) known.set(name, toKind(name));
}

/** Returns the kind of a tag by its name as written. */
function toTagKind(written: string): TagKind {
  const name = written.toLowerCase();
  return known.get(name) ?? toKind(name);
}

function toKind(name: string, closes?: ReadonlySet<string>): TagKind {
  const isForeign = foreignTags.has(name) || (integrationTags.has(name) ? false : undefined);
  return {
    name,
    isVoid: voidTags.has(name),
    closes,
    isForeign,
    spaceRule: findSpaceRule(name),
    content: contents.get(name) ?? 'markup',
  };
}

/**
 * Returns the tree by the rules of htmlparser2 (a test compares the trees): about a third of the time of the
 * standard's algorithm, with other results on malformed pages only.
 */
export function parseSpeed(html: string): LinkedTree {
  const builder = new TreeBuilder(html);
  const tokenizer = new QuickHtmlTokenizer(builder);
  try {
    tokenizer.write(html);
    tokenizer.end();
  } catch (error) {
    if (!(error instanceof TreeLimitReached)) throw error;
  }
  const { root, lists, templates, names } = builder;
  return { root, ...lists, templates, names, warnings: [...new Set(builder.warnings)] };
}

const paragraph = toTagKind('p');

/**
 * Builds the tree of tags and text. Opens at most `maxOpenElements`: deeper elements are closed at once, so their
 * content follows them at that depth.
 */
class TreeBuilder implements QuickTokens {
  readonly root = new LinkedDocument([]);
  readonly lists = createElementLists();
  readonly templates = new Map<LinkedElement, LinkedParent>();
  readonly names = new PageNames();
  readonly warnings: string[] = [];
  private readonly kinds: NameCache<TagKind>;
  private parent: LinkedParent = this.root;
  /** Kinds of the open elements, the innermost last. */
  private readonly open: TagKind[] = [];
  /** Whether `/>` ends a tag, for each open element that sets it. */
  private readonly contexts: boolean[] = [];
  /** Number of end tags to ignore, by name: those of elements that were closed at once. */
  private readonly closedAtOnce = new Map<string, number>();
  private nodes = 0;
  /** Kind of the tag that is being read. */
  private kind: TagKind = paragraph;
  private isFull = false;
  private readonly attributes = new TagAttributes(this.names);
  /** Number of open elements that keep white space unchanged. */
  private keeping = 0;
  /** Whether white space has been read since the last text or tag. */
  private isBlank = false;

  constructor(html: string) {
    this.kinds = new NameCache(html, (written) => {
      const kind = toTagKind(written);
      this.names.addType(kind.name);
      return kind;
    });
  }

  onopentagname(start: number, end: number, hash: number): void {
    const kind = this.kinds.find(start, end, hash);
    this.kind = kind;
    this.isFull = this.open.length >= maxOpenElements;
    const { closes, isForeign } = kind;
    if (closes !== undefined) {
      for (let top = this.open.at(-1); top !== undefined && closes.has(top.name);) {
        this.closeTop();
        top = this.open.at(-1);
      }
    }
    if (isForeign !== undefined && !this.isFull) this.contexts.push(isForeign);
  }

  onopentagend(): ContentKind {
    const { kind, isFull } = this;
    const element = this.append(kind);
    if (isFull) {
      this.closedAtOnce.set(kind.name, (this.closedAtOnce.get(kind.name) ?? 0) + 1);
    } else if (!kind.isVoid) {
      this.open.push(kind);
      this.parent = element;
      if (kind.spaceRule === 'keep') this.keeping += 1;
    }
    return kind.content;
  }

  onselfclosingtag(): ContentKind {
    if (this.contexts.at(-1) === true) this.append(this.kind);
    else this.onopentagend();
    return 'markup';
  }

  onclosetag(start: number, end: number, hash: number): void {
    const kind = this.kinds.find(start, end, hash);
    const { name } = kind;
    if (kind.isForeign !== undefined) this.contexts.pop();
    if (kind.isVoid) {
      if (name === 'br') this.append(kind);
      return;
    }
    if (this.closedAtOnce.size > 0) {
      const closed = this.closedAtOnce.get(name) ?? 0;
      if (closed > 0) {
        this.closedAtOnce.set(name, closed - 1);
        return;
      }
    }
    let place = this.open.length - 1;
    while (place >= 0 && this.open[place]?.name !== name) place -= 1;
    if (place >= 0) {
      while (this.open.length > place) this.closeTop();
      // Clearing a map allocates a new table, even when the map is empty.
      if (this.closedAtOnce.size > 0) this.closedAtOnce.clear();
    } else if (kind === paragraph) {
      this.append(kind);
    }
  }

  addText(text: string): void {
    if (this.isBlank) this.appendBlank();
    if (appendText(this.parent, text)) this.countNode();
  }

  addBlank(text: string): void {
    if (this.keeping > 0) this.addText(text);
    // White space at the start of an element with the rule `trim` is dropped here already; for other white space the
    // nodes around it decide.
    else if (this.parent.tail !== null || this.parent.spaceRule !== 'trim') this.isBlank = true;
  }

  /** The end of the page closes the elements that are still open. */
  onend(): void {
    this.endBlank();
  }

  addAttribute(name: string, value: string): void {
    this.attributes.add(name, value);
  }

  onother(): void {}

  /** Adds the white space at the end of the open element, unless its rule is `trim`. */
  private endBlank(): void {
    if (this.isBlank && this.parent.spaceRule !== 'trim') this.appendBlank();
    this.isBlank = false;
  }

  private appendBlank(): void {
    this.isBlank = false;
    if (appendText(this.parent, ' ')) this.countNode();
  }

  private append({ name, spaceRule }: TagKind): LinkedElement {
    if (this.isBlank) this.appendBlank();
    this.countNode();
    if (this.attributes.count > maxAttributes) this.warnings.push(attributeWarning);
    const { isSignificant } = this.attributes;
    const element = new LinkedElement(name, this.attributes.take(), spaceRule);
    element.isSignificant = isSignificant;
    appendNode(this.parent, element);
    addToLists(this.lists, element);
    if (name === 'template') this.templates.set(element, element);
    return element;
  }

  private closeTop(): void {
    const kind = this.open.pop();
    if (kind?.spaceRule === 'keep') this.keeping -= 1;
    this.endBlank();
    const { parent } = this.parent;
    this.parent = parent instanceof LinkedElement ? parent : this.root;
  }

  private countNode(): void {
    this.nodes += 1;
    if (this.nodes < maxNodes) return;
    this.warnings.push(nodeWarning);
    throw new TreeLimitReached();
  }
}
