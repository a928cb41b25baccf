import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeLoosely, materialFolder } from './page-set.ts';

/** A page of a set without its labels, which can be as large as the page. */
export interface PageFile {
  readonly file: string;
  readonly url: string;
}

/** Folders of the sets that speed is measured on. */
export const speedSets: readonly string[] = [
  'wcxb',
  'trafilatura-eval',
  'product-extraction-benchmark',
].map((set) => path.join(materialFolder, set, 'pages'));

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

/** Returns so many of the items, or all of fewer, at equal distances. */
export function takeEvenly<T>(items: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, items.length / count);
  const taken: T[] = [];
  for (let at = 0; at < items.length && taken.length < count; at += step) {
    const item = items[Math.floor(at)];
    if (item !== undefined) taken.push(item);
  }
  return taken;
}
