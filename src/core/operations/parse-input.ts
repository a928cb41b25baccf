import { addAll } from '../../runtime/collections.ts';
import { z } from 'zod';
import { type Issue, isGleanerError, listIssues } from '../../runtime/errors/gleaner-error.ts';
import { refuseName } from '../../runtime/errors/option-checks.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  type Egress,
  findHeaderIssues,
  maxHeaders,
  maxUrlLength,
} from '../../network/egress/create-egress.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { PageAccess } from '../../runtime/contracts/fetcher.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { findTagNameIssues } from '../../page/tree/check-tag-names.ts';
import type { OperationContext } from './operation-context.ts';

/** What an input holds, and what is wrong with it. */
interface ParsedInput<Fields> {
  /** All fields; `undefined` when there are issues. */
  readonly fields: Fields | undefined;
  /** The fields that are valid by themselves, so that they can be checked further although others are not. */
  readonly readable: Partial<Fields>;
  readonly issues: readonly Issue[];
}

/** The shape of an input with these fields and no others. */
type InputShape<Declared> = z.ZodObject<
  { readonly [Name in keyof Declared]: z.ZodType<ReadOf<Declared>[Name]> },
  z.core.$strict
>;

/** The shape that `parseInput` reads declared fields by. */
export function toInputShape<Declared extends Fields>(fields: Declared): InputShape<Declared> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  // Declared fields are zod's types, which a `Field` calls by their standard interface.
  return z.strictObject(Object.fromEntries(schemas)) as InputShape<Declared>;
}

/** Reads an unknown input by a shape; names that the shape does not know are refused, so that no typo goes unnoticed. */
export function parseInput<Read extends object>(
  shape: z.ZodType<Read>,
  input: unknown,
): ParsedInput<Read> {
  const outcome = shape.safeParse(input, { reportInput: true });
  if (outcome.success) return { fields: outcome.data, readable: outcome.data, issues: [] };
  const { issues } = outcome.error;
  const faulty = new Set(issues.map(({ path: [field] }) => field));
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const known = listKnown(shape, input, []);
  return {
    fields: undefined,
    // A field without an issue has the type that the shape declares.
    readable: Object.fromEntries(
      given.filter(([field]) => known.includes(field) && !faulty.has(field)),
    ) as Partial<Read>,
    issues: issues.flatMap((issue) => toIssues(issue, shape, input)),
  };
}

/** The names that the object at a path of an input may have; none where its shape does not say. */
function listKnown(
  shape: unknown,
  input: unknown,
  path: readonly PropertyKey[],
): readonly string[] {
  if (shape instanceof z.ZodOptional) return listKnown(shape.unwrap(), input, path);
  const [member, ...rest] = path;
  const values = (typeof input === 'object' && input !== null ? input : {}) as Readonly<
    Record<PropertyKey, unknown>
  >;
  if (shape instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = shape.def;
    const kind = values[discriminator];
    const chosen = options.find(
      (option) =>
        option instanceof z.ZodObject && z.safeParse(option.shape[discriminator], kind).success,
    );
    return listKnown(chosen, input, path);
  }
  if (shape instanceof z.ZodArray && member !== undefined) {
    return listKnown(shape.element, values[member], rest);
  }
  if (!(shape instanceof z.ZodObject)) return [];
  if (member === undefined) return Object.keys(shape.shape);
  return listKnown(shape.shape[String(member)], values[member], rest);
}

function toIssues(issue: z.core.$ZodIssue, shape: z.ZodType, input: unknown): readonly Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = listKnown(shape, input, issue.path);
    return refuseFields(issue.path.map(String), issue.keys, known);
  }
  return [{ path: toJsonPointer(issue.path.map(String)), message: toMessage(issue) }];
}

/** Unknown names of one object that are compared with the known ones: each comparison takes as long as to read a kilobyte. */
const maxCompared = 20;

/** An issue for each name that an object does not know; the first ones with the name that was probably meant. */
export function refuseFields(
  path: readonly string[],
  names: readonly string[],
  known: readonly string[],
): readonly Issue[] {
  return names.map((name, index) => ({
    path: toJsonPointer([...path, name]),
    message: refuseName('There is no such field', name, index < maxCompared ? known : []),
  }));
}

function toMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return `It is missing: expected ${withArticle(issue.expected)}.`;
    return `Expected ${withArticle(issue.expected)}, got ${nameOf(issue.input)}.`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map((value) => JSON.stringify(value)).join(' or ');
    return `Expected ${choices}, got ${nameOf(issue.input)}.`;
  }
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined) {
    return `Expected one of ${issue.options.join(', ')}.`;
  }
  if (issue.code === 'too_small') {
    const bound = issue.inclusive === false ? 'more than' : 'at least';
    return `Expected ${bound} ${withUnit(issue.minimum, issue.origin)}.`;
  }
  if (issue.code === 'too_big') return `Expected at most ${withUnit(issue.maximum, issue.origin)}.`;
  return `${issue.message}.`;
}

function withUnit(bound: number | bigint, origin: string): string {
  if (origin === 'string') return toCount(Number(bound), 'character');
  return origin === 'array' ? toCount(Number(bound), 'entry', 'entries') : String(bound);
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'record' || type === 'object') return 'an object';
  return /^[aeiou]/i.test(type) ? `an ${type}` : `a ${type}`;
}

/** Longest input value that an error repeats, in characters. */
const maxEchoLength = 60;

/** What was given, as an error says it. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'string')
    return typeof value === 'number' ? String(value) : withArticle(typeof value);
  const echo = value.length > maxEchoLength ? `${value.slice(0, maxEchoLength)}…` : value;
  return JSON.stringify(echo);
}

/** The result of a parser that throws `invalid_request`, or its issues added to the others. */
export function collectIssues<Result>(parse: () => Result, issues: Issue[]): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    addAll(issues, listIssues(error.details));
    return undefined;
  }
}

/**
 * The declaration of one field of a request: its type, checks, limits and default, its name over HTTP and its description.
 * `Given` is what a caller passes, `Read` what the operation gets after defaults; where `Given` includes `undefined`, the field
 * is optional.
 */
export interface Field<Given, Read = Given> {
  /** A zod type. */
  readonly schema: StandardSchemaV1<Given, Read>;
  /** Its name over HTTP; `false` for fields of the library alone. @default the name in snake_case */
  readonly wire?: string | false;
  /** Whether the field is required over HTTP, although the library takes another one in its place. @default false */
  readonly isRequiredOverHttp?: boolean;
  /** One sentence for the OpenAPI document. */
  readonly about?: string;
}

/** The fields of an operation's input, by their names in process. */
export type Fields = Readonly<
  Record<string, Pick<Field<unknown>, 'schema' | 'wire' | 'isRequiredOverHttp' | 'about'>>
>;

type Given<Declared> = Declared extends Field<infer Value, infer _Read> ? Value : never;

type RequiredName<Declared> = {
  [Name in keyof Declared]: undefined extends Given<Declared[Name]> ? never : Name;
}[keyof Declared];

/** The type of an input with the declared fields, each with the documentation of its declaration. */
export type InputOf<Declared> = {
  readonly [Name in keyof Declared]?: Given<Declared[Name]>;
} & { readonly [Name in RequiredName<Declared>]: Given<Declared[Name]> };

/** The type of a parsed input: every field, with its default where it has one. */
export type ReadOf<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Field<infer _Given, infer Value>
    ? Value
    : never;
};

