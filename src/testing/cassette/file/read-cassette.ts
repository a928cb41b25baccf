import { describeFault } from '../../../runtime/errors/shown-text.ts';
import { parseJsonText } from '../../../runtime/plain-json.ts';
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { type HarContent, cassetteVersion, checkBodies, readContent } from './har.ts';
import type {
  CallEntry,
  ExchangeEntry,
  TapeEntry,
  TapeFacts,
  TapeFailure,
  TapeTimes,
} from './tape-entry.ts';

const text = z.string('a string');
const number = z.number('a number');
/** Milliseconds since 1970-01-01 UTC. */
const timestamp = text.transform((value, context) => {
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) context.addIssue('a date and time (ISO 8601)');
  return ms;
});

/** Most items of one list: a recording of a long run has some thousands. */
export const maxItems = 100_000;

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item, 'a list').max(maxItems, `a list of at most ${maxItems} items`).default([]);
}

function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, 'an object');
}

const headers = listOf(objectOf({ name: text, value: text }));
const failure = z
  .custom<TapeFailure>((value) => typeof value === 'object' && value !== null, 'an object')
  .nullish();

const content = objectOf({
  size: number.default(0),
  mimeType: text.default(''),
  text: text.optional(),
  encoding: text.optional(),
  _gleanerFile: text.optional(),
});

const entry = objectOf({
  pageref: text.optional(),
  startedDateTime: timestamp,
  time: number,
  request: objectOf({
    method: text,
    url: text,
    headers,
    postData: objectOf({ text: text.optional(), _gleanerEncoding: text.optional() }).nullish(),
  }),
  response: objectOf({ status: number, headers, content, redirectURL: text.default('') }),
  /** What HAR has no place for; present on entries of a cassette. */
  _gleaner: objectOf({
    /** Where the response came from, where that is not the URL of the request. */
    url: text.optional(),
    isRendered: z.boolean('a boolean').nullish(),
    failure,
  }).nullish(),
});

/** A call of another part than HTTP. */
const call = objectOf({
  channel: text,
  startedDateTime: timestamp,
  time: number,
  request: z.unknown().optional(),
  answer: z.unknown().optional(),
  content: content.nullish(),
  failure,
});

const versions = ['v2', 'v3', 'v4'] as const;
const model = objectOf({
  specificationVersion: z.enum(versions, `one of ${versions.join(', ')}`),
  provider: text,
  modelId: text,
});

/**
 * HAR 1.2, as far as it is read; an issue's message says what was expected. Members that begin with `_` are our own, which HAR
 * permits. Source: http://www.softwareishard.com/blog/har-12-spec/
 */
const harSchema = objectOf({
  log: objectOf({
    entries: listOf(entry),
    _gleaner: objectOf({
      startedDateTime: timestamp,
      fetcher: text.default('http'),
      browser: text.optional(),
      models: objectOf({ low: model, high: model }).optional(),
      ids: z.record(text, listOf(text), 'an object').default({}),
      calls: listOf(call),
    }).nullish(),
  }),
});

/** Comes first: the rest of a newer file may be anything. */
const versionSchema = objectOf({
  log: objectOf({ _gleanerVersion: number.optional() }),
});

type HarEntry = z.output<typeof entry>;
type HarCall = z.output<typeof call>;

export interface ReadCassette {
  readonly facts: TapeFacts;
  readonly entries: readonly TapeEntry[];
  /** Returns the bytes of an entry's body. Throws where the file beside the cassette is missing or another. */
  readonly readBody: (entry: CallEntry | ExchangeEntry) => Uint8Array;
}

/** The largest that is parsed in one piece; bodies lie beside it. */
const maxFileBytes = 256 * 1_024 * 1_024;

/**
 * Reads a cassette, or a HAR of another program, whose exchanges become those of the fetcher. Throws an `Error` that says what is
 * wrong and where: no file, no JSON, no HAR, a newer version, missing bodies.
 */
