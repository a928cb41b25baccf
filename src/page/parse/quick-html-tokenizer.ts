import { isSpace, replaceInPieces } from '../../runtime/unicode/fold-text.ts';
import { decodeAttribute, decodeText } from './decode-references.ts';

/** Slots of the table; a page has about 60 different tags and 100 different attributes. */
const size = 512;

interface Entry<Value> {
  /** The name as written in the page. */
  readonly name: string;
  readonly value: Value;
}

/**
 * Caches the value that was created for each name of a page. A lookup by positions in the page creates neither the
 * name's string nor its hash again. A name replaces another one in the same slot, so lookups never probe.
 */
export class NameCache<Value> {
  readonly #html: string;
  readonly #create: (name: string) => Value;
  readonly #entries: (Entry<Value> | undefined)[] = Array<undefined>(size).fill(undefined);

  /** `create` receives names as written. */
  constructor(html: string, create: (name: string) => Value) {
    this.#html = html;
    this.#create = create;
  }

  /** Returns the value of the name between two positions of the page; `hash` is any number that equal names share. */
  find(start: number, end: number, hash: number): Value {
    const place = (hash ^ (hash >> 9)) & (size - 1);
    const known = this.#entries[place];
    if (known !== undefined && isAt(this.#html, start, end, known.name)) return known.value;
    const name = this.#html.slice(start, end);
    const value = this.#create(name);
    // Of equal texts the one that is no part of the page: V8 is slow at the single characters of such a part.
    const isCopied = typeof value === 'string' && value === name;
    this.#entries[place] = { name: isCopied ? value : name, value };
    return value;
  }
}

function isAt(html: string, start: number, end: number, name: string): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (html.charCodeAt(start + index) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** How an element's content is read: as markup, as text with or without character references, or as text to the page's end. */
export type ContentKind = 'markup' | 'references' | 'text' | 'rest';

/** Output of the tokenizer: tags by their positions in the page, text and attributes decoded. */
export interface QuickTokens {
  /** `hash` is equal for names that differ only in case. The tag may still prove unfinished at the page's end. */
  onopentagname(start: number, end: number, hash: number): void;
  addAttribute(name: string, value: string): void;
  /** Called with the position of the tag's `>`. Text goes up to the element's end tag, which is told by `onclosetag`. */
  onopentagend(end: number): ContentKind;
  /** The same for `/>`. */
  onselfclosingtag(end: number): ContentKind;
  onclosetag(start: number, end: number, hash: number): void;
  addText(text: string): void;
  /** Called for text between two tags that is only white space. */
  addBlank(text: string): void;
  /** Called for comments and declarations, which begin at `start`. */
  onother(start: number, end: number): void;
  onend(): void;
}

const tab = 0x09;
const space = 0x20;
const exclamation = 0x21;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;
const greaterThan = 0x3e;
const question = 0x3f;

/** Characters that end a name: white space, `/` and `>`; `=` as well, for attribute names only. */
const nameEnds = new Uint8Array(128);
for (const code of [tab, 0x0a, 0x0c, 0x0d, space, slash, greaterThan]) nameEnds[code] = 1;
nameEnds[equals] = 2;
const upperCase = /[A-Z]/;

/**
 * Reads tags, attributes and text by the HTML standard. Other tokenizers read one character at a time: this one searches for the end
 * of each piece, which takes half of htmlparser2's time for a page's tree. Takes the page as one string. NUL is read like a letter,
 * and a script ends at its first end tag, even in a comment.
 */
export class QuickHtmlTokenizer {
  readonly #tokens: QuickTokens;
  #html = '';
  #attributeNames = new NameCache('', toAttributeName);
  /** Few texts and values have an `&`: its position saves searching each of them. */
  readonly #ampersands = new NextPosition('&');
  readonly #returns = new NextPosition('\r');
  readonly #commentEnds = new NextPosition('-->');
  readonly #oddCommentEnds = new NextPosition('--!>');

  constructor(tokens: QuickTokens) {
    this.#tokens = tokens;
  }

  write(html: string): void {
    this.#html = html;
    this.#attributeNames = new NameCache(html, toAttributeName);
    let position = 0;
    while (position < html.length) position = this.#readPiece(position);
  }

  end(): void {
    this.#tokens.onend();
  }

  /** Reads text up to the next tag, and the tag. Returns the start of the next piece. */
  #readPiece(start: number): number {
    const html = this.#html;
    let open = html.indexOf('<', start);
    // A `<` that does not start a tag is text.
    while (open >= 0 && !startsTag(html.charCodeAt(open + 1))) open = html.indexOf('<', open + 1);
    if (open < 0 || (open === html.length - 2 && html.charCodeAt(open + 1) === slash)) {
      this.#addText(start, html.length, true);
      return html.length;
    }
    if (open > start) {
      // Two of three texts of a page are line ends and indentation between tags.
      if (skipSpace(html, start) === open) this.#tokens.addBlank(this.#read(start, open));
      else this.#addText(start, open, true);
    }
    const code = html.charCodeAt(open + 1);
    if (code === slash) return this.#readEndTag(open);
    if (code !== exclamation && code !== question) return this.#readTag(open + 1);
    const end =
      code === exclamation && html.startsWith('--', open + 2)
        ? this.#endOfComment(open)
        : afterTag(html, open + 2);
    this.#tokens.onother(open, end);
    return end;
  }

  #addText(start: number, end: number, isDecoded: boolean): void {
    if (start >= end) return;
    const text = this.#read(start, end);
    const hasReference = isDecoded && this.#ampersands.after(this.#html, start) < end;
    this.#tokens.addText(hasReference ? decodeText(text) : text);
  }

  /** Returns a part of the page; ranges have to be given in ascending order. */
  #read(start: number, end: number): string {
    const text = this.#html.slice(start, end);
    if (this.#returns.after(this.#html, start) >= end) return text;
    return replaceInPieces(text, /\r\n?/g, '\n');
  }

  #endOfComment(start: number): number {
    const html = this.#html;
    // `<!-->` and `<!--->` are comments, too.
    const end = this.#commentEnds.after(html, start + 2);
    const oddEnd = this.#oddCommentEnds.after(html, start + 4);
    return Math.min(html.length, oddEnd < end ? oddEnd + 4 : end + 3);
  }

