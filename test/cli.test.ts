import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { execPath } from 'node:process';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { serveScriptedModel } from '../test-kit/scripted-model-server.ts';
import { lampPage } from './support/stub-fetcher.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { site, urlOf, egress } = useFixtureSite();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cli-'));
  writeFileSync(path.join(folder, 'page.html'), lampPage);
  writeFileSync(path.join(folder, 'broken.json'), '{');
  writeFileSync(
    path.join(folder, 'schema.json'),
    JSON.stringify({
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number' } },
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

async function run(
  argv: readonly string[],
  { input = '', environment = {}, signal = new AbortController().signal } = {},
): Promise<Outcome> {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: {
      GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(','),
      ...environment,
    },
    input: Readable.from([input]),
    output: { write: (chunk) => (written.output += chunk) },
    messages: { write: (chunk) => (written.messages += chunk) },
    signal,
  });
  return { code, ...written };
}

const file = (name: string) => path.join(folder, name);

describe('gleaner extract', () => {
  test('prints the result of a URL, and what it cost beside it', async () => {
    const url = urlOf('/shop/product/harbour-brass-desk-lamp/');
    const { code, output, messages } = await run([
      'extract',
      url,
      'the price',
      '--schema',
      file('schema.json'),
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ price: 89.5 });
    expect(messages).toMatch(/5 credits · 0 model calls · \d+ ms/);
  });

  test('reads a file, and standard input', async () => {
    const args = ['the price', '--schema', file('schema.json'), '--json'];
    const ofFile = await run(['extract', file('page.html'), ...args]);
    const ofInput = await run(['extract', '-', ...args], { input: lampPage });
    for (const { code, output } of [ofFile, ofInput]) {
      expect(code).toBe(0);
      expect(JSON.parse(output)).toMatchObject({
        result: { price: 51.77 },
        creditsUsed: 5,
        usage: [],
      });
    }
  });

  test('says where each value stands', async () => {
    const args = [
      'extract',
      file('page.html'),
      'the price',
      '--schema',
      file('schema.json'),
      '--evidence',
    ];
    expect((await run(args)).messages).toMatch(/\/price {2}text at .*“Price: £51\.77”/);
  });

  test('fails for a value that is not on the page where grounding requires it', async () => {
    const model = await serveScriptedModel([{ content: { price: 17.34 } }]);
    const { code, messages } = await run(
      ['extract', file('page.html'), 'the price', '--grounding', 'require'],
      { environment: { GLEANER_MODEL_URL: model.url, GLEANER_MODEL: 'scripted' } },
    );
    await model.close();
    expect(code).not.toBe(0);
    expect(messages).toContain('The page does not contain /price.');
  });

  test('asks the model that the environment names, and passes every option on', async () => {
    const model = await serveScriptedModel([{ content: { price: 1 } }]);
    const { code, output } = await run(
      [
        'extract',
        file('page.html'),
        'the price',
        '--detail-level',
        'high',
        '--page-complexity',
        'high',
        '--parse-mode',
        'speed',
        '--exclude-tags',
        'b',
        '--no-reduce-content',
        '--base',
        'https://shop.example/',
        '--json',
      ],
      {
        environment: {
          GLEANER_MODEL_URL: model.url,
          GLEANER_MODEL: 'tiny',
          GLEANER_MODEL_KEY: 'sesame',
        },
      },
    );
    await model.close();
    expect(code).toBe(0);
    const extraction: unknown = JSON.parse(output);
    expect(extraction).toMatchObject({ result: { price: 1 }, usage: [{ model: 'tiny' }] });
    // Without a ledger nothing limits it.
    expect(extraction).not.toHaveProperty('creditsRemaining');
    const [request] = model.requests;
    expect(request?.headers['authorization']).toBe('Bearer sesame');
    expect(JSON.stringify(request?.body)).not.toContain('51.77');
  });

  test('asks the model for what the page does not settle, with what it states', async () => {
    const model = await serveScriptedModel([{ content: { price: 51.77 } }]);
    const args = ['extract', file('page.html'), 'the price', '--schema', file('schema.json')];
    const { code, output } = await run([...args, '--models', 'unsure'], {
      environment: { GLEANER_MODEL_URL: model.url, GLEANER_MODEL: 'scripted' },
    });
    await model.close();
    expect([code, JSON.parse(output)]).toEqual([0, { price: 51.77 }]);
    expect(JSON.stringify(model.requests[0]?.body)).toContain('by a search that may be wrong');
  });

  test.each([
    ['no arguments', ['extract']],
    ['an unknown command', ['extrude', 'x']],
    ['an unknown option', ['extract', 'x', 'y', '--fast']],
    ['an impossible choice', ['extract', 'x', 'y', '--detail-level', 'huge']],
    ['another choice of models', ['extract', 'x', 'y', '--models', 'never']],
    ['a header without a colon', ['extract', 'x', 'y', '--header', 'cookie']],
    ['half a second', ['extract', 'x', 'y', '--max-age', '0.5']],
    ['a file that is not there', ['extract', 'nowhere.html', 'y']],
    ['an address that is refused', ['extract', 'http://127.0.0.1:1/', 'y']],
  ])('%s is wrong usage: exit 2, a message, nothing on standard output', async (_what, argv) => {
    const { code, output, messages } = await run(argv);
    expect([code, output]).toEqual([2, '']);
    expect(messages.length).toBeGreaterThan(20);
  });

  test('a schema file that is no JSON is wrong usage', async () => {
    const { code, messages } = await run([
      'extract',
      file('page.html'),
      'x',
      '--schema',
      file('broken.json'),
    ]);
    expect(code).toBe(2);
    expect(messages).toContain('broken.json');
  });

  test('a page that lets us down is a failure: exit 1', async () => {
    const { code, output, messages } = await run(['extract', urlOf('/status/404'), 'x']);
    expect([code, output]).toEqual([1, '']);
    expect(messages).toMatch(/^Failed \(validation_failed\): /);
  });

  test.each([
    ['a failure', ['extract', '{site}/status/404', 'x', '--json'], 1, 'validation_failed'],
    ['a refused input', ['extract', 'http://127.0.0.1:1/', 'x', '--json'], 2, 'invalid_request'],
    ['wrong usage', ['extract', '--json'], 2, 'usage'],
  ])('with --json %s is one JSON document, too', async (_what, argv, exitCode, errorCode) => {
    const { code, output, messages } = await run(
      argv.map((word) => word.replace('{site}', site().url)),
    );
    expect(code).toBe(exitCode);
    expect(JSON.parse(output)).toMatchObject({ error: { code: errorCode } });
    expect(messages).toBe('');
  });

  test('help is no error', async () => {
    const { code, output } = await run(['extract', '--help']);
    expect(code).toBe(0);
    expect(output).toContain('--schema <file>');
  });

  test('the version is that of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
    );
    expect(await run(['--version'])).toEqual({ code: 0, output: `${version}\n`, messages: '' });
  });

  test('Ctrl-C ends the process cleanly while a page is loading', async () => {
    const child = spawn(
      execPath,
      [
        path.join(import.meta.dirname, '../src/cli/gleaner.ts'),
        'extract',
        urlOf('/slow/silent'),
        'x',
      ],
      { env: { GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(',') } },
    );
    const messages = text(child.stderr);
    const closed = new Promise((resolve) => child.once('close', resolve));
    await expect
      .poll(
        () =>
          child.exitCode !== null || site().requests.some(({ path }) => path === '/slow/silent'),
        {
          timeout: 110_000,
        },
      )
      .toBe(true);
    child.kill('SIGINT');
    expect([await closed, await messages]).toEqual([130, 'Failed: interrupted\n']);
  });
});

