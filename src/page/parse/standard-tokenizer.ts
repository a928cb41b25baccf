import {
  Token,
  type TokenHandler,
  Tokenizer,
  TokenizerMode,
  type TokenizerOptions,
  html as htmlNames,
} from 'parse5';
import { decodeAttribute, decodeText } from './decode-references.ts';
import { maxAttributes } from './linked-tree.ts';
import {
  NameCache,
  NextPosition,
  addToHash,
  isLetter,
  toLowerName,
} from './quick-html-tokenizer.ts';

/** parse5's states; `State` in its tokenizer/index.d.ts. */
const data = 0;
const rcdata = 1;
const rawText = 2;
const scriptData = 3;
const plainText = 4;
const tagName = 7;
const attributeName = 32;
const valueDoubleQuoted = 35;
const valueSingleQuoted = 36;
const valueUnquoted = 37;
const bogusComment = 40;
const comment = 44;
/**
 * Insertion modes (`InsertionMode` in parse5's parser/index.d.ts) that treat white space between words like words, so
 * that a run of both is one token: in body, text, in caption, in cell.
 */
const wordModes: ReadonlySet<number> = new Set([6, 7, 10, 14]);

const exclamation = 0x21;
const doubleQuote = 0x22;
const ampersand = 0x26;
const singleQuote = 0x27;
const hyphen = 0x2d;
const slash = 0x2f;
const lessThan = 0x3c;
const equals = 0x3d;
const greaterThan = 0x3e;

/** The members of parse5's parser that the tokenizer uses. */
interface TokenizedParser extends TokenHandler {
  readonly options: TokenizerOptions;
  readonly insertionMode: number;
}

/**
 * parse5's tokenizer reads one character at a time, which is two thirds of its time for a page. This subclass reads a whole text,
 * tag, comment or script at once where its end can be searched for, and leaves all else to parse5: references without an end,
 * declarations, NUL, `--!>`, a comment in a script, what the page's end cuts off. The tokens are the same (shown by the html5lib
 * tests and by a property). Expects text without carriage returns. Comments are empty, because they are not used.
 */
export class StandardTokenizer extends Tokenizer {
  droppedAttributes = false;
  readonly #parser: TokenizedParser;
  /** Elements with more attributes than are compared one by one. */
  #attributeNames: Set<string> | undefined;
  #tags = new NameCache('', toLowerName);
  #keys = new NameCache('', toLowerName);
  readonly #ampersands = new NextPosition('&');
  readonly #nuls = new NextPosition('\0');
  readonly #comments = new NextPosition('<!--');
  readonly #commentEnds = new NextPosition('-->');
  /** End tag that was searched for last. */
  #rawEnd = { name: '', at: -1 };

  constructor(parser: TokenizedParser) {
    super(parser.options, parser);
    this.#parser = parser;
  }

