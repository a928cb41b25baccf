import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import type { EvaluationResult } from '../src/evaluation/index.ts';
import { serveFixtureSite } from '../test-kit/index.ts';

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
  writeFileSync(file('call.json'), '{ "call": { "detailLevel": "hig" } }');
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

/** 20 pages of 10 sites. A pipeline answers right but for `wrong`; with `deterministic` it says that nothing of it is chance. */
async function gate(
  name: string,
  wrong: readonly string[],
  flags: readonly string[],
  { deterministic = true } = {},
) {
  const set = file('twenty');
  for (let index = 1; index <= 20; index += 1) {
    const own = path.join(set, `page-${index}`);
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, 'page.html'), `<p>${index}</p>`);
    const site = `shop-${index % 10}.example`;
    const described = { url: `https://${site}/`, site, prompt: 'The price' };
    writeFileSync(
      path.join(own, 'case.json'),
      JSON.stringify({ ...described, expected: { name: `Lamp ${index}`, price: index } }),
    );
  }
  // Node keeps a module by its address.
  const pipeline = file(`${name}-${randomUUID()}.mjs`);
  writeFileSync(
    pipeline,
    `const wrong = ${JSON.stringify(wrong)};
    export default { ${name}: { deterministic: ${deterministic}, run: ({ id, expected }) =>
      ({ ...expected, price: expected.price + (wrong.includes(id) ? 1 : 0) }) } };`,
  );
  return run(['bench', set, '--pipeline', pipeline, ...flags]);
}

test('three cases of twenty that a deterministic pipeline has lost are named and end with 1, however little they say of noise', async () => {
  const before = file('gate.json');
  await gate('own', ['page-20'], ['--out', before]);
  const lost = ['page-1', 'page-7', 'page-12'];

  const told = await gate('own', lost, ['--baseline', before]);
  expect(told.messages).toContain(
    'Failed: own lost 3 cases since the earlier result, and 0 may be lost: page-1, page-12, page-7.\n',
  );
  expect(told.code).toBe(1);
  expect(told.output).toContain('own: no difference shown in f1');
  expect(told.output).toContain(
    'own: 1 case won, 3 lost in f1\n    lost: page-1, page-12, page-7\n    won: page-20\n',
  );
  expect(await gate('own', lost, ['--baseline', before, '--max-lost', '2'])).toMatchObject({
    code: 1,
  });
  expect(await gate('own', lost, ['--baseline', before, '--max-lost', '3'])).toMatchObject({
    code: 0,
  });
  expect(await gate('own', [], ['--baseline', before])).toMatchObject({ code: 0 });

  const json = await gate('own', lost, ['--baseline', before, '--json']);
  const { earlier, pipelines } = JSON.parse(json.output) as EvaluationResult;
  expect(pipelines).toMatchObject([{ name: 'own', isDeterministic: true }]);
  expect(earlier?.changes).toEqual([
    { pipeline: 'own', metric: 'f1', won: ['page-20'], lost: ['page-1', 'page-12', 'page-7'] },
  ]);
});

test('lost cases of a pipeline that may answer otherwise each time are named, and fail where a limit says so', async () => {
  const before = file('noisy.json');
  const noisy = { deterministic: false };
  await gate('noisy', [], ['--out', before], noisy);
  const told = await gate('noisy', ['page-1'], ['--baseline', before], noisy);
  expect(told.code).toBe(0);
  expect(told.output).toContain('    lost: page-1\n');
  expect(told.messages).toContain(
    'noisy does not say that it is deterministic, so 1 lost case may be noise',
  );
  const limited = ['--baseline', before, '--max-lost', '0'];
  expect(await gate('noisy', ['page-1'], limited, noisy)).toMatchObject({ code: 1 });
});

test('before the first case the gate says what so many sites can show', async () => {
  const before = file('reach.json');
  await gate('own', [], ['--out', before]);
  const { messages } = await gate('own', [], ['--baseline', before]);
  expect(messages).toMatch(
    /^Note: a loss shows beyond noise when at least 6 of 10 sites do worse and none better \(p 0\.031\), which is 6 of 20 cases at the least\. Of deterministic pipelines each lost case counts\.\n0 of 20 outcomes\n/,
  );
});

test('cases that a budget left out are no success of the gate', async () => {
  const before = file('whole.json');
  await gate('own', [], ['--out', before]);
  writeFileSync(
    file('spending.mjs'),
    'export default { own: ({ expected }) => ({ value: expected, model: "m", inputTokens: 60, outputTokens: 0 }) };',
  );
  const line = ['bench', file('twenty'), '--pipeline', file('spending.mjs')];
  const { code, messages } = await run([...line, '--baseline', before, '--budget-tokens', '100']);
  expect(messages).toContain('Failed: own was not asked 19 cases of the earlier result.');
  expect(code).toBe(1);
});

test('a figure below its least value ends with 1, and a metric that there is not is refused before the first case', async () => {
  expect(await gate('own', ['page-1'], ['--min', 'f1=0.97'])).toMatchObject({ code: 0 });
  const low = await gate('own', ['page-1'], ['--min', 'f1=0.5', '--min', 'recall of price=0.96']);
  expect(low.messages).toContain('Failed: recall of price of own is 0.9500, below --min 0.96.\n');
  expect(low.code).toBe(1);
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['--min', 'recal=0.9'], '--min: there is no metric "recal"; did you mean "recall"?'],
    [['--min', 'accuracy=0.9'], '--min: there is no metric "accuracy"; there are f1, precision'],
    [['--min', 'f1=90'], '--min: f1 is a share from 0 to 1, e.g. 0.9; got 90.'],
    [['--min', 'input tokens=3'], '--min: "input tokens" is better when lower'],
    [['--min', 'f1'], 'Expected a metric and the least value of it, e.g. f1=0.9.'],
    [['--max-lost', '1'], '--max-lost needs --baseline <result.json>'],
    [['--max-lost', '-1'], 'Expected a whole number from 0 on.'],
  ];
  for (const [flags, expected] of refusals) {
    const { code, messages } = await gate('own', [], flags);
    expect({ code, messages }).toEqual({ code: 2, messages: expect.stringContaining(expected) });
    expect(messages).not.toContain('outcomes');
  }
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
      'does not exist, or this user may not write to it. Name another file with --out.',
    ],
    [
      [file('shop'), '--pipeline', file('right.mjs'), '--report', folder],
      'it is a folder. Name a file with --report.',
    ],
    [
      [file('shop'), '--pipeline', file('call.json')],
      'The pipeline "call" has a `call` that cannot be used: /detailLevel',
    ],
    [
      ['init', file('drafts'), file('gone.html'), '--prompt', 'The price'],
      `Cannot read the page "${file('gone.html')}": there is no such file.`,
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

test('the most frequent errors of each pipeline are told, with their counts', async () => {
  writeFileSync(
    file('failing.mjs'),
    `let asked = 0;
    export default ({ expected }) => {
      asked += 1;
      if (asked === 1) return expected;
      throw new Error(asked < 8 ? 'No lamp' : asked < 11 ? 'No shop' : 'No ' + asked);
    };`,
  );
  const { messages } = await run(['bench', file('shop'), '--pipeline', file('failing.mjs')]);
  expect(messages.match(/^Note: failing failed .*/gm)).toEqual([
    'Note: failing failed 6 cases: No lamp',
    'Note: failing failed 3 cases: No shop',
    'Note: failing failed 1 case: No 11',
  ]);
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
      messages: expect.stringContaining('2 cases added to'),
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
