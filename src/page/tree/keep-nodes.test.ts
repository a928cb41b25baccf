import { type AnyNode, Document, Element, hasChildren, isTag, isText, Text } from 'domhandler';
import { appendChild } from 'domutils';
import { describe, expect, test } from 'vitest';
import { hasText } from './node-text.ts';
import { keepNodes, toHtml } from './to-html.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readPage } from '../read-page.ts';

const url = 'https://shop.example/';

function read(html: string): Document {
  return readPage({ html, url, parseMode: 'speed' }).document;
}

/** Elements by their tags and text nodes by their text. */
function pick(document: Document, ...wanted: readonly string[]): ReadonlySet<AnyNode> {
  const picked = new Set<AnyNode>();
  const pending: AnyNode[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const name = isTag(node) ? `<${node.name}>` : isText(node) ? node.data : '';
    if (wanted.includes(name)) picked.add(node);
    if (hasChildren(node)) pending.push(...node.children);
  }
  return picked;
}

function keep(html: string, ...wanted: readonly string[]): string {
  const document = read(html);
  return toHtml(keepNodes(document, pick(document, ...wanted)), 'keep');
}

describe('what is kept', () => {
  test.each([
    ['<p>In <my-badge>one</my-badge>, two</p>', 'In one, two'],
    ['<p>In <b><x-a><x-b>one</x-b></x-a></b>, two</p>', 'In **one**, two'],
    ['<style>x-a{display:inline}</style><div><x-a>In</x-a> <x-a>one</x-a></div>', 'In one'],
    ['<div><x-card>one</x-card><x-card>two</x-card></div>', 'one\n\ntwo'],
  ])('has its own elements within lines where the page has them: %s', (html, markdown) => {
    const document = read(html);
    const kept = keepNodes(document, new Set([document]));
    expect(toMarkdown({ url, document: kept }).trim()).toBe(markdown);
    expect(toMarkdown({ url, document }).trim()).toBe(markdown);
  });

  test('stands in page order, whatever the order of the nodes', () => {
    const document = read('<p>a</p><p>b</p><p>c</p>');
    const backwards = new Set([...pick(document, 'a', 'c')].toReversed());
    const forwards = new Set([...backwards].toReversed());
    expect(toHtml(keepNodes(document, backwards), 'keep')).toBe('<p>a</p><p>c</p>');
    expect(toHtml(keepNodes(document, forwards), 'keep')).toBe('<p>a</p><p>c</p>');
  });

  test('is an element with all that is in it', () => {
    const html = '<p>a</p><ul><li>b <img src="/x.png" alt="x"></li></ul><p>c</p>';
    expect(keep(html, '<ul>')).toBe('<ul><li>b <img src="/x.png" alt="x"></li></ul>');
  });

  test('stands in the elements around it, and beside nothing else that is in them', () => {
    const html = '<ul><li>a</li><li>b <b>c</b><img src="/x.png"></li></ul><hr>';
    expect(keep(html, 'c')).toBe('<ul><li><b>c</b></li></ul>');
  });

  test('keeps the attributes of elements, around it and in it', () => {
    const html = '<div lang="de"><a href="/b" title="t">b<i class="c">i</i></a></div>';
    expect(keep(html, '<a>')).toBe(html);
    expect(keep(html, 'b')).toBe('<div lang="de"><a href="/b" title="t">b</a></div>');
  });

  test('is rendered in the form that stands around it', () => {
    const document = read(
      '<nav><ul><li>Menu</ul></nav><h1>Title</h1><ul><li>a</li><li>b <b>c</b></li></ul><blockquote><p>q</p></blockquote><hr>',
    );
    const main = keepNodes(document, pick(document, 'Title', 'c', 'q'));
    expect(toMarkdown({ url, document: main })).toBe('# Title\n\n- **c**\n\n> q\n');
  });

  test('is the whole document by the document itself', () => {
    const document = read('<p>a</p><p>b</p>');
    expect(toHtml(keepNodes(document, new Set([document])), 'keep')).toBe('<p>a</p><p>b</p>');
  });
});

test('the document and its nodes stay as they are', () => {
  const document = read('<div id="d"><p class="p">a</p><p>b</p></div>');
  const before = toHtml(document, 'keep');
  const copy = keepNodes(document, pick(document, '<p>'));
  for (const node of pick(copy, '<div>', '<p>')) {
    if (isTag(node)) node.attribs['id'] = 'changed';
  }
  for (const node of pick(copy, 'a')) {
    if (isText(node)) node.data = 'changed';
  }
  expect(toHtml(copy, 'keep')).toContain('changed');
  expect(toHtml(document, 'keep')).toBe(before);
});

test('no nodes give an empty document', () => {
  const document = read('<p>a</p>');
  expect(keepNodes(document, new Set()).children).toEqual([]);
});

test('100,000 elements within each other are copied', () => {
  const document = new Document([]);
  const outer = new Element('div', {});
  appendChild(document, outer);
  let inner = outer;
  for (let depth = 1; depth < 100_000; depth += 1) {
    const next = new Element('div', {});
    appendChild(inner, next);
    inner = next;
  }
  const text = new Text('deep');
  appendChild(inner, text);
  expect(hasText(keepNodes(document, new Set([outer])))).toBe(true);
  expect(hasText(keepNodes(document, new Set([text])))).toBe(true);
});