  /** parse5's state as a number: most of its names are not exported. */
  get #mode(): number {
    return this.state;
  }

  /** Takes the page as one string. */
  override write(html: string): void {
    // The positions of a page stay what they are: parse5 cuts off what it has read.
    this.preprocessor.bufferWaterline = Infinity;
    this.#tags = new NameCache(html, toLowerName);
    this.#keys = new NameCache(html, toLowerName);
    super.write(html, true);
  }

  protected override _callState(cp: number): void {
    const { pos } = this.preprocessor;
    const start = cp > 0xffff ? pos - 1 : pos;
    const end = cp > 0 ? this.#readPieces(start) : start;
    if (end === start) super._callState(cp);
    // The character before `end` is the last one read.
    else this.preprocessor.pos = end - 1;
  }

  /** parse5 compares each attribute with all previous ones, which is quadratic: 1e6 attributes took minutes. */
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token !== null && 'attrs' in token) this.#addAttribute(token.attrs, this.currentAttr);
  }

  #addAttribute(attributes: Token.Attribute[], attribute: Token.Attribute): void {
    if (attributes.length < 16) {
      this.#attributeNames = undefined;
      for (const { name } of attributes) if (name === attribute.name) return;
    } else if (attributes.length >= maxAttributes) {
      this.droppedAttributes = true;
      return;
    } else {
      this.#attributeNames ??= new Set(attributes.map(({ name }) => name));
      if (this.#attributeNames.has(attribute.name)) return;
      this.#attributeNames.add(attribute.name);
    }
    attributes.push(attribute);
  }

  /** Reads what can be read at once from `start` on. Returns the position of what is left to parse5. */
  #readPieces(start: number): number {
    let position = start;
    for (;;) {
      const end = this.#readPiece(position);
      if (end === position) return position;
      position = end;
    }
  }

  /** Returns the end of the text, tag, comment or run of characters that starts here; `start` where parse5 has to read it. */
  #readPiece(start: number): number {
    const { html } = this.preprocessor;
    if (start >= html.length) return start;
    switch (this.#mode) {
      case data: {
        return this.#readData(start);
      }
      case rcdata: {
        return this.#readRaw(start, true);
      }
      case rawText:
      case scriptData: {
        return this.#readRaw(start, false);
      }
      case plainText: {
        return this.#readText(start, html.length, false);
      }
      case tagName: {
        const end = endOfName(html, start);
        const token = this.currentToken;
        if (token === null || !('tagName' in token)) return start;
        token.tagName += html.slice(start, end);
        return end;
      }
      case attributeName: {
        const end = endOfName(html, start);
        this.currentAttr.name += html.slice(start, end);
        return end;
      }
      case valueDoubleQuoted: {
        return this.#readRun(start, endOfRun(html, start, doubleQuote, ampersand));
      }
      case valueSingleQuoted: {
        return this.#readRun(start, endOfRun(html, start, singleQuote, ampersand));
      }
      case valueUnquoted: {
        return this.#readRun(start, endOfUnquoted(html, start, ampersand));
      }
      case comment: {
        return endOfRun(html, start, hyphen, lessThan);
      }
      case bogusComment: {
        return endOfRun(html, start, greaterThan, greaterThan);
      }
      default: {
        return start;
      }
    }
  }

  /** Reads texts and tags, until parse5 has to read on or an element begins whose content is text. */
  #readData(start: number): number {
    const { html } = this.preprocessor;
    let position = start;
    while (position < html.length) {
      if (html.charCodeAt(position) !== lessThan) {
        const open = indexOrEnd(html, '<', position);
        position = this.#readText(position, open, true);
        if (position < open) return position;
      }
      const end = this.#readTag(position);
      if (end === position || this.#mode !== data) return end;
      position = end;
    }
    return position;
  }

  #readRun(start: number, end: number): number {
    if (end > start) this.currentAttr.value += this.preprocessor.html.slice(start, end);
    return end;
  }

  /** Reads text up to `end`, or to a NUL, which parse5 mends by its state. */
  #readText(start: number, end: number, isDecoded: boolean): number {
    const { html } = this.preprocessor;
    const last = Math.min(end, this.#nuls.after(html, start));
    if (last === start) return start;
    const written = html.slice(start, last);
    if (skipSpace(html, start) >= last) {
      this._appendCharToCurrentCharacterToken(Token.TokenType.WHITESPACE_CHARACTER, written);
      return last;
    }
    const text =
      isDecoded && this.#ampersands.after(html, start) < last ? decodeText(written) : written;
    for (let from = 0; from < text.length;) {
      let to = from + 1;
      let type = Token.TokenType.CHARACTER;
      if (isWhiteSpace(text.charCodeAt(from))) {
        type = Token.TokenType.WHITESPACE_CHARACTER;
        while (to < text.length && isWhiteSpace(text.charCodeAt(to))) to += 1;
      } else if (!this.inForeignNode && wordModes.has(this.#parser.insertionMode)) {
        to = text.length;
      } else while (to < text.length && !isWhiteSpace(text.charCodeAt(to))) to += 1;
      this._appendCharToCurrentCharacterToken(type, text.slice(from, to));
      from = to;
    }
    return last;
  }

  /** Reads the text of an element whose content is text, up to its end tag. */
  #readRaw(start: number, isDecoded: boolean): number {
    const { html } = this.preprocessor;
    const name = this.lastStartTagName;
    if (this.#rawEnd.at < start || this.#rawEnd.name !== name) {
      this.#rawEnd = { name, at: findEndTag(html, start, name) };
    }
    const end = this.#rawEnd.at;
    if (end === start) {
      this.state = TokenizerMode.DATA;
      return this.#readTag(start);
    }
    const isScript = this.#mode === scriptData;
    // In a comment, `</script>` may be part of the script.
    const last = isScript ? Math.min(end, this.#comments.after(html, start)) : end;
    return this.#readText(start, last, isDecoded);
  }

  /** Reads a tag or a comment. */
  #readTag(start: number): number {
    const { html } = this.preprocessor;
    const code = html.charCodeAt(start + 1);
    if (code === exclamation) return this.#readComment(start);
    const isEnd = code === slash;
    const nameStart = isEnd ? start + 2 : start + 1;
    if (!isLetter(html.charCodeAt(nameStart))) return start;
    let position = nameStart;
    let hash = 0;
    for (; position < html.length; position += 1) {
      const each = html.charCodeAt(position);
      if (each === greaterThan || each === slash || isWhiteSpace(each)) break;
      hash = addToHash(hash, each);
    }
    const nameEnd = position;
    const attributes: Token.Attribute[] = [];
    let isSelfClosing = false;
    for (;;) {
      position = skipSpace(html, position);
      if (position >= html.length) return start;
      const each = html.charCodeAt(position);
      if (each === greaterThan) break;
      if (each === slash) {
        isSelfClosing = html.charCodeAt(position + 1) === greaterThan;
        position += 1;
        continue;
      }
      position = this.#readAttribute(position, attributes);
      if (position < 0) return start;
    }
    if (this.#nuls.after(html, start) < position) return start;
    this.currentToken = {
      type: isEnd ? Token.TokenType.END_TAG : Token.TokenType.START_TAG,
      tagName: this.#tags.find(nameStart, nameEnd, hash),
      tagID: htmlNames.TAG_ID.UNKNOWN,
      selfClosing: isSelfClosing,
      ackSelfClosing: false,
      attrs: attributes,
      location: null,
    };
    this.emitCurrentTagToken();
    return position + 1;
  }

  /** Returns the attribute's end, or -1 where the page ends in it. */
  #readAttribute(start: number, attributes: Token.Attribute[]): number {
    const { html } = this.preprocessor;
    let hash = addToHash(0, html.charCodeAt(start));
    let position = start + 1;
    for (; position < html.length; position += 1) {
      const code = html.charCodeAt(position);
      if (code === equals || code === greaterThan || code === slash || isWhiteSpace(code)) break;
      hash = addToHash(hash, code);
    }
    const name = this.#keys.find(start, position, hash);
    position = skipSpace(html, position);
    if (html.charCodeAt(position) !== equals) {
      this.#addAttribute(attributes, { name, value: '' });
      return position;
    }
    position = skipSpace(html, position + 1);
    const quote = html.charCodeAt(position);
    const isQuoted = quote === doubleQuote || quote === singleQuote;
    if (isQuoted) position += 1;
    const end = isQuoted
      ? html.indexOf(quote === doubleQuote ? '"' : "'", position)
      : endOfUnquoted(html, position, greaterThan);
    if (end < 0 || end >= html.length) return -1;
    const written = html.slice(position, end);
    const hasReference = this.#ampersands.after(html, position) < end;
    const value = hasReference ? decodeAttribute(written) : written;
    this.#addAttribute(attributes, { name, value });
    return isQuoted ? end + 1 : end;
  }

  #readComment(start: number): number {
    const { html } = this.preprocessor;
    if (!html.startsWith('--', start + 2) || /^-?>/.test(html.slice(start + 4, start + 6))) {
      return start;
    }
    const end = this.#commentEnds.after(html, start + 4);
    if (end === html.length || html.slice(start, end).includes('--!>')) return start;
    this.emitCurrentComment({ type: Token.TokenType.COMMENT, data: '', location: null });
    return end + 3;
  }
}

