import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowserPath } from '../../test/support/real-browser.ts';
import { parseRecipe } from '../../src/recipes/format/parse-recipe.ts';
import { listStressTargets, truthAttribute } from './list-stress-targets.ts';
import { replayMutations, toRedesignScript } from './stress-pages.ts';
import type { Mutation } from './mutations/mutation.ts';

/** Its data stand in text nodes of their own, so that a hand can hold them whatever becomes of the elements around. */
const html = `<!doctype html><html lang="en"><head><title>Lamps</title><style>.hidden{display:none}</style></head><body>
  <header class="top" id="top"><nav id="menu"><a class="home" id="home" href="/">Home</a><a href="/help">Help pages</a></nav></header>
  <main class="shell"><h1>Lamps of the harbour</h1>
  <form class="search"><label for="q">Search words</label><input id="q" name="q" placeholder="Lamp"><input type="submit" value="Find"></form>
  <div class="wrap"><div class="grid" id="results">${['Brass', 'Copper', 'Cedar', 'Willow']
    .map(
      (name, at) => `<div class="card" data-testid="card"><h3 class="name">${name} lamp</h3>
    <p class="price">£${(at + 2) * 11}.50</p><a class="more" href="/lamp/${at}">${name} details</a></div>`,
    )
    .join('')}</div></div>
  <div class="card hidden"><h3 class="name">Nothing</h3><p class="price">£0.00</p></div>
  <table class="facts"><tbody><tr><th>Shop</th><td>Quay 4</td><td>West</td></tr><tr><th>Open</th><td>9 to 5</td></tr></tbody></table>
  <ul><li>New <span>here</span></li></ul><dl><dt>Since</dt><dd>1920</dd></dl>
  <button class="next" id="next" title="Next page" aria-label="Next page">Next page</button></main>
  <footer><p>Made by hand</p></footer>
  <script>
    window.pressed = 0;
    document.querySelector('.next').addEventListener('click', () => { window.pressed += 1; });
  </script></body></html>`;

const recipe = parseRecipe({
  title: 'Lamps',
  steps: [
    { type: 'navigate', url: 'http://lamps.example/' },
    { type: 'click', selectors: [['.next']], offsetX: 1, offsetY: 1 },
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: ['.card'],
        fields: {
          name: { selectors: ['.name'] },
          price: { selectors: ['.price'] },
          link: { selectors: ['a.more'], attribute: 'href' },
        },
      },
    },
  ],
});
const targets = listStressTargets(recipe);
const [next, items, name, price, link] = targets.keys();

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: realBrowserPath(), chromiumSandbox: false });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: served })
      : route.abort(),
  );
});
afterAll(() => browser.close());

/** Takes hold of the texts as soon as they are parsed, before the redesign. */
const holder = `document.addEventListener('DOMContentLoaded', () => {
  const first = (root, css) => document.createTreeWalker(root.querySelector(css), 4).nextNode();
  window.held = [...document.querySelectorAll('.grid .card')].map((card) => ({
    nodes: ['.name', '.price', '.more'].map((css) => first(card, css)),
    said: ['.name', '.price', '.more'].map((css) => first(card, css).data),
  }));
});`;

let served = '';

/** Opens the page, redesigned. */
async function open(given: readonly Mutation[], seed: number): Promise<void> {
  const script = toRedesignScript({ targets, mutations: given, seed, markedBy: truthAttribute });
  served = html.replace('<head>', `<head><script>${holder}</script><script>${script}</script>`);
  await page.goto('http://lamps.example/');
  await page.locator(`[${truthAttribute}]`).first().waitFor({ state: 'attached' });
}

/** The body without its marks. */
async function readBody(): Promise<string> {
  const body: string = await page.evaluate('document.body.outerHTML');
  return body.replaceAll(new RegExp(` ${truthAttribute}="[^"]*"`, 'g'), '');
}

function named(...names: readonly string[]): readonly Mutation[] {
  const found = replayMutations.filter(({ name }) => names.includes(name));
  expect(found).toHaveLength(names.length);
  return found;
}

/** What the marks say: items by their marked elements. */
function readMarked(): Promise<readonly (readonly [string, string, string])[]> {
  const source = `(() => {
    const roots = [document];
    for (const root of roots) for (const each of root.querySelectorAll('*')) if (each.shadowRoot) roots.push(each.shadowRoot);
    const all = (css) => roots.flatMap((root) => [...root.querySelectorAll(css)]);
    const by = (index) => '[${truthAttribute}~="' + index + '"]';
    return all(by(${items})).filter((row) => row.checkVisibility()).map((row) => {
      const one = (index) => row.querySelector(by(index));
      return [one(${name})?.textContent, one(${price})?.textContent, one(${link})?.getAttribute('href')];
    });
  })()`;
  return page.evaluate(source);
}

