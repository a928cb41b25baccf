import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as door from '../src/index.ts';
import { createConsumer, packingMs } from './setup/packed-package.ts';
import { serveApplication, type ServedApplication } from './support/serve-application.ts';

const root = path.join(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/RECIPES.md'), 'utf8');

let gleaner: door.Gleaner;
const downloads = mkdtempSync(path.join(tmpdir(), 'recipe-docs-'));
const applications = new Map<string, ServedApplication>();

/** The packed package, as a reader has it. */
beforeAll(async () => {
  const packed = path.join(await createConsumer(), 'node_modules/gleaner/dist/index.js');
  const { createGleaner } = (await import(packed)) as Pick<typeof door, 'createGleaner'>;
  gleaner = createGleaner({
    egress: { allowPrivate: ['127.0.0.1/32'] },
    files: { uploads: path.join(root, 'fixtures/uploads'), downloads },
  });
}, packingMs);

afterAll(async () => {
  await gleaner.close();
  for (const application of applications.values()) await application.close();
  rmSync(downloads, { recursive: true, force: true });
});

/**
 * A recipe of the guide is a JSON block with `"steps"`; the block behind it that is marked `json result` is what it brings:
 * `items` of all pages, names of `files` and `warnings` (none where it has no such member); a random part of a name is
 * `0123456789abcdef`. `https://NAME.example` is `fixtures/applications/NAME`, values of variables without a default stand in its
 * `variables.json`, and files to upload in `fixtures/uploads`.
 */
describe('the recipes of the guide', () => {
  const examples = listExamples(guide);

  test('are there, each with its result', () => {
    expect(examples.length).toBeGreaterThan(0);
    const bare = examples.filter(({ result }) => result === undefined);
    expect(bare.map(({ line }) => `docs/RECIPES.md:${line}`)).toEqual([]);
  });

  test.each(examples)('line $line: $title', async ({ recipe, result }) => {
    const names = new Set([...recipe.matchAll(/https:\/\/([a-z-]+)\.example/g)].map(nameOf));
    const origins = new Map<string, string>();
    for (const name of names) origins.set(`https://${name}.example`, await originOf(name));
    const run = await gleaner.runRecipe(replaceAll(recipe, origins), {
      variables: Object.assign({}, ...[...names].map(readVariables)),
    });
    const { pages, warnings } = run.result;
    const files = run.files.map(({ name }) => name);
    const brought = { items: pages.flatMap(({ items }) => items), files, warnings };
    const back = new Map([...origins].map(([name, origin]) => [origin, name]));
    const text = JSON.stringify(brought).replaceAll(/\b[0-9a-f]{16}-/g, '0123456789abcdef-');
    const said: unknown = JSON.parse(replaceAll(text, back));
    expect(said).toEqual({ files: [], warnings: [], ...(JSON.parse(result ?? '{}') as object) });
  });
});

interface Example {
  readonly line: number;
  readonly title: string;
  readonly recipe: string;
  readonly result: string | undefined;
}

function listExamples(source: string): readonly Example[] {
  const blocks = [...source.matchAll(/^```json( result)?\n(.*?)^```/gms)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    isResult: match[1] !== undefined,
    text: match[2] ?? '',
  }));
  return blocks.flatMap(({ line, isResult, text }, at) => {
    if (isResult || !text.includes('"steps"')) return [];
    const { title } = JSON.parse(text) as { readonly title: string };
    const next = blocks[at + 1];
    return [{ line, title, recipe: text, result: next?.isResult === true ? next.text : undefined }];
  });
}

const nameOf = ([, name = '']: RegExpExecArray): string => name;

async function originOf(name: string): Promise<string> {
  const application = applications.get(name) ?? (await serveApplication(name));
  applications.set(name, application);
  return application.origin;
}

function readVariables(name: string): object {
  const file = path.join(root, 'fixtures/applications', name, 'variables.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
}

function replaceAll(text: string, replacements: ReadonlyMap<string, string>): string {
  let replaced = text;
  for (const [from, to] of replacements) replaced = replaced.replaceAll(from, to);
  return replaced;
}
