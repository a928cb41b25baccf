import renderNodes from 'dom-serializer';
import { isTag, Text, type Document, type Element } from 'domhandler';
import { findAll, replaceElement } from 'domutils';
import { foldText } from './node-text.ts';

/** A cleaned page as HTML; with `images: 'alt'` pictures give way to their alternative text, in the document as well. */
export function toHtml(document: Document, images: 'alt' | 'keep'): string {
  if (images === 'alt') {
    for (const image of findAll(isImage, document.children)) {
      replaceElement(image, new Text(foldText(image.attribs['alt'] ?? '')));
    }
  }
  return renderNodes(document, { encodeEntities: 'utf8' });
}

function isImage(element: Element): boolean {
  return isTag(element) && element.name === 'img';
}
