import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The built front end, by the path of a request. */
type FrontEnd = (request: Request, requestPath: string) => Promise<Response>;

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Absent where it would not be smaller. */
  readonly compressed?: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Nothing but what this server sends runs, nothing is asked of another one, and no page shows this one in a frame. Frames
 * of the studio's live page and pictures of runs come as `blob:` and `data:`.
 */
const contentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** `dist/ui`, seen from this file as it is built, and as it stands in the repository. */
const builtFolder = ['../../ui', '../../../dist/ui']
  .map((folder) => path.join(import.meta.dirname, folder))
  .find((folder) => existsSync(folder));

/** The pages of the built front end; each is served by its own handler alone, since the calls of the other one are not there. */
type FrontEndPage = 'index.html' | 'studio.html';

/** Serves a page and the files of a folder; they are read once, at the first request. Paths without a file extension get the page. */
export function createFrontEnd(
  page: FrontEndPage,
  folder: string | undefined = builtFolder,
): FrontEnd {
  let loading: Promise<ReadonlyMap<string, StaticFile>> | undefined;
  return async ({ headers, method }, requestPath) => {
    loading ??= loadFiles(folder);
    const files = await loading;
    const wanted = path.posix.extname(requestPath) === '' ? `/${page}` : requestPath;
    const isOther = path.posix.extname(wanted) === '.html' && wanted !== `/${page}`;
    const file = isOther ? undefined : files.get(wanted);
    if (file === undefined) return toText(404, files.size === 0 ? notBuilt : 'Not found.', method);
    const etag = file.headers['etag'] ?? '';
    if (headers.get('if-none-match') === etag) {
      return new Response(null, { status: 304, headers: file.headers });
    }
    const isCompressed =
      file.compressed !== undefined && /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
    const body = isCompressed ? (file.compressed ?? file.bytes) : file.bytes;
    return new Response(method === 'HEAD' ? null : body, {
      headers: {
        ...file.headers,
        'content-length': String(body.length),
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      },
    });
  };
}

const notBuilt = 'The front end is not built: run `npm run build`.';

function toText(status: number, text: string, method: string): Response {
  const headers = { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(method === 'HEAD' ? null : text, { status, headers });
}

/** All files below a folder by their path in a URL: what is not among them cannot be asked for, whatever the request says. */
async function loadFiles(folder: string | undefined): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  if (folder === undefined || !existsSync(folder)) return files;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    files.set(name, await loadFile(file, name));
  }
  return files;
}

async function loadFile(file: string, name: string): Promise<StaticFile> {
  const bytes = new Uint8Array(await readFile(file));
  const compressed = new Uint8Array(await promisify(gzip)(bytes));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    bytes,
    ...(compressed.length < bytes.length ? { compressed } : {}),
    headers: {
      ...securityHeaders,
      'content-type': types[path.extname(name)] ?? 'application/octet-stream',
      // Vite names the files below `assets` by their content.
      'cache-control': name.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      etag: `"${digest}"`,
      vary: 'accept-encoding',
    },
  };
}
