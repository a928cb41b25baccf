import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import type { StressResult } from '../test-kit/index.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let folder: string;
let recipe: string;
let cassette: string;

/** `interruptAt`: Ctrl-C once the progress says so, on a terminal. */
async function run(argv: readonly string[], interruptAt?: string) {
  const written = { output: '', messages: '' };
  const controller = new AbortController();
  const code = await runCommand(argv, {
    environment: { GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(',') },
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: {
      write(chunk) {
        written.messages += String(chunk);
        if (interruptAt !== undefined && String(chunk).includes(interruptAt)) controller.abort();
      },
      isTTY: interruptAt !== undefined,
    },
    signal: controller.signal,
  });
  return { code, ...written };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cli-stress-'));
  recipe = path.join(folder, 'shop.json');
  cassette = path.join(folder, 'shop.har');
  const example = path.join(import.meta.dirname, '..', 'examples', 'shop.recipe.json');
  const steps = JSON.parse(readFileSync(example, 'utf8')) as Record<string, unknown>;
  steps['variables'] = { site: new URL(urlOf('/')).origin };
  writeFileSync(recipe, JSON.stringify(steps));
  const { code, messages } = await run([
    'run',
    recipe,
    '--max-pages',
    '2',
    '--save',
    '--record',
    cassette,
  ]);
  if (code !== 0 || !messages.includes('24 items')) throw new Error(messages);
});
afterAll(() => rmSync(folder, { recursive: true }));

const few = ['--max-pages', '1', '--redesigns', '3', '--seed', '31'] as const;

describe('gleaner stress', () => {
  test('prints what came of recorded pages that were redesigned, and passes the gate', async () => {
    const argv = ['stress', recipe, '--cassette', cassette, ...few, '--min-healed', '0.3'];
    const { code, output, messages } = await run(argv);
    expect([code, messages]).toEqual([0, '']);
    expect(output).toMatch(
      /^ +right +untouched +healed +refused +wrong +left out\nall redesigns +\d/,
    );
    expect(output).toMatch(
      /drift: median [\d.]+, highest [\d.]+ · seed 31 · \d+ pages, [\d.]+ a second/,
    );
  });

  test('exits 1 below --min-healed, with one JSON document', async () => {
    const weak = path.join(folder, 'weak.json');
    const { fingerprints: _, ...bare } = JSON.parse(readFileSync(recipe, 'utf8')) as Record<
      string,
      unknown
    >;
    writeFileSync(weak, JSON.stringify(bare));
    const argv = [
      'stress',
      weak,
      '--cassette',
      cassette,
      '--max-pages',
      '1',
      '--redesigns',
      '3',
      '--seed',
      '57',
    ];
    const { code, output, messages } = await run([...argv, '--min-healed', '1', '--json']);
    expect([code, messages]).toEqual([1, '']);
    const result = JSON.parse(output) as StressResult;
    expect(result.healed).toBeLessThan(1);
    expect(result.worst[0]?.mutations.length).toBeGreaterThan(0);
    expect(result.warnings).toEqual([expect.stringContaining('no fingerprints')]);
  });

  test('ends with what was measured on Ctrl-C', async () => {
    const argv = ['stress', recipe, '--cassette', cassette, ...few, '--concurrency', '1'];
    const { code, output, messages } = await run(argv, '1 of 3 redesigns');
    expect(code).toBe(130);
    expect(output).toMatch(/^all redesigns/m);
    expect(messages).toContain('Interrupted after 1 of 3 redesigns.');
  });

  test.each([
    ['a cassette that is not there', ['--cassette', 'nowhere.har'], 2, 'cannot be read'],
    ['no cassette', [], 2, "required option '--cassette <file>' not specified"],
    ['a share above 1', ['--cassette', 'x.har', '--min-healed', '95'], 2, 'a share from 0 to 1'],
  ])('refuses %s', async (_, argv, expected, message) => {
    const { code, messages } = await run(['stress', recipe, ...argv]);
    expect([code, messages]).toEqual([expected, expect.stringContaining(message)]);
  });

  test('says which runs a cassette holds where this one is not among them', async () => {
    const argv = [
      'stress',
      recipe,
      '--cassette',
      cassette,
      '--var',
      'site=http://elsewhere.example',
    ];
    const { code, messages } = await run(argv);
    expect(code).toBe(1);
    expect(messages).toContain('begins at http://elsewhere.example/shop/product/');
    expect(messages).toContain(`Its runs begin at ${new URL(urlOf('/')).origin}`);
    expect(messages).toContain('--record');
  });
});
