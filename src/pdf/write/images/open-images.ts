import { openImage, type PdfImage } from './open-image.ts';

/** Pixels of a page's PNGs that have to be unpacked and packed again, which takes .1 s for a million of them. */
const maxPixels = 24_000_000;

/** The pictures of a page, opened one after the other: one large picture in memory is enough. */
export async function openImages(given: ReadonlyMap<string, Uint8Array>): Promise<{
  readonly images: ReadonlyMap<string, PdfImage>;
  /** For people: how many could not be drawn. */
  readonly warnings: readonly string[];
}> {
  const images = new Map<string, PdfImage>();
  let pixels = 0;
  for (const [source, bytes] of given) {
    const image = await openImage(bytes, maxPixels - pixels);
    if (image === undefined) continue;
    if (image.isRepacked) pixels += image.width * image.height;
    images.set(source, image);
  }
  const left = given.size - images.size;
  if (left === 0) return { images, warnings: [] };
  return {
    images,
    warnings: [
      `${left} picture(s) are shown by their alternative text: they are broken, or have too many pixels.`,
    ],
  };
}
