import { mkdirSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import path from 'node:path';
import {
  cassetteVersion,
  findText,
  removeUnused,
  replaceFile,
  toContent,
  writeBodies,
} from './har.ts';
import type { CallEntry, ExchangeEntry, TapeEntry, TapeFacts, TapeTimes } from './tape-entry.ts';

/** Writes a cassette, HAR 1.2: bodies first, then the file as a whole, then what no entry needs any more is removed. */
export function writeCassette(file: string, facts: TapeFacts, entries: readonly TapeEntry[]): void {
  const bodies = new Map<string, Uint8Array>();
  const har = toHar(facts, entries, bodies);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeBodies(bodies, file);
  replaceFile(file, `${JSON.stringify(har, undefined, 2)}\n`);
  removeUnused(new Set(bodies.keys()), file);
}

function toHar(
  { startedAtMs, ...facts }: TapeFacts,
  entries: readonly TapeEntry[],
  bodies: Map<string, Uint8Array>,
) {
  const exchanges = entries.filter((entry) => entry.type === 'exchange').toSorted(byStart);
  const calls = entries.filter((entry) => entry.type === 'call').toSorted(byStart);
  const ids: Record<string, string[]> = {};
  for (const entry of entries) if (entry.type === 'id') (ids[entry.kind] ??= []).push(entry.id);
  const startedDateTime = toTimestamp(startedAtMs);
  const { fetcher, browser, models } = facts;
  return {
    log: {
      version: '1.2',
      // The version of the format, not of the package: a release must not change every cassette.
      creator: { name: 'Gleaner', version: String(cassetteVersion) },
      pages: [...new Set(exchanges.map(({ channel }) => channel))].map((channel) => ({
        startedDateTime,
        id: channel,
        title: channel,
        pageTimings: {},
      })),
      entries: exchanges.map((entry) => toHarEntry(entry, startedAtMs, bodies)),
      _gleanerVersion: cassetteVersion,
      _gleaner: {
        startedDateTime,
        fetcher,
        browser,
        models,
        ids,
        calls: calls.map((entry) => toHarCall(entry, startedAtMs, bodies)),
      },
    },
  };
}

/** Calls that ran side by side ended in any order. */
function byStart(left: TapeTimes, right: TapeTimes): number {
  return left.startMs - right.startMs;
}

function toHarEntry(
  { channel, startMs, endMs, request, response, failure }: ExchangeEntry,
  startedAtMs: number,
  bodies: Map<string, Uint8Array>,
) {
  const headers = response?.headers ?? {};
  const type = headers['content-type'] ?? 'application/octet-stream';
  return {
    pageref: channel,
    startedDateTime: toTimestamp(startedAtMs + startMs),
    time: endMs - startMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHarHeaders(request.headers),
      queryString: [...(URL.parse(request.url)?.searchParams ?? [])].map(([name, value]) => ({
        name,
        value,
      })),
      postData: request.body && toPostData(request.body, request.headers),
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
    },
    response: {
      status: response?.status ?? 0,
      statusText: STATUS_CODES[response?.status ?? 0] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHarHeaders(headers),
      content: toContent(response?.body ?? new Uint8Array(), type, bodies),
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: endMs - startMs, receive: 0 },
    _gleaner: {
      url: response?.url === request.url ? undefined : response?.url,
      isRendered: response?.isRendered === true ? true : undefined,
      failure,
    },
  };
}

function toPostData(body: Uint8Array, headers: Readonly<Record<string, string>>) {
  const mimeType = headers['content-type'] ?? 'application/octet-stream';
  const text = findText(body);
  if (text !== undefined) return { mimeType, text };
  return { mimeType, text: Buffer.from(body).toString('base64'), _gleanerEncoding: 'base64' };
}

function toHarHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    // Several cookies are lines of one value: a comma is part of their dates.
    value.split('\n').map((line) => ({ name, value: line })),
  );
}

function toHarCall(
  { channel, startMs, endMs, request, answer, body, failure }: CallEntry,
  startedAtMs: number,
  bodies: Map<string, Uint8Array>,
) {
  return {
    channel,
    startedDateTime: toTimestamp(startedAtMs + startMs),
    time: endMs - startMs,
    request,
    answer,
    content: body && toContent(body, sniffType(body), bodies),
    failure,
  };
}

function sniffType(body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, 5)).toString('latin1');
  if (start === '%PDF-') return 'application/pdf';
  return start.startsWith('<') ? 'text/html' : 'application/octet-stream';
}

function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}