  #readEndTag(start: number): number {
    const html = this.#html;
    const name = start + 2;
    if (!isLetter(html.charCodeAt(name))) {
      const end = afterTag(html, name);
      // `</>` is nothing at all.
      if (end > name + 1) this.#tokens.onother(start, end);
      return end;
    }
    let end = name;
    let hash = 0;
    for (; end < html.length; end += 1) {
      const code = html.charCodeAt(end);
      if (code < 128 && nameEnds[code] === 1) break;
      hash = addToHash(hash, code);
    }
    return this.#closeTag(name, end, hash);
  }

  #closeTag(start: number, end: number, hash: number): number {
    const html = this.#html;
    const isPlain = html.charCodeAt(end) === greaterThan;
    const close = isPlain ? end : this.#readAttributes(end, false);
    if (close >= html.length) return html.length;
    this.#tokens.onclosetag(start, end, hash);
    return close + 1;
  }

  /** Reads a tag and returns its end; an unfinished tag at the page's end is dropped. */
  #readTag(start: number): number {
    const html = this.#html;
    const { length } = html;
    let position = start;
    let hash = 0;
    for (; position < length; position += 1) {
      const code = html.charCodeAt(position);
      if (code < 128 && nameEnds[code] === 1) break;
      hash = addToHash(hash, code);
    }
    const nameEnd = position;
    this.#tokens.onopentagname(start, nameEnd, hash);
    const close = this.#readAttributes(position, true);
    if (close >= length) return length;
    // The character before `>` is a slash of the tag, unless a value without quotes ends in it.
    const content = this.#isSelfClosing
      ? this.#tokens.onselfclosingtag(close)
      : this.#tokens.onopentagend(close);
    return content === 'markup' ? close + 1 : this.#readText(start, nameEnd, close + 1, content);
  }

  #isSelfClosing = false;

  /** Reads attributes up to the tag's `>`, whose position is returned, or the page's end where there is none. */
  #readAttributes(start: number, areAdded: boolean): number {
    const html = this.#html;
    const { length } = html;
    this.#isSelfClosing = false;
    for (let position = start; ;) {
      position = skipSpace(html, position);
      if (position >= length) return length;
      let code = html.charCodeAt(position);
      if (code === greaterThan) return position;
      if (code === slash) {
        position += 1;
        this.#isSelfClosing = html.charCodeAt(position) === greaterThan;
        continue;
      }
      const attributeStart = position;
      let hash = addToHash(0, code);
      for (position += 1; position < length; position += 1) {
        code = html.charCodeAt(position);
        if (code < 128 && nameEnds[code] !== 0) break;
        hash = addToHash(hash, code);
      }
      const nameEnd = position;
      position = skipSpace(html, position);
      let end = position;
      let after = position;
      if (html.charCodeAt(position) === equals) {
        position = skipSpace(html, position + 1);
        code = html.charCodeAt(position);
        if (code === doubleQuote || code === singleQuote) {
          position += 1;
          end = html.indexOf(code === doubleQuote ? '"' : "'", position);
          if (end < 0) return length;
          after = end + 1;
        } else {
          end = endOfUnquoted(html, position);
          after = end;
        }
      }
      if (after >= length) return length;
      if (areAdded) {
        const name = this.#attributeNames.find(attributeStart, nameEnd, hash);
        const value = this.#read(position, end);
        const hasReference = this.#ampersands.after(html, position) < end;
        this.#tokens.addAttribute(name, hasReference ? decodeAttribute(value) : value);
      }
      position = after;
    }
  }

  /** Reads the text and the end tag of an element whose content is text. */
  #readText(nameStart: number, nameEnd: number, start: number, content: ContentKind): number {
    const html = this.#html;
    const name = html.slice(nameStart, nameEnd).toLowerCase();
    const isDecoded = content === 'references';
    const first = content === 'rest' ? -1 : html.indexOf('</', start);
    for (let end = first; end >= 0; end = html.indexOf('</', end + 2)) {
      const after = end + 2 + name.length;
      const code = html.charCodeAt(after);
      if (code >= 128 || nameEnds[code] !== 1) continue;
      if (html.slice(end + 2, after).toLowerCase() !== name) continue;
      this.#addText(start, end, isDecoded);
      return this.#closeTag(end + 2, after, hashName(name));
    }
    this.#addText(start, html.length, isDecoded);
    return html.length;
  }
}

