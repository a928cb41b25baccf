import type { Document } from './create-tags.ts';
import type { PdfImage } from '../images/open-image.ts';
import type { PageItem } from '../layout/page-items.ts';

/** Draws pictures; each is in the file once, wherever it stands. */
export interface ImagePainter {
  paint(item: Extract<PageItem, { kind: 'image' }>): void;
}

/** Starts without pictures. */
export function createImagePainter(document: Document): ImagePainter {
  const embedded = new Map<PdfImage, object>();
  return {
    paint({ image, x, y, width, height }) {
      let source = embedded.get(image);
      if (source === undefined) {
        source = toImageObject(image, embedded.size);
        embedded.set(image, source);
      }
      document.image(source as PDFKit.Mixins.ImageSrc, x, y, { width, height });
    },
  };
}

/** What pdfkit expects an opened image to be; the data goes into the file as it is. */
function toImageObject({ width, height, dictionary, bytes }: PdfImage, index: number): object {
  return {
    width,
    height,
    label: `I${index + 1}`,
    obj: undefined,
    embed(document: { ref(data: object): { end(bytes: Uint8Array): void } }): void {
      const data = {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        ...dictionary,
      };
      const reference = document.ref(data);
      Object.assign(this, { obj: reference });
      reference.end(bytes);
    },
  };
}
