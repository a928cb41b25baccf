import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { findNextPage, leadsOn, toNextPageWarning } from './find-next-page.ts';

const url = 'https://shop.example/a/b';
const find = (html: string, headers: Record<string, string> = {}) =>
  findNextPage({ html, url, headers });
const meta = (content: string): string =>
  `<meta http-equiv="Refresh" content="${content.replaceAll('"', '&quot;')}">`;

const page = (script: string, text = '<h1>Please wait</h1>'): string =>
  `<body>${text}<script>${script}</script>`;

describe('a refresh', () => {
  test.each([
    ['0;url=/x', 'https://shop.example/x', 0],
    ['0,url=./x', 'https://shop.example/a/x', 0],
    ["0; URL=\n '/x'", 'https://shop.example/x', 0],
    ['3 url=//other.example/y', 'https://other.example/y', 3],
    ['0;/z', 'https://shop.example/z', 0],
    ['1.5;url="/q" rest', 'https://shop.example/q', 1],
    ['.5;url=/h', 'https://shop.example/h', 0],
    ['  2 ; url = /w ', 'https://shop.example/w', 2],
    ['7', url, 7],
    ['0;url=', url, 0],
  ])('%j leads to %s after %d s', (content, target, delayS) => {
    expect(find(meta(content))).toEqual({ url: target, delayS });
    expect(find('', { refresh: content })).toEqual({ url: target, delayS });
  });

  test.each(['abc', '', '-1;url=/x', '0url=/x', '0;url=javascript:alert(1)', '0;url=http://['])(
    '%j leads nowhere',
    (content) => {
      expect(find(meta(content))).toBeUndefined();
    },
  );

  test.each([
    ['for browsers without scripts', `<noscript>${meta('0;url=/x')}</noscript>`],
    ['in a comment', `<!--[if IE]>${meta('0;url=/x')}<![endif]-->`],
    ['in a template', `<template>${meta('0;url=/x')}</template>`],
    ['in a script', `<script>document.write('${meta('0;url=/x')}')</script>`],
    ['of another name', '<meta name="refresh" content="0;url=/x">'],
  ])('%s leads nowhere', (_name, html) => {
    expect(find(html)).toBeUndefined();
  });

  test('an address is one of the page’s base, and a reload is one of the page', () => {
    expect(find(`<base href="/c/">${meta('0;url=x')}`)?.url).toBe('https://shop.example/c/x');
    expect(find(`<base href="/c/">${meta('0')}`)?.url).toBe(url);
  });
});

describe('a script', () => {
  test.each([
    ['location.href="/x"', 0],
    ['location.replace("/x")', 0],
    ['window.location = "/x";', 0],
    ['document.location.assign(`/x`)', 0],
    ['window.onload = () => { top.location.href = "/x"; };', 0],
    ['setTimeout(function () { location = "/x" }, 2000)', 2],
    ['setTimeout("location.href=\'/x\'", 1500);', 1.5],
    [String.raw`location.href="\/x"`, 0],
    [String.raw`top.location='https:\/\/shop.example\/x'`, 0],
    [String.raw`location.replace("\x2Fx")`, 0],
    [String.raw`location.replace("\u002fx")`, 0],
  ])('%s leads on', (script, delayS) => {
    expect(find(page(script))).toEqual({ url: 'https://shop.example/x', delayS });
  });

  test.each([
    'if (top !== self) location.href = "/x"',
    'small && (location.href = "/x")',
    'button.onclick = () => { location.href = "/x" }',
    'a.addEventListener("click", () => location.assign("/x"))',
    'function leave() { location.href = "/x" }',
    'track(location.href)',
    'shop.location.name = "/x"',
  ])('%s does not', (script) => {
    expect(find(page(script))).toBeUndefined();
  });

  test.each([
    'location = "/x?from=" + document.referrer',
    'location = `/x?${id}`',
    'location.href = "/x"; location.href = "/y"',
    String.raw`location.href = "\n/x"`,
    'document.cookie = "ok=1"; location.reload()',
    'document.cookie = "ok=1"; setTimeout(function () { window.location.reload(true) }, 1500)',
    'var u = "/re" + "al"; location.href = u',
    '(() => { const to = atob("L3g="); window.location.replace(to); })()',
    'addEventListener("load", function () { location.assign(next) })',
  ])('%s leads to where only a browser finds', (script) => {
    expect(find(page(script))).toMatchObject({ url, needsScripts: true });
    expect(leadsOn({ url, delayS: 0, needsScripts: true }, url, true)).toBe(false);
  });

  test.each([
    'setTimeout(() => location.reload(), 60000)',
    'button.onclick = function () { location.reload() }',
    'if (stale) location.reload()',
    'const reload = () => { location.reload() }',
    'let at = location.hash',
    'let isHere = location.href == "/x"',
  ])('%s stays', (script) => {
    expect(find(page(script))).toBeUndefined();
    expect(find(page('location.reload()', `<p>${'A lamp for the harbour. '.repeat(20)}`))).toBe(
      undefined,
    );
  });

  test('is also what a page does once it is there', () => {
    expect(find('<body onload="location.assign(\'/x\')"><p>Moving on</p>')).toEqual({
      url: 'https://shop.example/x',
      delayS: 0,
    });
    expect(find('<body onload="location.href = &quot;/x&quot;"><p>Moving on</p>')).toEqual({
      url: 'https://shop.example/x',
      delayS: 0,
    });
    expect(find('<body onload="start(location)"><p>Lamps</p>')).toBeUndefined();
    expect(find('<p onload="location.assign(\'/x\')">Lamps</p>')).toBeUndefined();
  });

  test('a page that shows something of its own is not left for a script', () => {
    const text = `<h1>Lamps</h1><p>${'A lamp for the harbour. '.repeat(8)}</p>`;
    expect(find(page('location.href="/x"', text + text))).toBeUndefined();
    expect(find(page('location.href="/x"', '<form><input name=q></form>'))).toBeUndefined();
  });
});

