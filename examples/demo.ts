import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { styleText } from 'node:util';
import { applyHealing, createGleaner, memoryLedger, type Evidence, type RecipeRun } from 'gleaner';
import { scriptedModel, serveFixtureSite } from 'gleaner/testing';
import { z } from 'zod';

/** Each kind of call once, on pages of the bundled site on loopback: what came out, from where, and what it cost. */
const site = await serveFixtureSite();
const account = 'demo';
const parts = {
  ledger: memoryLedger({ accounts: { [account]: 100 } }),
  // The guard refuses private addresses; the demo's own site is the one exception.
  egress: { allowPrivate: [`127.0.0.1/32:${new URL(site.url).port}`] },
};
const gleaner = createGleaner(parts);
/** What was done, and the credits it took. */
const bill: (readonly [string, number])[] = [];

const product = z.object({
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  availability: z.enum(['InStock', 'OutOfStock']).optional(),
});
const listing = z.object({ products: z.array(z.object({ name: z.string(), price: z.number() })) });

try {
  line(dim('Pages of the bundled site on loopback: no service, no model but a scripted one'));
  await showResult();
  await showIncompleteList();
  await showRepair();
  await showHealedRecipe();
  await showScrapes();
  await showFailure();
  showBill();
  showStudio();
} finally {
  await gleaner.close();
  await site.close();
}

async function showResult(): Promise<void> {
  title('A product page without structured data, without a model');
  const { result, evidence, creditsUsed } = await gleaner.extract(
    {
      url: `${site.url}/shop/product/galvanised-watering-can-9-l/`,
      prompt: 'The product: name, price, currency, availability',
      schema: product,
      include: ['evidence'],
    },
    { account },
  );
  for (const [name, value] of Object.entries(result)) {
    const entry = evidence?.find(({ path }) => path === `/${name}`);
    line(`  ${name.padEnd(13)}${String(value).padEnd(30)}${dim(describe(entry))}`);
  }
  bill.push(['extract', creditsUsed]);
}

async function showIncompleteList(): Promise<void> {
  title('A list of which a model returns 2 of 12: the answer says so');
  const content = {
    products: [
      { name: 'Harbour brass desk lamp', price: 89.5 },
      { name: 'Herringbone Wool Throw', price: 76 },
    ],
  };
  const { result, warnings, lists, creditsUsed } = await ask(
    [{ content }],
    '/shop/?page=1',
    listing,
  );
  line(`  returned ${result.products.length}`);
  for (const { shown, next } of lists ?? [])
    line(`  shown    ${shown}, next page ${next ?? 'none'}`);
  for (const warning of warnings) line(`  ${styleText('yellow', fold(warning))}`);
  bill.push(['extract, incomplete', creditsUsed]);
}

async function showRepair(): Promise<void> {
  title('A model that answers against the schema is asked for that part once more');
  const wrong = { name: 'Harbour brass desk lamp', price: 'about ninety', currency: 'GBP' };
  const script = [
    { content: { ...wrong, availability: 'InStock' } },
    { content: { ...wrong, price: 89.5, availability: 'InStock' } },
  ];
  const path = '/shop/product/harbour-brass-desk-lamp/';
  const { result, usage, creditsUsed } = await ask(script, path, product);
  line(`  first answer   price: ${JSON.stringify(wrong.price)}`);
  line(
    `  after repair   price: ${result.price}  ${dim(`${usage?.length ?? 0} model calls, one price`)}`,
  );
  bill.push(['extract, repaired', creditsUsed]);
}

async function showHealedRecipe(): Promise<void> {
  title('A recorded recipe, its price selector gone since a redesign, in a real Chromium');
  const file = readFileSync(join(import.meta.dirname, 'shop.recipe.json'), 'utf8');
  const options = { account, variables: { site: site.url } };
  // A good run learns what the recipe's targets look like.
  const good = await gleaner.runRecipe(JSON.parse(file), { ...options, maxPages: 1 });
  const learnt = JSON.stringify(await applyHealing(JSON.parse(file), good));
  const outdated: unknown = JSON.parse(
    learnt.replaceAll('".price-now"', '".price-before-redesign"'),
  );
  const run = await gleaner.runRecipe(outdated, { ...options, onProgress: showProgress });
  if (stdout.isTTY) line('');
  const { mode, drift, pages } = run.result;
  line(`  ${mode}, drift ${drift}; last of ${run.itemsExtracted} items: ${nameLast(pages)}`);
  bill.push(['recipe, 1 page to learn', good.creditsUsed], ['recipe, healed', run.creditsUsed]);
}