export function readCassette(file: string): ReadCassette {
  const json = parseFile(file);
  checkVersion(parseHar(versionSchema, json, file).log._gleanerVersion, file);
  const { log } = parseHar(harSchema, json, file);
  const own = log._gleaner ?? undefined;
  const isForeign = own === undefined;
  const startedAtMs =
    own?.startedDateTime ?? Math.min(...log.entries.map(({ startedDateTime }) => startedDateTime));
  const contents = new Map<TapeEntry, HarContent>();
  for (const entry of log.entries) {
    // Requests that a browser cancelled have no response to replay.
    if (isForeign && entry.response.status === 0) continue;
    contents.set(toExchange(entry, startedAtMs, isForeign), entry.response.content);
  }
  const calls = (own?.calls ?? []).map((call) => {
    const entry = toCall(call, startedAtMs);
    if (call.content) contents.set(entry, call.content);
    return entry;
  });
  const exchanges = [...contents.keys()].filter(({ type }) => type === 'exchange');
  const ids = Object.entries(own?.ids ?? {}).flatMap(([kind, all]) =>
    all.map((id): TapeEntry => ({ type: 'id', kind, id })),
  );
  const names = [...contents.values()].flatMap(({ _gleanerFile: name }) => name ?? []);
  checkBodies(names, file);
  const { fetcher = 'http', browser, models } = own ?? {};
  return {
    facts: { startedAtMs, isForeign, fetcher, browser, models },
    entries: [...exchanges, ...calls, ...ids],
    readBody(entry) {
      const content = contents.get(entry);
      if (content === undefined) return new Uint8Array();
      const { size, text, _gleanerFile: name } = content;
      if (text === undefined && name === undefined && size > 0 && entry.type === 'exchange') {
        throw new Error(
          `The HAR "${file}" holds no body of ${entry.request.url}, which had ${size} bytes: export it with content, or record the page with \`mode: 'record'\`.`,
        );
      }
      return readContent(content, file);
    },
  };
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > maxFileBytes) {
      throw new Error(`it has ${size} bytes, and at most ${maxFileBytes} are read`);
    }
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(
      `The cassette "${file}" cannot be read: ${describeFault(cause)}. Record it first (\`mode: 'record'\`).`,
      { cause },
    );
  }
  try {
    return parseJsonText(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The cassette "${file}" is no JSON: ${why}. Restore it, or record it again (\`mode: 'record'\`).`,
      { cause },
    );
  }
}

function parseHar<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  file: string,
): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: 'an object' }] = parsed.error.issues;
  const place = path.map((name) => (typeof name === 'number' ? `[${name}]` : `.${String(name)}`));
  const where = place.length === 0 ? 'it' : `\`${place.join('').slice(1)}\``;
  throw new Error(
    `The cassette "${file}" is no HAR: ${where} is not ${message}. Restore it, or record it again (\`mode: 'record'\`).`,
  );
}

function checkVersion(version: number | undefined, file: string): void {
  if (version === undefined || version <= cassetteVersion) return;
  throw new Error(
    `The cassette "${file}" has version ${version}; this release of Gleaner reads up to ${cassetteVersion}. Update Gleaner, or record it again (\`mode: 'record'\`).`,
  );
}

function toTimes({ startedDateTime, time }: HarCall | HarEntry, startedAtMs: number): TapeTimes {
  const startMs = Math.max(0, Math.round(startedDateTime - startedAtMs));
  return { startMs, endMs: startMs + Math.max(0, Math.round(time)) };
}

function toExchange(entry: HarEntry, startedAtMs: number, isForeign: boolean): ExchangeEntry {
  const { request, response, _gleaner: own, pageref = 'fetcher' } = entry;
  const { method, url, postData } = request;
  const failure = own?.failure ?? undefined;
  const headers = toHeaders(response.headers);
  return {
    type: 'exchange',
    channel: isForeign ? 'fetcher' : pageref,
    ...toTimes(entry, startedAtMs),
    request: { method, url, headers: toHeaders(request.headers), body: toBody(postData) },
    failure,
    response:
      failure === undefined
        ? {
            url: own?.url ?? url,
            status: response.status,
            headers: isForeign ? toForeignHeaders(headers, response) : headers,
            body: new Uint8Array(),
            ...(own?.isRendered == null ? {} : { isRendered: true }),
          }
        : undefined,
  };
}

/** Other programs write text as they decoded it, whatever its charset was, and a redirect as an exchange of its own. */
function toForeignHeaders(
  headers: Readonly<Record<string, string>>,
  { content: { mimeType, encoding }, redirectURL }: HarEntry['response'],
): Readonly<Record<string, string>> {
  const type = headers['content-type'] ?? mimeType;
  return {
    ...headers,
    ...(type === '' || encoding === 'base64'
      ? {}
      : { 'content-type': `${type.replace(/;\s*charset=[^;]*/i, '')}; charset=utf-8` }),
    ...(redirectURL === '' ? {} : { location: redirectURL }),
  };
}

function toCall(call: HarCall, startedAtMs: number): CallEntry {
  const { channel, request, answer, content, failure } = call;
  return {
    type: 'call',
    channel,
    ...toTimes(call, startedAtMs),
    request,
    answer,
    body: content ? new Uint8Array() : undefined,
    failure: failure ?? undefined,
  };
}

function toBody(data: HarEntry['request']['postData']): Uint8Array | undefined {
  if (data?.text === undefined) return undefined;
  return Buffer.from(data.text, data._gleanerEncoding === 'base64' ? 'base64' : 'utf8');
}

function toHeaders(lines: HarEntry['request']['headers']): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const name = line.name.toLowerCase();
    // Those of HTTP/2 and 3, such as `:status`, are no header fields.
    if (name.startsWith(':')) continue;
    const before = headers.get(name);
    const between = name === 'set-cookie' ? '\n' : ', ';
    headers.set(name, before === undefined ? line.value : `${before}${between}${line.value}`);
  }
  return Object.fromEntries(headers);
}
