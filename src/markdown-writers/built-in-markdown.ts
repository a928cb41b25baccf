import type { MarkdownWriter } from '../contracts/markdown-writer.ts';

/** Creates the writer of the engine's own Markdown (GitHub Flavored), which is written in the page's thread. */
export function builtInMarkdown(): MarkdownWriter {
  return {
    name: 'built-in',
    async toMarkdown(page) {
      page.signal.throwIfAborted();
      return page.markdown();
    },
  };
}
