import { Parser } from 'htmlparser2';
import { maxDepth, resolveAddresses, toAttributes, voidTags } from './html-tags.ts';

/** They would say something about the document around them. */
const documentTags: ReadonlySet<string> = new Set([
  'html',
  'head',
  'body',
  'base',
  'meta',
  'title',
]);

/** Returns HTML that ends where it began: what is open is closed, and what was never opened is not. */
export function balanceMarkup(markup: string, base: string | undefined): string {
  let html = '';
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        if (!documentTags.has(name)) {
          html += `<${name}${toAttributes(resolveAddresses(attributes, base))}>`;
        }
      },
      ontext(text) {
        html += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (!documentTags.has(name) && !voidTags.has(name)) html += `</${name}>`;
      },
    },
    { decodeEntities: false },
  );
  parser.end(markup);
  return html;
}
