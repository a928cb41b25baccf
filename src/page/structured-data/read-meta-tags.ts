import type { Element } from 'domhandler';
import type { MetaTag } from '../../contracts/page-reading.ts';
import { foldText } from '../text/node-text.ts';

/** `<meta>` tags with a name and a content, in page order. A tag may have several names: `property` and `name`. */
export function readMetaTags(elements: readonly Element[]): MetaTag[] {
  const tags: MetaTag[] = [];
  for (const element of elements) {
    const { attribs } = element;
    const content = foldText(attribs['content'] ?? '');
    if (content === '') continue;
    for (const key of ['property', 'name', 'http-equiv', 'itemprop']) {
      const name = attribs[key]?.trim().toLowerCase() ?? '';
      if (name === '' || (tags.at(-1)?.name === name && tags.at(-1)?.source.node === element))
        continue;
      tags.push({ name, content, source: { node: element, attribute: 'content' } });
    }
  }
  return tags;
}
