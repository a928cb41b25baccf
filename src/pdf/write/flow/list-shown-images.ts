import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { type SniffedImage, sniffImage } from '../../../page/images/sniff-image.ts';
import { readDataUri } from '../images/open-image.ts';
import { toImageSource } from './read-flow.ts';

/** Images of a page that are drawn; the rest is shown by its alternative text. */
const maxImages = 200;
/** A dot of a pixel or two counts visits. */
const maxDotSize = 2;

export interface ShownImages {
  /** By source. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** For people: how many pictures stand in the page that cannot be drawn. */
  readonly warnings: readonly string[];
}

/** The pictures that can be drawn: given ones, and those that stand in the page. */
export function listShownImages(
  { document, url }: { readonly document: Document; readonly url: string },
  given: ReadonlyMap<string, Uint8Array> = new Map(),
): ShownImages {
  const images = new Map<string, Uint8Array>();
  let undrawn = 0;
  for (const { attribs } of findAll(({ name }) => name === 'img', document.children)) {
    const source = toImageSource(attribs['src'] ?? '', url);
    const bytes = given.get(source) ?? readDataUri(source);
    // What is neither given nor in the page was not loaded, which is told by whoever did not load it.
    if (bytes === undefined || images.has(source)) continue;
    const sniffed = sniffImage(bytes);
    if (sniffed !== undefined && isDot(sniffed)) continue;
    const isKnown = sniffed?.type === 'png' || sniffed?.type === 'jpeg';
    if (isKnown && images.size < maxImages) images.set(source, bytes);
    else undrawn += 1;
  }
  const warning = `${undrawn} picture(s) in the page are shown by their alternative text: they are broken, no PNG or JPEG, or come after the first ${maxImages}.`;
  return { images, warnings: undrawn === 0 ? [] : [warning] };
}

/** A drawing has no size of its own. */
function isDot({ type, width, height }: SniffedImage): boolean {
  return type !== 'svg' && (width <= maxDotSize || height <= maxDotSize);
}
