import { describe, expect, test } from 'vitest';
import { findShell, hasMoreLinks, readOutline, type Shell } from './find-shell.ts';

const script = '<script src="/app.js"></script>';
const sentence =
  'The night the ferry learned to whisper was the night the harbour lights went out for good.';

function find(html: string): Shell | undefined {
  return findShell({ kind: 'html', html });
}

describe('a page that waits for its scripts', () => {
  test.each([
    ['an empty root that is found by its id', `<div class="page" id="mount-7"></div>${script}`],
    ['a root by its usual name, with a notice in it', `<div id="root">Loading …</div>${script}`],
    ['a component', `<h1>Lamp</h1><shop-page :lamp="{}"></shop-page>${script}`],
    ['a root without an id where nothing is shown', `<div class="app"></div>${script}`],
    [
      'a notice for those without scripts',
      `<noscript>You need to enable JavaScript to run this app.</noscript><p>Shop</p>${script}`,
    ],
  ])('is told by %s', (_sign, html) => {
    expect(find(html)).toEqual({ hasData: false });
  });

  test('may carry its data all the same', () => {
    const data = '<script type="application/ld+json">{"@type":"Product"}</script>';
    const tag = '<meta content="89.50" property="product:price:amount">';
    expect(find(`<div id="app"></div>${data}${script}`)).toEqual({ hasData: true });
    expect(find(`${tag}<div id="app"></div>${script}`)).toEqual({ hasData: true });
  });

  test('carries none in a state that only its scripts read, nor in the name of its site', () => {
    const state = '<script type="application/json">{"name":"Lamp"}</script>';
    const tag = '<meta property="og:title" content="Shop">';
    expect(find(`${tag}<div id="app"></div>${state}${script}`)).toEqual({ hasData: false });
  });
});

describe('a page that is merely short', () => {
  test.each([
    [
      'has something to say, and an empty element for an arrow',
      `<ul><li><a href="/q">Query <div class="arrow"></div></a></ul><h3>Case not found.</h3>${script}`,
    ],
    ['has no script that runs', '<div id="root"></div><script type="text/template">x</script>'],
    ['has a sentence', `<div id="ad"></div><p>${sentence}</p>${script}`],
    ['has a form', `<div id="ad"></div><form><input name="q"></form>${script}`],
    [
      'is a list, however short its words',
      `<div id="ad"></div>${'<a href="/a">a</a> '.repeat(6)}${script}`,
    ],
  ])('%s', (_reason, html) => {
    expect(find(html)).toBeUndefined();
  });

  test('and what is no page at all is none', () => {
    expect(findShell({ kind: 'json', html: `<div id="root"></div>${script}` })).toBeUndefined();
  });
});

describe('the links of a page are counted as its outline has them', () => {
  const link = '<a href="/a">a</a>';

  test.each([
    ['in any case and without an address', `${link}<A\nhref=/b>b</A><a>c</a><a/>`, 4],
    ['not in scripts', `<SCRIPT>document.write('${link}')</SCRIPT>${link}`, 1],
    ['not in styles and comments', `<style>/* ${link} */</style><!-- ${link} -->${link}`, 1],
    ['not elements that begin alike', `<article><abbr>a</abbr><aside>${link}</aside></article>`, 1],
    ['not behind a script that does not end', `${link}<script>${link}`, 1],
  ])('%s', (_, html, count) => {
    expect(readOutline(html).links).toBe(count);
    expect(hasMoreLinks(html, count - 1)).toBe(true);
    expect(hasMoreLinks(html, count)).toBe(false);
  });
});
