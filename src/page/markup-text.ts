import { Parser } from 'htmlparser2';
import { foldLines, isBlockTag } from './node-text.ts';

/** What text with markup in it looks like. */
const markup = /&(?:#\d|#x[\da-f]|[a-z]{2})|<[a-z/!]/i;
/** Publishers escape once, plug-ins once more: `&amp;lt;p&amp;gt;`. */
const maxPasses = 3;

/** The text of a string that may hold entities and tags, as values of JSON-LD and meta tags do; lines are kept. */
export function readMarkupText(text: string): string {
  let plain = text;
  for (let pass = 0; pass < maxPasses && markup.test(plain); pass++) plain = stripMarkup(plain);
  return foldLines(plain);
}

function stripMarkup(text: string): string {
  let plain = '';
  let unread = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'script' || name === 'style') unread += 1;
      else if (name === 'br' || isBlockTag(name)) plain += '\n';
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') unread -= 1;
      else if (isBlockTag(name)) plain += '\n';
    },
    ontext(data) {
      if (unread === 0) plain += data;
    },
  });
  parser.end(text);
  return plain;
}
