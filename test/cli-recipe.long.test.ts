import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../src/cli/run-process.ts';
import { useFixtureSite } from './support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cli-check-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(argv: readonly string[]) {
  const written = { output: '', messages: '' };
  const code = await runCommand(argv, {
    environment: { GLEANER_ALLOW_PRIVATE: egress().allowPrivate?.join(',') },
    input: Readable.from(['']),
    output: { write: (chunk) => (written.output += String(chunk)) },
    messages: { write: (chunk) => (written.messages += String(chunk)) },
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

function writeRecipe(name: string, change: (text: string) => string = (text) => text): string {
  const example = path.join(import.meta.dirname, '..', 'examples', 'shop.recipe.json');
  const file = path.join(folder, name);
  writeFileSync(file, change(readFileSync(example, 'utf8')));
  return file;
}

const check = (file: string, ...options: readonly string[]) =>
  run(['recipe', 'check', file, ...options, '--variables', `site=${new URL(urlOf('/')).origin}`]);

describe('gleaner recipe check', () => {
  test('prints each step with what its selectors match, keeps pictures, and is content', async () => {
    const pictures = path.join(folder, 'pictures');
    const file = writeRecipe('shop.json');
    const { code, output, messages } = await check(
      file,
      '--pictures',
      pictures,
      '--max-pages',
      '1',
    );
    expect(messages).not.toContain('Found nothing');
    expect(code).toBe(0);
    const lines = output
      .replaceAll(/\d+ ms/g, '… ms')
      .trimEnd()
      .split('\n');
    expect(lines).toEqual([
      '1     setViewport    done  … ms',
      '2     navigate       done  … ms',
      '3     click          done  … ms',
      '         2 × aria/All products',
      "         2 × nav a[href='/shop/']",
      '         2 × text/All products',
      '4     extract        done  … ms',
      '        12 × .product-card[data-sku]',
      '         1 × name: h3',
      '         1 × price: .price-now',
      '         1 × url: a.product-link',
      '         1 × stock: .stock',
      '5     paginate       done  … ms',
      "         1 × a[rel='next']",
      '         1 × aria/Next page',
    ]);
    expect(messages).toMatch(/1 page · 12 items · [\d.]+ s · replay · drift 0\n$/);
    expect(readdirSync(pictures)).toEqual([
      '02-navigate.jpg',
      '03-click.jpg',
      '04-extract.jpg',
      '05-paginate.jpg',
    ]);
  });

  test('exits 1 where a selector finds nothing, with one JSON document under --json', async () => {
    const file = writeRecipe('lost.json', (text) =>
      text.replace('"selectors": ["h3"]', '"selectors": ["h3", ".was-here"]'),
    );
    const { code, output, messages } = await check(file, '--max-pages', '1', '--json');
    expect(code).toBe(1);
    expect(messages).toBe('');
    expect(JSON.parse(output)).toMatchObject({
      status: 'completed',
      itemsExtracted: 12,
      lostSelectors: [{ place: 'Step 4, field "name"', selector: '.was-here' }],
    });
  });

  test.each([
    [['--max-pages', '9'], 2, /--max-pages: A trial reads at most 3 pages/],
    [['--variables', 'site'], 2, /Expected name=value/],
    [['--variables', 'seit=x'], 2, /--var/],
  ])('%j is refused in the words of the command', async (options, expected, words) => {
    const { code, messages } = await run(['recipe', 'check', writeRecipe('a.json'), ...options]);
    expect(messages).toMatch(words);
    expect(code).toBe(expected);
  });
});

describe('gleaner recipe draft', () => {
  test('writes a recipe of the page’s list and its pagination, which runs as it is', async () => {
    const file = path.join(folder, 'draft.json');
    const drafted = await run([
      'recipe',
      'draft',
      urlOf('/shop/'),
      'name and price',
      '--out',
      file,
    ]);
    expect(drafted.messages).toMatch(/^24 items: .*price/);
    expect(drafted.code).toBe(0);
    const ran = await run(['run', file]);
    expect(ran.messages).toContain('60 items');
    expect(ran.output).toContain('Harbour Brass Desk Lamp');
  }, 120_000);

  test('refuses what is no address', async () => {
    const { code, messages } = await run(['recipe', 'draft', 'shop']);
    expect(messages).toContain('Expected `<url>` to be an absolute URL such as');
    expect(code).toBe(2);
  });
});
