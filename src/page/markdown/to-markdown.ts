import { type AnyNode, type ChildNode, type Document, isTag, isText } from 'domhandler';
import { MarkdownRenderer } from './markdown-renderer.ts';

/** What is rendered: a `PageReading` fits. */
export interface MarkdownInput {
  /** Base that relative links are resolved against. */
  readonly url: string;
  readonly document: Document;
}

export interface MarkdownOptions {
  /**
   * `keep` writes images as `![alt](src)`; `alt` writes their alternative text only.
   * @default 'keep'
   */
  readonly images?: 'alt' | 'keep' | undefined;
}

/**
 * Writes a cleaned page as GitHub Flavored Markdown: one walk, no recursion. Lines end with LF and without spaces; no
 * two empty lines in a row outside code; ends with one line end, or is empty.
 */
export function toMarkdown(input: MarkdownInput, options: MarkdownOptions = {}): string {
  const { images = 'keep' } = options;
  const renderer = new MarkdownRenderer({ ...input, images });
  let node: ChildNode | null = input.document.children[0] ?? null;
  while (node !== null) {
    let first: ChildNode | undefined;
    if (isText(node)) renderer.text(node.data);
    else if (isTag(node) && renderer.enter(node)) first = node.children[0];
    if (first !== undefined) {
      node = first;
      continue;
    }
    for (;;) {
      if (isTag(node)) renderer.leave(node);
      if (node.next !== null) {
        node = node.next;
        break;
      }
      const parent: AnyNode | null = node.parent;
      if (parent === null || !isTag(parent)) return renderer.finish();
      node = parent;
    }
  }
  return renderer.finish();
}
