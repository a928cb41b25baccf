import { expect, test } from 'vitest';
import { type OpenElement, holdsMarkup, toFeedTag, toLink, toLinkedText } from './feed-elements.ts';

function toElement(parts: Partial<OpenElement>): OpenElement {
  const nothing = { namespace: '', base: undefined, type: undefined, text: '', markup: '' };
  const data = { tag: 'div', local: 'description', isForeign: true, attributes: {} };
  return { ...data, ...nothing, ...parts };
}

test.each([
  ['', 'item', 'channel', 'article'],
  ['', 'title', 'item', 'h2'],
  ['', 'title', 'feed', 'h1'],
  ['', 'title', 'image', 'div'],
  ['media', 'title', 'item', 'div'],
])('"%s:%s" in %s is <%s>', (prefix, local, around, tag) => {
  expect(toFeedTag(prefix, local, toElement({ local: around }))).toBe(tag);
});

test('an address alone is a link, and a day a time', () => {
  expect(toLinkedText(toElement({ text: ' https://a.example/x ' }))).toBe(
    '<a href="https://a.example/x"> https://a.example/x </a>',
  );
  expect(toLinkedText(toElement({ local: 'pubDate', text: '2024' }))).toBe('<time>2024</time>');
  expect(toLinkedText(toElement({ tag: 'h2', text: 'https://a.example/x' }))).toBe(
    'https://a.example/x',
  );
});

test.each([
  [{ markup: 'a <b>c</b>' }, true],
  [{ markup: 'How <table> is read', tag: 'h2' }, false],
  [{ markup: 'a &lt; b', type: 'html' }, true],
  [{ markup: '<b>c</b>', type: 'text' }, false],
  [{ markup: '<b>c</b>', namespace: 'http://www.w3.org/2005/Atom', local: 'summary' }, false],
  [{ markup: '1 < 2' }, false],
])('%o holds markup: %s', (parts, isHeld) => {
  expect(holdsMarkup(toElement(parts))).toBe(isHeld);
});

test('files and pages in attributes are links, pictures pictures, and links for programs none', () => {
  expect(toLink('link', { href: '/a' })).toBe('<a href="/a">/a</a>');
  expect(toLink('link', { href: '/a', rel: 'self' })).toBe('');
  expect(toLink('thumbnail', { url: '/a.jpg' })).toBe('<img src="/a.jpg">');
  expect(toLink('enclosure', { url: '/a.mp3', type: 'audio/mpeg' })).toBe(
    '<a href="/a.mp3">/a.mp3</a>',
  );
});
