import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { sniffImage } from '../../page/images/sniff-image.ts';
import { readDataUri } from './open-image.ts';
import { toImageSource } from './read-flow.ts';

/** Images of a page that are drawn; the rest is shown by its alternative text. */
const maxImages = 200;
/** A dot of a pixel or two counts visits. */
const maxDotSize = 2;

/** Bytes of the pictures that can be drawn, by source: given ones, and those that stand in the page. */
export function listShownImages(
  { document, url }: { readonly document: Document; readonly url: string },
  given: ReadonlyMap<string, Uint8Array> = new Map(),
): ReadonlyMap<string, Uint8Array> {
  const images = new Map<string, Uint8Array>();
  for (const { attribs } of findAll(({ name }) => name === 'img', document.children)) {
    if (images.size >= maxImages) break;
    const source = toImageSource(attribs['src'] ?? '', url);
    const bytes = given.get(source) ?? readDataUri(source);
    const sniffed = bytes === undefined ? undefined : sniffImage(bytes);
    if (bytes === undefined || sniffed === undefined) continue;
    const isKnown = sniffed.type === 'png' || sniffed.type === 'jpeg';
    if (isKnown && sniffed.width > maxDotSize && sniffed.height > maxDotSize) {
      images.set(source, bytes);
    }
  }
  return images;
}
