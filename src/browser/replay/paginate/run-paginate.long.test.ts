import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import type { PaginationEnd } from '../../../runtime/contracts/recipe/replay.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';
import { trapSites } from '../../../../test/support/trap-sites.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages((url) => {
    const [, name = '', ...rest] = url.pathname.split('/');
    return trapSites.get(name)?.answer(rest.join('/'), url.searchParams);
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

async function paginate(name: string): Promise<Replay> {
  const site = trapSites.get(name);
  const template = site?.paginate['urlTemplate'];
  const parameters =
    typeof template === 'string'
      ? { ...site?.paginate, urlTemplate: `${pages.origin}/${name}/${template}` }
      : site?.paginate;
  return replaySteps(browser, [
    { type: 'navigate', url: `${pages.origin}/${name}/` },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.item', fields: { name: { selectors: '.name' } } },
    },
    { type: 'customStep', name: 'paginate', parameters },
  ]);
}

describe('pagination ends by itself with the exact items in order', () => {
  test.concurrent.each([...trapSites].map(([name, { why }]) => [why, name] as const))(
    '%s (%s)',
    async (_why, name) => {
      const site = trapSites.get(name);
      const { items, end, warnings } = await paginate(name);
      const names = items.map((item) => item['name']);
      const others = warnings.filter((warning) => !warning.includes('nothing changed'));
      expect({ names, end, others, isTold: warnings.length > 0 }).toEqual({
        names: site?.expected.map((number) => `Item ${number}`),
        end: site?.end satisfies PaginationEnd | undefined,
        // Nothing is reported of a natural end that the page shows.
        others: [],
        isTold: site?.end === 'no_change',
      });
    },
  );
});