const formPage = (script: string, method = 'get', more = ''): string =>
  `<body><p>Please wait</p><form id="f" name="f" action="/x?old=1" method="${method}"><input type="hidden" name="token" value="a b"><input type="submit" value="Go on">${more}</form><script>${script}</script>`;

describe('a form that a script submits as the page loads', () => {
  test.each([
    'document.forms[0].submit()',
    'document.f.submit();',
    'document.getElementById("f").submit()',
    'document.querySelector("form").requestSubmit()',
    'window.onload = function () { document.forms.f.submit(); }',
    'setTimeout(() => document.forms["f"].submit(), 100)',
  ])('leads on with its fields, or is told of where it posts them: %s', (script) => {
    expect(find(formPage(script))).toEqual({ url: 'https://shop.example/x?token=a+b', delayS: 0 });
    const posted = find(formPage(script, 'POST')) ?? { url: '', delayS: 9 };
    expect(posted).toEqual({ url: 'https://shop.example/x?old=1', delayS: 0, isPost: true });
    expect(leadsOn(posted, url)).toBe(false);
    expect(toNextPageWarning(posted, url)).toContain('sends a form on');
  });

  test('is what a page does once it is there', () => {
    const html = formPage('').replace('<body>', '<body onload="document.forms[0].submit()">');
    expect(find(html)?.url).toBe('https://shop.example/x?token=a+b');
  });

  test.each([
    formPage('button.addEventListener("click", () => document.forms[0].submit())'),
    formPage('if (ready) document.forms[0].submit()'),
    formPage('document.forms[0].onsubmit = check'),
    formPage('document.forms[0].submit()', 'get', '<input name="q">'),
    formPage('document.forms[0].submit()', 'get', '</form><form action="/y">'),
    formPage('document.forms[0].submit()').replace(
      'Please wait',
      'A lamp for the harbour. '.repeat(20),
    ),
    '<p>Please wait</p><script>document.forms[0].submit()</script>',
  ])('is none that waits for a visitor or stands in a page of its own: %s', (html) => {
    expect(find(html)).toBeUndefined();
  });
});

test('a page is left within five seconds for another one, and what it says of later is told', () => {
  const other = 'https://shop.example/x';
  expect(leadsOn({ url: other, delayS: 5 }, url)).toBe(true);
  expect(leadsOn({ url: other, delayS: 6 }, url)).toBe(false);
  expect(leadsOn({ url: `${url}#top`, delayS: 0 }, url)).toBe(false);
  expect(leadsOn({ url, delayS: 0 }, url, true)).toBe(true);
  expect(leadsOn({ url, delayS: 300 }, url, true)).toBe(false);
  expect(toNextPageWarning({ url: other, delayS: 6 }, url)).toContain('leads on to another');
  expect(toNextPageWarning({ url, delayS: 2 }, url)).toContain('reloads itself after 2 s');
  expect(toNextPageWarning({ url, delayS: 300 }, url)).toBeUndefined();
});

test('long pages cost no more than they are long', () => {
  const pages = [
    `${meta('x')}${'<div>'.repeat(100_000)}`,
    `<script>location${'.href = "/x'.repeat(50_000)}</script>`,
    `<script>${' '.repeat(400_000)}location="/x"</script>`,
    `<meta http-equiv=refresh content="${'0'.repeat(400_000)}">`,
  ];
  expect(workRatioOf(() => pages.forEach((page) => find(page)))).toBeLessThan(400);
});
