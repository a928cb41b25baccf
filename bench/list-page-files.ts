import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeLoosely } from './page-set.ts';

/** A page of a set without its labels, which can be as large as the page. */
export interface PageFile {
  readonly file: string;
  readonly url: string;
}

/** The pages of a set by file; empty when the folder holds none. */
export function listPageFiles(folder: string): readonly PageFile[] {
  const index = path.join(folder, 'index.jsonl');
  if (!existsSync(index)) return [];
  return readFileSync(index, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { id, url, html } = JSON.parse(line) as { id: string; url?: string; html: string };
      return { file: path.join(folder, html), url: url ?? `https://${id}.example/` };
    });
}

/** Text of a page. */
export function readPageFile({ file }: PageFile): string {
  return decodeLoosely(gunzipSync(readFileSync(file)));
}