function showProgress({
  pages,
  items,
  step,
}: {
  pages: number;
  items: number;
  step?: unknown;
}): void {
  const bar = `${'━'.repeat(pages * 4)}${dim('━'.repeat(Math.max(0, 20 - pages * 4)))}`;
  // On a terminal one line fills; a file gets a line at the end.
  if (stdout.isTTY) stdout.write(`\r\u001B[K  ${bar} page ${pages} · ${items} items`);
  else if (step === undefined && pages === 5) line(`  ${bar} page ${pages} · ${items} items`);
}

function nameLast(pages: RecipeRun['result']['pages']): string {
  return JSON.stringify(pages.at(-1)?.items.at(-1)?.['name']);
}

async function showScrapes(): Promise<void> {
  title('An article for readers: its main content as Markdown and as PDF');
  const input = { url: `${site.url}/article/`, reduceContent: true };
  const page = await gleaner.scrape({ ...input, format: 'markdown' }, { account });
  const lines = page.markdown.trimEnd().split('\n').filter(Boolean);
  for (const each of lines.slice(0, 3)) line(`  ${each.slice(0, 74)}`);
  line(dim(`  … ${lines.length - 3} more lines`));
  const { pdf, creditsUsed } = await gleaner.scrape({ ...input, format: 'pdf' }, { account });
  const file = join(mkdtempSync(join(tmpdir(), 'gleaner-demo-')), 'article.pdf');
  writeFileSync(file, pdf);
  line(`  ${file}, ${(pdf.length / 1_024).toFixed(0)} KB`);
  bill.push(['scrape, Markdown and PDF', page.creditsUsed + creditsUsed]);
}

async function showFailure(): Promise<void> {
  title('A page behind a bot protection: told, and free');
  const input = { url: `${site.url}/blocked/captcha`, prompt: 'The product' };
  const [outcome] = await Promise.allSettled([gleaner.extract(input, { account })]);
  line(`  ${outcome.status === 'rejected' ? fold(String(outcome.reason)) : 'unexpectedly worked'}`);
  bill.push(['extract, blocked', 0]);
}

function showBill(): void {
  title('The ledger');
  let left = 100;
  for (const [what, credits] of bill) {
    left -= credits;
    line(`  ${what.padEnd(26)}${String(credits).padStart(3)}${dim(String(left).padStart(6))}`);
  }
  line(`  ${left} of 100 credits left`);
}

/** This program ends its site; the command serves one of its own. */
function showStudio(): void {
  title('Make a recipe of this shop by pointing at one item of its list');
  line('  npm run gleaner -- studio --demo');
}

/** An extraction by a model that answers by a script, on the same ledger. */
async function ask<Schema extends z.ZodType>(
  script: readonly { readonly content: unknown }[],
  path: string,
  schema: Schema,
) {
  const asked = createGleaner({ ...parts, model: scriptedModel(script) });
  try {
    return await asked.extract(
      { url: `${site.url}${path}`, prompt: 'All of it', schema, include: ['evidence', 'usage'] },
      { account },
    );
  } finally {
    await asked.close();
  }
}

function describe(entry: Evidence | undefined): string {
  if (entry === undefined || entry.status === 'unsupported') return 'not on the page';
  const rule = 'rule' in entry ? ` (${entry.rule})` : '';
  // The last element of the path; which of its kind it is does not matter here.
  const node =
    entry.node
      ?.split('>')
      .at(-1)
      ?.replace(/:nth-of-type\(\d+\)/, '') ?? 'the page';
  return `${entry.status}${rule} ← ${node}`;
}

/** Breaks a long sentence at 76 characters. */
function fold(text: string): string {
  return text.replaceAll(/(.{1,76})(?:\s|$)/g, '$1\n  ').trimEnd();
}

function title(text: string): void {
  line(styleText('bold', text));
}

function dim(text: string): string {
  return styleText('dim', text);
}

function line(text: string): void {
  stdout.write(`${text}\n`);
}
