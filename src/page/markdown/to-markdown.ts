import { type AnyNode, type ChildNode, type Document, isTag, isText } from 'domhandler';
import { MarkdownRenderer } from './markdown-renderer.ts';

/** The parts of a page that are rendered; a `PageReading` has them. */
export interface MarkdownInput {
  /** Base URL of relative links. */
  readonly url: string;
  readonly document: Document;
}

export interface MarkdownOptions {
  /**
   * `keep` writes images as `![alt](src)`; `alt` writes their alternative text only.
   * @default 'keep'
   */
  readonly images?: 'alt' | 'keep' | undefined;
  /** Called with a sentence for each limit that was reached. */
  readonly warn?: (warning: string) => void;
}

/**
 * Returns a cleaned page as GitHub Flavored Markdown: one walk, no recursion. Lines end with LF and have no trailing
 * spaces; outside code there are never two empty lines in a row. The text ends with one line end, or is empty.
 */
export function toMarkdown(input: MarkdownInput, options: MarkdownOptions = {}): string {
  const { images = 'keep', warn } = options;
  // No spread: that of a `PageReading` would read its structured data.
  const { url, document } = input;
  const renderer = new MarkdownRenderer({ url, document, images });
  let node: ChildNode | null = document.children[0] ?? null;
  while (node !== null && !renderer.isFull) {
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
      if (parent === null || !isTag(parent)) return renderer.finish(warn);
      node = parent;
    }
  }
  return renderer.finish(warn);
}