/** Finds the next of a text for positions that ascend, each part of the page searched once. */
class NextPosition {
  readonly #text: string;
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns its position at or after `start`, or the page's end. */
  after(html: string, start: number): number {
    if (this.#next < start) {
      const next = html.indexOf(this.#text, start);
      this.#next = next < 0 ? html.length : next;
    }
    return this.#next;
  }
}

function startsTag(code: number): boolean {
  return isLetter(code) || code === slash || code === exclamation || code === question;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function skipSpace(html: string, start: number): number {
  let position = start;
  while (isSpace(html.charCodeAt(position))) position += 1;
  return position;
}

function endOfUnquoted(html: string, start: number): number {
  let end = start;
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    if (code === greaterThan || isSpace(code)) break;
  }
  return end;
}

/** Letters of ASCII alone become lower case, as the standard has it. */
export function toLowerName(written: string): string {
  return upperCase.test(written)
    ? written.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : written;
}

/** V8's own copies of the names of attributes, of all pages together: most pages have the same ones. */
const attributeNames = new Map<string, string>();
/** Of the pages of `check:speed` one has about 100 of its own or less. */
const maxNames = 2_000;
/** Characters. */
const maxNameLength = 60;

/** Returns V8's own copy of a key of objects: such copies are compared, and looked up, by where they lie, not by characters. */
function toAttributeName(written: string): string {
  const known = attributeNames.get(written);
  if (known !== undefined) return known;
  const name = toLowerName(written);
  const own = Object.keys({ [name]: 0 })[0] ?? name;
  // A name as written is a part of its page, which V8 would keep with it.
  if (name === written && name.length <= maxNameLength && attributeNames.size < maxNames)
    attributeNames.set(own, own);
  return own;
}

/** Returns the hash of a name extended by one character; letters count in lower case. */
function addToHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 0x20)) | 0;
}

function hashName(name: string): number {
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) {
    hash = addToHash(hash, name.charCodeAt(index));
  }
  return hash;
}

/** Returns the end of the next `>`; the end of the page when there is none. */
function afterTag(html: string, start: number): number {
  const index = html.indexOf('>', start);
  return index < 0 ? html.length : index + 1;
}
