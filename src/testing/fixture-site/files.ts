import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FixtureRequest, FixtureRoute } from './route.ts';

// Two levels up from src/testing and from dist/testing alike.
const folder = fileURLToPath(new URL('../../../fixtures/site/', import.meta.url));

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xhtml', 'application/xhtml+xml; charset=utf-8'],
]);

/** Each of these is about what the header says of the charset, or leaves unsaid. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['/charsets/windows-1252.html', 'text/html; charset=windows-1252'],
  ['/charsets/windows-1252-named-latin1.html', 'text/html; charset=ISO-8859-1'],
  ['/charsets/windows-1252-meta.html', 'text/html'],
  ['/charsets/shift-jis.html', 'text/html; charset=Shift_JIS'],
  ['/charsets/shift-jis-meta.html', 'text/html'],
  ['/charsets/utf-16le-bom.html', 'text/html'],
  ['/charsets/utf-16be-bom.html', 'text/html; charset=utf-8'],
]);

/** The stored pages by URL path. They are listed once, so no request can name a file outside the folder. */
export function createFixtureFiles(): ReadonlyMap<string, FixtureRoute> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`;
        return [urlPath.replace(/\/index\.html$/, '/'), fileRoute(file, urlPath)];
      }),
  );
}

function fileRoute(file: string, urlPath: string): FixtureRoute {
  const contentType =
    exceptions.get(urlPath) ?? contentTypes.get(path.extname(file)) ?? 'application/octet-stream';
  return async (request) => {
    const bytes = await readFile(file);
    const body = contentType.endsWith('charset=utf-8') ? fillIn(bytes, request) : bytes;
    return { headers: { 'content-type': contentType }, body };
  };
}

/** Pages carry absolute URLs where real ones do (canonical, OpenGraph, JSON-LD); the port is known only now. */
function fillIn(bytes: Buffer, request: FixtureRequest): Buffer {
  if (!bytes.includes('{{')) return bytes;
  return Buffer.from(
    bytes
      .toString('utf8')
      .replaceAll('{{origin}}', request.origin)
      .replaceAll('{{other-origin}}', request.otherOrigin),
  );
}
