import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { waitOptions } from './support/wait-options.ts';

let folder: string;
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-messages-'));
  writeFileSync(file('page.html'), '<h1>Lamp</h1><p>Price: 5</p>');
  writeFileSync(file('broken.json'), '{');
  writeFileSync(file('schema.json'), '{"type":"objekt"}');
  writeFileSync(
    file('recipe.json'),
    '{"title":"x","steps":[{"type":"navigate","url":"http://10.0.0.1/"}]}',
  );
  await run(['account', 'create']);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal = new AbortController().signal,
) {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: { GLEANER_DATA: file('data'), ...environment },
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)) },
    signal,
  });
  return { code, ...written };
}

/** Options of the library, codes of the system and names of classes: nothing that a user of the command can use. */
const foreignWords =
  /`(?:url|html|headers|schema|maxAge|timeoutMs|baseUrl|model|apiKey|proxy)\b|allowPrivate|executablePath|timeoutMs|\boptions\b.*`|browser: false|\bE[A-Z]{4,}\b|SyntaxError|TypeError|(?:^|[ (])\/(?:url|html|schema|headers|credits|label|cron|timeZone)\b/m;

/** Command lines that fail, by what their message must say. */
const failures: readonly [
  line: string,
  expected: string,
  environment?: Readonly<Record<string, string>>,
][] = [
  ['account list --database-url nowhere', '--database-url (or DATABASE_URL)` to be a URL like'],
  [
    'worker --database-url postgres://me:50%off@host/name',
    'write special characters of the password in percent code',
  ],
  [
    'account list --data {folder} --database-url postgres://me@host/name',
    'Give --data or --database-url',
  ],
  [
    'account list',
    'GLEANER_DATA and DATABASE_URL are both set: unset one',
    { DATABASE_URL: 'postgres://me@host/name' },
  ],
  ['worker', 'name it with --database-url or DATABASE_URL'],
  [
    'worker',
    'GLEANER_DATA and DATABASE_URL are both set: unset one',
    { DATABASE_URL: 'postgres://me@127.0.0.1:1/name' },
  ],
  ['serve --port 8123 --metrics-port 8123', '--port and --metrics-port are both 8123: give them'],
  ['account create --email nonsense', 'Cannot use the e-mail address: --email: Expected an e-mail'],
  [
    'recipe put {recipe} --account x --no-webhook --webhook-url https://hooks.example/',
    'Give --no-webhook or --webhook-url',
  ],
  ['worker --concurrency 0', 'Expected a whole number from 1'],
  ['serve --no-worker', 'name a database with --database-url'],
  [
    'account list --database-url postgres://me:hunter2@127.0.0.1:1/name',
    'The database cannot be reached at the moment',
  ],
  ['', 'Usage: gleaner'],
  [
    'extract {page} summarise',
    'asks for more than a page states ("summarise"). Set GLEANER_MODEL_URL',
  ],
  ['extrude', "unknown command 'extrude'"],
  ['extract', 'missing required argument'],
  [
    'extract nofile.html x',
    'Cannot read the page "nofile.html": there is no such file. Give a URL',
  ],
  ['extract {folder} x', 'it is a folder'],
  [
    'extract {page} x --cdp-url chrome:9222?token=t0ken',
    'Expected `--cdp-url[0]` to be an absolute URL with http://, https://, ws:// or wss://.',
  ],
  [
    'scrape {page} --playwright-url http://chrome:9222',
    'Expected `--playwright-url[0]` to be an absolute URL with ws:// or wss://.',
  ],
  [
    'extract {page} x --schema nofile.json',
    'Cannot read the schema "nofile.json": there is no such',
  ],
  ['extract {page} x --schema {broken}', 'is no JSON: line 1, column 2: it ends here; expected'],
  ['extract {page} x --schema {schema}', 'Cannot extract: --schema (/type): must be one of'],
  ['extract {page} x --base nowhere', 'Cannot extract: --base: Expected an absolute URL'],
  ['extract {page} x --header a:b', '--header: It says how to fetch, and a page given as `<file>`'],
  ['extract https://a.example/ x --base https://b.example/', '--base is the address of a file'],
  [
    'scrape https://a.example/ --base https://b.example/',
    'that is fetched has its own. Leave it out.',
  ],
  ['extract {page} x --timeout 0', 'Expected whole seconds above 0.'],
  [
    'extract {page} x --include-tags (',
    'Cannot extract: --include-tags (/0): Expected an HTML tag',
  ],
  ['extract http://10.0.0.1/ x', 'list it in GLEANER_ALLOW_PRIVATE, e.g. 127.0.0.1/32.'],
  ['extract ftp://a.example/ x', 'Expected `<url>` to be an http or https URL'],
  ['scrape {page} --max-age 5', '--max-age: It says how to fetch'],
  ['scrape {page} -o {folder}', 'it is a folder. Name a file with -o.'],
  ['scrape {page} -o {folder}/no/x', 'does not exist, or this user may not write to it'],
  [
    'extract {page} x --plain-text --grounding require',
    'Cannot extract: --grounding: cannot be used with `--plain-text`',
  ],
  ['extract {page} x --plain-text --unsure fail', 'Cannot extract: --unsure: cannot be used with'],
  [
    'scrape {page} --format markdown --navigation omit',
    '--navigation: Only a PDF sets navigation apart: leave it out, or ask for "pdf" as `--format`.',
  ],
  [
    'stress {recipe} --cassette nofile.har',
    'The cassette "nofile.har" cannot be read: there is no such file. Record it first (`gleaner run --record`).',
  ],
  ['stress {recipe} --cassette {folder}', 'it is a folder. Record it first'],
  [
    'stress {recipe} --cassette {broken}',
    'is no JSON: line 1, column 2: it ends here; expected a name in double quotes or "}". Restore it, or record it again (`gleaner run --record`).',
  ],
  ['stress {recipe} --cassette {schema}', 'is no HAR: '],
  ['run nofile.json', 'Failed: Cannot read the recipe "nofile.json": there is no such file.\n'],
  ['recipe put {broken} --account x', '" is no JSON: line 1, column 2: it ends here; expected'],
  ['recipe check {broken}', '" is no JSON: line 1, column 2: it ends here; expected'],
  ['run {broken}', 'is no JSON: line 1, column 2: it ends here; expected'],
  ['run {recipe}', 'The host of `url` is not a public one. To reach a private network, list it in'],
  [
    'run {recipe} --proxy ftp://a.example',
    '--proxy: Expected a URL such as',
    { GLEANER_ALLOW_PRIVATE: '10.0.0.0/8' },
  ],
  ['run {recipe} --var a=b', '--var'],
  ['run {recipe}', 'GLEANER_BROWSER', { GLEANER_BROWSER: '/no/such/browser' }],
  ['extract {page} x', 'GLEANER_MODEL_URL and GLEANER_MODEL go together', { GLEANER_MODEL: 'm' }],
  [
    'extract {page} x',
    'Expected `GLEANER_MODEL_URL` to be an absolute http or https URL',
    { GLEANER_MODEL: 'm', GLEANER_MODEL_URL: 'here' },
  ],
  [
    'extract {page} x',
    'pass the key as `GLEANER_MODEL_KEY`',
    { GLEANER_MODEL: 'm', GLEANER_MODEL_URL: 'http://a:b@127.0.0.1/' },
  ],
  [
    'extract {page} x',
    'check GLEANER_MODEL_URL, GLEANER_MODEL and GLEANER_MODEL_KEY',
    { GLEANER_MODEL: 'm', GLEANER_MODEL_URL: 'http://127.0.0.1:9/v1' },
  ],
  [
    'extract {page} x',
    'Expected `GLEANER_ALLOW_PRIVATE[0]` to be a network',
    { GLEANER_ALLOW_PRIVATE: 'here' },
  ],
  ['run {recipe}', 'GLEANER_RUN_TIMEOUT_MS must be', { GLEANER_RUN_TIMEOUT_MS: '-1' }],
  ['account list --data {folder}/typo', 'There is nothing in the folder'],
  ['serve --port 0 --data {page}', 'page.html" is a file: name a folder with --data'],
  ['account show x', 'There is no account "x". `gleaner account list` shows which there are.'],
  ['runs cancel x', 'There is no run "x". `gleaner runs list` shows which there are.'],
  ['account create --credits -1', '--credits: Expected a whole number from 0'],
  ['account create --plan-rpm 99999999999', 'Expected a whole number from 1 to 999999999.'],
  [
    'account set-webhook {account} --webhook-url x',
    '--webhook-url: Expected `--webhook-url` to be',
  ],
  ['account set-webhook {account} --webhook-header a:b', 'need a --webhook-url'],
  ['account grant {account} -5', 'Failed'],
  ['key create --account {account} --label {long}', '--label: Expected at most 200 characters.'],
  ['recipe put nofile.json --account {account}', 'there is no such file'],
  ['runs list --limit 0', '--limit'],
  ['serve --port 70000', '--port'],
  ['serve --port 0 --host 192.0.2.1', 'Give one of its own with --host'],
];

describe('a message of the command', () => {
  let account: string;
  beforeAll(async () => {
    const { output } = await run(['account', 'list', '--json']);
    account = (JSON.parse(output) as [{ id: string }])[0].id;
  });

  test.each(failures)(
    'of `%s` says %s, in words of the command',
    async (line, expected, environment) => {
      const words: Readonly<Record<string, string>> = {
        '{folder}': folder,
        '{page}': file('page.html'),
        '{broken}': file('broken.json'),
        '{schema}': file('schema.json'),
        '{recipe}': file('recipe.json'),
        '{account}': account,
        '{long}': 'x'.repeat(201),
      };
      const argv = line
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => word.replaceAll(/\{\w+\}/g, (name) => words[name] ?? name));
      const { code, output, messages } = await run(argv, environment);
      expect([code === 1 || code === 2, output]).toEqual([true, '']);
      expect(messages).toContain(expected);
      // What the user wrote may hold anything; a recipe has members called `url`.
      const own = messages.replaceAll(line.startsWith('run ') ? /`url`/g : folder, '');
      expect(own.replaceAll(folder, '')).not.toMatch(foreignWords);
    },
  );

  test('a cassette that is missing, a folder or no HAR is wrong usage', async () => {
    for (const cassette of ['nofile.har', folder, file('broken.json'), file('schema.json')]) {
      const { code } = await run(['stress', file('recipe.json'), '--cassette', cassette]);
      expect(code).toBe(2);
    }
  });

  test.each([
    ['nonsense --json', 'usage', "unknown command 'nonsense'"],
    ['extract --json', 'usage', "missing required argument 'url|file|-'"],
  ])('%s gives the bare message in JSON', async (line, code, message) => {
    const { output } = await run(line.split(' '));
    expect(JSON.parse(output)).toEqual({ error: { code, message } });
  });

  test('that Ctrl-C ended a command is no fault of the program in JSON', async () => {
    const { code, output } = await run(
      ['scrape', 'http://192.0.2.1/', '--json'],
      { GLEANER_ALLOW_PRIVATE: '192.0.2.0/24' },
      AbortSignal.abort(new Error('interrupted')),
    );
    expect(code).toBe(130);
    expect(JSON.parse(output)).toEqual({ error: { code: 'interrupted', message: 'interrupted' } });
  });

  test('the help names every variable of the environment that a user sets', async () => {
    const { output } = await run(['--help']);
    for (const name of ['MODEL_URL', 'MODEL', 'MODEL_KEY', 'BROWSER', 'DATA', 'ALLOW_PRIVATE']) {
      expect(output).toMatch(new RegExp(`^ {2}GLEANER_${name} {2,15}\\S`, 'm'));
    }
  });

  test('is the same with --json', async () => {
    const { output } = await run(['extract', 'http://10.0.0.1/', 'x', '--json']);
    expect(JSON.parse(output)).toMatchObject({
      error: {
        code: 'invalid_request',
        message: expect.stringContaining('GLEANER_ALLOW_PRIVATE') as string,
        details: { issues: [{ path: '<url>' }] },
      },
    });
  });
});

