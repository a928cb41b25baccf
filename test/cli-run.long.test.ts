import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cli-run-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(argv: readonly string[], { isTTY = false } = {}) {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: { GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(',') },
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)), isTTY },
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

function writeRecipe(name: string, change: (recipe: Record<string, unknown>) => void = () => {}) {
  const example = path.join(import.meta.dirname, '..', 'examples', 'shop.recipe.json');
  const recipe = JSON.parse(readFileSync(example, 'utf8')) as Record<string, unknown>;
  recipe['variables'] = { site: new URL(urlOf('/')).origin };
  change(recipe);
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(recipe));
  return file;
}

describe('gleaner run', () => {
  test('prints an item a line, and what it took beside them', async () => {
    const { code, output, messages } = await run(['run', writeRecipe('shop.json')]);
    expect(code).toBe(0);
    const items = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(items).toHaveLength(60);
    expect(items[0]).toMatchObject({ name: 'Harbour Brass Desk Lamp', price: 89.5 });
    expect(messages).toBe('5 pages · 60 items · 10 credits · replay · drift 0\n');
  });

  test('prints one JSON document with --json, within --max-pages', async () => {
    const { code, output, messages } = await run([
      'run',
      writeRecipe('shop.json'),
      '--max-pages',
      '2',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      runStatus: 'completed',
      pagesExtracted: 2,
      itemsExtracted: 24,
      end: 'max_pages',
    });
    expect(messages).toBe('');
  });

  test('keeps files in --downloads and names them, and advises it where it is missing', async () => {
    const recipe = writeRecipe('pictures.json', ({ steps }) => {
      const screenshot = { type: 'customStep', name: 'screenshot', parameters: { name: 'shop' } };
      (steps as unknown[]).splice(-1, 0, screenshot);
    });
    const without = await run(['run', recipe, '--max-pages', '1']);
    expect([without.code, without.messages]).toEqual([
      2,
      expect.stringContaining('Name the folder that they are kept in by --downloads.'),
    ]);
    const downloads = path.join(folder, 'kept');
    const kept = await run(['run', recipe, '--max-pages', '1', '--downloads', downloads]);
    const [file = ''] = readdirSync(downloads);
    expect(file).toMatch(/^[0-9a-f]{16}-shop\.png$/);
    expect(kept.messages).toContain(`Saved: ${path.join(downloads, file)}\n`);
  });

  test('speaks of one page in the singular', async () => {
    const { messages } = await run(['run', writeRecipe('one.json'), '--max-pages', '1']);
    expect(messages).toMatch(/^1 page · 12 items · 2 credits · /m);
  });

  test('draws a bar where a person is looking, and takes it away', async () => {
    const { messages } = await run(['run', writeRecipe('shop.json'), '--max-pages', '2'], {
      isTTY: true,
    });
    const frames = stripVTControlCharacters(messages).split('\r');
    expect(frames.some((frame) => frame.endsWith('page 1 of at most 2 · 12 items'))).toBe(true);
    expect(messages).toMatch(/\r\u001B\[K\n?(?:Note|2 pages)/);
  });

  test('writes what it learnt back with --save, and heals with it when the page has changed', async () => {
    const file = writeRecipe('learning.json');
    expect(await run(['run', file, '--max-pages', '1', '--save'])).toMatchObject({ code: 0 });
    const learnt = JSON.parse(readFileSync(file, 'utf8')) as {
      fingerprints: { targets: Record<string, unknown> };
    };
    expect(Object.keys(learnt.fingerprints.targets)).toContain('/steps/2/selectors');
  });

  test('takes variables, and refuses those the recipe does not know', async () => {
    const file = writeRecipe('shop.json');
    const site = new URL(urlOf('/')).origin;
    const known = await run(['run', file, '--var', `site=${site}`, '--max-pages', '1']);
    expect(known.code).toBe(0);
    const unknown = await run(['run', file, '--var', 'stie=x']);
    expect(unknown.code).toBe(2);
    expect(unknown.messages).toMatch(/did you mean "site"/);
  });

  test('names the step and the field of a recipe that cannot be used', async () => {
    const file = writeRecipe('broken.json', (recipe) => {
      (recipe['steps'] as object[])[2] = { type: 'clik', selectors: [] };
    });
    const { code, messages } = await run(['run', file]);
    expect(code).toBe(2);
    expect(messages).toMatch(/Step 3/);
    const missing = await run(['run', path.join(folder, 'missing.json')]);
    expect(missing.code).toBe(2);
    expect(missing.messages).toMatch(/Cannot read the recipe/);
  });
});
