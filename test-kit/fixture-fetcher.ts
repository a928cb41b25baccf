import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { aText, checkValues } from '../src/runtime/errors/option-checks.ts';
import type { Fetcher, Page } from '../src/runtime/contracts/fetcher.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
};

/**
 * Creates a fetcher that reads pages from a folder, by the path of their URL, whatever its host and query: `/lamps/brass` is
 * `lamps/brass`, `lamps/brass.html` or `lamps/brass/index.html`. Where none is there, it is the folder's `404.html` with status 404,
 * else a short text. Nothing outside the folder is read.
 *
 * @example
 * const gleaner = createGleaner({ fetcher: fixtureFetcher('test/pages'), browser: false });
 *
 * @throws Error where there is no such folder.
 */
export function fixtureFetcher(folder: string): Fetcher {
  checkValues('', { folder }, { folder: { ...aText, isRequired: true } });
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(`The folder "${folder}" cannot be read: there is none.`);
  }
  const root = realpathSync(folder);
  return {
    name: 'fixture',
    async fetch({ url, signal }): Promise<Page> {
      signal.throwIfAborted();
      const file = findFile(root, toPath(url));
      if (file !== undefined) return toPage(url, 200, file);
      const missing = findFile(root, '404.html');
      if (missing !== undefined) return toPage(url, 404, missing);
      const body = Buffer.from(`The folder "${folder}" has no file for ${new URL(url).pathname}.`);
      return { url, status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
    },
  };
}

/** The path of a URL below the folder, without its first slash. */
function toPath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch {
    return pathname.slice(1);
  }
}

function findFile(root: string, name: string): string | undefined {
  const candidates = [name, `${name}.html`, path.join(name, 'index.html')];
  return candidates
    .map((candidate) => findRealFile(path.join(root, candidate)))
    .find((file) => file?.startsWith(root + path.sep));
}

/** Where a path leads, links followed; `undefined` where there is no file. */
function findRealFile(file: string): string | undefined {
  try {
    const real = realpathSync(file);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function toPage(url: string, status: number, file: string): Page {
  const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { url, status, headers: { 'content-type': type }, body: readFileSync(file) };
}
