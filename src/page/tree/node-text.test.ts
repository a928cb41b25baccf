import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { readText } from './node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';

const textOf = (html: string): string => readText(parseDocument(html));

describe('readText', () => {
  it('folds white space and keeps inline elements in their line', () => {
    expect(textOf('<p>  one\n\t<b>two</b>three <i> four</i></p>')).toBe('one twothree four');
  });

  it('puts blocks and line breaks on lines of their own', () => {
    expect(textOf('a<div>b</div>c<br>d<p></p>e<ul><li>f</li><li>g</li></ul>')).toBe(
      'a\nb\nc\nd\ne\nf\ng',
    );
  });

  it('parts table cells by a space', () => {
    expect(textOf('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>')).toBe(
      '1 2\n3',
    );
  });

  it('leaves scripts, styles and comments out', () => {
    expect(textOf('a<script>x</script><style>y</style><!-- z -->b')).toBe('ab');
  });

  it('reads a script that is asked for itself', () => {
    const script = parseDocument('<script>{"a": 1}</script>').children[0];
    expect(script && readText(script)).toBe('{"a": 1}');
  });

  it('stays inside the node that it was given', () => {
    const first = parseDocument('<p>in<b>side</b></p><p>outside</p>').children[0];
    expect(first && readText(first)).toBe('inside');
  });

  it('reads twenty thousand nested elements', () => {
    expect(textOf(`${'<b>'.repeat(20_000)}deep`)).toBe('deep');
  });
});

describe('stripInvisible', () => {
  it('drops zero-width, bidirectional and tag characters', () => {
    expect(stripInvisible('i\u200Bg\u202Eno\u00ADre\u{E0041}\uFEFF\u200Dd')).toBe('ignored');
  });

  it('keeps joiners where the script needs them', () => {
    for (const text of ['می\u200Cخواهم', '👩\u200D🚀']) expect(stripInvisible(text)).toBe(text);
  });
});

describe('foldText', () => {
  it('makes one line of a value', () => {
    expect(foldText('\n £\u00A051.77 \t each ')).toBe('£ 51.77 each');
  });
});

it('every character that the pattern drops is dropped from plain text, and no other', () => {
  const invisibleAfterLetter =
    /[\0-\x08\x0E-\x1F\x7F-\x9F\u200C\u200D]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u;
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    const kept = stripInvisible(`a${character}b`) !== 'ab';
    if (kept === invisibleAfterLetter.test(character)) wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
});
