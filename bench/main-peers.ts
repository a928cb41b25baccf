import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';

/** Another extractor from npm: page in, main content as text out. */
export interface MainPeer {
  readonly name: string;
  findText(html: string, url: string): Promise<string>;
}

// jsdom writes what it cannot parse of a page's style sheets to the console.
const silent = new VirtualConsole();

/** The peers that are installed; `linkedom`, the other DOM they run on, does not install. */
export async function loadMainPeers(): Promise<readonly MainPeer[]> {
  const { Defuddle } = await import('defuddle/node');
  return [
    {
      name: 'readability + jsdom',
      findText: async (html, url) => {
        const { window } = new JSDOM(html, { url, virtualConsole: silent });
        const text = new Readability(window.document).parse()?.textContent ?? '';
        window.close();
        return text;
      },
    },
    {
      name: 'defuddle + jsdom',
      findText: async (html, url) => {
        const dom = new JSDOM(html, { url, virtualConsole: silent });
        const { content } = await Defuddle(dom, url);
        const text = JSDOM.fragment(
          content.replace(/<(?=\/?(?:p|div|li|td|th|tr|h\d|br|pre)\b)/g, ' <'),
        );
        dom.window.close();
        return text.textContent ?? '';
      },
    },
  ];
}
