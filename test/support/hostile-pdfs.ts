import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { handMadePdf, onePagePdf, type HandMadeObject } from './hand-made-pdf.ts';

/** A PDF made to cost its reader time or memory. */
export interface HostilePdf {
  /** What it holds. */
  readonly name: string;
  /** Makes the file: a few KB to a few MB. */
  readonly make: () => Uint8Array;
}

const mega = 1_000_000;
const flate = '/Filter /FlateDecode';
const shown = 'BT /F1 12 Tf 72 700 Td (Still here) Tj ET';

/**
 * Files that ask for much more than they weigh, and files that are none; all are made here, none comes from elsewhere. To make
 * one takes up to 100 MB and a second.
 */
export const hostilePdfs: readonly HostilePdf[] = [
  { name: '10 million q operators', make: () => pageOf('q ', 10 * mega) },
  { name: '10 KB of q operators, not packed', make: () => onePagePdf(latin1('q '.repeat(5_000))) },
  { name: '5 million pairs of q and Q', make: () => pageOf('q Q ', 5 * mega) },
  { name: '4 million shown letters', make: () => pageOf('BT (a) Tj ET ', 4 * mega) },
  { name: 'an array of 20 million numbers', make: () => pageOf('1 ', 20 * mega, '[') },
  { name: 'a million nested marks', make: () => pageOf('/P <</MCID 0>> BDC ', mega) },
  { name: 'a string of 100 million letters', make: () => pageOf('a', 100 * mega, '(') },
  { name: 'a name of 100 million letters', make: () => pageOf('a', 100 * mega, '/') },
  { name: 'arrays nested 5 million deep', make: () => pageOf('[', 5 * mega) },
  { name: 'dictionaries nested 3 million deep', make: () => pageOf('<</A ', 3 * mega) },
  { name: '3 million curves', make: () => pageOf('1 2 3 4 5 6 c ', 3 * mega) },
  { name: 'a million inline images', make: () => pageOf('BI /W 1 /H 1 ID a EI ', mega) },
  { name: 'forms that draw each other 10^9 times', make: () => nestedForms(9, 1) },
  { name: '100 pages of forms that draw each other 10^6 times', make: () => nestedForms(6, 100) },
  { name: 'a thousand million blanks', make: () => pageOf(' ', 1_000 * mega) },
  { name: '4,000 million blanks, packed twice', make: twicePacked },
  {
    name: '500 pages of 100 million blanks each',
    make: () => pagesOf(500, packed(' ', 100 * mega)),
  },
  { name: '500 pages of a million q operators each', make: () => pagesOf(500, packed('q ', mega)) },
  {
    name: '500 pages of 50,000 words each',
    make: () => pagesOf(500, packed(scattered(50_000), 1)),
  },
  {
    name: 'a page whose contents are 50,000 streams of 1 MB',
    make: () => pageWith(`/Contents [${'6 0 R '.repeat(50_000)}]`, [packed(' ', mega)]),
  },
  { name: '50,000 pages', make: () => pagesOf(50_000, packed(shown, 1)) },
  { name: 'a tree of pages nested 100,000 deep', make: deepPageTree },
  { name: '5,000 fonts on one page', make: manyFonts },
  { name: 'a font program of a thousand million bytes', make: hugeFont },
  {
    name: 'a code map of 4,000 million codes',
    make: () => withToUnicode(['<00000000> <FFFFFFFF> <0041>\n', 1], 'A'),
  },
  {
    name: 'a code map of 2 million ranges',
    make: () => withToUnicode(['<0000> <FFFF> <0041>\n', 2 * mega], 'A'),
  },
  {
    name: 'letters that stand for 100,000 letters each',
    make: () => withToUnicode([`<41> <41> [<${'0041'.repeat(100_000)}>]`, 1], 'A'.repeat(20_000)),
  },
  { name: 'widths for 20 million letters', make: widths },
  { name: 'a million links on one page', make: links },
  { name: 'a million tags', make: () => tagged(`[${'7 0 R '.repeat(mega)}]`) },
  { name: 'tags that hold themselves', make: () => tagged('[6 0 R 6 0 R 6 0 R]') },
  { name: 'a table of 100 million cross-references', make: crossReferences },
  { name: 'an object stream that claims 1,000 million objects', make: objectStream },
  { name: 'metadata of 60 million elements', make: metadata },
  {
    name: '10 MB of beginnings of objects',
    make: () => latin1(`%PDF-1.4\n${'1 0 obj\n'.repeat(1_200_000)}`),
  },
  { name: '10 MB of objects without a table', make: looseObjects },
  { name: '10 MB of noise', make: () => Buffer.concat([latin1('%PDF-1.4\n'), noise(10 * mega)]) },
  {
    name: '10 MB of trailers',
    make: () => latin1(`%PDF-1.4\n${'trailer\n<<>>\n'.repeat(750_000)}`),
  },
  {
    name: '10 MB of opening brackets',
    make: () => latin1(`%PDF-1.4\n1 0 obj\n${'['.repeat(10 * mega)}`),
  },
  {
    name: 'hexadecimal of hexadecimal, 50 times over',
    make: () =>
      onePagePdf(latin1('20'.repeat(2 * mega)), `/Filter [${'/ASCIIHexDecode '.repeat(50)}]`),
  },
  {
    name: 'a thousand million blanks in packed run lengths',
    make: () =>
      onePagePdf(packed('\u{81} ', 8 * mega).bytes, '/Filter [/FlateDecode /RunLengthDecode]'),
  },
];

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Packed at once; longer contents are made of packed pieces. */
const pieceBytes = 4 * mega;

