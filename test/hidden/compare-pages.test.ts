import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparePages } from './compare-pages.ts';
import { createSightOracle, type SightOracle } from './create-oracle.ts';

let oracle: SightOracle;

beforeAll(async () => {
  oracle = await createSightOracle();
});

afterAll(() => oracle.close());

describe('what is read of generated pages', () => {
  test('is what Chromium shows of them', async () => {
    const seeds = [1, 7, 101, 113, 115, 128, 2012, 2037];
    const { seen, hidden, failures } = await comparePages(oracle, seeds);
    expect(failures).toEqual([]);
    expect(seen).toBeGreaterThan(60);
    expect(hidden).toBeGreaterThan(30);
  });

  test('the pixels tell what is hidden from what is seen', async () => {
    const html = `<!doctype html><body style="background:#fff;color:#000;font:16px monospace"><p>waaaaa</p><p style="color:#fff">wbaaaa</p>
      <div style="position:relative"><p>wcaaaa</p><i style="position:absolute;inset:0;background:#fff"></i></div><p hidden>wdaaaa</p>`;
    const sights = await oracle.judge(html, ['waaaaa', 'wbaaaa', 'wcaaaa', 'wdaaaa']);
    expect(Object.fromEntries(sights)).toEqual({
      waaaaa: 'seen',
      wbaaaa: 'hidden',
      wcaaaa: 'hidden',
      wdaaaa: 'hidden',
    });
  });
});
