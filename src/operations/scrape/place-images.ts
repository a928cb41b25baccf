import type { Document } from 'domhandler';
import { findAll } from 'domutils';
import { sniffImage } from '../../page/images/sniff-image.ts';
import type { LoadedImage, LoadedImages } from './load-images.ts';

/** Larger pictures in the page itself are named instead, like those that are loaded. */
const maxPixels = 16_000_000;

/**
 * Makes the pictures of a document say where their bytes are: the URL they were loaded from, or with `embedded` the
 * bytes themselves. All others, and without `loaded` really all, lose their source, and so give way to their
 * alternative text.
 */
export function placeImages(
  document: Document,
  loaded: Pick<LoadedImages, 'images' | 'places'> | undefined,
  as: 'embedded' | 'named',
): void {
  const sources = new Map(
    [...(loaded?.places ?? [])].flatMap(([source, elements]) =>
      elements.map((element) => [element, source]),
    ),
  );
  for (const element of findAll(({ name }) => name === 'img', document.children)) {
    const { attribs } = element;
    const source = sources.get(element);
    const image = source === undefined ? undefined : loaded?.images.get(source);
    // Otherwise a browser would choose among these.
    for (const name of ['srcset', 'sizes', 'loading']) Reflect.deleteProperty(attribs, name);
    if (source !== undefined && image !== undefined) {
      attribs['src'] = as === 'named' ? source : toDataUri(image);
    } else if (
      loaded === undefined ||
      source !== undefined ||
      !isDrawableData(attribs['src'] ?? '')
    ) {
      Reflect.deleteProperty(attribs, 'src');
    }
  }
}

function toDataUri({ type, bytes }: LoadedImage): string {
  const media = type === 'svg' ? 'image/svg+xml' : `image/${type}`;
  return `data:${media};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Whether it is a picture within the page, and one that says that it is of a size to be drawn. */
function isDrawableData(src: string): boolean {
  const match = /^\s{0,9}data:image\/([\w.+-]{1,20})(;base64)?,/i.exec(src.slice(0, 60));
  if (match === null) return false;
  const [prefix, type = '', base64] = match;
  if (type.toLowerCase() === 'svg+xml') return true;
  if (base64 === undefined) return false;
  const sniffed = sniffImage(Buffer.from(src.slice(prefix.length), 'base64'));
  return sniffed !== undefined && sniffed.width * sniffed.height <= maxPixels;
}
