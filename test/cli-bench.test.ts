import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import type { EvaluationResult } from '../src/evaluation/index.ts';
import { serveFixtureSite } from '../src/testing/index.ts';

let folder: string;
const file = (name: string) => path.join(folder, name);

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-bench-'));
  for (let index = 1; index <= 12; index += 1) {
    const own = file(`shop/lamp-${index}`);
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, 'page.html'), `<h1>Lamp</h1><p>Price: <b>£${index}.50</b></p>`);
    writeFileSync(
      path.join(own, 'case.json'),
      JSON.stringify({
        url: `https://shop-${index}.example/lamp`,
        prompt: 'The price',
        expected: { price: index + 0.5 },
      }),
    );
  }
  writeFileSync(file('schema.json'), JSON.stringify(schema));
  writeFileSync(file('right.mjs'), 'export default ({ expected }) => expected;');
  writeFileSync(file('structure.json'), '{ "extractor": "structure" }');
  writeFileSync(
    file('two.mjs'),
    'export default { right: ({ expected }) => expected, wrong: () => ({ price: 0 }) };',
  );
  writeFileSync(file('broken.mjs'), 'export default 7;');
  writeFileSync(file('throws.mjs'), 'throw new Error("No such library");');
  writeFileSync(file('option.json'), '{ "extractor": "structure", "parsemode": "speed" }');
  writeFileSync(file('model.json'), '{ "extractor": "model" }');
  mkdirSync(file('empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(argv: readonly string[], signal = new AbortController().signal, isTTY = false) {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: { GLEANER_ALLOW_PRIVATE: '127.0.0.1/32' },
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)), isTTY },
    signal,
  });
  return { code, ...written };
}

