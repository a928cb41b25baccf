import type PDFDocument from 'pdfkit';
import type { StructureNode } from '../flow/flow.ts';
import { isDecoration, type LaidOutPage } from '../layout/page-items.ts';

/** A PDF that is being written. */
export type Document = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement & {
  /** The raw dictionary, for the table attributes that pdfkit has no option for. */
  readonly dictionary: { readonly data: Record<string, unknown> };
};

/** Decoration is not read aloud: it stands in no element. */
export function isTagged(node: StructureNode | undefined): node is StructureNode {
  return node !== undefined && node.type !== 'Artifact';
}

/** How often each element is still to be drawn in, once for each item and for each element within it. */
export function countUses(pages: readonly LaidOutPage[]): Map<StructureNode, number> {
  const uses = new Map<StructureNode, number>();
  for (const { items } of pages) {
    for (const item of items) {
      if (isDecoration(item)) continue;
      let node = item.structure;
      if (!isTagged(node)) continue;
      for (; node !== undefined; node = node.parent) {
        const count = uses.get(node) ?? 0;
        uses.set(node, count + 1);
        if (count > 0) break;
      }
    }
  }
  return uses;
}

/** The structure of a tagged PDF, while its pages are drawn. */
export interface Tags {
  tag(node: StructureNode, draw: () => void): void;
  decorate(draw: () => void, type?: 'Layout' | 'Pagination'): void;
  /** A link's element must end on the page that it stands on: pdfkit writes the current page into it. */
  link(parent: StructureNode, draw: (element: Structure) => void): void;
  /** Says that one item of the element is done. After the last one it is written and forgotten: 500 pages hold 100,000. */
  release(node: StructureNode): void;
}

/** Makes elements as they are first drawn in. */
export function createTags(document: Document, uses: Map<StructureNode, number>): Tags {
  const elements = new Map<StructureNode, Structure>();

  function elementOf(node: StructureNode): Structure {
    const path: StructureNode[] = [];
    let at: StructureNode | undefined = node;
    while (at !== undefined && !elements.has(at)) {
      path.push(at);
      at = at.parent;
    }
    let parent = at === undefined ? undefined : elements.get(at);
    for (const missing of path.toReversed()) {
      const element = toElement(document, missing);
      if (parent === undefined) document.addStructure(element);
      else parent.add(element);
      elements.set(missing, element);
      parent = element;
    }
    if (parent === undefined) throw new TypeError('A structure element has no way to the root.');
    return parent;
  }
  let marked: StructureNode | undefined;
  /** Lines of one paragraph are one piece of content: each takes an object in the file, and time. */
  function endMark(): void {
    if (marked !== undefined) document.endMarkedContent();
    marked = undefined;
  }
  return {
    tag(node, draw) {
      if (marked !== node) {
        endMark();
        elementOf(node).add(document.markStructureContent(node.type));
        marked = node;
      }
      draw();
    },
    decorate(draw, type = 'Layout') {
      endMark();
      document.markContent('Artifact', { type });
      draw();
      document.endMarkedContent();
    },
    link(parent, draw) {
      endMark();
      const element = document.struct('Link') as Structure;
      elementOf(parent).add(element);
      element.add(document.markStructureContent('Link'));
      draw(element);
      document.endMarkedContent();
      element.end();
    },
    release(node) {
      for (let at: StructureNode | undefined = node; at !== undefined; at = at.parent) {
        const left = (uses.get(at) ?? 0) - 1;
        uses.set(at, left);
        if (left > 0) return;
        endMark();
        elements.get(at)?.end();
        elements.delete(at);
        uses.delete(at);
      }
    },
  };
}

function toElement(document: Document, node: StructureNode): Structure {
  const { alt, scope, colSpan, rowSpan } = node;
  const element = document.struct(node.type, alt === undefined ? {} : { alt }) as Structure;
  if (scope !== undefined || colSpan !== undefined || rowSpan !== undefined) {
    element.dictionary.data['A'] = { O: 'Table', Scope: scope, ColSpan: colSpan, RowSpan: rowSpan };
  }
  return element;
}
