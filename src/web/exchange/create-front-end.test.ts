import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createFrontEnd } from './create-front-end.ts';

const page = `<!doctype html><title>${'Gleaner '.repeat(50)}</title>`;

function openFolder(): (
  asked: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response> {
  const outside = mkdtempSync(path.join(tmpdir(), 'gleaner-ui-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(path.join(outside, 'secret.txt'), 'secret');
  const folder = path.join(outside, 'ui');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), page);
  writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  const frontEnd = createFrontEnd('index.html', folder);
  return (asked, headers = {}) =>
    frontEnd(new Request(`http://localhost/${asked}`, { headers }), `/${asked}`);
}

test('a path of the front end’s own gets its page, under a policy without inline scripts and frames', async () => {
  const get = openFolder();
  for (const asked of ['', 'recipes/abc', 'sign-in']) {
    const response = await get(asked);
    expect(await response.text()).toBe(page);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('files are kept by their names, compressed where that is smaller, and not sent twice', async () => {
  const get = openFolder();
  const asset = await get('assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect(asset.headers.get('content-type')).toContain('text/javascript');
  expect(asset.headers.get('content-encoding')).toBeNull();
  const packed = await get('', { 'accept-encoding': 'br, gzip' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(page);
  const again = await get('', { 'if-none-match': packed.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('nothing outside of the folder can be asked for', async () => {
  const get = openFolder();
  const tricks = [
    '../secret.txt',
    '..%2fsecret.txt',
    'assets/../../secret.txt',
    '%2e%2e/secret.txt',
  ];
  for (const asked of [...tricks, 'unknown.js', '//etc/passwd.txt']) {
    const response = await get(asked);
    expect([asked, response.status, (await response.text()).includes('secret')]).toEqual([
      asked,
      404,
      false,
    ]);
  }
});

test('without a built front end the answer says how to build it', async () => {
  const frontEnd = createFrontEnd('index.html', path.join(tmpdir(), 'gleaner-no-such-folder'));
  const response = await frontEnd(new Request('http://localhost/'), '/');
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('npm run build'),
  ]);
});