test('two pipelines are compared in a table, and in words', async () => {
  const { code, output, messages } = await run([
    'bench',
    file('shop'),
    '--schema',
    file('schema.json'),
    '--pipeline',
    file('structure.json'),
    file('two.mjs'),
    '--report',
    file('report.html'),
  ]);
  expect(readFileSync(file('report.html'), 'utf8')).toContain('<!doctype html>');
  expect(messages).toContain('36 of 36 outcomes\n');
  expect(output).toContain('shop: 12 cases of 12 sites');
  expect(output).toMatch(/^ +structure +right +wrong$/m);
  expect(output).toMatch(/^f1 +1\.000 \[.*\] +1\.000 \[.*\] +0\.000 \[/m);
  expect(output).toMatch(/^price +1\.000/m);
  expect(output).toContain('Compared with structure');
  expect(output).toMatch(/^ {2}wrong: worse in f1, -1\.000 \[.*; 0 cases won, 12 lost$/m);
  expect(output).toMatch(/^ {2}right: no difference shown in f1, /m);
  expect(code).toBe(0);
});

test('a result is kept, and a loss since then is told and exits with 1, an equal one with 0', async () => {
  const pipeline = file('changing.mjs');
  writeFileSync(pipeline, 'export default ({ expected }) => expected;');
  const line = ['bench', file('shop'), '--pipeline', pipeline];
  await run([...line, '--out', file('before.json')]);

  const same = await run([...line, '--baseline', file('before.json')]);
  expect(same).toMatchObject({ code: 0, output: expect.stringContaining('Since the earlier') });
  expect(same.output).toContain('changing: no difference shown in f1');

  const worse = file('worse/changing.mjs');
  mkdirSync(path.dirname(worse));
  writeFileSync(worse, 'export default () => ({ price: 1.5 });');
  const lost = ['bench', file('shop'), '--pipeline', worse, '--baseline', file('before.json')];
  const told = await run(lost);
  expect(told.code).toBe(1);
  expect(told.messages).toContain(
    'Failed: Worse than the earlier result beyond noise: f1 of changing',
  );
  const json = await run([...lost, '--json']);
  const { earlier } = JSON.parse(json.output) as EvaluationResult;
  expect(json.code).toBe(1);
  expect(earlier?.comparisons.find(({ metric }) => metric === 'f1')).toMatchObject({
    verdict: 'worse',
    won: [],
    lost: { length: 11 },
  });
});

test('an earlier result of other cases, or of another version, is refused with what differs', async () => {
  const line = ['bench', file('shop'), '--pipeline', file('right.mjs')];
  await run([...line, '--out', file('first.json')]);
  const first = JSON.parse(readFileSync(file('first.json'), 'utf8')) as EvaluationResult;
  const [one, ...others] = first.cases;
  const changed = { ...first, cases: [{ ...one, digest: '0'.repeat(64) }, ...others] };
  const gone = { ...first, cases: [...first.cases, { ...one, id: 'kettle' }] };
  const expectations: readonly (readonly [object, string])[] = [
    [changed, 'The case "lamp-1" has another page, prompt, schema or expected answer now.'],
    [gone, 'The case "kettle" is not in the data set.'],
    [{ ...first, version: 2 }, 'It is of version 2, and this Gleaner writes and reads version 1'],
    [{ ...first, pipelines: [] }, 'It has none of these pipelines'],
    [{ version: 1 }, 'is missing'],
  ];
  for (const [document, expected] of expectations) {
    writeFileSync(file('other.json'), JSON.stringify(document));
    const refused = await run([...line, '--baseline', file('other.json')]);
    expect(refused).toMatchObject({ code: 2, messages: expect.stringContaining(expected) });
  }
});

test('wrong usage is told in the words of the command, and exits with 2', async () => {
  const failures: readonly (readonly [readonly string[], string])[] = [
    [[file('shop')], 'Name what is to be compared: --pipeline <files...>.'],
    [[file('gone'), '--pipeline', file('right.mjs')], 'there is no such folder'],
    [[file('empty'), '--pipeline', file('right.mjs')], 'holds no case'],
    [[file('shop'), '--pipeline', file('gone.mjs')], 'Cannot read the pipeline'],
    [[file('shop'), '--pipeline', file('broken.mjs')], 'has no default export that is a function'],
    [[file('shop'), '--pipeline', file('throws.mjs')], 'throws.mjs": No such library'],
    [[file('shop'), '--pipeline', file('option.json')], 'has no option "'],
    [[file('shop'), '--pipeline', file('model.json')], 'set GLEANER_MODEL_URL'],
    [
      [file('shop'), '--pipeline', file('right.mjs'), file('two.mjs')],
      'Two pipelines are called "right"',
    ],
    [[file('shop'), '--pipeline', file('right.mjs'), '--budget-money', '1'], 'needs `--prices`'],
    [
      [file('shop'), '--pipeline', file('right.mjs'), '--out', file('gone/result.json')],
      'there is no such file',
    ],
    [
      [file('shop'), '--pipeline', file('right.mjs'), '--outcomes', file('right.mjs')],
      'right.mjs:1: no outcome',
    ],
  ];
  for (const [argv, expected] of failures) {
    const { code, messages, output } = await run(['bench', ...argv]);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(messages).toContain(expected);
  }
  expect(readFileSync(file('right.mjs'), 'utf8')).toContain('expected');
});

test('Ctrl-C ends with what there is and exit code 130, and a next call goes on from there', async () => {
  const interruption = new AbortController();
  Object.assign(globalThis, { interrupt: () => interruption.abort(new Error('interrupted')) });
  writeFileSync(
    file('slow.mjs'),
    `let asked = 0;
    export default ({ expected }) => {
      asked += 1;
      if (asked === 5) globalThis.interrupt();
      return asked === 5 ? new Promise(() => {}) : expected;
    };`,
  );
  const line = [
    'bench',
    file('shop'),
    '--pipeline',
    file('slow.mjs'),
    '--outcomes',
    file('o.jsonl'),
  ];
  const first = await run(line, interruption.signal);
  expect(first.code).toBe(130);
  expect(first.messages).toContain('8 outcomes are missing: the comparison was stopped.');
  expect(first.messages).toContain(`The same call goes on from ${file('o.jsonl')}.`);
  const second = await run([...line, '--json']);
  const { outcomes } = JSON.parse(second.output) as EvaluationResult;
  expect(second.messages).toMatch(/^4 of 12 outcomes/);
  expect(outcomes).toHaveLength(12);
});

test('on a terminal a bar shows how far it is and what is left', async () => {
  const line = ['bench', file('shop'), '--pipeline', file('right.mjs')];
  const { messages } = await run(line, undefined, true);
  expect(messages).toMatch(/━.* 7 of 12 outcomes · about 1 s left/);
});

test('bench init keeps pages and drafts what is expected of them, beside what is there', async () => {
  const site = await serveFixtureSite();
  try {
    const address = `${site.url}/`;
    writeFileSync(file('lamp.html'), '<h1>Lamp</h1><p>Price: <b>£5.50</b></p>');
    const line = ['bench', 'init', file('drafts'), file('lamp.html'), address];
    const options = ['--prompt', 'The price', '--schema', file('schema.json')];
    const { code, messages } = await run([...line, ...options]);
    expect({ code, messages }).toMatchObject({
      code: 0,
      messages: expect.stringContaining('2 cases in'),
    });
    await run([...line.slice(0, 4), ...options]);
    expect(readdirSync(file('drafts'))).toContain('lamp-example');
    expect(readdirSync(file('drafts'))).toContain('lamp-example-2');
    const described = readFileSync(file('drafts/lamp-example/case.json'), 'utf8');
    expect(JSON.parse(described)).toMatchObject({ expected: { price: 5.5 }, prompt: 'The price' });
    const compared = await run([
      'bench',
      file('drafts'),
      '--pipeline',
      file('right.mjs'),
      '--json',
    ]);
    expect((JSON.parse(compared.output) as EvaluationResult).dataset.cases).toBe(3);
  } finally {
    await site.close();
  }
});
