import { type MarkdownWriter, turndownMarkdown } from 'gleaner';
import TurndownService from 'turndown'; // npm install turndown

/**
 * Turndown with a rule of one's own: marked text as `==text==`.
 *
 * `createGleaner({ markdown: markedTurndown() })`
 */
export function markedTurndown(): MarkdownWriter {
  const service = new TurndownService({ headingStyle: 'atx' });
  service.addRule('mark', { filter: 'mark', replacement: (content) => `==${content}==` });
  return turndownMarkdown(service);
}

/** Our own Markdown with the address of the page above it. */
export function addressedMarkdown(): MarkdownWriter {
  return {
    name: 'addressed',
    async toMarkdown(page) {
      page.signal.throwIfAborted();
      const markdown = await page.markdown();
      return markdown === '' ? '' : `Source: <${page.url}>\n\n${markdown}`;
    },
  };
}