/** What the hand holds: whether each item's texts are there, shown, and closer to each other than to another item's. */
function readHeld(): Promise<readonly (readonly string[] | 'lost')[]> {
  return page.evaluate(`window.held.map(({ nodes, said }, index) => {
    const isThere = nodes.every((node, at) => node.isConnected && node.data.trim() === said[at].trim() && node.parentElement.checkVisibility());
    if (!isThere) return 'lost';
    let row = nodes[0].parentElement;
    while (row && !nodes.every((node) => row.contains(node))) row = row.parentElement;
    const isOwn = row !== null && window.held.every((other, at) => at === index || !other.nodes.some((node) => row.contains(node)));
    return isOwn ? nodes.map((node) => node.data) : 'lost';
  })`);
}

const recorded = [
  ['Brass lamp', '£22.50', '/lamp/0'],
  ['Copper lamp', '£33.50', '/lamp/1'],
  ['Cedar lamp', '£44.50', '/lamp/2'],
  ['Willow lamp', '£55.50', '/lamp/3'],
];

describe('a redesign of a running page', () => {
  test('leaves what is right as it was recorded, whichever of the mutations made it', async () => {
    await open([], 1);
    const plain = await readBody();
    const untrue: string[] = [];
    const idle: string[] = [];
    for (const [seed, mutation] of replayMutations.entries()) {
      if (mutation.kind === 'rows') continue;
      await open([mutation], seed);
      const marked = (await readMarked()).toSorted((a, b) => a[1].localeCompare(b[1]));
      const held = await readHeld();
      const isTrue =
        JSON.stringify(marked) === JSON.stringify(recorded) && held.every((row) => row !== 'lost');
      if (!isTrue)
        untrue.push(`${mutation.name}: ${JSON.stringify(marked)}, ${JSON.stringify(held)}`);
      if ((await readBody()) === plain) idle.push(mutation.name);
    }
    expect(untrue).toEqual([]);
    // It changes the document around the body, or its style sheet.
    expect(idle).toEqual(['everything floats', 'from right to left']);
  });

  test('leaves out of running replays what changes data or what is asked of the server', () => {
    const names = replayMutations.map(({ name }) => name);
    for (const left of ['own texts longer', 'addresses changed', 'target removed']) {
      expect(names).not.toContain(left);
    }
    expect(new Set(names).size).toBeGreaterThan(60);
  });

  test('adds rows that are items with data of their own', async () => {
    for (const wanted of ['rows added', 'a row added before all others']) {
      await open(named(wanted), 3);
      const marked = await readMarked();
      expect(marked).toEqual(expect.arrayContaining(recorded));
      expect(marked.length).toBeGreaterThan(4);
      for (const row of marked) expect(row.every((value) => Boolean(value))).toBe(true);
      expect(new Set(marked.map(String)).size).toBe(marked.length);
    }
  });

  test('removes rows, and leaves the others as they were', async () => {
    for (const wanted of ['rows removed', 'first row removed']) {
      await open(named(wanted), 2);
      const marked = await readMarked();
      expect(marked.length).toBeLessThan(4);
      expect(marked.length).toBeGreaterThan(0);
      expect(recorded).toEqual(expect.arrayContaining(marked.map((row) => [...row])));
    }
  });

  test('is the same one for the same seed, and another one for another', async () => {
    const shuffled = named('classes handed to others');
    await open(shuffled, 5);
    const first = await readBody();
    await open(shuffled, 5);
    expect(await readBody()).toBe(first);
    await open(shuffled, 6);
    expect(await readBody()).not.toBe(first);
  });

  test('keeps what buttons do when they become other elements', async () => {
    for (const wanted of ['buttons become links', 'buttons become blocks with a role']) {
      await open(named(wanted), 1);
      await page.locator(`[${truthAttribute}~="${next}"]`).click();
      expect(await page.evaluate('window.pressed')).toBe(1);
      expect(page.url()).toBe('http://lamps.example/');
    }
  });

  test('keeps hidden what a style sheet hid by a class that is gone', async () => {
    await open(named('classes dropped'), 1);
    expect(await page.getByText('Nothing').isVisible()).toBe(false);
  });

  test('reaches what scripts add later before anything else can see it', async () => {
    await open(named('classes renamed'), 1);
    const added = `document.querySelector('[${truthAttribute}~="${items}"]').parentElement.insertAdjacentHTML('beforeend',
      '<div class="card" data-testid="card"><h3 class="name">Pewter lamp</h3><p class="price">£66.50</p><a class="more" href="/lamp/4">Pewter details</a></div>')`;
    await page.evaluate(added);
    expect(await page.locator('.card:visible, .name:visible').count()).toBe(0);
    expect(await readMarked()).toContainEqual(['Pewter lamp', '£66.50', '/lamp/4']);
  });
});
