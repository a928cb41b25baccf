import type { Document, Element } from 'domhandler';
import { isTag } from 'domhandler';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';

/** An address as it stands in an attribute. */
export interface AddressPlace {
  readonly source: ContentSource;
  readonly shown: string;
}

const addressAttributes: ReadonlySet<string> = new Set(
  'href src srcset action formaction poster cite data longdesc background'.split(' '),
);
/** Characters by which addresses may become longer in all when they are made absolute. */
const maxAddedLength = 8 * 1_024 * 1_024;
const maxAddressLength = 4_096;
const maxCandidates = 64;
/** What can be an address within an attribute for scripts. */
const looksLikeAddress = /^(?:https?:)?\/|^[\w./-]+\.[a-z]{2,5}(?:[?#]|$)/i;

/** The addresses of a page's elements, `<link>`s included, absolute, each with its first place. One walk, no recursion. */
export function indexAddresses(reading: PageReading): ReadonlyMap<string, AddressPlace> {
  const found = new Map<string, AddressPlace>();
  let added = 0;
  for (const element of [...listElements(reading.document), ...reading.linkElements]) {
    for (const [attribute, value] of Object.entries(element.attribs)) {
      const isForScripts = attribute.startsWith('data-') || attribute === 'content';
      if (!isForScripts && !addressAttributes.has(attribute)) continue;
      if (isForScripts && !looksLikeAddress.test(value)) continue;
      for (const shown of splitAddresses(attribute, value)) {
        if (added > maxAddedLength || shown.length > maxAddressLength) continue;
        const href = URL.parse(shown, reading.url)?.href;
        if (href === undefined) continue;
        added += href.length;
        if (!found.has(href)) found.set(href, { source: { node: element, attribute }, shown });
      }
    }
  }
  return found;
}

function splitAddresses(attribute: string, value: string): readonly string[] {
  if (!attribute.endsWith('srcset')) return [value.trim()];
  return value
    .slice(0, maxAddressLength * 4)
    .split(/,\s/, maxCandidates)
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((part) => part !== '');
}

function* listElements(document: Document): Generator<Element> {
  const stack: Element[] = document.children.filter(isTag).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
}
