import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCassettePages } from './open-cassette-pages.ts';

const recipe = {
  title: 'Lamps',
  steps: [{ type: 'navigate', url: 'https://shop.example/lamps' }],
};
const toRequest = (query: string) => ({
  method: 'GET',
  url: `https://shop.example/lamps?${query}`,
  headers: {},
});

test('a request of a redesigned page may differ in what is named volatile, and in nothing else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-stress-pages-'));
  const file = path.join(folder, 'shop.har');
  const entry = {
    startedDateTime: '2026-05-01T10:00:00Z',
    time: 1,
    request: { ...toRequest('page=1&t=1700'), headers: [] },
    response: {
      status: 200,
      headers: [],
      content: { size: 5, mimeType: 'text/html', text: 'Lamps' },
    },
  };
  writeFileSync(file, JSON.stringify({ log: { entries: [entry] } }));
  const named = openCassettePages(file, { recipe, volatile: { query: ['t'] } });
  expect(await named.openPages()(toRequest('page=1&t=1800'))).toMatchObject({ status: 200 });
  await expect(named.openPages()(toRequest('page=2&t=1800'))).rejects.toThrow('+ page=2');
  const strict = openCassettePages(file, { recipe });
  await expect(strict.openPages()(toRequest('page=1&t=1800'))).rejects.toThrow('+ t=1800');
  rmSync(folder, { recursive: true });
});