/** A stream of the content that many times, packed, which takes neither the time nor the memory of the whole. */
function packed(content: string, times: number, before = ''): Exclude<HandMadeObject, string> {
  const perPiece = Math.max(1, Math.min(times, Math.floor(pieceBytes / content.length)));
  const pieces = Math.floor(times / perPiece);
  const piece = toPiece(content.repeat(perPiece));
  const rest = toPiece(content.repeat(times - pieces * perPiece));
  const bytes = Buffer.concat([
    // The header of zlib, and in the place of its checksum, which readers of PDFs do not check, nothing.
    Buffer.from([0x78, 0x9c]),
    toPiece(before),
    ...Array.from({ length: pieces }, () => piece),
    rest,
    deflateRawSync(''),
    Buffer.alloc(4),
  ]);
  return { entries: flate, bytes };
}

function toPiece(content: string): Buffer {
  return deflateRawSync(latin1(content), { finishFlush: constants.Z_FULL_FLUSH });
}

/** One page whose content is `before`, then `content` that many times. */
function pageOf(content: string, times: number, before = ''): Uint8Array {
  return onePagePdf(packed(content, times, before).bytes, flate);
}

function twicePacked(): Uint8Array {
  const once = packed(' ', 4_000 * mega).bytes;
  return onePagePdf(deflateSync(once), '/Filter [/FlateDecode /FlateDecode]');
}

/** Bytes that look random, and are the same each time. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 1;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** Words all over the page, none of them on a line with another. */
function scattered(count: number): string {
  const words = Array.from({ length: count }, (_, at) => {
    const x = (at * 7_919) % 590;
    const y = ((at * 104_729) % 83_900) / 100;
    return `1 0 0 1 ${x} ${y} Tm (w${at}) Tj`;
  });
  return `BT /F1 4 Tf ${words.join('\n')} ET`;
}

/** Objects 1 to 5 are those of a file with one page; `page` holds the entries that are its own, `more` is object 6 and on. */
function pageWith(page: string, more: readonly HandMadeObject[], catalogue = ''): Uint8Array {
  return handMadePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page.includes('/Resources') ? '' : '/Resources << /Font << /F1 4 0 R >> >>'} ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    { entries: '', bytes: latin1(shown) },
    ...more,
  ]);
}

/** Pages that all have the same content. */
function pagesOf(count: number, content: HandMadeObject): Uint8Array {
  return handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    content,
    ...Array.from(
      { length: count },
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    ),
  ]);
}