describe('a warning of the command', () => {
  const page =
    '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script><div id="root"></div><script src="/app.js"></script>';
  let site: Server;
  let url: string;
  beforeAll(async () => {
    site = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => site.close(resolve)));

  test.each(['extract {url} name', 'scrape {url}'])('of `%s` is in its words', async (line) => {
    const { code, messages } = await run(line.replace('{url}', url).split(' '), {
      GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
      GLEANER_BROWSER: '/no/such/browser',
    });
    expect(code).toBe(0);
    expect(messages).toContain('GLEANER_BROWSER');
    expect(messages).not.toMatch(foreignWords);
  });
});

describe('gleaner serve, where another process listens on the port', () => {
  let other: Server;
  let port: string;
  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    port = String((other.address() as AddressInfo).port);
  });
  afterAll(() => new Promise((resolve) => other.close(resolve)));

  test('says so, and which option to change', async () => {
    const { code, output, messages } = await run(['serve', '--port', port]);
    expect([code, output]).toEqual([1, '']);
    expect(messages).toContain(
      `Failed: Cannot listen on 127.0.0.1, port ${port}: another process listens there. End it, or give another port with --port (0 picks one that is free).`,
    );
    expect(messages).not.toMatch(foreignWords);
  });

  test('ends also where it would wait for a database', async () => {
    const url = 'postgres://me:hunter2@127.0.0.1:1/name';
    const { code, messages } = await run(['serve', '--port', port, '--database-url', url]);
    expect(code).toBe(1);
    expect(messages).toContain('another process listens there');
    expect(messages).not.toContain('hunter2');
  });

  test('names the option of the metrics, and gives its own port back', async () => {
    // A port is free a turn of the event loop after its server has closed: that of the test before, too.
    await vi.waitFor(() => expect(countListening()).toBe(1), waitOptions);
    const { code, messages } = await run(['serve', '--port', '0', '--metrics-port', port]);
    expect(code).toBe(1);
    expect(messages).toContain('with --metrics-port');
    await vi.waitFor(() => expect(countListening()).toBe(1), waitOptions);
  });
});

/** Ports that this process listens on. */
function countListening(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
}
