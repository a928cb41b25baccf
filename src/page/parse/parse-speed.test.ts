import { type ChildNode, isTag, isText } from 'domhandler';
import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import {
  LinkedElement,
  type LinkedParent,
  type SpaceRule,
  findSpaceRule,
  maxOpenElements,
} from './linked-tree.ts';
import { parseSpeed } from './parse-speed.ts';

/** What htmlparser2 opens, closes and reads, in order; neighbouring texts are one. */
function readByReference(html: string): string[] {
  const events: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => events.push(`<${name} ${JSON.stringify(attributes)}>`),
    onclosetag: (name) => events.push(`</${name}>`),
    ontext: (text) => addText(events, text),
  });
  parser.end(html);
  return events;
}

/** The same of a tree. */
function readTree(parent: LinkedParent, events: string[] = []): string[] {
  for (let node: ChildNode | null = parent.head; node !== null; node = node.next) {
    if (isText(node)) addText(events, node.data);
    if (!isTag(node) || !(node instanceof LinkedElement)) continue;
    events.push(`<${node.name} ${JSON.stringify(node.attribs)}>`);
    readTree(node, events);
    events.push(`</${node.name}>`);
  }
  return events;
}

function addText(events: string[], text: string): void {
  if (events.at(-1)?.startsWith('"') === true) events.push(`"${events.pop()?.slice(1)}${text}`);
  else events.push(`"${text}`);
}

/** With one space for much, and none where a box of its own begins or ends: there the tree leaves it out at will. */
function foldSpace(events: readonly string[]): string[] {
  const folded: string[] = [];
  const open: SpaceRule[] = ['trim'];
  const fold = (pattern: RegExp, replacement: string): void => {
    const last = folded.at(-1);
    if (last?.startsWith('"') !== true || open.includes('keep')) return;
    const text = last.slice(1).replace(pattern, replacement);
    folded.splice(-1, 1, ...(text === '' ? [] : [`"${text}`]));
  };
  let before = '<';
  for (const event of [...events, '</']) {
    if (event.startsWith('</')) {
      if (open.at(-1) === 'trim') fold(/ $/, '');
      open.pop();
    }
    folded.push(event);
    if (event.startsWith('"')) {
      fold(/ +/g, ' ');
      if (open.at(-1) === 'trim' && !before.startsWith('</')) fold(/^ /, '');
    } else if (!event.startsWith('</')) {
      open.push(findSpaceRule(/^<(\S+)/.exec(event)?.[1] ?? ''));
    }
    before = event;
  }
  return folded;
}

const tag = fc.constantFrom(
  ...(
    'a b p P div DIV span h1 ul li dl dd dt table thead tbody tfoot tr th td select option optgroup ' +
    'input button textarea datalist head body link script br BR hr img meta ruby rt rp svg math g ' +
    'path title desc foreignObject mi annotation-xml x-y form section constructor é pre code'
  ).split(' '),
);
const piece = fc.oneof(
  tag.map((name) => `<${name}>`),
  tag.map((name) => `<${name}>`),
  tag.map((name) => `</${name}>`),
  tag.map((name) => `<${name}/>`),
  tag.map((name) => `<${name} id=1 class="a b" ID=2 data-x constructor>`),
  fc.constantFrom('text', ' ', '&amp;', '<!-- -->'),
);

describe('the speed parser', () => {
  it('builds the tree that htmlparser2 builds', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        // Closed, because what these hold is text.
        const html = `${pieces.join('')}</script></title></textarea>`;
        // A reference in a text area is where the two are meant to differ.
        fc.pre(!/<textarea[^>]*>.*&/s.test(html));
        expect(foldSpace(readTree(parseSpeed(html).root))).toEqual(
          foldSpace(readByReference(html)),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('closes at once what is nested too deeply, and ignores its end tag', () => {
    const outer = 'b'.repeat(maxOpenElements);
    const html = `${outer.replaceAll('b', '<b>')}<i>deep</i>after${outer.replaceAll('b', '</b>')}end`;
    const { root } = parseSpeed(html);
    const events = readTree(root);
    expect(events.slice(maxOpenElements, maxOpenElements + 4)).toEqual([
      '<i {}>',
      '</i>',
      '"deepafter',
      '</b>',
    ]);
    expect(events.at(-1)).toBe('"end');
  });
});
