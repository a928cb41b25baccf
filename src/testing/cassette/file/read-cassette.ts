import { readFileSync, statSync } from 'node:fs';
import { checkBodies, readContent } from './body-files.ts';
import { cassetteVersion, type HarContent } from './har.ts';
import { readMembers, type Members } from './read-members.ts';
import type {
  CallEntry,
  ExchangeEntry,
  FoundVolatile,
  TapeEntry,
  TapeFacts,
  TapeFailure,
} from './tape-entry.ts';

/** What a file holds. */
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
  const log = readMembers(parseFile(file), file, '').object('log');
  checkVersion(log, file);
  const contents = new Map<TapeEntry, HarContent>();
  const entries = log.list('entries');
  const own = log.find('_gleaner');
  const startedAtMs =
    own === undefined
      ? Math.min(...entries.map((entry) => entry.timestamp('startedDateTime')))
      : own.timestamp('startedDateTime');
  const exchanges = entries.flatMap((entry): readonly ExchangeEntry[] => {
    const { exchange, content } = readExchange(entry, startedAtMs, own === undefined);
    if (exchange !== undefined) contents.set(exchange, content);
    return exchange === undefined ? [] : [exchange];
  });
  const calls = (own?.list('calls') ?? []).map((call): CallEntry => {
    const { entry, content } = readCall(call, startedAtMs);
    if (content !== undefined) contents.set(entry, content);
    return entry;
  });
  const names = [...contents.values()].flatMap(({ _gleanerFile: name }) => name ?? []);
  checkBodies(names, file);
  return {
    facts: readFacts(own, startedAtMs),
    entries: [...exchanges, ...calls, ...readIds(own)],
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
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The cassette "${file}" cannot be read: ${why}. Record it first (\`mode: 'record'\`).`,
      { cause },
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The cassette "${file}" is no JSON: ${why}. Restore it, or record it again (\`mode: 'record'\`).`,
      { cause },
    );
  }
}

function checkVersion(log: Members, file: string): void {
  const version = log.findNumber('_gleanerVersion');
  if (version === undefined || version <= cassetteVersion) return;
  throw new Error(
    `The cassette "${file}" has version ${version}; this release of Gleaner reads up to ${cassetteVersion}. Update Gleaner, or record it again (\`mode: 'record'\`).`,
  );
}

function readFacts(own: Members | undefined, startedAtMs: number): TapeFacts {
  const models = own?.find('models');
  const browser = own?.findText('browser');
  return {
    startedAtMs,
    isForeign: own === undefined,
    fetcher: own?.findText('fetcher') ?? 'http',
    ...(browser === undefined ? {} : { browser }),
    ...(models === undefined
      ? {}
      : {
          models: { low: readModel(models.object('low')), high: readModel(models.object('high')) },
        }),
    volatile: (own?.list('volatile') ?? []).map((found): FoundVolatile => ({
      url: found.text('url'),
      query: found.texts('query'),
      body: found.texts('body'),
    })),
  };
}

function readModel(model: Members): NonNullable<TapeFacts['models']>['low'] {
  return {
    specificationVersion: model.oneOf('specificationVersion', ['v2', 'v3', 'v4']),
    provider: model.text('provider'),
    modelId: model.text('modelId'),
  };
}

function readIds(own: Members | undefined): readonly TapeEntry[] {
  const ids = own?.find('ids');
  return (ids?.names() ?? []).flatMap((kind) =>
    (ids?.texts(kind) ?? []).map((id): TapeEntry => ({ type: 'id', kind, id })),
  );
}

function readTimes(entry: Members, startedAtMs: number): { startMs: number; endMs: number } {
  const startMs = Math.max(0, Math.round(entry.timestamp('startedDateTime') - startedAtMs));
  return { startMs, endMs: startMs + Math.max(0, Math.round(entry.number('time'))) };
}

function readExchange(
  entry: Members,
  startedAtMs: number,
  isForeign: boolean,
): { readonly exchange: ExchangeEntry | undefined; readonly content: HarContent } {
  const [request, response, own] = [
    entry.object('request'),
    entry.object('response'),
    entry.find('_gleaner'),
  ];
  const status = response.number('status');
  const failure = own?.find('failure')?.value as TapeFailure | undefined;
  const content = readHarContent(response.object('content'));
  // Requests that a browser cancelled have no response to replay.
  if (isForeign && status === 0) return { exchange: undefined, content };
  const body = readPostData(request.find('postData'));
  const url = request.text('url');
  const headers = readHeaders(response);
  const exchange: ExchangeEntry = {
    type: 'exchange',
    channel: isForeign ? 'fetcher' : (entry.findText('pageref') ?? 'fetcher'),
    ...readTimes(entry, startedAtMs),
    request: {
      method: request.text('method'),
      url,
      headers: readHeaders(request),
      ...(body === undefined ? {} : { body }),
    },
    ...(failure === undefined
      ? {
          response: {
            url: own?.findText('url') ?? url,
            status,
            headers: isForeign ? toForeignHeaders(headers, content, response) : headers,
            body: new Uint8Array(),
            ...(own?.find('isRendered') === undefined ? {} : { isRendered: true }),
          },
        }
      : { failure }),
  };
  return { exchange, content };
}

/** Other programs write text as they decoded it, whatever its charset was, and a redirect as an exchange of its own. */
function toForeignHeaders(
  headers: Readonly<Record<string, string>>,
  { mimeType, encoding }: HarContent,
  response: Members,
): Readonly<Record<string, string>> {
  const type = headers['content-type'] ?? mimeType;
  const location = response.findText('redirectURL') ?? '';
  return {
    ...headers,
    ...(type === '' || encoding === 'base64'
      ? {}
      : { 'content-type': `${type.replace(/;\s*charset=[^;]*/i, '')}; charset=utf-8` }),
    ...(location === '' ? {} : { location }),
  };
}

function readCall(
  call: Members,
  startedAtMs: number,
): { readonly entry: CallEntry; readonly content: HarContent | undefined } {
  const content = call.find('content');
  const failure = call.find('failure')?.value as TapeFailure | undefined;
  const entry: CallEntry = {
    type: 'call',
    channel: call.text('channel'),
    ...readTimes(call, startedAtMs),
    request: call.any('request'),
    answer: call.any('answer'),
    ...(content === undefined ? {} : { body: new Uint8Array() }),
    ...(failure === undefined ? {} : { failure }),
  };
  return { entry, content: content === undefined ? undefined : readHarContent(content) };
}

function readHarContent(content: Members): HarContent {
  const text = content.findText('text');
  const name = content.findText('_gleanerFile');
  return {
    size: content.findNumber('size') ?? 0,
    mimeType: content.findText('mimeType') ?? '',
    ...(text === undefined ? {} : { text }),
    ...(content.findText('encoding') === 'base64' ? { encoding: 'base64' } : {}),
    ...(name === undefined ? {} : { _gleanerFile: name }),
  };
}

function readPostData(data: Members | undefined): Uint8Array | undefined {
  const text = data?.findText('text');
  if (data === undefined || text === undefined) return undefined;
  return Buffer.from(text, data.findText('_gleanerEncoding') === 'base64' ? 'base64' : 'utf8');
}

function readHeaders(message: Members): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const header of message.list('headers')) {
    const name = header.text('name').toLowerCase();
    // Those of HTTP/2 and 3, such as `:status`, are no header fields.
    if (name.startsWith(':')) continue;
    const value = header.text('value');
    const before = headers[name];
    const between = name === 'set-cookie' ? '\n' : ', ';
    headers[name] = before === undefined ? value : `${before}${between}${value}`;
  }
  return { ...headers };
}
