import { Parser } from 'htmlparser2';
import {
  appendNode,
  appendText,
  attributeWarning,
  LinkedDocument,
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  maxAttributes,
  maxNodes,
  maxOpenElements,
  nodeWarning,
  TreeLimitReached,
} from './linked-tree.ts';

/** Parses with htmlparser2: about half the time of the standard's algorithm, which differs on malformed pages only. */
export function parseSpeed(html: string): LinkedTree {
  const builder = new TreeBuilder();
  const parser = new BoundedParser(builder);
  try {
    parser.end(endBogusComments(html));
  } catch (error) {
    if (!(error instanceof TreeLimitReached)) throw error;
  }
  return { root: builder.root, styles: builder.styles, warnings: [...new Set(builder.warnings)] };
}

const cdata = /<!\[CDATA\[/g;

/**
 * htmlparser2 swallows everything from `<![CDATA[` to `]]>`; browsers take it for a comment that ends at the next `>`
 * (outside SVG and MathML, whose text does not matter here). Written as a comment that both read alike.
 */
function endBogusComments(html: string): string {
  return html.includes('<![CDATA[') ? html.replace(cdata, '<!CDATA[') : html;
}

/** Receives htmlparser2's events and makes the tree of them. */
class TreeBuilder {
  readonly root = new LinkedDocument([]);
  readonly styles: LinkedElement[] = [];
  readonly warnings: string[] = [];
  openElements = 0;
  /** Whether the element that opens now is closed at once. */
  full = false;
  /** End tags to ignore, by name: those of elements that were closed at once. */
  readonly closedAtOnce = new Map<string, number>();
  private parent: LinkedParent = this.root;
  private nodes = 0;
  private parser: Parser | undefined;

  onparserinit(parser: Parser): void {
    this.parser = parser;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.countNode();
    const element = new LinkedElement(name, this.boundAttributes(attributes), []);
    appendNode(this.parent, element);
    if (name === 'style') this.styles.push(element);
    this.parent = element;
    this.openElements += 1;
    if (this.full) this.closedAtOnce.set(name, (this.closedAtOnce.get(name) ?? 0) + 1);
  }

  onclosetag(): void {
    this.openElements -= 1;
    const { parent } = this.parent;
    this.parent = parent instanceof LinkedElement ? parent : this.root;
  }

  ontext(data: string): void {
    if (appendText(this.parent, data)) this.countNode();
  }

  private countNode(): void {
    this.nodes += 1;
    if (this.nodes < maxNodes) return;
    this.warnings.push(nodeWarning);
    throw new TreeLimitReached();
  }

  private boundAttributes(attributes: Record<string, string>): Record<string, string> {
    // The shortest attribute takes two characters: most tags are too short to hold too many, and need no count.
    const { startIndex = 0, endIndex = 0 } = this.parser ?? {};
    if (endIndex - startIndex < maxAttributes * 2) return attributes;
    const entries = Object.entries(attributes);
    if (entries.length <= maxAttributes) return attributes;
    this.warnings.push(attributeWarning);
    return Object.fromEntries(entries.slice(0, maxAttributes));
  }
}

/** Opens no more than `maxOpenElements`: deeper ones close at once, so their content follows them at that depth. */
class BoundedParser extends Parser {
  private readonly builder: TreeBuilder;
  private closing = false;

  constructor(builder: TreeBuilder) {
    super(builder);
    this.builder = builder;
  }

  override onopentagname(start: number, endIndex: number): void {
    this.builder.full = this.builder.openElements >= maxOpenElements;
    super.onopentagname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    const before = this.builder.openElements;
    this.closing = true;
    super.onclosetag(start, endIndex);
    this.closing = false;
    if (this.builder.openElements < before) this.builder.closedAtOnce.clear();
  }

  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    if (!this.closing) return this.builder.full;
    const open = this.builder.closedAtOnce.get(name) ?? 0;
    if (open > 0) this.builder.closedAtOnce.set(name, open - 1);
    return open > 0;
  }
}
