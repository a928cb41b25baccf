import { Parser } from 'htmlparser2';
import { decodeLoosely, type SetPage } from './page-set.ts';

/** What a page of a set holds, as the material's reference scorer sees it. */
export interface PageViews {
  readonly visible: string;
  readonly jsonLd: string;
  readonly attributes: string;
}

/** Which of a page's wanted values its source holds, and which of these a text kept. */
export interface PageScore {
  readonly site: string;
  /** Reachable values by field. */
  readonly reachable: ReadonlyMap<string, readonly string[]>;
  readonly total: number;
  readonly kept: number;
  readonly missed: readonly { readonly field: string; readonly value: string }[];
}

const skippedFields: ReadonlySet<string> = new Set(
  (
    'canonical_url host language image InStock OutOfStock availability ingredient_groups logo url blocked_statuses ' +
    'date_filed_is_approximate download_urls case_name_shorts isStrike'
  ).split(' '),
);
const skippedRecordFields: ReadonlySet<string> = new Set([
  'with',
  'without',
  'main_content',
  'body',
]);
const unreadTags: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);
const spacedTags: ReadonlySet<string> = new Set(
  'p div br li td th tr h1 h2 h3 h4 option'.split(' '),
);
const readAttributes: ReadonlySet<string> = new Set(
  'content href src alt title value datetime itemprop data-price aria-label'.split(' '),
);

/** The reference scorer's normal form: white space, case, quotes and dashes folded. */
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

/** Text that a browser would show, JSON-LD and attribute values of a page. */
export function readViews(page: SetPage): PageViews {
  const visible: string[] = [];
  const jsonLd: string[] = [];
  const attributes: string[] = [];
  let skipped = 0;
  let inJsonLd = false;
  const parser = new Parser({
    onopentag(name, attribs) {
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
      if (!unreadTags.has(name)) return;
      skipped = Math.max(0, skipped - 1);
      inJsonLd = false;
    },
    ontext(text) {
      if (inJsonLd) jsonLd.push(text);
      if (skipped === 0) visible.push(text);
    },
  });
  parser.end(decodeLoosely(page.readBody()));
  const json = jsonLd
    .join(' ')
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\\/', '/')
    .replaceAll('\\"', '"');
  return {
    visible: normalise(visible.join('')),
    jsonLd: normalise(json),
    attributes: normalise(attributes.join(' ')),
  };
}

/** The wanted values that stand somewhere in the page's source, by field: nobody can keep the others. */
export function listReachable(
  page: SetPage,
  views: PageViews,
): ReadonlyMap<string, readonly string[]> {
  const source = `${views.visible} ${views.jsonLd} ${views.attributes}`;
  const reachable = new Map<string, readonly string[]>();
  for (const [field, values] of listValues(readExpected(page))) {
    reachable.set(
      field,
      values.filter((value) => source.includes(value)),
    );
  }
  return reachable;
}

/** The reference writes whole floats as `5.0`, which plain JSON parsing forgets. */
function readExpected(page: SetPage): unknown {
  const entry = JSON.parse(page.line, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && context?.source?.includes('.') === true
      ? value.toFixed(1)
      : value,
  ) as { readonly expected?: unknown };
  return entry.expected;
}

/** Counts which reachable values stand in a text. */
export function scoreText(
  page: SetPage,
  reachable: ReadonlyMap<string, readonly string[]>,
  text: string,
): PageScore {
  const folded = normalise(text);
  const missed: { field: string; value: string }[] = [];
  let total = 0;
  for (const [field, values] of reachable) {
    total += values.length;
    for (const value of values) if (!folded.includes(value)) missed.push({ field, value });
  }
  return { site: page.site, reachable, total, kept: total - missed.length, missed };
}

function listValues(expected: unknown): ReadonlyMap<string, readonly string[]> {
  const byField = new Map<string, Set<string>>();
  const add = (field: string, value: unknown) => {
    const values = byField.get(field) ?? new Set<string>();
    byField.set(field, values);
    for (const scalar of listScalars(value)) values.add(scalar);
  };
  if (Array.isArray(expected)) {
    for (const record of expected) {
      for (const [field, value] of Object.entries((record ?? {}) as object)) {
        if (!skippedFields.has(field)) add(field, value);
      }
    }
  } else if (typeof expected === 'object' && expected !== null) {
    if ('rows' in expected && 'header' in expected) add('cells', expected.rows);
    else {
      for (const [field, value] of Object.entries(expected)) {
        if (!skippedFields.has(field) && !skippedRecordFields.has(field)) add(field, value);
      }
    }
  }
  return new Map([...byField].map(([field, values]) => [field, [...values].sort()]));
}

function* listScalars(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* listScalars(inner);
    return;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return;
  const text = normalise(String(value).replace(/<[^>]+>/g, ''));
  // The reference counts code points.
  if (Array.from(text).length >= 2) yield text;
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