/** Returns the position of the end tag of such a name, or the page's end. */
function findEndTag(html: string, start: number, name: string): number {
  for (let end = html.indexOf('</', start); end >= 0; end = html.indexOf('</', end + 2)) {
    const after = end + 2 + name.length;
    const code = html.charCodeAt(after);
    const isName = code === greaterThan || code === slash || isWhiteSpace(code);
    if (isName && toLowerName(html.slice(end + 2, after)) === name) return end;
  }
  return html.length;
}

function indexOrEnd(html: string, text: string, start: number): number {
  const index = html.indexOf(text, start);
  return index < 0 ? html.length : index;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

function skipSpace(html: string, start: number): number {
  let position = start;
  while (isWhiteSpace(html.charCodeAt(position))) position += 1;
  return position;
}

/** Returns the position of the first of two characters, or of a NUL, at or after `start`. */
function endOfRun(html: string, start: number, first: number, second: number): number {
  let end = start;
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    if (code === first || code === second || code === 0) break;
  }
  return end;
}

/** Returns the end of a lower-case name; upper case is left to parse5. */
function endOfName(html: string, start: number): number {
  let end = start;
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    const isPlain =
      (code >= 0x61 && code <= 0x7a) ||
      code === hyphen ||
      code === 0x3a ||
      code === 0x5f ||
      (code >= 0x30 && code <= 0x39);
    if (!isPlain) break;
  }
  return end;
}

/** Returns the end of a value without quotes, or the position of a NUL or of `stop` in it. */
function endOfUnquoted(html: string, start: number, stop: number): number {
  let end = start;
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    if (code === greaterThan || code === stop || code === 0 || isWhiteSpace(code)) break;
  }
  return end;
}
