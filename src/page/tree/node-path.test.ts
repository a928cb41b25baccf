import { type ChildNode, isDocument, isText } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { findNode, toNodePath } from './node-path.ts';
import { readText } from './node-text.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage({ html, url: 'https://shop.example/' });

function nodesOf(html: string): ChildNode[] {
  const nodes: ChildNode[] = [];
  const stack: ChildNode[] = [...read(html).document.children];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node);
    if ('children' in node) stack.push(...node.children);
  }
  return nodes;
}

describe('toNodePath', () => {
  const html = `<div id=a><p>one<b>x</b>two</p><p>three</p></div><div id=b><p hidden>no</p><p>four</p></div>
    <div id=dup></div><div id=dup><i>five</i></div><my:tag><u>six</u></my:tag>`;

  it('leads from the nearest unique id, and names a position only where tags repeat', () => {
    const paths = nodesOf(html)
      .filter(isText)
      .map((node) => [node.data.trim(), toNodePath(node)])
      .filter(([text]) => text !== '');
    expect(Object.fromEntries(paths)).toEqual({
      one: '#a>p:nth-of-type(1)/text(1)',
      x: '#a>p:nth-of-type(1)>b/text(1)',
      two: '#a>p:nth-of-type(1)/text(2)',
      three: '#a>p:nth-of-type(2)/text(1)',
      four: '#b>p/text(1)',
      five: 'html>body>div:nth-of-type(4)>i/text(1)',
      six: 'html>body>*:nth-child(5)>u/text(1)',
    });
  });

  it('gives every node of a page a path of its own, which leads back to it', () => {
    const nodes = nodesOf(html);
    const [first] = nodes;
    let root = first?.parent;
    while (root?.parent) root = root.parent;
    if (!root || !isDocument(root)) throw new Error('The nodes stand in no document.');
    const paths = nodes.map(toNodePath);
    expect(new Set(paths).size).toBe(nodes.length);
    for (const [index, path] of paths.entries()) expect(findNode(root, path)).toBe(nodes[index]);
  });

  it('names what is not in the document by its attributes', () => {
    const { structuredData } = read('<meta property="og:title" content="Teapot">');
    const [tag] = structuredData.metaTags;
    expect(tag && toNodePath(tag.source.node)).toBe('meta[property="og:title"]');
  });
});

describe('findNode', () => {
  it('finds nothing where the path leads nowhere', () => {
    const { document } = read('<p id=a>x</p>');
    for (const path of ['#b', '#a>b', 'html>p', '#a/text(2)', '#a/x', '>', '#a>'])
      expect(findNode(document, path)).toBeUndefined();
    const found = findNode(document, '#a');
    expect(found && readText(found)).toBe('x');
  });
});
