import { Parser } from 'htmlparser2';
import { decodeLoosely, type SetPage } from './page-set.ts';

/** What a page of a set holds, as the material's reference scorer sees it. */
export interface PageViews {
  readonly visible: string;
  readonly jsonLd: string;
  readonly attributes: string;
}

const unreadTags: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);
const spacedTags: ReadonlySet<string> = new Set(
  'p div br li td th tr h1 h2 h3 h4 option'.split(' '),
);
const readAttributes: ReadonlySet<string> = new Set(
  'content href src alt title value datetime itemprop data-price aria-label'.split(' '),
);

/** Text that a browser would show, JSON-LD and attribute values of a page. */
export function readViews(page: SetPage): PageViews {
  const reader = createReader();
  // The reference reads on behind each marked section, or not at all.
  for (let rest: string | undefined = decodeLoosely(page.readBody()); rest !== undefined;) {
    rest = reader.read(rest);
  }
  const json = reader.jsonLd
    .join(' ')
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\\/', '/')
    .replaceAll('\\"', '"');
  return {
    visible: normalise(reader.visible.join('')),
    jsonLd: normalise(json),
    attributes: normalise(reader.attributes.join(' ')),
  };
}

interface Reader {
  readonly visible: readonly string[];
  readonly jsonLd: readonly string[];
  readonly attributes: readonly string[];
  /** Reads up to the first marked section; gives back what follows it, if the reference reads on there. */
  read(html: string): string | undefined;
}

function createReader(): Reader {
  const visible: string[] = [];
  const jsonLd: string[] = [];
  const attributes: string[] = [];
  let skipped = 0;
  let inJsonLd = false;
  return {
    visible,
    jsonLd,
    attributes,
    read(html) {
      let sectionAt: number | undefined;
      const noteSection = (): void => {
        if (html.startsWith('<![', parser.startIndex)) sectionAt ??= parser.startIndex;
      };
      const parser = new Parser({
        onprocessinginstruction: noteSection,
        oncomment: noteSection,
        onopentag(name, attribs) {
          if (sectionAt !== undefined) return;
          for (const [attribute, value] of Object.entries(attribs)) {
            if (value !== '' && readAttributes.has(attribute)) attributes.push(value);
          }
          if (unreadTags.has(name)) {
            skipped += 1;
            if (name === 'script' && (attribs['type'] ?? '').includes('ld+json')) inJsonLd = true;
          }
          if (spacedTags.has(name)) visible.push(' ');
        },
        onclosetag(name) {
          if (sectionAt !== undefined || !unreadTags.has(name)) return;
          skipped = Math.max(0, skipped - 1);
          inJsonLd = false;
        },
        ontext(text) {
          if (sectionAt !== undefined) return;
          if (inJsonLd) jsonLd.push(text);
          if (skipped === 0) visible.push(text);
        },
      });
      parser.end(html);
      return sectionAt === undefined ? undefined : skipMarkedSection(html.slice(sectionAt));
    },
  };
}

/**
 * What the reference reads behind a marked section such as `<![endif]-->`, which browsers take for a comment; `undefined`
 * where it reads no further. Source: `_markupbase.parse_marked_section` of Python 3.11.
 */
function skipMarkedSection(html: string): string | undefined {
  const [, name = ''] = /^<!\[([a-z][-_.a-z\d]*)\s*/i.exec(html) ?? [];
  const end = sectionEnds.find(({ names }) => names.includes(name.toLowerCase()))?.end;
  const match = end?.exec(html);
  return match === null || match === undefined
    ? undefined
    : html.slice(match.index + match[0].length);
}

const sectionEnds: readonly { readonly names: readonly string[]; readonly end: RegExp }[] = [
  { names: ['temp', 'cdata', 'ignore', 'include', 'rcdata'], end: /\]\s*\]\s*>/ },
  { names: ['if', 'else', 'endif'], end: /\]\s*>/ },
];

/** The reference scorer's normal form: white space, case, quotes and dashes made alike. */
export function normalise(text: string): string {
  return decodeEntities(text)
    .replace(
      /[\t-\r\u{1C}-\u{20}\u{85}\u{A0}\u{1680}\u{2000}-\u{200B}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}]+/gu,
      ' ',
    )
    .trim()
    .toLowerCase()
    .replace(/[’‘“”–—]/g, (mark) => ({ '’': "'", '‘': "'", '“': '"', '”': '"' })[mark] ?? '-');
}

/** Values and texts hold entities in plain strings; the reference unescapes them. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const decoded: string[] = [];
  const parser = new Parser({ ontext: (piece) => decoded.push(piece) }, { xmlMode: false });
  // A tag would end the text: only entities are to be read.
  parser.end(text.replaceAll('<', '\u{E000}'));
  return decoded.join('').replaceAll('\u{E000}', '<');
}
