import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { gunzipSync } from 'node:zlib';

/** A page of a set, as a line of `index.jsonl` describes it. */
export interface SetPage {
  readonly id: string;
  readonly site: string;
  /** Absolute; invented where the set names none. */
  readonly url: string;
  readonly expected: unknown;
  /** The line of the index as written. */
  readonly line: string;
  /** Body as served, decompressed. */
  readBody(): Uint8Array;
}

/** Where the material lies: `GLEANER_MATERIAL`, or beside the repository. */
export const materialFolder: string =
  env['GLEANER_MATERIAL'] ?? path.join(import.meta.dirname, '..', '..', 'shared', 'material');

/** The pages of a set (`index.jsonl` beside `html/*.html.gz`), or `undefined` when the folder holds none. */
export function readPageSet(folder: string): readonly SetPage[] | undefined {
  const index = path.join(folder, 'index.jsonl');
  if (!existsSync(index)) return undefined;
  return readFileSync(index, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => toSetPage(line, folder));
}

function toSetPage(line: string, folder: string): SetPage {
  const entry = JSON.parse(line) as Record<string, unknown>;
  const id = String(entry['id']);
  const site = typeof entry['site'] === 'string' ? entry['site'] : id;
  return {
    id,
    site,
    url: typeof entry['url'] === 'string' ? entry['url'] : `https://${site}.example/`,
    expected: entry['expected'],
    line,
    readBody: () => gunzipSync(readFileSync(path.join(folder, String(entry['html'])))),
  };
}

/**
 * Text of a page the way the material's scorer reads it. Sets keep no HTTP headers, and some pages were stored as UTF-8
 * with their old declaration left in: UTF-8 is tried first, whatever they declare.
 */
export function decodeLoosely(body: Uint8Array): string {
  const head = Buffer.from(body.subarray(0, 3_000)).toString('latin1');
  const named = /charset=["']?([A-Za-z0-9_-]+)/.exec(head)?.[1] ?? 'windows-1252';
  for (const encoding of ['utf-8', named, 'latin1']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(body);
    } catch {
      // Not this encoding, or not one that exists: the next is tried, and latin1 takes any bytes.
    }
  }
  return Buffer.from(body).toString('latin1');
}
