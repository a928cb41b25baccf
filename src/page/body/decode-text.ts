import { TextDecoder as StandardDecoder } from '@exodus/bytes/encoding.js';
import { labelToName } from '@exodus/bytes/encoding-lite.js';
import { analyse } from 'chardet';
import sniffHtmlEncoding from 'html-encoding-sniffer';

export interface DecodeTextInput {
  readonly bytes: Uint8Array;
  /** `charset` of the Content-Type header, as written. */
  readonly charset: string | undefined;
  /** Which declarations inside the text count: `<meta>`, the XML declaration, or none. */
  readonly syntax: 'html' | 'xml' | 'plain';
}

export interface DecodedText {
  readonly text: string;
  /** Name of the Encoding standard, e.g. `UTF-8` or `Shift_JIS`. */
  readonly encoding: string;
  /** For people, where nothing says what the bytes are: what they were taken for, and why. */
  readonly warning: string | undefined;
}

/**
 * Returns the bytes as text, in the encoding that the HTML standard finds: byte order mark, Content-Type, declaration
 * in the text, guess. Decoded by the tables of the Encoding Standard: those of Node differ from them, and from version to version.
 * Never throws.
 */
export function decodeText(input: DecodeTextInput): DecodedText {
  const { bytes } = input;
  const { encoding, warning } = findEncoding(input);
  // The standard's decoder for encodings that only serve attacks (ISO-2022-CN, HZ): one replacement character.
  if (encoding === 'replacement') {
    return { text: bytes.length > 0 ? '\uFFFD' : '', encoding, warning };
  }
  // Node's own is right here, and faster.
  const Decoder = encoding === 'UTF-8' ? TextDecoder : StandardDecoder;
  const text = new Decoder(encoding).decode(bytes);
  const isBroken = warning === undefined && encoding === 'UTF-8' && !isMostlySound(text);
  return { text, encoding, warning: isBroken ? brokenWarning : warning };
}

const brokenWarning =
  'The page says that it is UTF-8, and its letters are not: those that could not be read are written as \uFFFD.';

/** Returns the name of the encoding of the bytes; see `decodeText`. */
export function findEncoding({
  bytes,
  charset,
  syntax,
}: DecodeTextInput): Pick<DecodedText, 'encoding' | 'warning'> {
  const options = {
    transportLayerEncodingLabel: charset,
    defaultEncoding: undeclared,
    ...(syntax === 'xml'
      ? { xml: true }
      : { maxPrescanBytes: syntax === 'plain' ? 0 : maxPrescanBytes }),
  };
  const declared = sniffHtmlEncoding(bytes, options);
  if (declared !== undeclared) {
    const isDenied = charset !== undefined && declared !== 'UTF-8' && saysUtf8(bytes, options);
    return isDenied
      ? { encoding: 'UTF-8', warning: toDeniedWarning(declared) }
      : { encoding: declared, warning: undefined };
  }
  if (!bytes.some((byte) => byte > 0x7f)) {
    if (syntax !== 'xml' && isShifted(bytes)) return toGuessed('ISO-2022-JP', bySigns);
    return { encoding: syntax === 'xml' ? 'UTF-8' : fallback, warning: undefined };
  }
  // Text that happens to be valid UTF-8 beyond ASCII is UTF-8 in practice; XML is UTF-8 where it says nothing.
  if (syntax === 'xml' || isUtf8(bytes)) return { encoding: 'UTF-8', warning: undefined };
  if (isMostlySound(new TextDecoder().decode(bytes))) {
    return toGuessed('UTF-8', 'which all but a few of its letters are');
  }
  return guess(bytes);
}

/** Whether a page is UTF-8 as it says itself, with letters beyond ASCII: the server says of all its pages what is true of some. */
function saysUtf8(
  bytes: Uint8Array,
  {
    transportLayerEncodingLabel: _of,
    ...options
  }: Parameters<typeof sniffHtmlEncoding>[1] & object,
): boolean {
  const isAscii = !bytes.some((byte) => byte > 0x7f);
  return !isAscii && sniffHtmlEncoding(bytes, options) === 'UTF-8' && isUtf8(bytes);
}

function toDeniedWarning(declared: string): string {
  return `The server says that the page is ${declared}, and the page that it is UTF-8, which its letters are: it was read as UTF-8.`;
}

const undeclared = '';
// The standard reads 1,024 bytes, and a browser starts over when its parser meets a declaration further on. All bytes
// are here already, so a longer search replaces the second start.
const maxPrescanBytes = 65_536;
/** What browsers take where nothing is known: the standard's default for most of the world. */
const fallback = 'windows-1252';

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // `fatal` throws on the first byte that is not UTF-8.
    return false;
  }
}

/** Broken ones among the letters beyond ASCII of a text in UTF-8 that was cut or put together; in another encoding nearly all are. */
const maxBrokenShare = 0.1;

function isMostlySound(text: string): boolean {
  if (!text.includes('\uFFFD')) return true;
  const letters = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0;
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken <= maxBrokenShare * letters;
}

/** Signs that switch between ASCII and Japanese letters of two bytes: text of nothing but ASCII has them in no other encoding that is read. */
function isShifted(bytes: Uint8Array): boolean {
  if (!bytes.includes(escape)) return false;
  const source = Buffer.from(bytes.subarray(0, maxSampleBytes)).toString('latin1');
  return /\u001B\$[@B](?:[!-~]{2})+\u001B\([BJ]/.test(source) && isSound('ISO-2022-JP', bytes);
}

const escape = 0x1b;

/** HTML standard, "determining the character encoding", the table of suggested defaults; others have the fallback. */
const ofLanguage: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  ba: 'windows-1251',
  be: 'windows-1251',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'ISO-8859-7',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'ISO-8859-2',
  ja: 'Shift_JIS',
  kk: 'windows-1251',
  ko: 'EUC-KR',
  ku: 'windows-1254',
  ky: 'windows-1251',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'ISO-8859-2',
  ru: 'windows-1251',
  sah: 'windows-1251',
  sk: 'windows-1250',
  sl: 'ISO-8859-2',
  sr: 'windows-1251',
  tg: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  tt: 'windows-1251',
  uk: 'windows-1251',
  vi: 'windows-1258',
  zh: 'GBK',
  'zh-tw': 'Big5',
  'zh-hk': 'Big5',
  'zh-hant': 'Big5',
};

