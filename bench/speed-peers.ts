import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { htmlToMarkdown } from '@mdream/js';
import { JSDOM, VirtualConsole } from 'jsdom';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';

/** Another way from npm to turn a page into Markdown. */
export interface SpeedPeer {
  readonly name: string;
  readonly task: 'whole page' | 'main content';
  convert(html: string, url: string): Promise<string> | string;
}

// jsdom writes what it cannot parse of a page's style sheets to the console.
const silent = new VirtualConsole();

/** The peers that are installed; `linkedom` does not install. */
export async function loadSpeedPeers(): Promise<readonly SpeedPeer[]> {
  const { Defuddle } = await import('defuddle/node');
  const { gfm } = createRequire(import.meta.url)('@joplin/turndown-plugin-gfm') as {
    readonly gfm: TurndownService.Plugin;
  };
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  turndown.use(gfm);
  turndown.remove(['script', 'style', 'noscript']);
  const nodeHtmlMarkdown = new NodeHtmlMarkdown();
  return [
    { name: 'turndown', task: 'whole page', convert: (html) => turndown.turndown(html) },
    {
      name: 'node-html-markdown',
      task: 'whole page',
      convert: (html) => nodeHtmlMarkdown.translate(html),
    },
    { name: '@mdream/js', task: 'whole page', convert: (html) => htmlToMarkdown(html) },
    {
      name: 'readability + jsdom + turndown',
      task: 'main content',
      convert: (html, url) => {
        const { window } = new JSDOM(html, { url, virtualConsole: silent });
        const content = new Readability(window.document).parse()?.content ?? '';
        window.close();
        return turndown.turndown(content);
      },
    },
    {
      name: 'defuddle + jsdom',
      task: 'main content',
      convert: async (html, url) => {
        const dom = new JSDOM(html, { url, virtualConsole: silent });
        const { content } = await Defuddle(dom, url, { markdown: true });
        dom.window.close();
        return content;
      },
    },
  ];
}