function deepPageTree(): Uint8Array {
  const depth = 100_000;
  return handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from(
      { length: depth },
      (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`,
    ),
    '<< /Type /Page /MediaBox [0 0 595 842] >>',
  ]);
}

/** The given number of pages, which draw the first of `levels` forms ten times, each of which draws the next one ten times. */
function nestedForms(levels: number, pages: number): Uint8Array {
  const resources = '/Font << /F1 4 0 R >>';
  const forms = Array.from({ length: levels }, (_, at): HandMadeObject => {
    const next = at + 1 < levels ? `/XObject << /X ${at + 7} 0 R >>` : '';
    const content = at + 1 < levels ? '/X Do '.repeat(10) : shown;
    return {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} ${next} >>`,
      bytes: latin1(content),
    };
  });
  return handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << ${resources} /XObject << /X 6 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    { entries: '', bytes: latin1('/X Do '.repeat(10)) },
    ...forms,
  ]);
}

function manyFonts(): Uint8Array {
  const count = 5_000;
  const names = Array.from({ length: count }, (_, at) => `/G${at} ${at + 7} 0 R`).join(' ');
  const content = Array.from({ length: count }, (_, at) => `BT /G${at} 9 Tf (a) Tj ET`).join('\n');
  return pageWith(`/Contents 6 0 R /Resources << /Font << ${names} >> >>`, [
    packed(content, 1),
    ...Array.from(
      { length: count },
      (_, at) =>
        `<< /Type /Font /Subtype /Type1 /BaseFont /Font${at} /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] >>`,
    ),
  ]);
}

/** One page whose only font is the given one, object 6; `more` is object 7 and on. */
function withFont(font: string, more: readonly HandMadeObject[], letters = 'A'): Uint8Array {
  const at = more.length + 7;
  return pageWith(`/Contents ${at} 0 R /Resources << /Font << /F1 6 0 R >> >>`, [
    `<< ${font} >>`,
    ...more,
    packed(`BT /F1 9 Tf 9 9 Td (${letters}) Tj ET`, 1),
  ]);
}

/** `ranges` are a line of the font's map of codes to letters, and how often it stands there. */
function withToUnicode(
  ranges: readonly [line: string, times: number],
  letters: string,
): Uint8Array {
  const before =
    '/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n1 beginbfrange\n';
  return withFont(
    '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R',
    [packed(...ranges, before)],
    letters,
  );
}

function hugeFont(): Uint8Array {
  return withFont('/Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 7 0 R', [
    '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 8 0 R >>',
    packed(' ', 1_000 * mega),
  ]);
}

function widths(): Uint8Array {
  return withFont(
    '/Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [7 0 R]',
    [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /W [0 20000000 500] >>',
      '<< /Type /FontDescriptor /FontName /A /Flags 4 >>',
    ],
  );
}

/** A marked file, whose tags have the given children; object 7 is a tag without any. */
function tagged(kids: string): Uint8Array {
  return pageWith(
    '/Contents 5 0 R /StructParents 0',
    [
      `<< /Type /StructTreeRoot /K ${kids} /ParentTree << /Nums [0 [7 0 R]] >> >>`,
      '<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K 0 >>',
    ],
    '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
  );
}

function links(): Uint8Array {
  return pageWith(`/Contents 5 0 R /Annots [${'6 0 R '.repeat(mega)}]`, [
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://a.example/) >> >>',
  ]);
}

/** A file whose only object is a stream of entries, all of them free, and the place where readers begin. */
function crossReferences(): Uint8Array {
  const count = 100 * mega;
  const { bytes } = packed('\0\0\0', count);
  const head = latin1('%PDF-1.5\n');
  const entries = `/Type /XRef /W [1 1 1] /Size ${count} /Root 1 0 R ${flate}`;
  return Buffer.concat([
    head,
    latin1(`1 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin1(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

function objectStream(): Uint8Array {
  const { bytes } = packed('1 0 ', 5 * mega);
  const entries = `/Type /ObjStm /N 1000000000 /First 20000000 ${flate}`;
  return pageWith('/Contents 6 0 R', [{ entries, bytes }]);
}

function metadata(): Uint8Array {
  const { bytes } = packed('<a>', 60 * mega, '<x:xmpmeta xmlns:x="adobe:ns:meta/">');
  const entries = `/Type /Metadata /Subtype /XML ${flate}`;
  return pageWith('/Contents 5 0 R', [{ entries, bytes }], '/Metadata 6 0 R');
}

function looseObjects(): Uint8Array {
  const objects = Array.from({ length: 400_000 }, (_, at) => `${at + 1} 0 obj <</A ${at}>>\n`);
  return latin1(`%PDF-1.4\n${objects.join('')}`);
}
