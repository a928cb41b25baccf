import { Element } from 'domhandler';

/** Characters of a header, and links in it, that are read. */
const most = { characters: 8_192, links: 50 };
const link = /<([^<>]*)>((?:[^,"<]|"[^"]*")*)/g;
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/** The links of a `Link` header (RFC 8288) as the `<link>` elements that would say the same; `url` is the page's own. */
export function readLinkHeader(header: string | undefined, url: string): readonly Element[] {
  const found = [...(header ?? '').slice(0, most.characters).matchAll(link)];
  return found.slice(0, most.links).flatMap(([, address = '', parameters = '']) => {
    const href = URL.parse(address.trim(), url)?.href;
    const [, quoted, plain] = relation.exec(parameters) ?? [];
    const rel = quoted ?? plain;
    return href === undefined || rel === undefined ? [] : [new Element('link', { href, rel })];
  });
}