/** The name of a field over HTTP; `undefined` for fields of the library alone. */
export function toWireName(
  name: string,
  { wire }: Pick<Fields[string], 'wire'>,
): string | undefined {
  if (wire === false) return undefined;
  return wire ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Longest idempotency key, in characters; as the HTTP contract has it. */
export const maxIdempotencyKeyLength: number = 255;
/** Longest account name, in characters: it is a key, not a text. */
export const maxAccountLength = 255;

/** A deadline: milliseconds above 0; `Infinity`, which zod's own numbers exclude, is none. */
export const timeoutShape: z.ZodType<number> = z.custom<number>(
  (value) => typeof value === 'number' && value > 0,
  'Expected a number of milliseconds above 0',
);

const shape = z.strictObject({
  account: z.string().min(1).max(maxAccountLength).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  timeoutMs: timeoutShape.optional(),
  idempotencyKey: z.string().min(1).max(maxIdempotencyKeyLength).optional(),
  beforeCharge: z.custom((value) => typeof value === 'function', 'Expected a function').optional(),
});

/** What is wrong with how a call is made. */
export function findCallIssues(call: unknown): readonly Issue[] {
  return parseInput(shape, call).issues;
}

/** One problem in several items of a list, or a problem that stands alone. */
export interface IssueGroup {
  readonly first: Issue;
  /** In how many places it is. */
  readonly count: number;
}

/** Issues by their shape: the same message at places that differ by the index of an item alone, in the order of the first ones. */
export function groupIssues(issues: readonly Issue[]): readonly IssueGroup[] {
  const groups = new Map<string, IssueGroup>();
  for (const issue of issues) {
    const shape = `${issue.path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${issue.message}`;
    const group = groups.get(shape);
    groups.set(shape, { first: group?.first ?? issue, count: (group?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

/**
 * A group of several as one text without its full stop: `/rating of 39 items is not one number, e.g. item 3`; `example`
 * names the first place.
 */
export function describeIssueGroup({ first, count }: IssueGroup, example: string): string {
  // What follows the index of the innermost item.
  const [, field = ''] = /(?:.*\/\d+)?(.*)$/s.exec(first.path) ?? [];
  return field === ''
    ? `${count} items, e.g. ${example}: ${first.message}`
    : `${field} of ${count} items ${first.message}, e.g. ${example}`;
}

/** A list of at most `most` entries: whether it is longer is asked before any entry is looked at. */
export function listOf<Entry extends z.ZodType>(
  entry: Entry,
  most: number,
): z.ZodType<readonly z.output<Entry>[]> {
  return z.preprocess((given, context) => {
    if (!Array.isArray(given) || given.length <= most) return given;
    context.issues.push({
      code: 'too_big',
      maximum: most,
      inclusive: true,
      origin: 'array',
      input: given,
    });
    return z.NEVER;
  }, z.array(entry).max(most));
}

/** Names in a list of tags: HTML has some 150, and a page may have elements of its own. */
const maxTags = 200;
const tags = listOf(z.string(), maxTags).optional();

/** Which page: where it is, or the page itself. */
export const sourceFields = {
  /** Absolute, http or https, at most 8,192 characters; with `html`, the base of the page's links. */
  url: {
    schema: z.string().max(maxUrlLength).meta({ format: 'uri' }).optional(),
    wire: 'website_url',
    isRequiredOverHttp: true,
    about: 'Page to read: http or https.',
  } as Field<string | undefined>,
  /** The page as HTML; nothing is fetched. */
  html: { schema: z.string().optional(), wire: false } as Field<string | undefined>,
};

/** How the page is fetched, only with `url`; and what of the page is read. */
export const pageFields = {
  /** `accurate` is the WHATWG algorithm, `speed` is faster on well-formed pages. @default 'accurate' */
  parseMode: {
    schema: z.enum(['accurate', 'speed']).default('accurate'),
    about: '`accurate` is more forgiving on malformed pages, `speed` is faster.',
  } as Field<ParseMode | undefined, ParseMode>,
  /** HTML tag names: only these elements are kept, with their content; at most 200. @default all */
  includeTags: {
    schema: tags,
    about: 'HTML tags that are kept, with everything in them: at most 200.',
  } as Field<readonly string[] | undefined>,
  /** HTML tag names: these elements are dropped, with their content; at most 200. @default none */
  excludeTags: {
    schema: tags,
    about: 'HTML tags that are dropped, with everything in them: at most 200.',
  } as Field<readonly string[] | undefined>,
  /** `true` keeps the relevant part only, `false` reads all of the page. @default only a page beyond the model's budget is reduced */
  reduceContent: {
    schema: z.boolean().optional(),
    about:
      '`true` keeps the relevant part only, `false` drops nothing. Omitted: reduces what is too long.',
  } as Field<boolean | undefined>,
  /** Request headers, at most 32 and 16 KB in all, sent to the URL's own origin only. With headers the URL cache is not used. */
  headers: {
    schema: z.record(z.string(), z.string()).meta({ maxProperties: maxHeaders }).optional(),
    about:
      'Request headers, sent to the page’s own origin only: at most 32, 16 KB in all. Any header disables the URL cache.',
  } as Field<Readonly<Record<string, string>> | undefined>,
  /**
   * **Seconds, not milliseconds**: the largest age of a copy from the URL cache, e.g. 3600 for an hour. 0 fetches the page and
   * keeps it in the cache. @default the cache is neither read nor written
   */
  maxAge: {
    schema: z.int().min(0).optional(),
    about:
      'Seconds. Omitted: no cache. 0: written, not read. More: pages younger than that are read.',
  } as Field<number | undefined>,
  /** Whether requests look like an ordinary visitor's. Costs extra. @default false */
  stealth: {
    schema: z.boolean().default(false),
    about: 'Look like an ordinary visitor. Costs extra.',
  } as Field<boolean | undefined, boolean>,
  /** Upstream proxy of this call: `http://`, `https://` or `socks5://`, credentials in the URL. Its address must be public or in `allowPrivate`. With a proxy the URL cache is not used. */
  proxy: { schema: z.string().optional(), wire: false } as Field<string | undefined>,
};

/** The page: fetched from `url`, or given as `html`; `url` is then only the base of its links. */
export type PageSource =
  | { readonly url: string; readonly html?: undefined }
  | { readonly html: string; readonly url?: string | undefined };

/** Where the page comes from: over the network, or from the caller. */
type PageOrigin =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string; readonly url: string };

/** Which page, and how it is fetched and read; every default filled in. */
export interface PageFields extends PageAccess, Omit<ReadOf<typeof pageFields>, keyof PageAccess> {
  readonly origin: PageOrigin;
}

/** What reading the fields takes. */
export type PageFieldsContext = Pick<OperationContext, 'egress' | 'maxPageBytes'>;

/** The fields of a page as a caller gave them, as far as each is in order by itself. */
type GivenFields = Partial<InputOf<typeof sourceFields & typeof pageFields>>;

/** Where the page comes from; adds what is wrong with the fields of a page, or with their combination, to `issues`. */
export function parseOrigin(
  given: GivenFields,
  context: PageFieldsContext,
  issues: Issue[],
): PageOrigin | undefined {
  const origin = readOrigin(given, context, issues);
  addAll(issues, findHeaderIssues(given.headers ?? {}), findTagNameIssues(given));
  return origin;
}

/** What only makes sense where a page is fetched. */
const fetchFields = ['headers', 'maxAge', 'stealth', 'proxy'] as const;

function readOrigin(
  given: GivenFields,
  { egress, maxPageBytes }: PageFieldsContext,
  issues: Issue[],
): PageOrigin | undefined {
  if (given.html === undefined) {
    if (given.url !== undefined) return parseUrl(given.url, egress, issues);
    if (!issues.some(({ path }) => path === '' || path === '/url' || path === '/html')) {
      issues.push({
        path: '/url',
        message: `It is missing. ${advice.givePage}`,
      });
    }
    return undefined;
  }
  for (const field of fetchFields) {
    if (given[field] === undefined || given[field] === false) continue;
    issues.push({
      path: `/${field}`,
      message: 'It says how to fetch, and a page given as `html` is not fetched.',
    });
  }
  if (Buffer.byteLength(given.html) > maxPageBytes) {
    issues.push({ path: '/html', message: `Expected at most ${maxPageBytes} bytes.` });
  }
  if (given.html.startsWith('%PDF-')) {
    issues.push({
      path: '/html',
      message: 'It is a PDF file: these are read from an address only, so give its `url`.',
    });
  }
  // Without a URL the page's relative links cannot be resolved.
  const url = given.url ?? 'about:blank';
  if (!URL.canParse(url)) {
    issues.push({
      path: '/url',
      message: 'Expected an absolute URL as the base of the page’s links.',
    });
  }
  return { kind: 'html', html: given.html, url };
}

function parseUrl(url: string, egress: Egress, issues: Issue[]): PageOrigin | undefined {
  const parsed = collectIssues(() => egress.parseUrl(url), issues);
  return parsed === undefined ? undefined : { kind: 'url', url };
}