/** Bytes of a page that are searched for words: frequencies settle long before. */
const maxSampleBytes = 262_144;
/** Fewer letters beyond ASCII show no frequency: an accent or a sign stands alone in a page that is English otherwise. */
const minLetters = 3;
/** Points out of 100 for what browsers would take, by default and by the page's language: chardet is sure by 50 to 100. */
const bonus = { fallback: 15, language: 30 };
/** Below it, chardet gives a name to anything. */
const minConfidence = 10;

/** By the frequency of letters and the language that the page names, as browsers guess. */
function guess(bytes: Uint8Array): Pick<DecodedText, 'encoding' | 'warning'> {
  const source = Buffer.from(bytes.subarray(0, maxSampleBytes)).toString('latin1');
  const language = /<html\b[^<>]{0,300}?\slang\s{0,9}=\s{0,9}["']?\s{0,9}([a-z-]{2,15})/i
    .exec(source)?.[1]
    ?.toLowerCase();
  const usual =
    findUsual(language ?? '') ?? findUsual(language?.split('-', 1)[0] ?? '') ?? fallback;
  const words = Buffer.from(toWords(source), 'latin1');
  const letters = words.filter((byte) => byte > 0x7f).length;
  const rated =
    letters < minLetters
      ? []
      : analyse(words).flatMap(({ name, confidence }) => {
          // Ukrainian is written in a superset.
          const encoding = labelToName(name === 'KOI8-R' ? 'KOI8-U' : name);
          if (encoding === null || encoding.startsWith('UTF-') || confidence < minConfidence) {
            return [];
          }
          if (!isSound(encoding, words)) return [];
          // What reads every byte is no rival of what the language is written in.
          if (encoding === fallback && usual !== fallback && isSound(usual, words, 0)) return [];
          const points =
            confidence +
            (encoding === fallback ? bonus.fallback : 0) +
            (isLike(encoding, usual) ? bonus.language : 0);
          return [{ encoding, points }];
        });
  const [best] = rated.toSorted((a, b) => b.points - a.points);
  const encoding = isThai(words) ? 'windows-874' : (best?.encoding ?? usual);
  const reason =
    best === undefined
      ? 'as browsers do'
      : `which its letters${isLike(encoding, usual) && language !== undefined ? ' and its language' : ''} suggest`;
  return toGuessed(encoding, reason);
}

function findUsual(language: string): string | undefined {
  return Object.hasOwn(ofLanguage, language) ? ofLanguage[language] : undefined;
}

const bySigns = 'which its signs suggest';

function toGuessed(encoding: string, reason: string): Pick<DecodedText, 'encoding' | 'warning'> {
  const warning = `The page does not say in which encoding it is; it was read as ${encoding}, ${reason}.`;
  return { encoding, warning };
}

/** Fewer vowels above and below letters show no Thai. */
const minThaiMarks = 3;
/** Of the letters beyond ASCII; Thai has a quarter of them. */
const minThaiShare = 0.1;

/**
 * Whether bytes are Thai, which chardet does not know and takes for Korean: vowels and tones above and below stand behind a
 * consonant alone, and in other encodings their bytes stand anywhere.
 */
function isThai(words: Buffer): boolean {
  const text = words.toString('latin1');
  // What windows-874 does not assign.
  if (/[\x81-\x84\x86-\x90\x98-\x9F\xDB-\xDE\xFC-\xFF]/.test(text)) return false;
  const letters = text.match(/[\xA1-\xFB]/g)?.length ?? 0;
  const marks = text.match(/[\xD1\xD4-\xDA\xE7-\xEE]/g)?.length ?? 0;
  const misplaced = /(?<![\xA1-\xCE\xD1\xD4-\xDA\xE7-\xEE])[\xD1\xD4-\xDA\xE7-\xEE]/;
  return marks >= minThaiMarks && marks >= minThaiShare * letters && !misplaced.test(text);
}

/**
 * What of the page is text, as far as it can be told without knowing its letters: signs of ASCII behind a byte beyond it may be
 * the second half of a letter.
 */
function toWords(source: string): string {
  const parts = source.split(/<(?=(?:script|style)\b)/i);
  return parts
    .map((part, at) => (at === 0 ? part : part.slice(part.search(/<\/(?:script|style)\b/i))))
    .join(' ')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[\0-?\x7F]+|(?<![\x80-\xFF])[@[-`{-~]+/g, ' ');
}

/** Encodings of several bytes a letter know which of them belong together; a sample may end between two. */
function isSound(encoding: string, words: Uint8Array, mostBroken = 1): boolean {
  const text = new StandardDecoder(encoding).decode(words);
  return (text.match(/\uFFFD/g)?.length ?? 0) <= mostBroken;
}

/** Chinese is written in GBK and in its superset, Central European in two that differ by a few letters. */
function isLike(encoding: string, usual: string): boolean {
  return familyOf(encoding) === familyOf(usual);
}

function familyOf(name: string): string {
  if (name === 'gb18030') return 'GBK';
  return name === 'ISO-8859-2' ? 'windows-1250' : name;
}
