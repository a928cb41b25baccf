import renderNodes from 'dom-serializer';
import { isTag, Text, type Document, type Element } from 'domhandler';
import { findAll, replaceElement } from 'domutils';
import { isApart, readPictureLabel } from '../images/read-picture-label.ts';

/** Which pictures stay; the others give way to their alternative text, in the document as well. */
export type KeptImages = 'alt' | 'embedded' | 'keep';

/** A cleaned page as HTML, with all its pictures, those that stand in it as `data:` URIs, or none. */
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
