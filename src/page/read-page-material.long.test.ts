import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ChildNode, isTag, isText } from 'domhandler';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeEach, describe, expect, it } from 'vitest';
import { materialFolder } from '../../bench/page-set.ts';
import { withoutMaterial } from '../../test/support/without-material.ts';
import { LinkedElement, type LinkedParent } from './parse/linked-tree.ts';
import { readText } from './tree/node-text.ts';
import { parseAccurate } from './parse/parse-accurate.ts';
import { readPage } from './read-page.ts';

/** Public suites and pages (html5lib/html5lib-tests and others), outside the repository; skipped when absent. */
const treeTests = path.join(materialFolder, 'html5lib-tests/tree-construction');
const pageSets = ['product-extraction-benchmark', 'recipe-scrapers', 'juriscraper', 'wcxb'];
/** Per set: enough to notice, few enough to stay quick; the benches read all. */
const pagesPerSet = 6;

describe('the html5lib tree tests', () => {
  beforeEach(({ skip }) => skip(!existsSync(treeTests), withoutMaterial));
  const pages = existsSync(treeTests) ? readTreeTests() : [];

  it('give the tree that parse5 gives', () => {
    expect(pages.length).toBeGreaterThan(1_000);
    expect(pages.filter((html) => !isParsedAlike(html))).toEqual([]);
  });

  it('are read in both modes', () => {
    let entities = 0;
    for (const html of pages) {
      for (const parseMode of ['accurate', 'speed'] as const) {
        const page = readPage({ html, url: 'https://a.example/', parseMode });
        // Read on first use, so used here.
        entities += page.structuredData.entities.length;
      }
    }
    expect(entities).toBe(0);
  });
});

describe.each(pageSets)('real pages of %s', (set) => {
  const folder = path.join(materialFolder, set, 'pages/html');

  it('keep their text in both modes, and parse as parse5 does', ({ skip }) => {
    skip(!existsSync(folder), withoutMaterial);
    for (const file of readdirSync(folder).slice(0, pagesPerSet)) {
      const html = gunzipSync(readFileSync(path.join(folder, file))).toString('utf8');
      for (const parseMode of ['accurate', 'speed'] as const) {
        const page = readPage({ html, url: 'https://a.example/', parseMode });
        expect(readText(page.document).length).toBeGreaterThan(20);
      }
      expect(isParsedAlike(html)).toBe(true);
    }
  });
});

function readTreeTests(): string[] {
  return readdirSync(treeTests)
    .filter((file) => file.endsWith('.dat'))
    .flatMap((file) =>
      readFileSync(path.join(treeTests, file), 'utf8')
        .split(/(?:^|\n)#data\n/)
        .slice(1),
    )
    .map((test) => test.split('\n#errors')[0] ?? '');
}

function isParsedAlike(html: string): boolean {
  const ours = linkedLines(parseAccurate(html).root).join('\n');
  return ours === parse5Lines(parse(html, { scriptingEnabled: false })).join('\n');
}

/** One line a node; comments and document types apart, which are not kept. */
function linkedLines(parent: LinkedParent, depth = 0, lines: string[] = []): string[] {
  for (let node: ChildNode | null = parent.head; node !== null; node = node.next) {
    if (isText(node)) lines.push(`${depth}"${node.data}`);
    if (!isTag(node) || !(node instanceof LinkedElement)) continue;
    const attributes = Object.entries(node.attribs).map(([name, value]) => `${name}=${value}`);
    lines.push(`${depth}<${node.name} ${node.namespace} ${attributes.toSorted().join(' ')}`);
    linkedLines(node, depth + 1, lines);
  }
  return lines;
}

function parse5Lines(
  parent: DefaultTreeAdapterTypes.ParentNode,
  depth = 0,
  lines: string[] = [],
): string[] {
  let isAfterText = false;
  for (const node of parent.childNodes) {
    if ('value' in node) {
      if (isAfterText) lines.push(`${lines.pop() ?? ''}${node.value}`);
      else lines.push(`${depth}"${node.value}`);
      isAfterText = true;
    } else if ('tagName' in node) {
      isAfterText = false;
      const attributes = node.attrs.map(
        ({ name, prefix, value }) => `${prefix ? `${prefix}:` : ''}${name}=${value}`,
      );
      lines.push(
        `${depth}<${node.tagName} ${node.namespaceURI} ${attributes.toSorted().join(' ')}`,
      );
      parse5Lines(node, depth + 1, lines);
    }
  }
  return lines;
}
