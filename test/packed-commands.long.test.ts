import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from './setup/packed-package.ts';
import { servePages } from './support/serve-pages.ts';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let command: string;
/** What `gleaner store copy --help` prints, by `store copy`. */
let helps: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await createConsumer([...dependencies, ...optionalDependencies]);
  command = path.join(folder, 'node_modules/.bin/gleaner');
  helps = await readHelps();
}, packingMs);

/** Asks every command of the package for its help. */
async function readHelps(): Promise<ReadonlyMap<string, string>> {
  const helps = new Map<string, string>();
  const waiting: (readonly string[])[] = [[]];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const { stdout } = await run(command, [...names, '--help']);
    helps.set(names.join(' '), stdout);
    const [, commands = ''] = /^Commands:\n([\s\S]*?)(?:\n\n|$(?![\s\S]))/m.exec(stdout) ?? [];
    for (const [, name = ''] of commands.matchAll(/^ {2}([a-z-]+)/gm))
      if (name !== 'help') waiting.push([...names, name]);
  }
  return helps;
}

/** A line of a `sh` block, with lines that it is continued on. */
interface Line {
  readonly place: string;
  readonly text: string;
}

const guides = globSync(['README.md', 'docs/*.md'], { cwd: root });
const lines = guides.flatMap(listLines);

function listLines(guide: string): readonly Line[] {
  const source = readFileSync(path.join(root, guide), 'utf8');
  return [...source.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(({ 1: code = '', index }) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((text) => text.trim() !== '' && !text.startsWith('#'))
      .map((text) => ({
        place: `${guide}:${source.slice(0, index).split('\n').length}`,
        text: text.replace(/ {2,}#.*$/, '').trim(),
      })),
  );
}

/** Lines that are not run from the packed package, and why. All other lines are commands of ours: see below. */
const notRun: readonly (readonly [line: RegExp, reason: string])[] = [
  [/^npm init /, 'it makes the folder that the tests have'],
  [/^npm install /, 'it asks a registry: `createConsumer` puts the same packages there'],
  [/^npm (?:ci|test|run) /, 'it is for a clone: the demo is run by demo.test.ts'],
  [/^npx playwright-core install /, 'it downloads a browser'],
  [/^npx (?:next|vite|webpack|esbuild) /, 'bundlers.long.test.ts runs it'],
  [/^node (?:make-pages|correct)\.ts$/, 'evaluation-docs.test.ts runs it'],
  [/^node (?:app|server)\S*$|^(?:bun|deno) /, 'bundlers.long.test.ts runs it'],
  [
    /^KEY=|^curl -s http:\/\/127\.0\.0\.1:8080|^"output_schema"/,
    'packed-commands.test.ts sends this',
  ],
];

/** `gleaner store copy` of a line, or `undefined` where the line has no command of ours. */
function findWords(text: string): readonly string[] | undefined {
  const words = /(?:^|\| )(?:npx )?gleaner (.+)$/.exec(text)?.[1]?.split(' ');
  return words;
}

test('each command of the guides is one of ours, or is named with the reason why it is not run', () => {
  expect(lines.length).toBeGreaterThan(25);
  const unknown = lines.filter(
    ({ text }) => findWords(text) === undefined && !notRun.some(([line]) => line.test(text)),
  );
  expect(unknown).toEqual([]);
});

describe('commands of the guides', () => {
  const printed = lines.flatMap(({ place, text }) => {
    const words = findWords(text);
    return words === undefined ? [] : [{ place, text, words }];
  });

  test.each(printed)('$place: $text has the options that the command has', ({ words }) => {
    const names = words.slice(0, isGroup(words[0]) || words[1] === 'init' ? 2 : 1);
    const flags = words.filter((word) => /^-{1,2}[a-z]/.test(word));
    const help = helps.get(names.join(' ')) ?? '';
    expect(flags.filter((flag) => !new RegExp(`(?:^|[\\s,])${flag}\\b`, 'm').test(help))).toEqual(
      [],
    );
    expect(help).toMatch(new RegExp(`^Usage: gleaner ${names.join(' ')} `));
  });
});

function isGroup(name: string | undefined): boolean {
  return /^(?:account|key|recipe|schedule|runs|deliveries|store|dashboard)$/.test(name ?? '');
}

test('every command of the package says what it is for', () => {
  for (const [names, help] of helps) expect(help).toMatch(new RegExp(`^Usage: gleaner ${names}`));
  expect([...helps.keys()]).toEqual(expect.arrayContaining(['bench init', 'account create']));
  expect(helps.size).toBeGreaterThan(30);
});

const lamp = '<title>Lamp</title><h1>Desk lamp</h1><p>Price: £89.50</p><p>A lamp for desks.</p>';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};

/** What has neither names nor a schema is asked of a model. */
function needsModel(text: string): boolean {
  return text.includes('all rows of the table');
}

test('the commands for pages of the README give values, Markdown and a PDF file', async () => {
  const pages = await servePages(() => lamp);
  const reachable = { ...env, GLEANER_ALLOW_PRIVATE: '127.0.0.1/32' };
  writeFileSync(path.join(folder, 'page.html'), lamp);
  writeFileSync(path.join(folder, 'product.schema.json'), JSON.stringify(schema));
  const wanted = lines.filter(
    ({ place, text }) =>
      place.startsWith('README') && /gleaner (?:extract|scrape) /.test(text) && !needsModel(text),
  );
  const outputs: string[] = [];
  for (const { text } of wanted) {
    const local = text
      .replaceAll(/https:\/\/(?:shop|news)\.example/g, pages.origin)
      .replace('npx gleaner', `'${execPath}' '${command}'`);
    const { stdout } = await run('/bin/sh', ['-euc', local], { cwd: folder, env: reachable });
    outputs.push(stdout);
  }
  await pages.close();
  expect(outputs).toHaveLength(4);
  const [byUrl = '', byPipe = '', markdown] = outputs;
  expect(byUrl).toMatch(/Desk lamp[\s\S]*89\.5/);
  expect(JSON.parse(byPipe)).toMatchObject({ creditsUsed: 5 });
  expect(markdown).toContain('# Desk lamp');
  expect(readFileSync(path.join(folder, 'story.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});
