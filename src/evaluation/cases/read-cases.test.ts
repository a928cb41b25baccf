import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from './read-cases.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'gleaner-cases-'));
});
afterAll(() => rm(root, { recursive: true }));

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(path.join(root, 'set-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

const lamp = { url: 'https://shop.example/lamp', prompt: 'The price', expected: { price: 5 } };

test('a folder with a case.json and a page is a case, named after the folder', async () => {
  const folder = await write({
    'lamp/case.json': JSON.stringify({ ...lamp, site: 'shop', anyOf: true }),
    'lamp/page.html': '<p>5</p>',
    'kettle/case.json': JSON.stringify({ url: lamp.url, prompt: 'The price' }),
    'kettle/schema.json': '{"type":"object"}',
    'kettle/expected.json': '{"price":7}',
    'kettle/page.html.gz': gzipSync('<p>7</p>'),
    'taped/case.json': JSON.stringify(lamp),
    'taped/cassette.har': '{}',
    'notes/readme.txt': 'no case',
  });
  const cases = await readCases(folder);
  expect(cases.map(({ id }) => id)).toEqual(['kettle', 'lamp', 'taped']);
  const [kettle, lampCase, taped] = cases;
  expect(kettle).toMatchObject({ schema: { type: 'object' }, expected: { price: 7 } });
  expect(Buffer.from(kettle?.body ?? []).toString()).toBe('<p>7</p>');
  expect(lampCase).toMatchObject({ ...lamp, site: 'shop', anyOf: true });
  expect(taped?.body).toBeUndefined();
  expect(taped?.cassette).toMatch(/taped.cassette\.har$/);
});

test('an index.jsonl names a case a line, whose prompt and schema may be given for all', async () => {
  const folder = await write({
    'index.jsonl': `${JSON.stringify({ id: 'a', site: 'shop', html: 'html/a.html.gz', expected: { price: ['5'] }, bytes: 9 })}\n\n${JSON.stringify({ id: 'b', url: 'b.example', html: 'html/b.html', prompt: 'The title', expected: 'a\u2028b' })}`,
    'html/a.html.gz': gzipSync('<p>5</p>'),
    'html/b.html': '<p>b</p>',
  });
  const cases = await readCases(folder, { prompt: 'The price', schema: true, anyOf: true });
  expect(cases).toMatchObject([
    { id: 'a', url: 'https://shop.example/', prompt: 'The price', schema: true, anyOf: true },
    { id: 'b', url: 'https://b.example/', prompt: 'The title', expected: 'a\u2028b' },
  ]);
  expect(Buffer.from(cases[0]?.body ?? []).toString()).toBe('<p>5</p>');
});

function line(entry: object): string {
  return JSON.stringify({ id: 'x', html: 'page.html', ...lamp, ...entry });
}

test('everything that is wrong with an index is named at once, by file and line', async () => {
  const folder = await write({
    'page.html': '<p>5</p>',
    'index.jsonl': [
      line({ id: 'right' }),
      '{"id": ',
      '[]',
      line({ id: undefined }),
      line({ id: 'right' }),
      line({ id: 'no-page', html: 'gone.html' }),
      line({ id: 'out', html: '../../etc/passwd' }),
      line({ id: 'link', html: 'link.html' }),
      line({ id: 'url', url: 'file:///etc/passwd' }),
      line({ id: 'schema', schema: { type: 'objekt' } }),
      line({ id: 'prompt', prompt: 7 }),
      line({ id: 'anyOf', anyOf: 'yes' }),
      '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
    ].join('\n'),
  });
  await symlink('/etc/hostname', path.join(folder, 'link.html'));
  const refusal = await readCases(folder).catch((error: unknown) => error);
  const message = refusal instanceof Error ? refusal.message : '';
  expect(message).toContain(`Cannot use the data set "${folder}", which has`);
  for (const expected of [
    'index.jsonl:2: No JSON: ',
    'index.jsonl:3: Expected a JSON object.',
    'index.jsonl:4: "id" is missing.',
    'index.jsonl:5: The id "right" is that of index.jsonl:1, too.',
    'index.jsonl:6: The page "gone.html" cannot be read: there is no such file.',
    'index.jsonl:7: The page "../../etc/passwd"',
    'index.jsonl:8: The page "link.html" is not inside the data set.',
    'index.jsonl:9: "url" is no http or https URL: "file:///etc/passwd".',
    'index.jsonl:10: "schema" cannot be used: /schema/type must be one of',
    'index.jsonl:11: "prompt" is no text, or empty.',
    'index.jsonl:12: "anyOf" is neither true nor false.',
    'index.jsonl:13: ',
  ]) {
    expect(message).toContain(expected);
  }
  expect(message).not.toContain('index.jsonl:1: ');
});

test('everything that is wrong with folders of cases is named at once, by file', async () => {
  const folder = await write({
    'broken/case.json': '{',
    'broken/page.html': '',
    'lonely/case.json': JSON.stringify(lamp),
    'prompt/case.json': JSON.stringify({ url: lamp.url }),
    'prompt/page.html': '',
    'misspelt/case.json': JSON.stringify({ ...lamp, expectd: {}, note: 'A draft.' }),
    'misspelt/page.html': '',
    'schema/case.json': JSON.stringify(lamp),
    'schema/schema.json': 'no',
    'schema/page.html': '',
  });
  await expect(readCases(folder)).rejects.toMatchObject({
    code: 'invalid_request',
    details: {
      issues: [
        { path: 'broken/case.json', message: expect.stringContaining('No JSON: ') },
        { path: 'lonely/case.json', message: expect.stringContaining('put page.html or cassette') },
        {
          path: 'misspelt/case.json',
          message: 'There is no "expectd" in a case; did you mean "expected"?',
        },
        { path: 'prompt/case.json', message: expect.stringContaining('"prompt" is missing') },
        { path: 'schema/schema.json', message: expect.stringContaining('No JSON: ') },
      ],
    },
  });
});

test('a data set of 5,000 wrong lines is refused with the first 200 of them', async () => {
  const folder = await write({ 'index.jsonl': 'x\n'.repeat(5_000) });
  await expect(readCases(folder)).rejects.toMatchObject({
    message: expect.stringMatching(
      /which has 5000 mistakes:[\s\S]*index\.jsonl:200: [\s\S]*and 4800 more$/,
    ),
  });
});

test('a packed page that is far larger than it looks is not unpacked to its end', async () => {
  const folder = await write({
    'bomb/case.json': JSON.stringify(lamp),
    'bomb/page.html.gz': gzipSync(Buffer.alloc(70 * 1_024 * 1_024)),
  });
  const [bomb] = await readCases(folder);
  expect(() => bomb?.body).toThrow(/larger than 67108864 bytes/);
});

test('a folder without cases, and one that is missing, are told apart', async () => {
  await expect(readCases(await write({}))).rejects.toThrow('holds no case: expected a folder with');
  await expect(readCases(path.join(root, 'gone'))).rejects.toThrow('there is no such folder');
});

test('a file of lines that an editor gave a byte order mark is read', async () => {
  const lines = await write({
    'index.jsonl': `\uFEFF${JSON.stringify({ ...lamp, id: 'a', html: 'a.html' })}`,
    'a.html': '<p>Lamp',
  });
  expect(await readCases(lines)).toMatchObject([{ id: 'a' }]);
});

test('a case that an editor gave a byte order mark is read', async () => {
  const folder = await write({
    'a/case.json': `\uFEFF${JSON.stringify(lamp)}`,
    'a/page.html': '<p>Lamp',
  });
  expect(await readCases(folder)).toMatchObject([{ id: 'a' }]);
});
