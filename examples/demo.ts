import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { styleText } from 'node:util';
import { createGleaner, memoryLedger, type Evidence } from 'gleaner';
import { serveFixtureSite } from 'gleaner/testing';
import { z } from 'zod';

/** The main job on pages of the bundled site, served on loopback: what came out, from where, what it cost. */
const site = await serveFixtureSite();
const account = 'demo';
const gleaner = createGleaner({
  ledger: memoryLedger({ accounts: { [account]: 100 } }),
  // The guard refuses private addresses; the demo's own site is the one exception.
  egress: { allowPrivate: [`127.0.0.1/32:${new URL(site.url).port}`] },
});

const product = z.object({
  name: z.string(),
  price: z.number(),
  currency: z.string().optional(),
  availability: z.enum(['InStock', 'OutOfStock']).optional(),
  sku: z.string().optional(),
});
const article = z.object({
  title: z.string(),
  authors: z.array(z.string()).optional(),
  published: z.iso.date().optional(),
});
const listing = z.object({
  products: z.array(z.object({ name: z.string(), price: z.number(), url: z.string().optional() })),
});

try {
  title(
    'Gleaner reads pages inside this process: no model, no service, no network beyond loopback',
  );
  await show(
    'A product page with JSON-LD',
    '/shop/product/harbour-brass-desk-lamp/',
    'The product: name, price, currency, availability, SKU',
    product,
  );
  await show(
    'The same from microdata',
    '/shop/product/herringbone-wool-throw/',
    'The product: name, price, currency, availability, SKU',
    product,
  );
  await show(
    'The same from nothing but text',
    '/shop/product/galvanised-watering-can-9-l/',
    'The product: name, price, currency, availability, SKU',
    product,
  );
  await show('An article', '/article/', 'Title, authors and day of publication', article);
  await show('A listing', '/shop/?page=1', 'All products with name, price and link', listing);
  await showMarkdown('The article as Markdown, main content only', '/article/');
  await showPdf('The article as PDF', '/article/');
  await showRecipe('A recorded recipe pages through the shop in a real browser');
  await showFailure('A page that is not there costs nothing', '/status/404');
  await showFailure('Nor does a page behind a bot protection', '/blocked/captcha');
  title('The ledger');
  const left = await gleaner.creditsRemaining(account);
  line(
    `100 credits at the start, ${left} left: ${100 - left} spent on what was delivered, 0 on failures.`,
  );
} finally {
  await gleaner.close();
  await site.close();
}

async function show(what: string, path: string, prompt: string, schema: z.ZodType): Promise<void> {
  title(`${what} ${styleText('dim', path)}`);
  const { result, evidence, creditsUsed, latencyMs, warnings } = await gleaner.extract(
    { url: `${site.url}${path}`, prompt, schema, include: ['evidence'] },
    { account },
  );
  line(JSON.stringify(result, undefined, 2));
  for (const entry of (evidence ?? []).slice(0, 6)) line(styleText('dim', describe(entry)));
  const more = (evidence?.length ?? 0) - 6;
  if (more > 0) line(styleText('dim', `… and ${more} more values`));
  for (const warning of warnings) line(styleText('yellow', warning));
  line(styleText('green', `${creditsUsed} credits, ${latencyMs} ms`));
}

async function showMarkdown(what: string, path: string): Promise<void> {
  title(`${what} ${styleText('dim', path)}`);
  const { markdown, creditsUsed } = await gleaner.scrape(
    { url: `${site.url}${path}`, format: 'markdown', reduceContent: true },
    { account },
  );
  const lines = markdown.trimEnd().split('\n');
  line(lines.slice(0, 9).join('\n'));
  line(styleText('dim', `… ${lines.length - 9} more lines`));
  line(styleText('green', `${creditsUsed} credit`));
}

async function showPdf(what: string, path: string): Promise<void> {
  title(`${what} ${styleText('dim', path)}`);
  const { pdf, creditsUsed } = await gleaner.scrape(
    { url: `${site.url}${path}`, format: 'pdf', reduceContent: true },
    { account },
  );
  const file = join(mkdtempSync(join(tmpdir(), 'gleaner-demo-')), 'article.pdf');
  writeFileSync(file, pdf);
  line(`${(pdf.length / 1_024).toFixed(0)} KB, written to ${file}`);
  line(styleText('green', `${creditsUsed} credit`));
}

async function showRecipe(what: string): Promise<void> {
  title(`${what} ${styleText('dim', '/shop/')}`);
  const recipe: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, 'shop.recipe.json'), 'utf8'),
  );
  const run = await gleaner.runRecipe(recipe, {
    account,
    variables: { site: site.url },
    onProgress: ({ pages, items, step }) => {
      const bar = `${'━'.repeat(pages * 4)}${styleText('dim', '━'.repeat(20 - pages * 4))}`;
      const doing = step === undefined ? '' : ` · ${step.type}`;
      // On a terminal one line fills; a file gets a line for each page.
      if (stdout.isTTY) stdout.write(`\r\u001B[K${bar} page ${pages} · ${items} items${doing}`);
      else if (step === undefined) line(`${bar} page ${pages} · ${items} items`);
    },
  });
  if (stdout.isTTY) line('');
  const items = run.result.pages.flatMap((page) => page.items);
  for (const item of [items[0], items.at(-1)]) line(JSON.stringify(item));
  const { mode, drift } = run.result;
  line(styleText('dim', `${items.length} items · ${mode} · drift ${drift} · ended: ${run.end}`));
  line(styleText('green', `${run.creditsUsed} credits for ${run.pagesExtracted} pages`));
}

async function showFailure(what: string, path: string): Promise<void> {
  title(`${what} ${styleText('dim', path)}`);
  const [outcome] = await Promise.allSettled([
    gleaner.extract({ url: `${site.url}${path}`, prompt: 'The product' }, { account }),
  ]);
  line(outcome.status === 'rejected' ? String(outcome.reason) : 'unexpectedly worked');
}

function describe(entry: Evidence): string {
  if (entry.status === 'unsupported' || entry.node === undefined)
    return `${entry.path}: ${entry.status}`;
  const detail = entry.pointer ?? entry.attribute ?? '';
  return `${entry.path} ← ${entry.kind} ${entry.node}${detail === '' ? '' : ` ${detail}`} “${entry.snippet?.slice(0, 60)}”`;
}

function title(text: string): void {
  line(`\n${styleText('bold', text)}`);
}

function line(text: string): void {
  stdout.write(`${text}\n`);
}
