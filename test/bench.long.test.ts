import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readViews } from '../bench/read-views.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-bench-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A set of one page. */
function writeSet(name: string, expected: unknown): string {
  const set = path.join(folder, name);
  mkdirSync(path.join(set, 'html'), { recursive: true });
  const html = '<main><h1>Lamp</h1><p>A lamp of brass for the desk of a captain.</p></main>';
  writeFileSync(path.join(set, 'html', 'a.html.gz'), gzipSync(html));
  const line = { id: 'a', url: 'https://a.example/', html: 'html/a.html.gz', expected };
  writeFileSync(path.join(set, 'index.jsonl'), JSON.stringify(line));
  return set;
}

function runMain(...argv: readonly string[]) {
  const script = path.join(import.meta.dirname, '..', 'bench', 'main.ts');
  return spawnSync(execPath, [script, '--peers', '0', ...argv], { encoding: 'utf8' });
}

describe('bench:main', () => {
  test.each([
    ['without expectations', undefined],
    ['that expects something else', { price: '5' }],
  ])('says why a set %s gives no figure', (name, expected) => {
    const { status, stderr } = runMain('--set', writeSet(name, expected));
    expect([status, stderr]).toEqual([
      1,
      'No figure: no page of the set names a main_content, a body or snippets (with, without).\n',
    ]);
  });

  test('writes the texts of such a set where they are asked for', () => {
    const out = path.join(folder, 'out.jsonl');
    const { status } = runMain('--set', writeSet('texts', undefined), '--out', out);
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      id: 'a',
      text: expect.stringContaining('A lamp of brass') as string,
    });
  });

  test('measures a set that names wanted snippets alone', () => {
    const { status, stdout } = runMain('--set', writeSet('wanted', { with: ['brass'] }), '--json');
    expect(status).toBe(0);
    expect(stdout).toContain('"wanted: wanted snippets":{"value":1,');
  });
});

function runFields(...argv: readonly string[]) {
  const script = path.join(import.meta.dirname, '..', 'bench', 'fields.ts');
  return spawnSync(execPath, [script, ...argv], { encoding: 'utf8' });
}

describe('bench:fields', () => {
  test('tells beside the F1 the one with trust that was fitted on other sites, and what changed since a former run', () => {
    const set = writeSet('lamps', { name: 'Lamp' });
    const schema = path.join(folder, 'lamp.schema.json');
    writeFileSync(schema, JSON.stringify({ properties: { name: { type: 'string' } } }));
    const former = path.join(folder, 'former.jsonl');
    writeFileSync(former, JSON.stringify({ task: path.basename(folder), id: 'a', value: {} }));
    const argv = ['--set', set, '--schema', schema, '--cross-validate', '--baseline', former];
    expect(runFields(...argv).stdout).toContain(
      'CV 1.000  P 1.000 R 1.000  1 pages of 1 sites  was 0.000 (+1.000 [-1.000, +1.000], no difference shown; 1 page won, 0 lost)',
    );
  });

  test('tells the CPU of reading and extraction beside the quality, and leaves it out where that is asked for', () => {
    const set = writeSet('timed', { name: 'Lamp' });
    const schema = path.join(folder, 'timed.schema.json');
    writeFileSync(schema, JSON.stringify({ properties: { name: { type: 'string' } } }));
    const argv = ['--set', set, '--schema', schema, '--json'];
    const { stdout } = runFields(...argv);
    expect(stdout).toMatch(
      /^ {2}cpu: [\d.]+ × one htmlparser2 pass \(reading [\d.]+, extraction [\d.]+\)/m,
    );
    expect(stdout).toMatch(/\.cpu":\{"value":[\d.]+,"target":4,/);
    expect(runFields(...argv, '--no-cpu').stdout).not.toContain('cpu');
  });
});

describe('what the reference scorer sees of a page', () => {
  test('ends at a marked section that is not closed as Python closes it', () => {
    expect(visible('<p>one</p><![endif]--><p>two</p>')).toBe('one');
    expect(visible('<p>one</p><![other]><p>two</p>')).toBe('one');
  });

  test('goes on behind a marked section that is', () => {
    expect(visible('<p>one</p><![if !IE]><p>two</p><![endif]><p>three</p>')).toBe('one two three');
    expect(visible('<p>one</p><![CDATA[two]]><p>three</p>')).toBe('one three');
    expect(visible('<p>one</p><![endif]--><p>two</p><!-- ]> --><p>three</p>')).toBe(
      'one --> three',
    );
  });

  test('takes a section in a comment for a part of the comment', () => {
    expect(visible('<!--[if IE]><p>one</p><![endif]--><p>two</p>')).toBe('two');
  });
});

function visible(html: string): string {
  return readViews({
    id: 'a',
    site: 'a',
    url: 'https://a.example/',
    expected: undefined,
    line: '',
    readBody: () => Buffer.from(html),
  }).visible;
}
