import { Parser } from 'htmlparser2';
import { foldLines, isBlockTag } from '../text/node-text.ts';

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
  const parser = new MarkupStripper(text);
  parser.end(text);
  return parser.plain;
}

/** Keeps no stack of open elements: htmlparser2's is quadratic in their number, and none is needed here. */
class MarkupStripper extends Parser {
  plain = '';
  private readonly source: string;
  private isUnread = false;

  constructor(source: string) {
    super({
      onopentagname: (name) => {
        this.isUnread = name === 'script' || name === 'style';
        if (name === 'br' || isBlockTag(name)) this.plain += '\n';
      },
      ontext: (data) => {
        if (!this.isUnread) this.plain += data;
      },
    });
    this.source = source;
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isUnread = false;
    if (isBlockTag(this.source.slice(start, endIndex).toLowerCase())) this.plain += '\n';
  }

  protected override isVoidElement(): boolean {
    return true;
  }
}
