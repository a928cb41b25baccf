import renderNodes from 'dom-serializer';
import { isTag, Text, type Document, type Element } from 'domhandler';
import { findAll, replaceElement } from 'domutils';
import { isApart, readPictureLabel } from '../images/read-picture-label.ts';

/**
 * Images that stay: all, only those with a `data:` URI (`embedded`), or none. The others are replaced by their
 * alternative text, in the document as well.
 */
export type KeptImages = 'alt' | 'embedded' | 'keep';

/** Returns a cleaned page as HTML, with the images that `images` keeps. */
export function toHtml(document: Document, images: KeptImages): string {
  if (images !== 'keep') {
    for (const image of findAll(isImage, document.children)) {
      if (images === 'embedded' && /^\s*data:/i.test(image.attribs['src'] ?? '')) continue;
      replaceElement(image, new Text(toInlineText(image)));
    }
  }
  return renderNodes(document, { encodeEntities: 'utf8' });
}

function isImage(element: Element): boolean {
  return isTag(element) && element.name === 'img';
}

function toInlineText(image: Element): string {
  const label = readPictureLabel(image);
  if (!isApart(label)) return label;
  return `${image.prev === null ? '' : ' '}${label}${image.next === null ? '' : ' '}`;
}
