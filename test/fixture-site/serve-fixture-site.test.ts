import { readdirSync } from 'node:fs';
import path from 'node:path';
import { check, LinkState } from 'linkinator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  serveFixtureSite,
  type FixtureSite,
} from '../../test-kit/fixture-site/serve-fixture-site.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'fixtures', 'site');
let site: FixtureSite;

beforeAll(async () => {
  site = await serveFixtureSite();
});
afterAll(async () => {
  await site.close();
});

test('no link of the site is broken, and every stored file is linked from somewhere', async () => {
  const beyond: string[] = [];
  const { links } = await check({
    path: `${site.url}/`,
    recurse: true,
    checkCss: true,
    checkFragments: true,
    linksToSkip: async (link) => {
      const isOurs = [site.url, site.otherUrl].includes(new URL(link).origin);
      if (!isOurs) beyond.push(link);
      return !isOurs;
    },
  });

  expect(links.filter(({ state }) => state === LinkState.BROKEN)).toEqual([]);
  // Words of a vocabulary and addresses of people: nothing to fetch. Tests stay on loopback.
  expect(
    beyond.filter((link) => !/^(https:\/\/schema\.org\/|mailto:|tel:|data:)/.test(link)),
  ).toEqual([]);

  const asked = new Set(site.requests.map(({ path }) => new URL(path, site.url).pathname));
  expect(storedPaths().filter((stored) => !asked.has(stored))).toEqual([]);
  // The crawl itself: five listing pages and all sixty products.
  expect([...asked].filter((path) => path.startsWith('/shop/product/'))).toHaveLength(60);
});

function storedPaths(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => `/${file.split(path.sep).join('/')}`.replace(/\/index\.html$/, '/'));
}
