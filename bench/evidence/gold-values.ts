import type { SetPage } from '../page-set.ts';
import { normalise, type PageViews } from '../read-views.ts';

/** A wanted value of a page. */
export interface GoldLeaf {
  /** JSON Pointer in the gold value. */
  readonly path: string;
  readonly field: string;
  readonly text: string;
}

/** Records of a list that are measured. */
const maxRecords = 30;
const skipped: ReadonlySet<string> = new Set(
  'InStock OutOfStock body host canonical_url site_name language plaintext_url nutrients equipment ingredient_groups instructions links free_access blocked_statuses precedential_statuses date_filed_is_approximate case_name_shorts image dietary_restrictions cooking_method description_plain'.split(
    ' ',
  ),
);

/** The wanted values of a page as a result; `undefined` where the set wants another kind of thing. */
export function readGoldValue(set: string, { expected, line }: SetPage): unknown {
  if (typeof expected !== 'object' || expected === null) return undefined;
  if (set === 'juriscraper') {
    return Array.isArray(expected) && expected.length > 0 && !line.includes('"kind": "dockets"')
      ? expected.slice(0, maxRecords).map((record) => pick(record))
      : undefined;
  }
  if (set === 'wikitables') {
    const { header, rows } = expected as { header: string[]; rows: string[][] };
    const records = rows
      .slice(0, maxRecords)
      .map((row) =>
        Object.fromEntries(row.map((cell, at) => [header[at] ?? `column ${at}`, cell])),
      );
    return { rows: records };
  }
  return pick(expected);
}

function pick(record: unknown): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record as object)) {
    if (skipped.has(name) || value === null || value === '' || typeof value === 'boolean') continue;
    const isAnyOf =
      Array.isArray(value) && /^(?:price|sku|brand|gtin|mpn|currency|availability)$/.test(name);
    const chosen: unknown = isAnyOf ? value[0] : value;
    if (typeof chosen === 'string' || typeof chosen === 'number') picked[name] = chosen;
    else if (Array.isArray(chosen) && chosen.every((item) => typeof item === 'string'))
      picked[name] = chosen;
  }
  return picked;
}

/** The texts and numbers of a gold value. */
export function listGoldLeaves(value: unknown, path = '', field = ''): readonly GoldLeaf[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).trim() === '' ? [] : [{ path, field, text: String(value) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    listGoldLeaves(
      member,
      `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      Array.isArray(value) ? field : key,
    ),
  );
}

/** The value as models write it: amounts as numbers, days of moments, states as schema.org's terms. */
export function reword(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => reword(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, reword(member, key)]),
    );
  }
  if (name === 'price' && /^\d+(?:\.\d+)?$/.test(String(value))) return Number(value);
  if (name === 'publishing_date') return String(value).slice(0, 10);
  if (name === 'availability') return `https://schema.org/${String(value)}`;
  return value;
}

const codes: Readonly<Record<string, string>> = {
  '€': 'eur',
  '£': 'gbp',
  $: 'usd',
  '₽': 'rub',
  zł: 'pln',
  lei: 'ron',
};

/** Equal for values that mean the same. */
export function toMeaning({ text, field }: GoldLeaf): string {
  const same = normalise(text);
  return field === 'currency' ? (codes[same] ?? same) : same;
}

const locales = [
  'en',
  'en-GB',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'sv',
  'da',
  'nb',
  'pl',
  'tr',
  'cs',
  'fi',
  'ja',
];

/** Whether a page says a value, by the views of the reference scorer: nothing of ours reads here. */
export function isStated({ text, field }: GoldLeaf, views: PageViews, url: string): boolean {
  const all = [views.visible, views.jsonLd, views.attributes];
  if (/^https?:/.test(text)) {
    const { pathname = '/', search = '' } = URL.parse(text, url) ?? {};
    // Listings are stored without their URL: of an address that is relative to it only the path from the root is known.
    return pathname.length > 3 && views.attributes.includes(normalise(pathname + search));
  }
  if (field === 'availability') {
    const state =
      text === 'InStock' ? /in ?stock|en stock|auf lager/ : /(?:out ?of ?|sold ?)(?:stock|out)/;
    return all.some((view) => state.test(view));
  }
  return spell(text).some((spelling) => all.some((view) => holds(view, spelling)));
}

function spell(text: string): readonly string[] {
  const spellings = [normalise(text)];
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const [whole = '', cents] = text.split('.');
    const grouped = [',', '.', ' '].map((mark) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, mark));
    for (const start of [whole, ...grouped]) {
      if (cents === undefined) spellings.push(start);
      else
        spellings.push(
          `${start},${cents}`,
          `${start}.${cents}`,
          ...(Number(cents) === 0 ? [start] : []),
        );
    }
  }
  const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (day !== null) {
    const date = new Date(`${day[0]}T00:00:00Z`);
    spellings.push(
      day[0],
      `${day[2]}/${day[3]}/${day[1]}`,
      `${day[3]}/${day[2]}/${day[1]}`,
      `${day[3]}.${day[2]}.${day[1]}`,
    );
    for (const locale of locales)
      for (const dateStyle of ['long', 'medium'] as const)
        spellings.push(
          normalise(new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date)),
        );
  }
  return spellings;
}

function holds(view: string, spelling: string): boolean {
  if (spelling === '') return false;
  for (let at = view.indexOf(spelling); at >= 0; at = view.indexOf(spelling, at + 1)) {
    const around = `${view[at - 1] ?? ' '}${view[at + spelling.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** A gold value with one of its values of the same field replaced by a foreign one. */
export function swapLeaf(
  value: unknown,
  foreign: GoldLeaf,
): { readonly value: unknown; readonly path: string } | undefined {
  const own = listGoldLeaves(value).filter(({ field }) => field === foreign.field);
  const chosen = own[foreign.text.length % Math.max(1, own.length)];
  if (chosen === undefined) return undefined;
  const copy: unknown = structuredClone(value);
  const names = chosen.path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let holder = copy as Record<string, unknown>;
  for (const name of names.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[names.at(-1) ?? ''] = foreign.text;
  return { value: copy, path: chosen.path };
}
