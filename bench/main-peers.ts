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
        const content = new Readability(window.document).parse()?.content ?? '';
        window.close();
        return toText(content);
      },
    },
    {
      name: 'defuddle + jsdom',
      findText: async (html, url) => {
        const dom = new JSDOM(html, { url, virtualConsole: silent });
        const { content } = await Defuddle(dom, url);
        dom.window.close();
        return toText(content);
      },
    },
  ];
}

/** Text of HTML with words apart where blocks and line breaks separate them: `textContent` would join them. */
function toText(html: string): string {
  const spaced = html.replace(
    /<(?=\/?(?:p|div|section|ul|ol|li|table|td|th|tr|h\d|br|pre|dt|dd|figure|figcaption|blockquote)\b)/g,
    ' <',
  );
  return JSDOM.fragment(spaced).textContent ?? '';
}