const command = path.join(import.meta.dirname, '../src/cli/gleaner.ts');

test('a reader who has had enough is no failure', async () => {
  const child = spawn(execPath, [command, 'openapi'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [messages, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([code, messages]).toEqual([0, '']);
});

/** The process of a command, one of whose streams is a file on a full disk. */
function spawnOnFullDisk(
  stream: 1 | 2,
  argv: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('sh', ['-c', `exec "$@" ${stream}>/dev/full`, 'sh', execPath, command, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('on a full disk', () => {
  test.each(['openapi', '--version'])('an output that is lost fails `%s`', async (argument) => {
    const child = spawnOnFullDisk(1, [argument]);
    const [messages, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).toBe(1);
    expect(messages).toMatch(/^Failed: The output cannot be written: ENOSPC.*\n$/);
  });

  test('a server goes on without its log', async () => {
    const data = path.join(folder, 'full');
    const child = spawnOnFullDisk(2, ['serve', '--port', '0', '--json', '--data', data]);
    const closed = once(child, 'close');
    const [line] = await once(child.stdout, 'data');
    const { url } = JSON.parse(String(line)) as { readonly url: string };
    for (let asked = 0; asked < 2; asked += 1) {
      const { statusCode, body } = await request(new URL('/healthz', url));
      await body.dump();
      expect(statusCode).toBe(200);
    }
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});

test('a command that there is not is refused beside --help, too, in a group as well', async () => {
  for (const argv of [
    ['foo', '--help'],
    ['foo', '-h'],
    ['help', 'foo'],
    ['recipe', 'foo', '--help'],
  ]) {
    const { code, output, messages } = await run(argv);
    expect({ argv, code, output }).toEqual({ argv, code: 2, output: '' });
    expect(messages).toMatch(/^error: unknown command 'foo'\n/);
    expect(messages).not.toContain('Usage:');
  }
  expect(await run(['scrap', '--help'])).toMatchObject({
    messages: expect.stringContaining('Did you mean scrape?'),
  });
  expect(await run(['recipe', '--help'])).toMatchObject({ code: 0 });
  expect(await run(['help', 'recipe'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Usage: gleaner recipe'),
  });
});

test('a recipe is read from standard input, which is named where it is none', async () => {
  for (const command of ['run', 'stress', 'recipe check']) {
    const cassette = command === 'stress' ? ['--cassette', file('none.json')] : [];
    const argv = [...command.split(' '), '-', ...cassette];
    const { code, messages } = await run(argv, { input: '[' });
    expect({ command, code }).toEqual({ command, code: 2 });
    expect(messages).not.toContain('no such file');
  }
  expect(await run(['run', '-'], { input: '[' })).toMatchObject({
    messages: expect.stringContaining('The recipe on standard input is no JSON'),
  });
  // The Recorder's own last line is part of no JSON.
  const exported = '{}\n//# recorderSourceMap=BBBA\n';
  expect(await run(['run', '-'], { input: exported })).toMatchObject({
    messages: expect.stringContaining('/steps'),
  });
  expect(await run(['run', '-', '--save'], { input: '{}' })).toMatchObject({
    code: 2,
    messages: expect.stringContaining('--save writes to the file of the recipe'),
  });
});

test('what the studio begins with is an address or a recipe’s file', async () => {
  const ended = { signal: AbortSignal.timeout(20_000) };
  const refused = await run(['studio', 'foo'], ended);
  expect(refused).toMatchObject({ code: 2, output: '' });
  expect(refused.messages).toContain('neither an address nor a recipe');
  const other = await run(['studio', 'ftp://shop.example/'], ended);
  expect(other).toMatchObject({ code: 2, output: '' });
  expect(other.messages).toContain('give a URL with https:// or http://');
});

test('deliveries of a run that there is not are no empty list', async () => {
  const data = ['--data', file('deliveries')];
  await run(['account', 'create', ...data]);
  const listed = ['deliveries', 'list', ...data];
  expect(await run(listed)).toMatchObject({ code: 0 });
  expect(await run([...listed, '--run', 'nope'])).toMatchObject({
    code: 1,
    messages: expect.stringContaining('There is no run "nope".'),
  });
});

test('a page that a data set has already is told, and the case before it stays', async () => {
  const init = ['bench', 'init', file('cases'), file('page.html'), '--prompt', 'the price'];
  expect((await run(init)).messages).not.toContain('there was a case');
  const again = await run(init);
  expect(again.output).toContain('page-example-2');
  expect(again.messages).toContain('there was a case page-example, which was left as it is');
  expect(again.messages).toContain('1 case added to');
});
